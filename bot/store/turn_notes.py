"""What players have been asked and shown in Your turn. What is asked when, is not decided here."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.store.guild_file import GuildFile


@dataclass(frozen=True, slots=True)
class TurnNote:
    """What one player has been asked and shown in a campaign."""

    asked: tuple[int, int] = (0, 0)
    """The turn and the version of the draft about which the last question was."""
    silent: bool = False
    """Whether the question is turned off."""
    looked: tuple[str, ...] = ()
    """The panels that were opened, by name, in alphabetical order."""


class TurnNotes:
    """One note for each player who was ever asked or shown something."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def get(self, campaign: int, user: int) -> TurnNote:
        """The player's note; an empty one if there is none."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM turn_note WHERE campaign = ? AND user = ?", (campaign, user)
            )
        if row is None:
            return TurnNote()
        asked = row["asked_turn"], row["asked_version"]
        return TurnNote(asked, bool(row["silent"]), tuple(json.loads(row["looked"])))

    async def ask(self, campaign: int, user: int, turn: int, version: int) -> None:
        """Note that the player was asked about a draft of that version in a turn."""
        await self._put(
            "INSERT INTO turn_note (campaign, user, asked_turn, asked_version) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET asked_turn = excluded.asked_turn,"
            " asked_version = excluded.asked_version",
            (campaign, user, turn, version),
        )

    async def silence(self, campaign: int, user: int, *, silent: bool) -> None:
        """Note whether the player wants no more questions."""
        await self._put(
            "INSERT INTO turn_note (campaign, user, silent) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET silent = excluded.silent",
            (campaign, user, silent),
        )

    async def look(self, campaign: int, user: int, panel: str) -> None:
        """Note that the player has opened a panel."""
        async with self._file.writing():
            before = (await self.get(campaign, user)).looked
            if panel not in before:
                looked = json.dumps(sorted((*before, panel)))
                await self._put(
                    "INSERT INTO turn_note (campaign, user, looked) VALUES (?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET looked = excluded.looked",
                    (campaign, user, looked),
                )

    async def _put(self, sql: str, values: tuple[object, ...]) -> None:
        async with self._file.writing() as db:
            await db.all(sql, values)
