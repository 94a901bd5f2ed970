"""The Rest order."""

import pytest

from engine.packs.cohorts.stacks.rest import Rest, StackRested
from tests.rules.scene import Scene, ref


def test_all_who_rest_heal_and_regain_a_quarter_of_a_months_mana() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    mage = scene.character(
        stack, attributes={"CON": 11}, wounds=20, level=16, skills={"magic_user": 20}, mana=3
    )
    unit = scene.unit(stack, wounds=20)
    [rested] = scene.run(Rest(stack=ref(stack))).events(StackRested)
    assert rested.healed == ((mage.place, 5), (unit.place, 5))
    assert (scene.now(mage).wounds, scene.now(mage).mana) == (15, 7)
    assert scene.now(unit).wounds == 15


def test_a_rest_uses_all_movement_and_the_action_of_stack_and_members() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    unit = scene.unit(stack)
    assert not scene.run(Rest(stack=ref(stack))).refused
    assert (scene.now(stack).used, scene.now(stack).acted) == (1, "military")
    assert (scene.now(unit).used, scene.now(unit).acted) == (1, True)
    assert scene.run(Rest(stack=ref(stack))).code == "no_action"


def test_the_dead_and_prisoners_do_not_heal_in_a_rest() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack)
    held = scene.character(stack, attributes={"CON": 10}, wounds=40, captor=scene.me.id)
    body = scene.character(stack, attributes={"CON": 10}, wounds=40, dead=True)
    scene.run(Rest(stack=ref(stack)))
    assert (scene.now(held).wounds, scene.now(body).wounds) == (40, 40)


@pytest.mark.parametrize("filled", [False, True])
def test_a_rest_needs_a_stack_of_ones_own_with_somebody_in_it(filled: bool) -> None:
    scene = Scene(4, 4)
    owner = scene.someone("teammate") if filled else scene.me
    stack = scene.stack(1, 1, owner)
    if filled:
        scene.unit(stack, owner)
    ran = scene.run(Rest(stack=ref(stack)))
    assert ran.code == ("not_allowed" if filled else "unable")
