"""Moves, pursuits and trails in a world of Kingdoms."""

from __future__ import annotations

import pytest

from engine.events import OrderFailed
from engine.orders import Order
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.ventures.moving import Move, Pursue, RulerMoved, Trail, Trailed
from engine.packs.kingdoms.crowns.ventures.working import Explore, Wait
from engine.packs.kingdoms.pieces.records import Holding
from tests.packs.kingdoms.ventures.court import Court, ref

HERE, EAST, FAR = 20, 21, 24


@pytest.mark.rule("kingdoms.action.invalid-orders")
def test_what_is_impossible_in_its_phase_passes_and_what_follows_goes_on(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    far, east = court.world.get(Holding, FAR), court.world.get(Holding, EAST)
    orders: list[Order] = [
        Move(character=ref(king), to=ref(far)),
        Move(character=ref(king), to=ref(east)),
    ]
    court.tick("run", {red.player: orders})
    assert [event.says for event in court.told(OrderFailed)] == [
        f"That province is not next to where {king.name} is."
    ]
    moved = court.told(RulerMoved)
    assert [(event.goal, event.phase) for event in moved] == [(EAST, 2)]


@pytest.mark.rule("kingdoms.action.invalid-orders")
def test_an_action_that_would_end_after_the_sixth_phase_is_refused(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    orders = [Explore(character=ref(king)) for _ in range(4)]
    court.tick("run", {red.player: orders})
    assert [event.rule for event in court.told(OrderFailed)] == ["kingdoms.turn.phases"]


@pytest.mark.rule("kingdoms.action.wait")
def test_waits_let_phases_pass_before_the_next_action(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    east = court.world.get(Holding, EAST)
    waits: list[Order] = [Wait(character=ref(king)) for _ in range(3)]
    court.tick("run", {red.player: [*waits, Move(character=ref(king), to=ref(east))]})
    assert [event.phase for event in court.told(RulerMoved)] == [4]


def test_one_in_a_coma_may_move_and_do_nothing_else_but_wait_and_leave(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, coma=(2,) * 15)
    east = court.world.get(Holding, EAST)
    assert not court.do(red, Explore(character=ref(hero)))
    assert court.refused[0].rule == "kingdoms.character.coma"
    assert court.do(red, Move(character=ref(hero), to=ref(east)))


def test_one_who_was_hired_this_turn_takes_orders_from_the_next_on(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, since=4)
    assert not court.do(red, Wait(character=ref(hero)))
    court.set_turn(5)
    assert court.do(red, Wait(character=ref(hero)))


def test_a_pursuer_comes_to_his_target_and_fights_one_who_leads_no_army(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    hunter = court.ruler(red, HERE, skill={"SP": 5})
    prey = court.ruler(blue, EAST)
    court.sight(red, prey)
    court.give(red, HERE, EAST)
    court.tick("run", {red.player: [Pursue(character=ref(hunter), target=ref(prey))]})
    assert court.now(hunter).holding == EAST
    fights = court.told(EncounterFought)
    assert [(each.meeting, each.rulers) for each in fights] == [("pursue", (hunter.id, prey.id))]
    assert court.hears(red, EncounterFought)
    assert court.hears(blue, EncounterFought)


@pytest.mark.rule("kingdoms.treaty.effects")
def test_a_pursuer_only_joins_the_character_of_a_treaty_partner(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    court.treaty(red, blue)
    hunter = court.ruler(red, HERE, skill={"SP": 5})
    friend = court.ruler(blue, EAST)
    court.sight(red, friend)
    court.give(red, HERE, EAST)
    court.tick("run", {red.player: [Pursue(character=ref(hunter), target=ref(friend))]})
    assert court.now(hunter).holding == EAST
    assert not court.told(EncounterFought)


@pytest.mark.rule("kingdoms.action.trail")
def test_a_trailer_follows_phase_by_phase_and_learns_what_the_target_does(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    spy = court.ruler(red, HERE, skill={"SP": 5})
    prey = court.ruler(blue, HERE)
    court.sight(red, prey)
    court.give(red, HERE)
    court.give(blue, EAST, EAST + 1)
    goals = [court.world.get(Holding, id) for id in (EAST, EAST + 1)]
    court.tick(
        "run",
        {
            red.player: [Trail(character=ref(spy), target=ref(prey))],
            blue.player: [Move(character=ref(prey), to=ref(goal)) for goal in goals],
        },
    )
    assert court.now(spy).holding == EAST + 1
    assert len(court.told(Trailed)) == 6
    assert not any(event.lost for event in court.told(Trailed))
    assert [event.goal for event in court.told(RulerMoved) if event.ruler == prey.id] == [
        EAST,
        EAST + 1,
    ]
    seen = [e.ruler for e in court.hears(red, RulerMoved) if isinstance(e, RulerMoved)]
    # In the first phase the trail was taken up only after the move (kingdoms.turn.phase-steps).
    assert seen.count(prey.id) == 1
    assert "Trail" in court.now(spy).doings.shadowy


@pytest.mark.rule("kingdoms.action.trail")
def test_a_leader_of_armies_trails_nobody(court: Court) -> None:
    red = court.crown("Red")
    spy, prey = court.ruler(red, HERE), court.ruler(None, HERE)
    court.army(red, HERE, leader=spy)
    assert not court.do(red, Trail(character=ref(spy), target=ref(prey)))
    assert "leads armies" in court.refused[0].says
