"""Which ticks of a campaign hold: a rollback leaves those after the state it goes back to behind.

Nothing of them is deleted, and a rollback that is itself left behind counts for nothing.
"""

import sqlite3
from collections.abc import Set
from pathlib import Path

from bot.store.connection import reading

_BACK = """
    SELECT number, json_extract(summary, '$.back') FROM tick
    WHERE campaign = ? AND number <= ? AND kind = 'rollback'
"""


def line(db: sqlite3.Connection, campaign: int, last: int) -> Set[int]:
    """The ticks that led to the state after tick `last`, that one included."""
    back: dict[int, int] = dict(db.execute(_BACK, (campaign, last)).fetchall())
    found: set[int] = set()
    tick = last
    while tick > 0:
        found.add(tick)
        tick = back.get(tick, tick - 1)
    return found


def read_line(path: Path, campaign: int, last: int) -> Set[int]:
    """As `line`, for whoever only reads."""
    with reading(path) as db:
        return line(db, campaign, last)
