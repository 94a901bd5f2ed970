"""What factions want to be told of at once, and what they have not been told of yet."""

import sqlite3
from collections.abc import Mapping, Sequence

from bot.store.guild_file import GuildFile
from bot.store.lines import line
from bot.store.records import Wish
from bot.store.ticks import DueTick, PastEvent

_PRODUCED = """
    SELECT number FROM tick
    WHERE campaign = ? AND kind IN ('weekly', 'monthly') ORDER BY number DESC
"""
_PRESENT = "SELECT tick FROM campaign WHERE id = ?"
_TOLD = """
    SELECT CAST(substr(role, 9) AS INTEGER), max(tick) FROM outbox
    WHERE campaign = ? AND role LIKE 'faction:%' AND tick > ? GROUP BY role
"""
_PAST = """
    SELECT faction, tick, seq, body FROM event_told
    WHERE campaign = ? AND faction = ? AND tick > ? ORDER BY tick, seq
"""


class Wishes:
    """How much of runs each faction wants to be told in its channel."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def put(self, campaign: int, faction: int, wish: Wish) -> None:
        """Keep what a faction wishes, in place of what it wished before."""
        async with self._file.writing() as db:
            await db.all("REPLACE INTO wish VALUES (?, ?, ?)", (campaign, faction, wish))

    async def get(self, campaign: int, faction: int) -> Wish:
        """What a faction wishes; all if it has said nothing."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT wish FROM wish WHERE campaign = ? AND faction = ?", (campaign, faction)
            )
        return row[0] if row else "all"


def wishes(db: sqlite3.Connection, campaign: int) -> dict[int, Wish]:
    """What the factions of a campaign wish, those that have said so."""
    found = db.execute("SELECT faction, wish FROM wish WHERE campaign = ?", (campaign,))
    return dict(found.fetchall())


def told(db: sqlite3.Connection, campaign: int) -> dict[int, int]:
    """By faction, the last tick since the last production that it had a report of."""
    (present,) = db.execute(_PRESENT, (campaign,)).fetchone()
    produced = _produced(db, campaign, line(db, campaign, present))
    return dict(db.execute(_TOLD, (campaign, produced)).fetchall())


def past(
    db: sqlite3.Connection, campaign: int, due: DueTick, wished: Mapping[int, Wish]
) -> Sequence[PastEvent]:
    """What factions learned since the last production, in ticks that hold.

    For the next production that is all of them, else those that do not want to hear of every run.
    """
    (present,) = db.execute(_PRESENT, (campaign,)).fetchone()
    holding = line(db, campaign, present if due.back is None else due.back)
    produced = _produced(db, campaign, holding)
    if due.kind in ("weekly", "monthly"):
        rows = db.execute(
            "SELECT DISTINCT faction FROM member WHERE campaign = ? ORDER BY faction", (campaign,)
        )
        factions = [faction for (faction,) in rows]
    else:
        factions = sorted(faction for faction, wish in wished.items() if wish != "all")
    return [
        PastEvent(*row)
        for faction in factions
        for row in db.execute(_PAST, (campaign, faction, produced))
        if row[1] in holding
    ]


def _produced(db: sqlite3.Connection, campaign: int, holding: frozenset[int]) -> int:
    """The last production that holds; 0 before the first."""
    found = (number for (number,) in db.execute(_PRODUCED, (campaign,)) if number in holding)
    return next(found, 0)
