"""What tests of Cohorts start from."""

import pytest

from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    """An empty land of grass; a file that wants more has a scene of its own."""
    return Scene()
