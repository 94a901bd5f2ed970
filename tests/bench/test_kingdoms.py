"""How long a large game of kings takes: its turn with all that is told of it, and a player's desk.

The limits are for one core, in its own time: 2 s for a turn of 24 kingdoms with 15 characters and
60 armies each on 60 by 60 provinces, run and end, with reports and views; 50 ms for a view, for the
plan of all orders of a kingdom and for a form that opens. Twice the orders take at most twice the
time. Encounters and battles alone are in `test_encounters` and `test_lines`.
"""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any

import pytest

from bot import faces
from bot.faces import forms
from bot.faces.choices.filling import Filling, Picked
from bot.host import asking
from bot.reports import tick_messages
from bot.resolving import told
from engine.dice import SeededDice
from engine.forms import given_by_players
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ventures.acting import Venture
from engine.packs.kingdoms.pieces.records import Army, Crown, Ruler
from engine.preview import plan
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import World
from tests.bench import crowns
from tests.bench.timed import fastest, seconds
from tests.bot.reports.test_tick_messages import read_point

TURN, SHOWN = 2.0, 0.050
"""Seconds of one core at most."""
ROUNDS = 5
"""Of each; a turn counts by its fastest, what is done often by the median."""


def tick(world: World, due: Due) -> tuple[TickOutcome, int]:
    """A tick with all that is told of it, and how much that is."""
    outcome = resolve(crowns.rules(), world, due, SeededDice(crowns.SEED, due.tick))
    assert not outcome.faults, outcome.faults[0].traceback
    messages = tick_messages(crowns.rules(), read_point(), due, outcome, "")
    return outcome, len(messages) + len(told(outcome))


def turn(world: World, due: Due) -> tuple[TickOutcome, int]:
    """The run of a turn and its end."""
    ran, one = tick(world, due)
    _, other = tick(ran.world, crowns.end(due.tick + 1))
    return ran, one + other


@pytest.mark.aim("at most 3 s", median=TURN)
def test_a_turn_of_24_kingdoms_with_its_reports(benchmark: Any) -> None:
    world = crowns.world()
    due = crowns.run(world)
    ran, messages = benchmark.pedantic(turn, (world, due), rounds=ROUNDS, warmup_rounds=1)
    battles = [each for each in ran.entries if isinstance(each.event, KingdomBattleFought)]
    assert len(battles) > crowns.KINGDOMS
    assert messages > 1_000


@pytest.mark.aim("at most 50 ms", median=SHOWN)
def test_what_a_kingdom_knows(benchmark: Any) -> None:
    world = crowns.world()
    faction = world.get(Crown, 1).faction
    view = benchmark(crowns.rules().view, world, faction)
    assert len(list(view.by(Army, "crown", 1))) == crowns.ARMIES


@pytest.mark.aim("at most 50 ms", median=SHOWN)
def test_the_plan_of_all_orders_of_a_kingdom(benchmark: Any) -> None:
    rules, world = crowns.rules(), crowns.world()
    crown = world.get(Crown, 1)
    view = rules.view(world, crown.faction)
    (mine,) = [s for s in crowns.run(world).submissions if s.player == crown.player]
    planned = benchmark(plan, rules, view, crown.player, mine.orders)
    assert len(planned.orders) == len(mine.orders)


@pytest.mark.aim("at most 50 ms", seconds=SHOWN)
def test_a_form_that_opens_for_a_character_of_all_trades(record_property: Any) -> None:
    rules, world = crowns.rules(), crowns.world().fork()
    crown = world.get(Crown, 1)
    ruler = world.get(Ruler, crown.king)
    world.put(ruler.replace(aptitude=(5,) * len(ruler.skill), skill=(5,) * len(ruler.skill)))
    view = rules.view(world, crown.faction)
    shown, labels = faces.of(rules), Labels(view)
    slow: dict[str, float] = {}
    for path in sorted(given_by_players(rules)):
        filling = Filling(order=path)
        if path[0] == "character":
            filling = filling.filled_in("character", [Picked(str(Ref(*ruler.place)))])

        def opened(filling: Filling = filling) -> None:
            state = asking(rules, view.fork(), crown.player)
            assert forms.made(shown, state, labels, filling).title

        times = [seconds(opened) for _ in range(1 + ROUNDS)]
        slow[" ".join(path)] = statistics.median(times[1:])
    slowest = max(slow, key=lambda path: slow[path])
    print(slowest)
    record_property("seconds", slow[slowest])


@pytest.mark.aim("at most twice", times=2.0)
def test_twice_the_orders_take_at_most_twice_as_long(record_property: Any) -> None:
    """Of all that a turn does, the orders of half of the characters and those of all."""
    world = crowns.world()
    due = crowns.run(world)
    half = replace(due, submissions=tuple(map(halved, due.submissions)))
    single, double = fastest(lambda: turn(world, half), lambda: turn(world, due))
    record_property("times", double / single)


def halved(submission: Submission) -> Submission:
    """The orders of every other character."""
    kept = [
        each
        for each in submission.orders
        if isinstance(each.order, Venture) and each.order.character.id % 2
    ]
    return replace(submission, orders=tuple(kept))
