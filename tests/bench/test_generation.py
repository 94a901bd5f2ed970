"""How long a new world takes, and that the homes of a new game of kings are fair.

The largest map may take 10 s; fairness and everything in the wild are in it.
"""

import time
from typing import Any

import pytest

from engine.dice import Seed, SeededDice
from engine.packs.cohorts.mapgen import generate
from engine.packs.kingdoms.pieces.records import Crown
from tests.packs.kingdoms.crowns.test_founding import founded, offered
from tests.rules.scene import module

SECONDS = 10.0
ROUNDS = 3
SEEDS = 100


@pytest.mark.aim("at most 10 s", seconds=SECONDS)
@pytest.mark.parametrize("size", [(24, 18), (200, 200)])
def test_a_world_is_laid_out_in_10_seconds(size: tuple[int, int], record_property: Any) -> None:
    rules = module()
    times: list[float] = []
    for seed in range(ROUNDS):
        begun = time.process_time()
        plan = generate(rules, *size, SeededDice(Seed(seed.to_bytes(32, "big")), 0))
        times.append(time.process_time() - begun)
        assert len(plan.provinces) == size[0] * size[1]
    record_property("seconds", sorted(times)[ROUNDS // 2])


def test_homes_of_a_hundred_seeds_are_fair() -> None:
    uneven: dict[str, int] = {}
    for number in range(1, SEEDS + 1):
        world = founded(Seed(bytes([number]) * 32))
        offers = [offered(world, crown.home) for crown in world.all(Crown)]
        for thing in offers[0]:
            column = [offer[thing] for offer in offers]
            mean = sum(column) / len(column)
            far = max(abs(each - mean) for each in column) > mean / 10
            uneven[thing] = uneven.get(thing, 0) + far
    print(uneven)
    assert not any(uneven.values())
