"""Between turns a player may plan at will: nothing changes until a run or production."""

import pytest

from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from tests.rules.scene import Scene, ref


@pytest.mark.rule("cohorts.turn.between-turns")
def test_a_plan_shows_what_would_be_and_changes_neither_the_world_nor_the_view() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.character(stack)
    before, known = scene.world.rows(), scene.view().rows()
    plan = scene.plan(
        ActivateStack(province=ref(scene.at(2, 2)), name="Second"),
        Move.model_validate({"stack": ref(stack), "destination": ref(scene.at(3, 2))}),
    )
    assert [planned.outcome for planned in plan.orders] == ["done", "done"]
    assert plan.world.get(Stack, stack.id).province == scene.at(3, 2).id
    assert scene.world.rows() == before
    assert scene.view().rows() == known


@pytest.mark.rule("cohorts.turn.between-turns")
def test_a_plan_is_subject_to_what_others_do_first(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    order = ChangeMessage(bearer=ref(stack), message="Hail")
    assert [planned.outcome for planned in scene.plan(order).orders] == ["done"]
    scene.change(stack, player=scene.someone("teammate").id)
    assert scene.run(order).refused
