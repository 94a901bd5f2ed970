"""What the sightings of 2,000 moving stacks take: past towers, cities and one another.

The limit is the project's own: 1 s for all of them.
"""

import gc
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.dice import SeededDice
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import sight_entry
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack, Tower, Unit
from engine.state import State
from engine.world import World
from tests.bench import big

STACKS, STEPS, ROUNDS = 2_000, 2, 5
LIMIT = 1.0  # seconds


@pytest.fixture(scope="module")
def crowded() -> World:
    """The large campaign with that many stacks, half of its baronies watched from a tower."""
    world = big.world().fork()
    terrains = big.rules().module.content(Content).terrains
    land = [p.id for p in world.all(Province) if not terrains[p.terrain].is_water]
    first = world.get(Stack, 1)
    soldiers = world.get(Unit, 1)
    for number in range(world.count(Stack), STACKS):
        player = number % big.PLAYERS + 1
        province = land[number * 104729 % len(land)]
        values = {**first.known(), "player": player, "province": province}
        del values["id"]
        stack = world.add(Stack, **values)
        values = {**soldiers.known(), "player": player, "holder": stack.place}
        del values["id"]
        world.add(Unit, **values)
    for city in world.all(City):
        if city.id % 2:
            kind = ("watch", "wizard")[city.id // 2 % 2]
            world.add(Tower, type=kind, province=city.province, level=3, changed=0)
    return world


def entries(world: World) -> Iterator[tuple[int, int, int]]:
    """Every stack in turn goes some steps: the stack, the province it enters, the direction."""
    adjacency = world.get(Map, 1).grid.adjacency()
    for stack in world.all(Stack):
        here = stack.province - 1
        for step in range(STEPS):
            direction = (stack.id + step // 2) % 6
            there = adjacency[here][direction]
            if there >= 0:
                here = there
                yield stack.id, here + 1, direction


@pytest.mark.aim("in time", median=LIMIT)
def test_the_sightings_of_2000_moving_stacks(benchmark: BenchmarkFixture, crowded: World) -> None:
    steps = list(entries(crowded))

    def ready() -> tuple[tuple[State], dict[str, object]]:
        return (State(big.rules(), crowded.fork(), SeededDice(big.SEED, 2)),), {}

    def walk(state: State) -> State:
        for id, province, direction in steps:
            stack = state.world.get(Stack, id).replace(province=province)
            state.world.put(stack)
            sight_entry(state, stack, province, direction)
        return state

    gc.freeze()  # as the code that resolves a tick does
    state = benchmark.pedantic(walk, setup=ready, rounds=ROUNDS)
    gc.unfreeze()
    assert len(steps) > STACKS * STEPS * 9 // 10
    assert state.world.count(Sighting) > STACKS
    assert benchmark.stats is not None
