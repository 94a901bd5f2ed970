"""Quests of a Warlords campaign: foes by the roster, relics to be won, creatures that join."""

import pytest

from engine.module import Module
from engine.packs import Rules
from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.characters.loading import LoadCombatSpell
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.cohorts.quests.questing import PerformQuest, QuestDone, QuestFailed
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.battle.cards import Company
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Troop
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Ran, module, ref

HERE = (5, 5)
QUESTS = [
    key
    for key, quest in module("warlords").content(Content).quests.items()
    if any(being.type for being in quest.foes)
]


def quest(scene: WarScene, key: str, *troops: str, level: int = 20) -> tuple[Ran, Stack]:
    """The result of a quest that a stack with a hero takes on at its place."""
    kind = next(k for k in scene.content.hot_spots.values() if key in k.quests)
    spot = {"type": kind.key, "name": kind.name, "icon": "moon", "text": "", "hidden": False}
    scene.world.add(HotSpot, **spot, province=scene.at(*HERE).id, quests=kind.quests, uses=0)
    stack = scene.stack(*HERE)
    for type in troops:
        scene.troop(stack, type)
    scene.character(stack, level=level)
    scene.items(stack, gems=5)
    task = scene.content.quests[key]
    choice = next(iter(task.options), "")
    return scene.run(PerformQuest(stack=ref(stack), quest=key, choice=choice)), stack


@pytest.mark.rule("warlords.item.getting")
@pytest.mark.parametrize("key", QUESTS)
def test_a_quest_of_the_module_can_be_won_by_a_good_stack(key: str) -> None:
    scene = WarScene()
    ran, stack = quest(scene, key, *["black_dragon"] * 5, "archon", "hydra")
    assert ran.events(QuestDone)
    assert {each.player for each in scene.world.all(Unit)} == {scene.me.id}
    task = scene.content.quests[key]
    rewards = [task.reward, *(each.reward for each in list(task.options.values())[:1])]
    for gift in (gift for reward in rewards for gift in reward.items):
        assert count(scene.world, stack.place, gift.item) >= gift.count
    for being in (reward.companion for reward in rewards):
        if being:
            (joined,) = (each for each in scene.world.all(Unit) if each.name == being.name)
            assert isinstance(joined.ext, Troop)
            assert joined.ext.type == being.type


@pytest.mark.rule("warlords.map.experience")
def test_the_foes_of_a_quest_fight_and_count_by_their_cards() -> None:
    scene = WarScene()
    ran, _ = quest(scene, "whelps_at_play", *["black_dragon"] * 5)
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
    ran, _ = quest(scene, "whelps_at_play", "peasant", level=1)
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
