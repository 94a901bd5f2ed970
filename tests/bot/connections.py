"""Every SQLite connection that is open in the tests' process, and who opened it.

Left alone, one that nobody closes is noticed only when the collector runs, in whichever test that
is; by this, the test that left it open fails.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

_open: dict[int, tuple["Counted", str, str]] = {}


class Counted(sqlite3.Connection):
    """A connection that is known as long as it is open."""

    def __init__(self, database: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(database, *args, **kwargs)
        _open[id(self)] = self, str(database), os.environ.get("PYTEST_CURRENT_TEST", "no test")

    def close(self) -> None:
        _open.pop(id(self), None)
        super().close()


def count() -> None:
    """From now on, count what is opened."""
    sqlite3.connect = partial(sqlite3.connect, factory=Counted)


@contextmanager
def uncounted() -> Iterator[None]:
    """What is opened in this context stays open for all tests, and is nobody's fault."""
    before = dict(_open)
    yield
    _open.clear()
    _open.update(before)


def left_open(within: Path | None) -> list[str]:
    """What is open of the files below a folder, or at all; asked once, it is told no more."""
    left = {
        key: f"{file}, opened in {test}"
        for key, (_, file, test) in list(_open.items())
        if within is None or str(within) in file
    }
    for key in left:
        del _open[key]
    return list(left.values())
