"""What a faction remembers of what it no longer sees (cohorts.knowledge.view)."""

import pytest

from engine.battle import BattleRecord
from engine.packs.cohorts.knowledge.views import in_view
from engine.packs.cohorts.movement.moving import Move
from engine.packs.cohorts.records import Memory, Stack
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.state import State
from tests.rules.adapters.movement import Decided
from tests.rules.scene import Scene, ref

pytestmark = pytest.mark.rule("cohorts.knowledge.view")


def memory(scene: Scene, x: int, y: int) -> Memory | None:
    return scene.world.first(Memory, "spot", (scene.ours.id, scene.at(x, y).id))


def test_a_stack_on_its_way_leaves_memories_only_of_what_it_sees_no_more() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.unit(stack)
    before = in_view(scene.world, scene.ours.id)
    scene.run(Move(stack=ref(stack), route=("e",)))
    now = in_view(scene.world, scene.ours.id)
    remembered = [held.province for held in scene.world.by(Memory, "faction", scene.ours.id)]
    assert sorted(remembered) == sorted(spot for spot in before if spot not in now)
    assert len(remembered) == 3


def test_what_was_seen_again_later_in_the_week_is_remembered_as_it_was_then() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.unit(stack)
    scene.run(Move(stack=ref(stack), route=("e", "e")))
    first = memory(scene, 1, 2)
    assert first
    assert not first.village
    later = scene.stack(1, 2)
    village = scene.village(1, 2)
    scene.run(DeactivateStack(stack=ref(later)))
    again = memory(scene, 1, 2)
    assert again
    assert again.village == village.id


class Deadly(Decided):
    """A battle that leaves nothing of the attackers."""

    def aftermath(self, state: State, record: BattleRecord) -> None:
        for id in record.clash.attackers:
            state.world.remove(state.world.get(Stack, id))


def test_a_stack_that_falls_on_its_way_has_told_what_it_saw_last() -> None:
    scene = Scene()
    stack, foe = scene.stack(2, 2), scene.someone("at_war")
    scene.unit(stack)
    scene.unit(scene.stack(4, 2, foe), foe)
    scene.rules.battle = Deadly("defender")
    scene.run(Move(stack=ref(stack), route=("e", "e")))
    assert scene.gone(stack)
    assert memory(scene, 5, 2)
    assert not memory(scene, 6, 2)
