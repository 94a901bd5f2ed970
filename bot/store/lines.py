"""Which ticks of a campaign hold: a rollback leaves those after the state it goes back to behind.

Nothing of them is deleted, and a rollback that is itself left behind counts for nothing.
"""

import sqlite3
from pathlib import Path
from typing import Final

from bot.store.connection import reading

LINE: Final = """
    WITH RECURSIVE line (number) AS (
        SELECT number FROM tick WHERE campaign = :campaign AND number = :last
        UNION ALL
        SELECT coalesce(json_extract(tick.summary, '$.back'), tick.number - 1)
        FROM line JOIN tick ON tick.campaign = :campaign AND tick.number = line.number
        WHERE tick.number > 1
    )
"""
"""Begins a question about the ticks that led to the state after tick `last`, that one included."""


def line(db: sqlite3.Connection, campaign: int, last: int) -> frozenset[int]:
    """The ticks that led to the state after tick `last`, that one included."""
    of = {"campaign": campaign, "last": last}
    found = db.execute(f"{LINE} SELECT number FROM line", of)  # noqa: S608 - a constant
    return frozenset(row[0] for row in found)


def read_line(path: Path, campaign: int, last: int) -> frozenset[int]:
    """As `line`, for whoever only reads."""
    with reading(path) as db:
        return line(db, campaign, last)
