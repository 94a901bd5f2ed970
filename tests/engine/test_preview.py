"""Plans: the rules on what a player knows, without the seed, and after teammates' plans."""

import datetime as dt
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.events import OrderFailed
from engine.orders import Order, Queued, Ref, Refusal
from engine.packs import Pack, Rules
from engine.preview import Plan, plan, plan_together
from engine.state import State
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import World
from tests.engine import toy
from tests.engine.toy import Dig, Draw, Well

RULES = toy.rules()


def view(*, hidden: bool = False) -> World:
    """What faction 1 knows: its own well, and of the other's perhaps not how full it is."""
    seen = toy.world(rules=RULES)
    if hidden:
        seen.put(seen.get(Well, 2).only(["id", "faction"]))
    return seen


def foreseen(world: World, *orders: Order | Queued) -> Plan:
    return plan(RULES, world, 1, toy.queued(*orders))


def draw(well: str, litres: int = 5) -> Draw:
    return Draw(well=Ref.parse(well), litres=litres)


def test_a_plan_runs_the_orders_in_their_phases_and_leaves_the_view_alone() -> None:
    seen = view()
    made = foreseen(seen, draw("well:new:k2", 4), Dig())
    assert [(each.key, each.outcome) for each in made.orders] == [("k2", "done"), ("k1", "done")]
    assert made.world.get(Well, 3).water == 6
    assert seen.count(Well) == 2


def test_a_refused_order_says_why_and_changes_nothing() -> None:
    made = foreseen(view(), draw("well:1", 50))
    planned = made.of("k1")
    assert planned is not None
    assert planned.refusal is not None
    assert planned.refusal.says == "There is not so much in it."
    assert made.world.get(Well, 1).water == 20


def test_an_order_that_needs_the_unknown_cannot_be_foreseen_and_puts_it_in_doubt() -> None:
    made = foreseen(view(hidden=True), draw("well:2"), draw("well:1"))
    assert [each.outcome for each in made.orders] == ["unforeseen", "done"]
    assert made.orders[0].unknown == "you do not know enough of the well"


def test_what_an_unforeseen_order_would_have_changed_is_in_doubt_for_later_ones() -> None:
    class Guess(Draw):
        """Draw what the other well holds."""

        path = ("well", "guess")

        def conditions(self, state: State) -> Iterator[Refusal]:
            _ = state.world.get(Well, 2).water
            return iter(())

    made = foreseen(view(hidden=True), Guess(well=Ref("well", 1)), draw("well:1"))
    assert [each.outcome for each in made.orders] == ["unforeseen", "unforeseen"]


def test_an_order_that_needs_what_the_view_does_not_hold_cannot_be_foreseen() -> None:
    class Follow(Draw):
        """Draw from a well that is not in view."""

        path = ("well", "follow")

        def conditions(self, state: State) -> Iterator[Refusal]:
            _ = state.world.get(Well, 99)
            return iter(())

    made = foreseen(view(), Follow(well=Ref("well", 1)), draw("well:2"))
    assert [each.outcome for each in made.orders] == ["unforeseen", "done"]
    assert made.orders[0].unknown == "it takes something that you do not know of"


def test_a_chance_is_reported_and_never_drawn() -> None:
    (planned,) = foreseen(view(), draw("well:1", 15)).orders
    (drawn,) = planned.draws
    assert (drawn.chance, drawn.sides, drawn.actor) == (50, 20, "well:1")


def test_an_order_that_breaks_the_program_is_planned_as_refused_without_details() -> None:
    (planned,) = foreseen(view(), draw("well:1", 13)).orders
    assert planned.outcome == "refused"
    assert planned.refusal is not None
    assert planned.refusal.code == "internal_error"


BY_TURN = toy.rules()
BY_PHASE = toy.rules(toy.PACK, Pack(name="phased", builds_on=("toy",), by_phase=True))
RULE = pytest.mark.rule("cohorts.turn.shared-orders")


def drawn(well: str, litres: int) -> Draw:
    return Draw(well=Ref.parse(well), litres=litres)


def ran(rules: Rules, world: World, turns: list[tuple[int, tuple[Queued, ...]]]) -> TickOutcome:
    """The run of these turns of one faction in this sequence."""
    sequence = tuple(player for player, _ in turns)
    submissions = tuple(Submission(player, orders, sequence) for player, orders in turns)
    due = Due("run", 1, dt.date(2024, 1, 2), submissions)
    return resolve(rules, world, due, SeededDice(Seed(bytes(32)), 1))


WELLS = st.sampled_from(("well:1", "well:2", "well:3", "well:9", "well:new:k1", "well:new:k2"))
ORDERS = st.one_of(
    st.builds(Dig), st.builds(drawn, WELLS, st.sampled_from((1, 4, 5, 9, 10, 13, 14, 20)))
)
TURN = st.lists(ORDERS, max_size=5).map(lambda orders: toy.queued(*orders))


@RULE
@given(st.sampled_from((BY_TURN, BY_PHASE)), st.permutations((1, 2, 3)), TURN, TURN, TURN)
def test_the_preview_of_a_sequence_is_what_running_it_does_where_all_is_known(
    rules: Rules,
    players: list[int],
    first: tuple[Queued, ...],
    second: tuple[Queued, ...],
    third: tuple[Queued, ...],
) -> None:
    world = toy.world(players=3, rules=rules)
    turns = list(zip(players, (first, second, third), strict=True))
    plans = plan_together(rules, world, turns)
    outcome = ran(rules, world, turns)
    failed = {(e.player, e.order) for e in outcome.entries if isinstance(e.event, OrderFailed)}
    for (player, orders), made in zip(turns, plans, strict=True):
        foreseen_to_fail = {p.key for p in made.orders if p.outcome != "done"}
        assert foreseen_to_fail == {key for who, key in failed if who == player}
        assert {planned.key for planned in made.orders} == {queued.key for queued in orders}
        assert list(made.world.all(Well)) == list(outcome.world.all(Well))


@RULE
@given(TURN)
def test_a_turn_among_none_is_planned_as_it_is_alone(orders: tuple[Queued, ...]) -> None:
    world = toy.world(rules=BY_TURN)
    (among,) = plan_together(BY_TURN, world, [(1, orders)])
    alone = plan(BY_TURN, world, 1, orders)
    assert among.orders == alone.orders
    assert among.world.rows() == alone.world.rows()


@RULE
def test_what_a_teammate_does_first_decides_what_is_left() -> None:
    mine, theirs = toy.queued(drawn("well:1", 15)), toy.queued(drawn("well:1", 9))
    world = toy.world(rules=BY_TURN)

    def outcome(turns: list[tuple[int, tuple[Queued, ...]]]) -> list[str]:
        plans = plan_together(BY_TURN, world, turns)
        return [planned.outcome for made in plans for planned in made.orders]

    assert outcome([(1, mine), (2, theirs)]) == ["done", "refused"]
    assert outcome([(2, theirs), (1, mine)]) == ["done", "refused"]
    assert outcome([(1, mine)]) == ["done"]


@RULE
def test_what_a_teammates_order_puts_in_doubt_is_in_doubt_for_the_next() -> None:
    world = toy.world(rules=BY_TURN)
    world.put(world.get(Well, 2).only(["id", "faction"]))
    theirs, mine = toy.queued(drawn("well:2", 5)), toy.queued(drawn("well:2", 5))
    before, after = plan_together(BY_TURN, world, [(2, theirs), (1, mine)])
    assert [each.orders[0].outcome for each in (before, after)] == ["unforeseen", "unforeseen"]
    assert not after.world.get(Well, 2).knows("water")


@RULE
def test_where_a_day_runs_by_phase_a_later_turn_of_the_sequence_can_come_between() -> None:
    mine: list[Order | Queued] = [drawn("well:1", 15)]
    theirs = [Queued("k1", drawn("well:1", 9), "early")]
    turns = [(1, toy.queued(*mine)), (2, toy.queued(*theirs))]
    for rules, expected in ((BY_TURN, "done"), (BY_PHASE, "refused")):
        first, _ = plan_together(rules, toy.world(rules=rules), turns)
        assert first.orders[0].outcome == expected


def test_the_view_that_a_sequence_is_planned_on_stays_as_it_is() -> None:
    world = toy.world(rules=BY_TURN)
    rows = world.rows()
    plan_together(BY_TURN, world, [(1, toy.queued(Dig())), (2, toy.queued(drawn("well:1", 20)))])
    assert world.rows() == rows
