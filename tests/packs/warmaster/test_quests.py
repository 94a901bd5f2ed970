"""Quests of a Warmaster campaign: foes by the army lists, items to be won, monsters that join."""

import pytest

from engine.dice import SeededDice
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.cohorts.quests.questing import PerformQuest, QuestDone, QuestFailed
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.battle.values import Army
from engine.packs.warmaster.pieces import Regiment
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import SEED, Ran, module, ref

HERE = (5, 5)
QUESTS = [
    key
    for key, quest in module("warmaster").content(Content).quests.items()
    if any(being.type for being in quest.foes)
]


def quest(
    scene: MusterScene, key: str, *troops: str, level: int = 20, dice: int = 1
) -> tuple[Ran, Stack]:
    """The result of a quest that a stack with a hero takes on at its place."""
    kind = next(k for k in scene.content.hot_spots.values() if key in k.quests)
    spot = {"type": kind.key, "name": kind.name, "icon": "moon", "text": "", "hidden": False}
    scene.world.add(HotSpot, **spot, province=scene.at(*HERE).id, quests=kind.quests, uses=0)
    stack = scene.stack(*HERE)
    for type in troops:
        scene.troop(stack, type)
    for slot in (1, 3, 5):
        scene.character(stack, level=level, slot=slot)
    scene.items(stack, gems=5)
    order = PerformQuest(stack=ref(stack), quest=key)
    return scene.run(order, dice=SeededDice(SEED, dice)), stack


@pytest.mark.rule("warmaster.map.campaign")
@pytest.mark.parametrize("key", QUESTS)
def test_a_quest_of_the_module_can_be_won_by_a_good_army(key: str) -> None:
    for dice in range(1, 7):  # armies lose their Generals; a good one seldom does six times
        scene = MusterScene()
        ran, stack = quest(scene, key, *["griffon"] * 12, dice=dice)
        if ran.events(QuestDone):
            break
    else:
        raise AssertionError(f"{key} is too hard")
    assert {each.player for each in scene.world.all(Unit)} == {scene.me.id}
    reward = scene.content.quests[key].reward
    for gift in reward.items:
        assert count(scene.world, stack.place, gift.item) >= gift.count
    if reward.companion:
        (joined,) = (e for e in scene.world.all(Unit) if e.name == reward.companion.name)
        assert isinstance(joined.ext, Regiment)
        assert joined.ext.type == reward.companion.type


def test_the_foes_of_a_quest_fight_by_the_lists_and_are_gone_when_it_is_lost() -> None:
    scene = MusterScene()
    ran, _ = quest(scene, "the_guard_of_the_arch", "runt-mob", level=6)
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
