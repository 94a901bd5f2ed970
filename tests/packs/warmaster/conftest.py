"""What tests of Warmaster start from."""

import pytest

from tests.packs.warmaster.scene import MusterScene


@pytest.fixture
def scene() -> MusterScene:
    """An empty land of grass."""
    return MusterScene()
