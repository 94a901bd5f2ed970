"""How long it takes to find a way across the largest map, what is in reach, and to move stacks.

The aims: a way across 200 by 200 provinces in 50 ms, reach in 20 ms. The bare search, with a cost
looked up in a list, is measured beside them.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import paths
from engine.campaign import Now
from engine.dice import SeededDice
from engine.hexes import Hex
from engine.orders import Queued
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State
from engine.turn import Due, Submission, TickOutcome, resolve
from tests.rules.scene import SEED, Scene, ref

SIZE = 200
START, GOAL = Hex(0, 0), Hex(SIZE // 2, SIZE - 1)  # as far apart as two provinces can be
PLAYERS, STACKS, UNITS = 48, 15, 7


def varied(size: int) -> Scene:
    """All kinds of land, with rivers, roads and some barriers."""
    scene = Scene(size, size)
    land = [terrain.key for terrain in scene.content.terrains.values() if terrain.land]
    for x, y in (each.spot for each in scene.grid):
        scene.province(x, y, terrain=land[(7 * x + 11 * y + x * y % 5) % len(land)])
    for id in range(1, len(scene.grid) + 1, 6):
        for direction in range(3):
            name = link_id(scene.grid, id, direction)
            if name:
                barrier = int(id % 41 == 0)
                scene.world.put(Link(id=name, river=id % 5, road=id // 7 % 5, barrier=barrier))
    return scene


@pytest.fixture(scope="module")
def known() -> tuple[Scene, State, Stack]:
    """The largest map, all of it remembered, as the faction sees it, and a stack on it."""
    scene = varied(SIZE)
    stack = scene.stack(*START.spot)
    scene.unit(stack)
    remember(scene.world, scene.ours.id, range(1, len(scene.grid) + 1), scene.world)
    state = State(scene.rules, scene.view(), SeededDice(SEED, 1))
    state.planning, state.player = True, scene.me.id
    return scene, state, stack


def test_the_bare_search_across_the_map(benchmark: Any, known: tuple[Scene, State, Stack]) -> None:
    scene, state, stack = known
    gait = Stamina.of(state, stack, "land").gait
    costs = [gait.step(scene.at(*hex_).terrain) for hex_ in scene.grid]
    plain = paths.Costs.by_hex(costs, bytes(len(costs)), lambda *step: 0)

    path = benchmark(paths.cheapest_path, scene.grid, START, GOAL, plain, gait.least)
    assert len(path.directions) >= SIZE - 1


def test_a_way_across_the_map(benchmark: Any, known: tuple[Scene, State, Stack]) -> None:
    scene, state, stack = known
    gait = Stamina.of(state, stack, "land").gait
    goal = scene.at(*GOAL).id
    route = benchmark(routes.find, state, gait, stack.province, goal)
    assert len(route.directions) >= SIZE - 1


def test_a_way_across_a_map_that_is_read_for_the_first_time(
    benchmark: Any, known: tuple[Scene, State, Stack]
) -> None:
    scene, state, stack = known
    gait = Stamina.of(state, stack, "land").gait

    def ready() -> tuple[tuple[Any, ...], dict[str, Any]]:
        fresh = State(scene.rules, state.world, SeededDice(SEED, 1))
        fresh.planning = True
        return (fresh, gait, stack.province, scene.at(*GOAL).id), {}

    assert benchmark.pedantic(routes.find, setup=ready, rounds=5)


def test_what_is_in_reach(benchmark: Any, known: tuple[Scene, State, Stack]) -> None:
    _, state, stack = known
    assert len(benchmark(routes.reach, state, stack, "land")) > 5


def moves(scene: Scene) -> Iterator[Submission]:
    """A move of a few provinces for every stack of every player."""
    for number in range(PLAYERS):
        player = scene.player(f"Player {number}", f"Faction {number % 6}")
        orders: list[Queued] = []
        for nth in range(STACKS):
            x, y = (7 * number + 3 * nth) % 100, (2 * number + 5 * nth) % 99
            stack = scene.stack(x, y, player)
            for _ in range(UNITS):
                scene.unit(stack, player, equipment={"armor": "soft_leather", "main_hand": "spear"})
            goal = scene.at((x + 3) % 100, y + 1)
            remember(scene.world, player.faction, [goal.id], scene.world)
            orders.append(Queued(f"k{nth}", Move(stack=ref(stack), destination=ref(goal))))
        yield Submission(player.id, tuple(orders))


def test_the_moves_of_720_stacks_on_10000_provinces(benchmark: Any) -> None:
    scene = varied(100)
    due = Due("run", 1, scene.world.get(Now, 1).date, tuple(moves(scene)))

    def tick() -> TickOutcome:
        return resolve(scene.rules, scene.world, due, SeededDice(SEED, 1))

    outcome = benchmark.pedantic(tick, rounds=5)
    assert not outcome.faults
    done = [entry for entry in outcome.entries if isinstance(entry.event, StackMoved)]
    assert len(done) > PLAYERS * STACKS * 9 // 10
