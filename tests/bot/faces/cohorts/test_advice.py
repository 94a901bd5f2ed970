"""Your turn passes on what a computer player would do only where that may serve a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import faces
from bot.faces.advice import PROMISING, advice_of, serves
from bot.faces.agenda import Desk
from engine.orders import Order, Queued, Ref
from engine.packs.cohorts.characters.practising import PracticeSkill, chance_of
from engine.packs.cohorts.cities.models import most_soldiers
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.sabotage import SabotageFortifications, SabotageMoraleOfTroops
from engine.packs.cohorts.covert.spying import SpyLegionFleet
from engine.packs.cohorts.knowledge.memories import LevelLimit, Memory
from engine.packs.cohorts.knowledge.views import snapshot
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Character
from engine.rivals import Decision, Reason
from tests.bot.faces.looking import desk, entries
from tests.rules.plain import blank
from tests.rules.scene import Scene, ref


def thief(scene: Scene) -> Character:
    """A knave of level 8 in a city of mine."""
    scene.barony((5, 5), (6, 5))
    city = scene.city(5, 5, scene.me, name="Ford")
    skills = {"thief": 5, "spy": 5}
    return scene.character(city, name="Whisper", job="knave", level=8, skills=skills, actions=1)


def advised(scene: Scene, *orders: Order) -> Desk:
    """My desk, with a computer player who would give these orders."""
    made = desk(scene.rules, scene.view(), scene.me.id)
    reason = Reason("unrest", (scene.me.place,))
    decisions = (Decision(Queued(f"k{n}", each), reason) for n, each in enumerate(orders, start=1))
    return replace(made, advice=tuple(decisions))


def test_nobody_is_sent_to_sabotage_morale_in_ones_own_city(scene: Scene) -> None:
    hero = thief(scene)
    order = SabotageMoraleOfTroops(character=ref(hero), target=at(scene, 5, 5))
    mine = advised(scene, order)
    assert not list(advice_of(mine))
    found = entries(mine, "Characters with actions")
    assert any("Whisper" in entry.text for entry in found)
    labels = [lead.label for entry in found for lead in entry.leads]
    assert not any("morale" in text for text in (*labels, *(entry.text for entry in found)))


def test_where_enemies_stand_their_morale_is_a_target(scene: Scene) -> None:
    hero = thief(scene)
    enemy = scene.someone("at_war")
    scene.unit(scene.stack(6, 5, enemy), enemy)
    scene.character(scene.stack(6, 5, name="Scouts"))  # who see them
    order = SabotageMoraleOfTroops(character=ref(hero), target=at(scene, 6, 5))
    assert [each.order for each in advice_of(advised(scene, order))] == [order]


def test_walls_that_are_not_there_and_stacks_that_nobody_has_are_no_targets(scene: Scene) -> None:
    hero, there = thief(scene), at(scene, 7, 6)
    walls = SabotageFortifications(character=ref(hero), target=there)
    stacks = SpyLegionFleet(character=ref(hero), target=there)
    assert not list(advice_of(advised(scene, walls, stacks)))


def test_a_practice_that_all_but_always_fails_is_not_advised(scene: Scene) -> None:
    hero = thief(scene)
    state, skills = advised(scene).state, scene.rules.module.content(Content).skills
    names = faces.of(scene.rules).names(scene.view(), str, reader=scene.ours.id)
    chances = {"blade": 24, "thief": 9}
    for skill, chance in chances.items():
        assert chance_of(state, state.world.get(Character, hero.id), skills[skill]) == chance
        order = PracticeSkill(character=ref(hero), skill=skill)
        assert serves(state, order, names) is (chance >= PROMISING)


@pytest.mark.rule("cohorts.world.level-restriction")
def test_no_stack_is_shown_to_where_it_was_turned_back(scene: Scene) -> None:
    stack = scene.stack(5, 5, name="Long Spears")
    scene.unit(stack, level=6)
    spot = {"name": "Forge", "type": "", "province": scene.at(7, 5).id}
    scene.world.add(HotSpot, **{**blank(HotSpot), **spot})
    scene.world.add(Memory, **snapshot(scene.world, scene.ours.id, scene.at(7, 5), turn=1))

    def ways() -> str:
        made = desk(scene.rules, scene.view(), scene.me.id)
        return " ".join(each.text for each in entries(made, "Stacks that stand"))

    assert "Forge" in ways()
    scene.province(7, 5, level_limit=1)
    assert "Forge" in ways(), "the limit of a foreign province is not known at first"
    scene.world.add(LevelLimit, faction=scene.ours.id, province=scene.at(7, 5).id)
    assert "Forge" not in ways()


def at(scene: Scene, column: int, row: int) -> Ref:
    return ref(scene.at(column, row))


def test_no_more_soldiers_are_suggested_than_an_action_trains(scene: Scene) -> None:
    scene.barony((5, 5), (6, 5))
    works = {"barracks": 1}
    city = scene.city(5, 5, scene.me, name="Ford", improvements=works, actions=1)
    scene.items(city, human_recruits=200)
    levy = TrainMilitaryUnits(city=ref(city), race="human", quantity=200, name="Levy")
    leads = [lead for entry in entries(advised(scene, levy), "Cities with actions")
             for lead in entry.leads]  # fmt: skip
    trains = [lead.label for lead in leads if "train" in lead.label]
    most = most_soldiers(scene.rules.module.content(Content), 1)
    assert most < 200
    assert trains[0] == f"Ford: train {most}"
