"""What it takes to make the view of a faction that has explored the whole map.

The limits are the project's own, of one core: 0.5 s for 200 by 200 provinces, and of four times as
many provinces a time that grows with an exponent of 1.1 at most. The way to the bot is beside it.
"""

import gc
import math
import pickle
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Province
from engine.world import World
from tests.bench import big

SMALL, LARGE, ROUNDS = 100, 200, 7
LIMIT, EXPONENT = 0.5, 1.1


def explored(size: int) -> World:
    """The large campaign in which the first faction remembers every province."""
    world = big.world(size, size).fork()
    remember(world, 1, range(1, size * size + 1), world)
    return world


def fastest(*works: Callable[[], object]) -> list[float]:
    """The least time of each of one core, taken in turns so that a busy machine slows all alike."""
    taken: list[list[float]] = [[] for _ in works]
    gc.freeze()
    for _ in range(ROUNDS):
        for times, work in zip(taken, works, strict=True):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
    gc.unfreeze()
    return [min(times) for times in taken]


@pytest.mark.aim("grows by at most the 1.1th power", exponent=EXPONENT, seconds=LIMIT)
def test_a_view_of_an_explored_world(
    capsys: pytest.CaptureFixture[str], record_property: Any
) -> None:
    small, large = explored(SMALL), explored(LARGE)
    rules = big.rules()
    one, four = fastest(lambda: rules.view(small, 1), lambda: rules.view(large, 1))
    view = rules.view(large, 1)
    assert view.count(Province) == LARGE * LARGE
    body = pickle.dumps(view, pickle.HIGHEST_PROTOCOL)
    (back,) = fastest(lambda: pickle.loads(body))
    exponent = math.log(four / one) / math.log(LARGE**2 / SMALL**2)
    with capsys.disabled():
        print(
            f"\n{SMALL} by {SMALL} {one:.3f} s, {LARGE} by {LARGE} {four:.3f} s,"
            f" exponent {exponent:.2f}; {len(body) / 2**20:.1f} MiB read back in {back:.2f} s"
        )
    record_property("exponent", exponent)
    record_property("seconds", four)
