"""Whom allies have lodged in a faction's stacks and cities."""

from __future__ import annotations

import pytest

from engine.deciding import decide
from engine.dice import SeededDice
from engine.module.natures import PLAIN
from engine.packs.cohorts.knowledge.spied import learn
from engine.packs.cohorts.knowledge.views import knows
from engine.packs.cohorts.pieces.records import Character, Possession, Unit
from engine.rivals import Mind
from tests.packs.warlords.scene import WarScene
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import SEED, Scene

VIEW = pytest.mark.rule("cohorts.knowledge.view")


@VIEW
@pytest.mark.parametrize("host", ["stack", "city"])
def test_guests_are_known_as_to_their_owner(host: str) -> None:
    scene = Scene()
    ally, foe = scene.someone("allied"), scene.someone("at_war")
    camp = scene.stack(3, 3) if host == "stack" else scene.city(3, 3, scene.me)
    guest, troop = scene.character(camp, ally, level=7), scene.unit(camp, ally)
    scene.items(guest, spear=3)
    spy = scene.agent(camp, foe)
    view = scene.view()
    assert view.get(Character, guest.id) == guest
    assert view.get(Unit, troop.id) == troop
    assert [each.count for each in view.by(Possession, "holder", guest.place)] == [3]
    assert knows(scene.rules, scene.world, scene.ours.id, guest.place)
    assert host == "stack" or view.at(spy.place) is None, "a foe's agents are no guests"


@VIEW
@pytest.mark.parametrize("make", [Scene, WarScene, MusterScene])
def test_a_host_with_a_guest_whom_spies_looked_at_is_thought_about(make: type[Scene]) -> None:
    scene = make()
    ally, stack = scene.someone("allied"), scene.stack(5, 5)
    scene.city(8, 8, scene.me)
    scene.character(stack, job="mage", mana=30)
    guests = [scene.character(stack, ally), scene.unit(stack, ally)]
    learn(scene.state(), scene.ours.id, stack.province, [(each, None) for each in guests])
    mind = Mind(scene.rules, scene.view(), scene.me.id, PLAIN, "strong", SeededDice(SEED, 1))
    assert list(decide(mind))
