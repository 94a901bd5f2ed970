"""Plans of teammates' turns in a sequence: what one does, the next one finds done."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.events import OrderFailed
from engine.orders import Order, Queued, Ref
from engine.packs import Pack, Rules
from engine.preview import plan, plan_together
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import World
from tests.engine import toy
from tests.engine.toy import Dig, Draw, Well

BY_TURN = toy.rules()
BY_PHASE = toy.rules(toy.PACK, Pack(name="phased", builds_on=("toy",), by_phase=True))
RULE = pytest.mark.rule("cohorts.turn.shared-orders")


def draw(well: str, litres: int) -> Draw:
    return Draw(well=Ref.parse(well), litres=litres)


def ran(rules: Rules, world: World, turns: list[tuple[int, tuple[Queued, ...]]]) -> TickOutcome:
    """The run of these turns of one faction in this sequence."""
    sequence = tuple(player for player, _ in turns)
    submissions = tuple(Submission(player, orders, sequence) for player, orders in turns)
    due = Due("run", 1, dt.date(2024, 1, 2), submissions)
    return resolve(rules, world, due, SeededDice(Seed(bytes(32)), 1))


WELLS = st.sampled_from(("well:1", "well:2", "well:3", "well:9", "well:new:k1", "well:new:k2"))
ORDERS = st.one_of(
    st.builds(Dig), st.builds(draw, WELLS, st.sampled_from((1, 4, 5, 9, 10, 13, 14, 20)))
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
    mine, theirs = toy.queued(draw("well:1", 15)), toy.queued(draw("well:1", 9))
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
    theirs, mine = toy.queued(draw("well:2", 5)), toy.queued(draw("well:2", 5))
    before, after = plan_together(BY_TURN, world, [(2, theirs), (1, mine)])
    assert [each.orders[0].outcome for each in (before, after)] == ["unforeseen", "unforeseen"]
    assert not after.world.get(Well, 2).knows("water")


@RULE
def test_where_a_day_runs_by_phase_a_later_turn_of_the_sequence_can_come_between() -> None:
    mine: list[Order | Queued] = [draw("well:1", 15)]
    theirs = [Queued("k1", draw("well:1", 9), "early")]
    turns = [(1, toy.queued(*mine)), (2, toy.queued(*theirs))]
    for rules, expected in ((BY_TURN, "done"), (BY_PHASE, "refused")):
        first, _ = plan_together(rules, toy.world(rules=rules), turns)
        assert first.orders[0].outcome == expected


def test_the_view_that_a_sequence_is_planned_on_stays_as_it_is() -> None:
    world = toy.world(rules=BY_TURN)
    rows = world.rows()
    plan_together(BY_TURN, world, [(1, toy.queued(Dig())), (2, toy.queued(draw("well:1", 20)))])
    assert world.rows() == rows
