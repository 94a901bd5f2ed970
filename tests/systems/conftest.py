"""What tests of a system that is not shipped start from."""

import pytest

from tests.systems.scene import Sand


@pytest.fixture
def sand() -> Sand:
    """Its arena, in which nobody stands yet."""
    return Sand()
