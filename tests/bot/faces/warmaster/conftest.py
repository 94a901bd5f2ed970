"""What tests of the faces of Warmaster begin with."""

import pytest

from tests.bot.faces.warmaster.muster import Muster


@pytest.fixture
def muster() -> Muster:
    return Muster()
