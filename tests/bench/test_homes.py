"""How often the homes of a new game of kings are fair: over a hundred seeds, all of them."""

from __future__ import annotations

from engine.dice import Seed
from engine.packs.kingdoms.pieces.records import Crown
from tests.packs.kingdoms.crowns.test_founding import founded, offered

SEEDS = 100


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
