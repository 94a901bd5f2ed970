"""Stacks into and out of play, what others learn of it, and the one action a week."""

from fractions import Fraction

import pytest

from engine.events import Level
from engine.orders import Queued, Ref
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack, StackDeactivated
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.transfers import (
    PrisonerReleased,
    TransferAll,
    TransferCharacter,
    TransferMilitaryUnit,
)
from tests.rules.scene import Scene, ref


def activate(scene: Scene, name: str = "Guard") -> ActivateStack:
    return ActivateStack(province=ref(scene.at(2, 2)), name=name)


def test_a_new_stack_is_empty_and_fresh(scene: Scene) -> None:
    scene.unit(scene.at(2, 2))
    assert not scene.run(activate(scene)).refused
    [stack] = scene.world.all(Stack)
    assert (stack.name, stack.used, stack.acted) == ("Guard", 0, "")
    assert stack.province == scene.at(2, 2).id


def test_orders_of_the_same_turn_may_fill_a_new_stack(scene: Scene) -> None:
    unit = scene.unit(scene.at(2, 2))
    fill = TransferMilitaryUnit(unit=ref(unit), target=Ref("stack", new="k1"), slot=5)
    ran = scene.run(activate(scene), fill)
    assert not ran.refused
    assert scene.now(unit).holder == ran.made[scene.me.id]["k1"]
    assert scene.now(unit).slot == 5


def test_an_order_that_needs_a_stack_which_was_not_activated_says_so(scene: Scene) -> None:
    unit = scene.unit(scene.at(7, 7))
    fill = TransferMilitaryUnit(unit=ref(unit), target=Ref("stack", new="k1"))
    ran = scene.run(activate(scene), fill)
    assert [failure.code for failure in ran.failures] == ["not_here", "bad_target"]
    assert "k1" in ran.failures[1].says


def test_two_stacks_of_a_player_do_not_share_a_name_whatever_its_case(scene: Scene) -> None:
    scene.stack(2, 2, name="guard")
    assert scene.run(activate(scene, "GUARD")).code == "not_allowed"
    assert scene.run(activate(scene, "gu\u0430rd")).code == "not_allowed"
    scene.stack(2, 2, scene.someone("teammate"), name="Scouts")
    assert not scene.run(activate(scene, "Scouts")).refused


@pytest.mark.parametrize("name", ["", "   ", "x" * 33])
def test_a_stack_has_a_name_of_1_to_32_characters(scene: Scene, name: str) -> None:
    scene.stack(2, 2)
    assert scene.give(ActivateStack, province=ref(scene.at(2, 2)), name=name).refused


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


def test_a_deactivated_stack_may_return_after_the_weekly_production(scene: Scene) -> None:
    stack = scene.stack(2, 2, name="Guard")
    scene.unit(scene.at(2, 2))
    ran = scene.run(DeactivateStack(stack=ref(stack)), activate(scene))
    assert ran.failures[0].rule == "cohorts.order.activate-stack"
    scene.produce()
    assert not scene.run(activate(scene)).refused


def test_the_preview_knows_what_was_deactivated_this_week(scene: Scene) -> None:
    stack = scene.stack(2, 2, name="Guard")
    scene.unit(scene.at(2, 2))
    scene.run(DeactivateStack(stack=ref(stack)))
    [planned] = scene.plan(activate(scene)).orders
    assert planned.outcome == "refused"


def test_what_a_deactivated_stack_held_stays_in_the_province(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    unit = scene.unit(stack, used=Fraction(1, 3), slot=7)
    scene.items(stack, spear=5)
    scene.items(scene.at(2, 2), spear=2)
    ran = scene.run(DeactivateStack(stack=ref(stack), empty=True))
    assert scene.gone(stack)
    left = scene.now(unit)
    assert (left.holder, left.used, left.slot) == (scene.at(2, 2).place, Fraction(1, 3), 7)
    assert scene.held(scene.at(2, 2)) == {"spear": 7}
    [event] = ran.events(StackDeactivated)
    assert (event.pieces, event.items) == ((unit.place,), {"spear": 5})


def test_a_stack_of_items_alone_is_not_empty(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.items(stack, spear=1)
    assert scene.run(DeactivateStack(stack=ref(stack))).refused


def test_prisoners_of_a_deactivated_stack_are_free_and_their_faction_is_told(scene: Scene) -> None:
    rival = scene.someone("neutral")
    stack = scene.stack(2, 2)
    prisoner = scene.character(stack, rival, captor=scene.me.id)
    assert scene.run(DeactivateStack(stack=ref(stack))).refused
    ran = scene.run(DeactivateStack(stack=ref(stack), empty=True))
    free = scene.now(prisoner)
    assert (free.captor, free.holder) == (0, scene.at(2, 2).place)
    entry = next(e for e in ran.entries if isinstance(e.event, PrisonerReleased))
    assert entry.for_(rival.faction) == entry.event.at(Level.TOLD)


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


def test_only_the_owner_deactivates_a_stack(scene: Scene) -> None:
    stack = scene.stack(2, 2, scene.someone("teammate"))
    assert scene.run(DeactivateStack(stack=ref(stack))).code == "not_allowed"


def test_a_unit_passed_to_a_second_stack_does_not_act_again(scene: Scene) -> None:
    first, second = scene.stack(2, 2), scene.stack(2, 2)
    unit = scene.unit(first)
    scene.unit(second)
    pass_on = Queued(
        "k2", TransferMilitaryUnit(unit=ref(unit), target=ref(second)), phase="movement"
    )
    scene.run(Queued("k1", Rest(stack=ref(first))), pass_on)
    assert scene.now(unit).holder == second.place
    ran = scene.run(Rest(stack=ref(second)))
    assert (ran.code, ran.failures[0].rule) == ("no_action", "cohorts.stack.actions")


def test_a_stack_of_agents_has_nobody_to_act(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.agent(stack)
    assert scene.run(Rest(stack=ref(stack))).code == "unable"


def test_a_weekly_production_gives_the_action_back(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.unit(stack)
    assert scene.run(Rest(stack=ref(stack)), Rest(stack=ref(stack))).code == "no_action"
    scene.produce()
    assert not scene.run(Rest(stack=ref(stack))).refused


def test_units_taken_in_on_the_way_count_for_the_level_limit(scene: Scene) -> None:
    scene.province(2, 2, level_limit=5)
    stack = scene.stack(2, 2)
    scene.character(stack, level=5)
    other = scene.character(scene.at(2, 2), level=5)
    ran = scene.run(TransferCharacter(character=ref(other), target=ref(stack)))
    assert ran.failures[0].rule == "cohorts.world.level-restriction"
    assert scene.now(other).holder == scene.at(2, 2).place


def test_agents_and_prisoners_join_a_stack_that_is_above_the_limit(scene: Scene) -> None:
    scene.province(2, 2, level_limit=5)
    stack, cell = scene.stack(2, 2), scene.stack(2, 2)
    scene.character(stack, level=9)
    prisoner = scene.character(cell, scene.someone("neutral"), level=9, captor=scene.me.id)
    scene.agent(cell)
    assert not scene.run(TransferAll(sponsor=ref(cell), target=ref(stack))).refused
    assert scene.world.get(Character, prisoner.id).captor == scene.me.id


@pytest.mark.rule("cohorts.order.activate-stack")
def test_a_plan_refuses_a_stack_at_a_city_of_which_only_the_memory_is_left(scene: Scene) -> None:
    scene.city(2, 2, scene.someone("neutral"))
    remember(scene.world, scene.ours.id, [scene.at(2, 2).id], scene.world)
    [planned] = scene.plan(activate(scene)).orders
    assert planned.refusal
    assert planned.refusal.code == "not_here"
