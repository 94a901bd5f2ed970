"""What it takes to make the view of a faction that has explored the whole map.

The limits are the project's own, of one core: 0.5 s for 200 by 200 provinces, and of four times as
many provinces a time that grows with an exponent of 1.1 at most. The way to the bot is beside it.
"""

import math
import pickle
from typing import Any

import pytest

from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Province
from engine.world import World
from tests.bench import big
from tests.bench.timed import fastest

SMALL, LARGE, ROUNDS = 100, 200, 7
LIMIT, EXPONENT = 0.5, 1.1


def explored(size: int) -> World:
    """The large campaign in which the first faction remembers every province."""
    world = big.world(size, size).fork()
    remember(world, 1, range(1, size * size + 1), world)
    return world


@pytest.mark.aim("grows by at most the 1.1th power", exponent=EXPONENT, seconds=LIMIT)
def test_a_view_of_an_explored_world(record_property: Any) -> None:
    small, large = explored(SMALL), explored(LARGE)
    rules = big.rules()
    views = (lambda: rules.view(small, 1), lambda: rules.view(large, 1))
    one, four = fastest(*views, rounds=ROUNDS)
    view = rules.view(large, 1)
    assert view.count(Province) == LARGE * LARGE
    body = pickle.dumps(view, pickle.HIGHEST_PROTOCOL)
    (back,) = fastest(lambda: pickle.loads(body), rounds=ROUNDS)
    exponent = math.log(four / one) / math.log(LARGE**2 / SMALL**2)
    record_property("exponent", exponent)
    record_property("seconds", four)
    record_property("read back s", back)
