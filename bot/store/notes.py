"""Diplomatic notes: who wrote what to which factions, when. Who may write is not asked here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.store.errors import NotFound, Taken
from bot.store.guild_file import GuildFile, Rows, check_here
from bot.store.records import instant, micros


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it was sent."""

    id: int
    campaign: int
    at: datetime
    user: int
    player: int
    """Who wrote it, as the player of the world."""
    faction: int
    answers: int | None
    """The note that it answers."""
    body: str
    to: Mapping[int, int]
    """By faction, the player to whom it was addressed there; 0 for all."""


class Notes:
    """The notes of all campaigns of a guild."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def send(
        self,
        campaign: int,
        who: tuple[int, int, int],
        to: Mapping[int, int],
        body: str,
        *,
        answers: int | None = None,
    ) -> Note:
        """Keep a note. `who` is its author: the user, the player, the faction. Raises MovedAway."""
        user, player, faction = who
        async with self._file.writing() as db:
            await check_here(db, campaign)
            row = await db.one(
                "INSERT INTO note (campaign, at, user, player, faction, answers, body)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *",
                (campaign, micros(self._file.clock.now()), user, player, faction, answers, body),
            )
            await db.many(
                "INSERT INTO note_to VALUES (?, ?, ?, ?)",
                [(campaign, row["id"], other, addressed) for other, addressed in to.items()],
            )
            return await _note(db, row)

    async def get(self, campaign: int, note: int) -> Note:
        """A note of the campaign. Raises NotFound."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM note WHERE campaign = ? AND id = ?", (campaign, note)
            )
            if row is None:
                raise NotFound("There is no such note.")
            return await _note(db, row)

    async def of_faction(
        self, campaign: int, faction: int, last: int, *, other: int = 0
    ) -> list[Note]:
        """What the faction sent and received, the latest first; `other` is with whom, 0 for all."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM note WHERE campaign = :campaign AND CASE"
                " WHEN faction = :faction THEN :other = 0 OR EXISTS"
                " (SELECT 1 FROM note_to WHERE note = note.id AND faction = :other)"
                " ELSE :other IN (0, faction) AND EXISTS"
                " (SELECT 1 FROM note_to WHERE note = note.id AND faction = :faction) END"
                " ORDER BY id DESC LIMIT :last",
                {"campaign": campaign, "faction": faction, "other": other, "last": last},
            )
            return [await _note(db, row) for row in found]

    async def sent_since(self, campaign: int, faction: int, since: datetime) -> int:
        """How many notes the faction has sent since then; one to several factions counts for each.

        Only those are counted that were sent later than `since`.
        """
        async with self._file.reading() as db:
            row = await db.one(
                "SELECT count(*) FROM note JOIN note_to ON note_to.note = note.id"
                " WHERE note.campaign = ? AND note.faction = ? AND at > ?",
                (campaign, faction, micros(since)),
            )
        return row[0]

    async def report(self, note: int, faction: int, user: int, why: str) -> None:
        """Note that the faction passed a note on to the moderators. Raises Taken for a second."""
        async with self._file.writing() as db:
            before = await db.first(
                "SELECT 1 FROM note_report WHERE note = ? AND faction = ?", (note, faction)
            )
            if before:
                raise Taken("Your faction has reported this note already.")
            await db.all(
                "INSERT INTO note_report SELECT campaign, id, ?, ?, ?, ? FROM note WHERE id = ?",
                (faction, user, micros(self._file.clock.now()), why, note),
            )


async def _note(db: Rows, row: Any) -> Note:
    to = await db.all(
        "SELECT faction, player FROM note_to WHERE note = ? ORDER BY faction", (row["id"],)
    )
    return Note(
        row["id"],
        row["campaign"],
        instant(row["at"]),
        row["user"],
        row["player"],
        row["faction"],
        row["answers"],
        row["body"],
        {each["faction"]: each["player"] for each in to},
    )
