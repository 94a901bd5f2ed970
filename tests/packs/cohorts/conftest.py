"""What tests of Cohorts start from."""

import pytest

from tests.packs.cohorts.trade.scene import Fair
from tests.rules.adapters.military import Barony
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    """An empty land of grass; a file that wants more makes another."""
    return Scene()


@pytest.fixture
def barony() -> Barony:
    """A barony of an enemy without a garrison, and a stack of mine in it."""
    return Barony()


@pytest.fixture
def fair() -> Fair:
    """Two cities that may trade with each other."""
    return Fair()
