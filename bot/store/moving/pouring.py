"""Putting a campaign out of a separate store into a guild's file, beside those that are there."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.store.connection import connect, reading, writing
from bot.store.errors import typed_errors
from bot.store.moving import shape
from bot.store.moving.unpacking import ONLY
from bot.store.numbers import STRANGERS
from bot.store.records import CampaignState, micros
from bot.store.seats import EmptySeat


def settle(own: Path, now: datetime) -> None:
    """Make a separate store fit for another server: nobody sits in it, nothing is under way.

    Every seat of a person is free from `now` on and keeps what was put down for it; computers stay
    in theirs, and caretakers are set over those that they looked after. Nobody is a deputy any
    more. Turns that were submitted and not run are withdrawn, and stay in the drafts; what was said
    is not said again.
    """
    with typed_errors(own), closing(connect(own)) as db, writing(db):
        at = micros(now)
        db.execute(
            "INSERT INTO empty_seat SELECT campaign, user, faction, player FROM member"
            " WHERE left_at IS NULL AND player IS NOT NULL AND user < ?",
            (STRANGERS,),
        )
        db.execute("DELETE FROM member WHERE left_at IS NULL AND player IS NULL")
        # Nobody leaves by this: drafts and standing orders wait for who takes the seat.
        for (trigger,) in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'member'"
        ).fetchall():
            db.execute(f'DROP TRIGGER "{trigger}"')
        for sql in _TO_SEATS:
            db.execute(sql)
        db.execute(
            "UPDATE member SET left_at = ? WHERE left_at IS NULL AND user < ?",
            (at, STRANGERS),
        )
        db.execute(
            "INSERT INTO member (campaign, user, faction, player, joined_at)"
            " SELECT campaign, -player, faction, player, ? FROM empty_seat"
            " JOIN caretaker USING (campaign, player)",
            (at,),
        )
        db.execute("UPDATE deputy SET ended_at = ? WHERE ended_at IS NULL", (at,))
        db.execute(
            "UPDATE submission SET withdrawn_at = ? WHERE id IN"
            " (SELECT id FROM submission_waiting)",
            (at,),
        )
        db.execute("UPDATE outbox SET state = 'sent', message = NULL, channel = NULL")


_TO_SEATS: Final = (
    "DELETE FROM standing_order WHERE user IN (SELECT -player FROM empty_seat)",
    "DELETE FROM draft_order WHERE user IN (SELECT -player FROM empty_seat)",
    "DELETE FROM draft WHERE user IN (SELECT -player FROM empty_seat)",
    # Orders and standing orders follow by their foreign keys.
    "UPDATE draft SET user = -empty_seat.player FROM empty_seat"
    " WHERE draft.campaign = empty_seat.campaign AND draft.user = empty_seat.user",
    "UPDATE OR REPLACE paper SET user = -empty_seat.player FROM empty_seat"
    " WHERE paper.campaign = empty_seat.campaign AND paper.user = empty_seat.user"
    " AND kind = 'arms'",
    "DELETE FROM caretaker WHERE first IS NOT NULL",
    "DELETE FROM told_idle",
)
"""A person's data that stays with the seat, and that ends when the person leaves: as ever when a
seat becomes free (`bot.store.seats`)."""


def pour(path: Path, own: Path, campaign: int, state: CampaignState) -> None:
    """Put all of the store `own` under a campaign of the guild's file that has had no tick yet.

    The campaign keeps its name and is in that state afterwards. One transaction: all or nothing.
    """
    with typed_errors(path), closing(connect(path)) as db:
        db.execute("ATTACH DATABASE ? AS own", (str(own),))
        db.execute("PRAGMA wal_autocheckpoint = 0")
        with writing(db):
            row = db.execute("SELECT tick FROM campaign WHERE id = ?", (campaign,)).fetchone()
            assert row["tick"] == 0, "it was made for this just now"
            db.execute("INSERT OR IGNORE INTO module SELECT * FROM own.module")
            offsets = _offsets(db)
            for table in [*shape.tables(db), "empty_seat"]:
                if table == "campaign":
                    _campaign(db, campaign, state)
                elif table == "campaign_seed":
                    db.execute(
                        "UPDATE campaign_seed SET seed = (SELECT seed FROM own.campaign_seed)"
                        " WHERE campaign = ? AND EXISTS (SELECT 1 FROM own.campaign_seed)",
                        (campaign,),
                    )
                else:
                    _rows(db, table, campaign, offsets)
            db.execute(
                "INSERT INTO setting SELECT substr(name, 1, instr(name, ':')) || ?, value"
                " FROM own.setting",
                (campaign,),
            )
        db.execute("DETACH DATABASE own")
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _offsets(db: sqlite3.Connection) -> dict[str, int]:
    """By table, after which running number its rows go on."""
    return {row[0]: row[1] for row in db.execute("SELECT name, seq FROM main.sqlite_sequence")}


def _campaign(db: sqlite3.Connection, campaign: int, state: CampaignState) -> None:
    kept = {"id", "name", "created_at"}
    if not db.execute("SELECT 1 FROM own.campaign_seed").fetchone():
        kept.add("seed_hash")  # it goes on under a new seed
    listed = [f'"{c.name}"' for c in shape.columns(db, "campaign") if c.name not in kept]
    names = ", ".join(listed)
    sql = f"UPDATE campaign SET ({names}) = (SELECT {names} FROM own.campaign)"  # noqa: S608 - ours
    db.execute(f"{sql} WHERE id = ?", (campaign,))
    db.execute("UPDATE campaign SET state = ? WHERE id = ?", (state, campaign))


def _rows(db: sqlite3.Connection, table: str, campaign: int, offsets: dict[str, int]) -> None:
    columns = [each for each in shape.columns(db, table) if each.name != "campaign"]
    names = ", ".join(f'"{each.name}"' for each in columns)
    values = ", ".join(
        f'"{each.name}" + {offsets.get(each.refers, 0)}' if each.refers else f'"{each.name}"'
        for each in columns
    )
    key = " ORDER BY id" if any(each.name == "id" and each.refers for each in columns) else ""
    source = f'FROM own."{table}" WHERE campaign = {ONLY}{key}'
    sql = f'INSERT INTO main."{table}" (campaign, {names}) SELECT ?, {values} {source}'
    db.execute(sql, (campaign,))


# ---------------------------------------------------------------- seats


def empty_seats(path: Path, campaign: int) -> list[EmptySeat]:
    """The seats into which nobody was put yet, in order of faction and player."""
    with reading(path) as db:
        found = db.execute(
            "SELECT user, faction, player FROM empty_seat WHERE campaign = ?"
            " ORDER BY faction, player",
            (campaign,),
        )
        return [EmptySeat(*row) for row in found]
