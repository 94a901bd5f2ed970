"""What tests of the faces of Cohorts begin with."""

import pytest

from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    """A small world with nobody on it, unless the file makes its own."""
    return Scene()
