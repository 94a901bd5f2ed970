"""What tests of magic start from."""

import pytest

from tests.rules.adapters.magic_scene import Magic


@pytest.fixture
def scene() -> Magic:
    """Somebody who can cast."""
    return Magic()
