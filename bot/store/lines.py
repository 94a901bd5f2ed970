"""Which ticks of a campaign hold: a rollback leaves those after the state it goes back to behind.

Nothing of them is deleted, and a rollback that is itself left behind counts for nothing.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.store.connection import reading
from bot.store.records import instant

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

READ_AS: Final = "(tick.turn - (tick.kind IN ('weekly', 'monthly')))"
"""The turn of a row of `tick` as people read it everywhere: a production ends a turn, as its report
says, though its row is counted to the turn that it begins."""
TAKEN_BACK: Final = f"""
    {LINE} SELECT tick.number, tick.kind, {READ_AS}, back.committed_at
    FROM line JOIN tick AS back ON back.campaign = :campaign AND back.number = line.number
    JOIN tick ON tick.campaign = :campaign AND tick.number < back.number
        AND tick.number > json_extract(back.summary, '$.back')
    ORDER BY tick.number
"""  # noqa: S608 - constants
"""The ticks up to tick `last` that led nowhere, each with when what took it back was committed."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tick that a rollback has taken back."""

    tick: int
    kind: str
    turn: int
    """In which it was made, as people read it."""
    at: datetime
    """When it was taken back."""


def taken_back(row: sqlite3.Row | tuple[int, str, int, int]) -> TakenBack:
    """What a row of `TAKEN_BACK` says."""
    number, kind, turn, at = row
    return TakenBack(number, kind, turn, instant(at))


def read_taken_back(path: Path, campaign: int, last: int) -> list[TakenBack]:
    """The ticks up to tick `last` that were taken back by then, in order."""
    with reading(path) as db:
        found = db.execute(TAKEN_BACK, {"campaign": campaign, "last": last})
        return [taken_back(row) for row in found]


def line(db: sqlite3.Connection, campaign: int, last: int) -> frozenset[int]:
    """The ticks that led to the state after tick `last`, that one included."""
    of = {"campaign": campaign, "last": last}
    found = db.execute(f"{LINE} SELECT number FROM line", of)  # noqa: S608 - a constant
    return frozenset(row[0] for row in found)


def read_line(path: Path, campaign: int, last: int) -> frozenset[int]:
    """As `line`, for readers only."""
    with reading(path) as db:
        return line(db, campaign, last)
