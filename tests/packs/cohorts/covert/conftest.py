"""What tests of covert work start from."""

import pytest

from tests.rules.adapters.covert_scene import Covert


@pytest.fixture
def scene() -> Covert:
    """Somebody able beside the land of an enemy."""
    return Covert()
