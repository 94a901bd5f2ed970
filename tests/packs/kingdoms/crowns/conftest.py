"""What tests of whole turns of Kingdoms start from."""

import pytest

from tests.packs.kingdoms.crowns.table import Table


@pytest.fixture
def table() -> Table:
    """Four founded kingdoms that nobody has played yet."""
    return Table.seated()
