"""What a stack is called, also where little is known of who is in it."""

import pytest

from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.records import Character
from tests.rules.scene import Scene


@pytest.mark.rule("cohorts.stack.types")
@pytest.mark.parametrize("guarded, called", [(False, "party"), (True, "agitator")])
def test_a_prisoner_counts_for_nothing_even_where_no_more_is_known_of_it(
    guarded: bool, called: str
) -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    prisoner = scene.character(stack, scene.someone("at_war"), captor=scene.me.id)
    if guarded:
        scene.agent(stack)
    scene.world.put(prisoner.only([name for name in Character.names if name != "dead"]))
    assert stack_type(scene.world, stack.place) == called
