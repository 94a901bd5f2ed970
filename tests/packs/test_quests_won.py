"""Quests of Warlords and Warmaster can be won by the battles of each, with all that they give."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.dice import SeededDice
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.cohorts.quests.questing import QuestDone
from engine.packs.warlords.pieces import Troop
from engine.packs.warmaster.pieces import Regiment
from tests.packs.warlords.scene import WarScene
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import SEED, module


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
