"""Quests of a Warmaster campaign: foes by the army lists."""

from engine.dice import SeededDice
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.quests.questing import QuestFailed
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.battle.values import Army
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import SEED


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
