"""Stacks into and out of play, what others learn of it, and the one action a week."""

import pytest

from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from tests.rules.scene import Scene, ref


def activate(scene: Scene, name: str = "Guard") -> ActivateStack:
    return ActivateStack(province=ref(scene.at(2, 2)), name=name)


def test_a_prisoner_or_an_agent_is_no_foothold_for_a_stack(scene: Scene) -> None:
    enemy = scene.someone("at_war")
    scene.character(scene.stack(2, 2, enemy), captor=enemy.id)
    scene.agent(scene.at(2, 2))
    assert scene.run(activate(scene)).code == "not_here"


def test_a_plan_knows_enemy_land_even_if_its_capital_is_out_of_sight(scene: Scene) -> None:
    scene.barony((2, 2), (8, 8))
    scene.city(8, 8, scene.someone("at_war"))
    scene.unit(scene.at(2, 2))
    [planned] = scene.plan(activate(scene)).orders
    assert planned.refusal
    assert planned.refusal.code == scene.run(activate(scene)).code == "relation"


def test_the_preview_knows_what_was_deactivated_this_week(scene: Scene) -> None:
    stack = scene.stack(2, 2, name="Guard")
    scene.unit(scene.at(2, 2))
    scene.run(DeactivateStack(stack=ref(stack)))
    [planned] = scene.plan(activate(scene)).orders
    assert planned.outcome == "refused"


def test_a_tower_sees_a_full_stack_deactivated_but_learns_nothing_of_the_order(
    scene: Scene,
) -> None:
    rival = scene.someone("neutral")
    scene.met(rival)
    scene.barony((5, 5), (5, 6))
    scene.city(5, 5, rival)
    scene.tower(5, 6)
    stack = scene.stack(5, 7, name="Guard")
    scene.character(stack, name="Ana")
    ran = scene.run(DeactivateStack(stack=ref(stack), empty=True))
    [sighted] = ran.events(StackSighted)
    assert sighted.sightings[0].members[0].name == "Ana"
    learned = [type(e.event) for e in ran.entries if e.for_(rival.faction)]
    assert learned == [StackSighted]


@pytest.mark.rule("cohorts.order.activate-stack")
def test_a_plan_refuses_a_stack_at_a_city_of_which_only_the_memory_is_left(scene: Scene) -> None:
    scene.city(2, 2, scene.someone("neutral"))
    remember(scene.world, scene.ours.id, [scene.at(2, 2).id], scene.world)
    [planned] = scene.plan(activate(scene)).orders
    assert planned.refusal
    assert planned.refusal.code == "not_here"
