"""What tests of single orders of Kingdoms start from."""

import pytest

from tests.packs.kingdoms.ventures.court import Court


@pytest.fixture
def court() -> Court:
    """A flat land on which there is nobody."""
    return Court()
