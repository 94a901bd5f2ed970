"""What tests of the faces of Kingdoms begin with."""

import pytest

from tests.bot.faces.kingdoms.desk import Desk
from tests.packs.kingdoms.crowns.table import Table


@pytest.fixture
def table() -> Table:
    """Four founded kingdoms, before their first turn."""
    return Table.seated()


@pytest.fixture
def desk() -> Desk:
    """What the player of the first looks at after it."""
    return Desk()
