"""Who looked at what a faction sees, without playing for it. Whether one may, is not asked here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.store.guild_file import GuildFile
from bot.store.records import instant, micros


@dataclass(frozen=True, slots=True)
class LookTaken:
    """One look of a moderator."""

    at: datetime
    user: int
    faction: int
    tick: int
    why: str


class Looks:
    """All looks that were taken; none is ever removed."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def note(self, campaign: int, user: int, faction: int, tick: int, why: str) -> None:
        """Note that the person looked at what the faction sees after that tick."""
        async with self._file.writing() as db:
            await db.all(
                "INSERT INTO look (campaign, at, user, faction, tick, why)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (campaign, micros(self._file.clock.now()), user, faction, tick, why),
            )

    async def looked(self, campaign: int, user: int) -> bool:
        """Whether the person has looked at any faction of the campaign."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT 1 FROM look WHERE campaign = ? AND user = ? LIMIT 1", (campaign, user)
            )
        return row is not None

    async def of_campaign(self, campaign: int) -> list[LookTaken]:
        """All looks, the first first."""
        async with self._file.reading() as db:
            found = await db.all("SELECT * FROM look WHERE campaign = ? ORDER BY id", (campaign,))
        return [
            LookTaken(instant(row["at"]), row["user"], row["faction"], row["tick"], row["why"])
            for row in found
        ]
