"""What tests of Warlords start from."""

import pytest

from tests.packs.warlords.scene import WarScene


@pytest.fixture
def scene() -> WarScene:
    """An empty land of grass."""
    return WarScene()
