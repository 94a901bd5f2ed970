"""Installs the small rule system for as long as tests of it run.

Its code is always on the path of the tests (see pyproject.toml), as it is for the author of a
distribution; what makes it known to the bot are its entry points.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot import faces
from engine import installed

SKIRMISH = Path(__file__).parent / "skirmish" / "installed"


@contextmanager
def skirmish_installed() -> Iterator[None]:
    """Inside, the distribution is installed; processes that are started then have it too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SKIRMISH)
        installed.installed.cache_clear()
        yield
    installed.installed.cache_clear()
    faces.of.cache_clear()
