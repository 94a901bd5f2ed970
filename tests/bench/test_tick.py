"""A tick of 48 players with 100 orders each on 10,000 provinces, part by part and doubled.

Resolving takes at most 0.5 s, loading 0.5 s, making the rows 0.4 s (the rest of saving is in
`test_store`); twice the orders or the provinces take at most twice the time.
"""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.dice import SeededDice
from engine.turn import TickOutcome, resolve
from engine.world import World
from tests.bench import big
from tests.bench.timed import fastest

ROUNDS = 5


def tick(world: World, orders: int = big.ORDERS) -> Callable[[], TickOutcome]:
    due = big.due(world, orders)
    return lambda: resolve(big.rules(), world, due, SeededDice(big.SEED, due.tick))


@pytest.mark.benchmark(disable_gc=True)  # as the host does for a tick
@pytest.mark.aim("resolved in at most 0.5 s", median=0.5)
def test_a_large_tick_is_resolved_in_time(benchmark: BenchmarkFixture) -> None:
    outcome = benchmark.pedantic(tick(big.world()), rounds=ROUNDS)
    assert not outcome.faults
    assert len(outcome.entries) > big.PLAYERS * big.ORDERS


@pytest.mark.aim("at most 0.5 s", median=0.5)
def test_a_large_world_is_loaded_in_time(benchmark: BenchmarkFixture) -> None:
    rows = big.world().rows()
    world = benchmark.pedantic(World.load, (big.rules().records, rows), rounds=ROUNDS)
    assert world.rows() == rows


@pytest.mark.aim("at most 0.4 s", median=0.4)
def test_what_a_large_tick_changed_is_serialised_in_time(benchmark: BenchmarkFixture) -> None:
    outcome = tick(big.world())()

    def dump() -> int:
        changed = [new.dump() for _, _, _, new in outcome.world.changes() if new]
        told = [entry.dump() for entry in outcome.entries]
        told += [e.dump_for(f, (e.player,)) for e in outcome.entries for f in e.audience]
        return len(changed) + len(told)

    assert benchmark.pedantic(dump, rounds=ROUNDS) > big.PLAYERS * big.ORDERS


def test_what_a_faction_knows_is_gathered_in_time(benchmark: BenchmarkFixture) -> None:
    world = tick(big.world())().world
    view = benchmark.pedantic(big.rules().view, (world, 1), rounds=ROUNDS)
    assert len(view.rows()) > 1_000


@pytest.mark.aim("twice the world or the orders, at most twice the time", times=2.0)
@pytest.mark.parametrize(
    "twice",
    [lambda: tick(big.world(), 2 * big.ORDERS), lambda: tick(big.world(142, 141))],
    ids=["orders", "provinces"],
)
def test_twice_as_much_takes_at_most_twice_as_long(
    twice: Callable[[], Callable[[], TickOutcome]], record_property: Any
) -> None:
    single, double = fastest(tick(big.world()), twice())
    record_property("times", double / single)
