"""Ticks: phases, failing orders, new things that orders refer to, run order, productions."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from engine.campaign import Now, Player
from engine.dice import Seed, SeededDice
from engine.events import Entry, OrderFailed
from engine.orders import Order, Queued, Ref, Refusal
from engine.packs import Pack, Phase, Step
from engine.state import State
from engine.turn import Due, Submission, resolve
from engine.world import World
from tests.engine import toy
from tests.engine.toy import Dig, Draw, Drawn, Well

RULES = toy.rules()


def world() -> World:
    return toy.world(rules=RULES)


def draw(well: str, litres: int = 5) -> Draw:
    return Draw(well=Ref.parse(well), litres=litres)


def failures(entries: tuple[Entry, ...]) -> list[OrderFailed]:
    return [entry.event for entry in entries if isinstance(entry.event, OrderFailed)]


def test_an_order_may_ask_for_another_of_its_phases() -> None:
    late = Queued("k1", Dig(), "late")
    outcome = toy.tick(RULES, world(), {1: [late, Queued("k2", draw("well:new:k1"))]})
    assert failures(outcome.entries) == []
    early = Queued("k1", draw("well:new:k2"), "early")
    outcome = toy.tick(RULES, world(), {1: [early, Queued("k2", Dig(), "late")]})
    assert [f.says for f in failures(outcome.entries)] == [
        "It runs before order k2, which makes the well it needs."
    ]


@pytest.mark.rule("cohorts.turn.order-phases")
@pytest.mark.parametrize("phase", ["elsewhere", "never"])
def test_an_order_that_asks_for_a_phase_that_it_has_not_is_refused(phase: str) -> None:
    rules = toy.rules(
        toy.PACK, Pack(name="longer", builds_on=("toy",), turn=(Phase("elsewhere", "Elsewhere"),))
    )
    asked = Queued("k1", draw("well:1"), phase)
    outcome = toy.tick(rules, toy.world(rules=rules), {1: [asked]})
    (failed,) = failures(outcome.entries)
    assert (failed.code, failed.rule) == ("not_allowed", "toy.phases"), "as the pack calls it"
    assert f"“{phase}”" in failed.says
    assert outcome.world.get(Well, 1).water == 20


@pytest.mark.parametrize("litres", [99, 13, 14])
def test_a_failing_order_fails_alone_and_leaves_no_trace(litres: int) -> None:
    outcome = toy.tick(
        RULES, world(), {1: [draw("well:1"), draw("well:1", litres), draw("well:1")]}
    )
    assert outcome.world.get(Well, 1).water == 10
    assert [entry.order for entry in outcome.entries if isinstance(entry.event, Drawn)] == [
        "k1",
        "k3",
    ]
    assert len(failures(outcome.entries)) == 1


def test_an_order_that_breaks_the_program_is_told_with_a_code_and_to_the_moderators() -> None:
    outcome = toy.tick(RULES, world(), {1: [draw("well:1", 13)]})
    (fault,) = outcome.faults
    (failed,) = failures(outcome.entries)
    assert fault.code in failed.says
    assert "RuntimeError: thirteen breaks the bucket" in fault.traceback
    assert "bucket" not in failed.says
    assert list(outcome.entries[0].audience) == [1]


def test_the_given_world_stays_as_it_is() -> None:
    start = world()
    rows = start.rows()
    toy.tick(RULES, start, {1: [draw("well:1")], 3: [Dig()]})
    assert start.rows() == rows


def test_one_player_cannot_refer_to_what_anothers_order_makes() -> None:
    outcome = toy.tick(RULES, world(), {1: [Queued("k9", Dig())], 2: [draw("well:new:k9")], 3: []})
    assert [f.player for f in failures(outcome.entries)] == [2]


def test_an_event_tells_each_side_only_what_its_level_shows() -> None:
    outcome = toy.tick(RULES, world(), {1: [draw("well:1")]})
    (entry,) = outcome.entries
    own, other = entry.for_(1), entry.for_(2)
    assert own == Drawn(well=1, litres=5, left=15)
    assert other is not None
    assert other.known() == {"well": 1, "litres": 5}
    assert entry.for_(3) is None


def test_a_step_of_the_turn_runs_at_its_place_for_each_player() -> None:
    outcome = toy.tick(RULES, world(), {1: [draw("well:1", 20)]})
    assert outcome.world.find(Well, 1) is None
    assert set(outcome.entries[-1].audience) == {1, 2}


@given(st.integers(1, 200))
def test_equal_worlds_orders_and_seeds_give_equal_bytes(seed: int) -> None:
    orders: dict[int, list[Order | Queued]] = {
        p: [Dig(), draw("well:1"), draw("well:2", 13)] for p in range(1, 5)
    }
    one, other = (toy.tick(RULES, world(), orders, seed=seed) for _ in range(2))
    assert one.world.rows() == other.world.rows()
    assert [e.dump() for e in one.entries] == [e.dump() for e in other.entries]


def test_every_order_of_players_of_a_day_comes_about_by_the_seed() -> None:
    orders: dict[int, list[Order | Queued]] = {1: [Dig()], 2: [Dig()], 3: [Dig()]}
    seen = {
        tuple(well.faction for well in toy.tick(RULES, world(), orders, seed=s).world.all(Well))
        for s in range(40)
    }
    assert len(seen) == 3


def test_phases_run_over_all_players_where_the_packs_want_it_so() -> None:
    by_phase = toy.rules(toy.PACK, Pack(name="parallel", builds_on=("toy",), by_phase=True))
    start = toy.world(rules=by_phase)
    for seed in range(8):
        early = Queued("k1", draw("well:1", 15), "early")
        outcome = toy.tick(by_phase, start, {1: [draw("well:1", 15)], 2: [early]}, seed=seed)
        assert [f.player for f in failures(outcome.entries)] == [1]


def test_a_production_runs_its_steps_and_ends_the_turn() -> None:
    dice = SeededDice(Seed(b"x" * 32), 1)
    weekly = resolve(RULES, world(), Due("weekly", 1, dt.date(2024, 1, 6)), dice).world
    assert weekly.get(Well, 1).water == 21
    assert (weekly.get(Now, 1).turn, weekly.get(Now, 1).month) == (2, 1)
    monthly = resolve(RULES, world(), Due("monthly", 1, dt.date(2024, 1, 6)), dice).world
    assert monthly.get(Well, 1).water == 220
    assert (monthly.get(Now, 1).turn, monthly.get(Now, 1).month) == (2, 2)


def test_an_error_outside_orders_is_raised_and_the_world_is_as_before() -> None:
    def fall(_: object) -> None:
        raise ZeroDivisionError

    broken = toy.rules(
        toy.PACK, Pack(name="broken", builds_on=("toy",), weekly=(Step("fall", "Falls", fall),))
    )
    start = toy.world(rules=broken)
    rows = start.rows()
    with pytest.raises(ZeroDivisionError):
        resolve(
            broken,
            start,
            Due("weekly", 1, dt.date(2024, 1, 6)),
            SeededDice(Seed(b"x" * 32), 1),
        )
    assert start.rows() == rows


def test_a_run_uses_the_players_turn_of_the_week() -> None:
    outcome = toy.tick(RULES, world(), {1: []})
    assert outcome.world.get(Player, 1).last_run == 1
    assert outcome.world.get(Player, 2).last_run == 0


def test_the_host_can_act_for_nobody_in_a_setup() -> None:
    class Rain(Order):
        """Fill every well."""

        path = ("host", "rain")
        rule = "cohorts.turn.failed-orders"
        phases = ("setup",)
        makes = "well"

        def conditions(self, state: State) -> Iterator[Refusal]:
            return iter(())

        def perform(self, state: State) -> None:
            state.make(Well, faction=1, water=1)

    due = Due("setup", 1, dt.date(2024, 1, 1), (Submission(0, (Queued("a1", Rain()),)),))
    outcome = resolve(RULES, world(), due, SeededDice(Seed(b"x" * 32), 1))
    assert outcome.made == {0: {"a1": ("well", 3)}}
    assert outcome.world.get(Player, 1).last_run == 0


class Send(Order):
    """Send somebody away, or somebody who digs a well first."""

    path = ("host", "send")
    rule = "cohorts.turn.failed-orders"
    phases = ("setup",)

    digs: bool = Field(default=False, description="Whether a well is dug")

    def conditions(self, state: State) -> Iterator[Refusal]:
        return iter(())

    def perform(self, state: State) -> None:
        state.world.put(state.world.get(Player, 1).replace(active=False))
        if self.digs:
            state.world.add(Well, faction=1, water=1)


def test_a_setup_is_closed_only_if_it_changed_more_than_who_takes_part() -> None:
    closed: list[int] = []
    step = Step("count", "Closings are counted", lambda state: closed.append(state.now.tick))
    rules = toy.rules(toy.PACK, Pack(name="counting", builds_on=("toy",), closing=(step,)))
    for tick, acts in enumerate([[], [Send()], [Send(digs=True)]], 1):
        submission = Submission(0, toy.queued(*acts))
        due = Due("setup", tick, dt.date(2024, 1, 1), (submission,))
        outcome = resolve(rules, toy.world(rules=rules), due, SeededDice(Seed(b"x" * 32), tick))
        assert outcome.world.get(Player, 1).active is not bool(acts)
    assert closed == [3]
    toy.tick(rules, toy.world(rules=rules), {})
    assert closed == [3, 1]


def test_an_order_that_the_rules_no_longer_know_fails_and_says_so() -> None:
    gone = RULES.read_order("k1", '{"order":"well sing","phase":"","values":{}}')
    outcome = toy.tick(RULES, world(), {1: [gone, draw("well:1")]})
    assert len(failures(outcome.entries)) == 1
    assert outcome.world.get(Well, 1).water == 15


def test_a_stored_order_is_read_back_equal() -> None:
    for order in (Queued("k1", draw("well:1", 7)), Queued("k2", Dig(), "late")):
        assert RULES.read_order(order.key, order.to_json()) == order


def test_an_order_that_needs_what_no_order_makes_says_so() -> None:
    outcome = toy.tick(RULES, world(), {1: [draw("well:new:k7")]})
    assert [f.says for f in failures(outcome.entries)] == [
        "It needs the well of order k7, which is not there."
    ]


def test_an_order_that_needs_what_was_not_made_names_the_order_that_failed() -> None:
    digs = [Dig() for _ in range(4)]
    outcome = toy.tick(RULES, world(), {1: [*digs, draw("well:new:k4")]})
    assert [f.says for f in failures(outcome.entries)][-1] == (
        "It needs the well of order k4, which was not carried out."
    )


# ---------------------------------------------------------------- what players do at once


class DigNow(Dig):
    """Dig a well at once."""

    path = ("well", "now")
    at_once = True


AT_ONCE = toy.rules(replace(toy.PACK, orders=(*toy.PACK.orders, DigNow)))


def setup(*orders: Order, player: int = 1) -> Due:
    queued = tuple(Queued(f"a{n}", order) for n, order in enumerate(orders, 1))
    return Due("setup", 2, dt.date(2024, 1, 1), (Submission(player, queued),))


@pytest.mark.rule("cohorts.turn.order-phases")
def test_what_may_be_done_at_once_is_done_in_a_setup_by_its_player() -> None:
    before = toy.world(rules=AT_ONCE)
    first = resolve(AT_ONCE, before, setup(DigNow()), SeededDice(Seed(bytes(32)), 2))
    assert failures(first.entries) == []
    assert first.world.count(Well) == before.count(Well) + 1
    assert first.made[1]["a1"].kind == Well.kind
    me = first.world.get(Player, 1)
    assert (me.last_run, me.idle) == (before.get(Player, 1).last_run, before.get(Player, 1).idle)


@pytest.mark.rule("cohorts.turn.order-phases")
def test_what_waits_for_a_run_day_is_refused_in_a_setup() -> None:
    before = toy.world(rules=AT_ONCE)
    out = resolve(AT_ONCE, before, setup(Dig(), DigNow()), SeededDice(Seed(bytes(32)), 2))
    (failed,) = failures(out.entries)
    assert failed.says == "This order waits for a run day."
    assert out.world.count(Well) == before.count(Well) + 1
