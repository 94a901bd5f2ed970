"""Quests of a Warlords campaign: foes by the roster."""

import pytest

from engine.module import Module
from engine.packs import Rules
from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.characters.loading import LoadCombatSpell
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.quests.questing import QuestFailed
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.battle.cards import Company
from engine.packs.warlords.content import WarContent
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Ran, module


def taken_on(scene: WarScene, key: str, *troops: str, level: int = 20) -> Ran:
    """The result of a quest that a stack with a hero takes on."""
    stack = scene.stack(5, 5)
    for type in troops:
        scene.troop(stack, type)
    scene.character(stack, level=level)
    return scene.quest(key, stack)


@pytest.mark.rule("warlords.map.experience")
def test_the_foes_of_a_quest_fight_and_count_by_their_cards(scene: WarScene) -> None:
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
def test_who_loses_a_quest_knows_of_no_foes_that_are_gone(scene: WarScene) -> None:
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
