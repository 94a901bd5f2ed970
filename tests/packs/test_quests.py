"""Quests of Warlords and Warmaster: their foes, and that they can be won by battles of each."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.dice import SeededDice
from engine.module import Module
from engine.packs import Rules
from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.characters.loading import LoadCombatSpell
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.cohorts.quests.questing import QuestDone, QuestFailed
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.battle.cards import Company
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Troop
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.battle.values import Army
from engine.packs.warmaster.pieces import Regiment
from tests.packs.warlords.scene import WarScene
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import SEED, Ran, module


class Tried(NamedTuple):
    """How a system is tried: its scene, a good army, and whose slots its leaders take."""

    scene: Callable[[], WarScene | MusterScene]
    army: tuple[str, ...]
    leaders: tuple[int, ...]
    times: int
    """How often at most; an army may lose its General."""


SYSTEMS = {
    "warlords": Tried(WarScene, ("black_dragon",) * 5 + ("archon", "hydra"), (8,), 1),
    "warmaster": Tried(MusterScene, ("griffon",) * 12, (1, 3, 5), 6),
}
QUESTS = [
    (system, key)
    for system in SYSTEMS
    for key, quest in module(system).content(Content).quests.items()
    if any(being.type for being in quest.foes)
]


def host(scene: WarScene | MusterScene, tried: Tried) -> Stack:
    stack = scene.stack(5, 5)
    for kind in tried.army:
        scene.troop(stack, kind)
    for slot in tried.leaders:
        scene.character(stack, level=20, slot=slot)
    scene.items(stack, gems=5)
    return stack


@pytest.mark.rule("warlords.item.getting", "warmaster.map.campaign")
@pytest.mark.parametrize("system, key", QUESTS)
def test_a_quest_of_the_module_can_be_won_by_a_good_army(system: str, key: str) -> None:
    tried = SYSTEMS[system]
    for number in range(1, tried.times + 1):
        scene = tried.scene()
        stack = host(scene, tried)
        if scene.quest(key, stack, SeededDice(SEED, number)).events(QuestDone):
            break
    else:
        raise AssertionError(f"{key} is too hard")
    assert {each.player for each in scene.world.all(Unit)} == {scene.me.id}
    task = scene.content.quests[key]
    rewards = [task.reward, *(each.reward for each in list(task.options.values())[:1])]
    for gift in (gift for reward in rewards for gift in reward.items):
        assert count(scene.world, stack.place, gift.item) >= gift.count
    for being in (reward.companion for reward in rewards):
        if being:
            (joined,) = (each for each in scene.world.all(Unit) if each.name == being.name)
            assert isinstance(joined.ext, Troop | Regiment)
            assert joined.ext.type == being.type


def taken_on(scene: WarScene, key: str, *troops: str, level: int = 20) -> Ran:
    """The result of a quest that a stack with a hero takes on."""
    stack = scene.stack(5, 5)
    for type in troops:
        scene.troop(stack, type)
    scene.character(stack, level=level)
    return scene.quest(key, stack)


@pytest.mark.rule("warlords.map.experience")
def test_the_foes_of_a_quest_fight_and_count_by_their_cards() -> None:
    scene = WarScene()
    ran = taken_on(scene, "whelps_at_play", *["black_dragon"] * 5)
    (fought,) = ran.events(WarlordsBattleFought)
    (foes,) = (
        part
        for part in fought.record.engagements[0].participants
        if isinstance(part, Company) and part.side == "defender"
    )
    cards = scene.war.unit_types
    assert [each.type for each in foes.fighters] == ["Green Slime", "Storm Drake"]
    assert [each.strength for each in foes.fighters] == [
        cards["green_slime"].strength,
        cards["storm_drake"].strength,
    ]
    # Levels 2 and 8 are together one of 8; a quarter of what leads from 8 to 9 is earned.
    assert fought.xp == 34


@pytest.mark.rule("warlords.map.campaign")
def test_who_loses_a_quest_knows_of_no_foes_that_are_gone() -> None:
    scene = WarScene()
    ran = taken_on(scene, "whelps_at_play", "peasant", level=1)
    assert ran.events(QuestFailed)
    assert list(scene.view().all(Stack)) == []


@pytest.mark.rule("warlords.map.orders")
def test_orders_that_make_no_sense_by_these_rules_are_not_offered() -> None:
    ours = Rules.of(module("warlords")).orders
    for order in (SetDirective, LoadCombatSpell):
        assert order.path not in ours
        assert order.path in Rules.of(module()).orders


@pytest.mark.rule("warlords.hero.types")
def test_a_stored_module_still_knows_which_hero_type_is_listed_first() -> None:
    shipped = module("warlords")
    stored = Module.from_json(shipped.to_json()).content(WarContent)
    assert list(stored.hero_types) == list(shipped.content(WarContent).hero_types)
    first = stored.hero_of("mage")
    assert first
    assert first.key == "wizard"


def test_the_foes_of_a_quest_fight_by_the_lists_and_are_gone_when_it_is_lost() -> None:
    scene = MusterScene()
    stack = scene.stack(5, 5)
    scene.troop(stack, "runt-mob")
    scene.character(stack, level=6)
    ran = scene.quest("the_guard_of_the_arch", stack, SeededDice(SEED, 1))
    assert ran.events(QuestFailed)
    (fought,) = ran.events(WarmasterFought)
    (foes,) = (
        part
        for part in fought.record.engagements[0].participants
        if isinstance(part, Army) and part.side == "defender"
    )
    types = [troop.type for troop in foes.troops]
    assert types == ["bone-spears", "bone-spears", "bone-colossus", "carrion-birds"]
    assert all("undead" in troop.special for troop in foes.troops)
    assert [stack.player for stack in scene.view().all(Stack)] == [scene.me.id]
