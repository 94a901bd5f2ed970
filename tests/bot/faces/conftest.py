"""What tests of faces start from: they look at pictures."""

import pytest


@pytest.fixture(autouse=True)
def _blanks() -> None:
    """Real pictures are posted here."""
