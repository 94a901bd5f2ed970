"""Deputies: people who act in another's seat, with limited powers and for a time."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

from bot.store.errors import Taken
from bot.store.guild_file import GuildFile, Rows
from bot.store.records import instant, instant_or_none, micros, micros_or_none

Power = Literal["look", "draft", "submit"]
"""What a deputy may do: read all that the player may, also edit the list, also submit it."""
POWERS: Final[tuple[Power, ...]] = get_args(Power)
Deed = Literal["drafted", "submitted", "withdrew"]


@dataclass(frozen=True, slots=True)
class Term:
    """How long a deputy acts: from an instant on, else at once; until another, else for good."""

    until: datetime | None = None
    first: datetime | None = None
    vacation: bool = False
    """Whether the deputy covers a vacation, and goes with it."""


@dataclass(frozen=True, slots=True)
class Deputy:
    """A person who acts in a player's seat; `until` None is until it is ended."""

    id: int
    campaign: int
    player: int
    faction: int
    user: int
    power: Power
    appointed_by: int
    since: datetime
    first: datetime
    """From when on."""
    until: datetime | None
    ended_at: datetime | None
    vacation: bool = False
    """Whether the deputy covers a vacation."""

    def acts(self, now: datetime) -> bool:
        """Whether the deputy may act then."""
        return (
            self.ended_at is None and self.first <= now and (self.until is None or now < self.until)
        )

    def may(self, power: Power) -> bool:
        """Whether the deputy's powers reach so far."""
        return POWERS.index(power) <= POWERS.index(self.power)


@dataclass(frozen=True, slots=True)
class DeputyDeed:
    """What a deputy did with the list of orders."""

    user: int
    at: datetime
    what: Deed
    version: int
    """Of the list, as it was left or submitted."""


class Deputies:
    """The deputies of a guild's campaigns."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def appoint(
        self,
        campaign: int,
        player: int,
        faction: int,
        user: int,
        power: Power,
        by: int,
        term: Term,
    ) -> Deputy:
        """Let a person act in a seat. Raises Taken if already somebody's deputy there."""
        async with self._file.writing() as db:
            now = self._file.clock.now()
            await self._file.sooner(now)  # the role is to follow
            await _check_free(db, campaign, user, now)
            row = await db.one(
                "INSERT INTO deputy (campaign, player, faction, user, power, appointed_by, since,"
                " first, until, vacation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
                (
                    campaign,
                    player,
                    faction,
                    user,
                    power,
                    by,
                    micros(now),
                    micros(term.first or now),
                    micros_or_none(term.until),
                    term.vacation,
                ),
            )
            return _deputy(row)

    async def of_user(self, user: int) -> list[Deputy]:
        """The seats in which the person acts now, over all campaigns."""
        now = self._file.clock.now()
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM deputy WHERE user = ? AND ended_at IS NULL ORDER BY id", (user,)
            )
        return [each for each in map(_deputy, found) if each.acts(now)]

    async def former(self, campaign: int, user: int) -> list[Deputy]:
        """Every seat of the campaign in which the person has acted or is to act."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM deputy WHERE campaign = ? AND user = ? ORDER BY id",
                (campaign, user),
            )
        return [_deputy(row) for row in found]

    async def of_campaign(self, campaign: int) -> list[Deputy]:
        """Every deputy that there is or has been, seat by seat."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM deputy WHERE campaign = ? ORDER BY player, id", (campaign,)
            )
        return [_deputy(row) for row in found]

    async def appointed(self, campaign: int) -> list[Deputy]:
        """Those who are deputies, or will be."""
        now = self._file.clock.now()
        return [
            each
            for each in await self.of_campaign(campaign)
            if each.ended_at is None and (each.until is None or now < each.until)
        ]

    async def end(self, deputy: int) -> None:
        """Let a deputy act no more."""
        async with self._file.writing() as db:
            now = self._file.clock.now()
            await self._file.sooner(now)
            await db.all(
                "UPDATE deputy SET ended_at = ? WHERE id = ? AND ended_at IS NULL",
                (micros(now), deputy),
            )

    async def resume(self, deputy: Deputy) -> None:
        """Let a deputy act as before it was ended. Raises Taken as `appoint` does."""
        async with self._file.writing() as db:
            now = self._file.clock.now()
            await self._file.sooner(now)
            await _check_free(db, deputy.campaign, deputy.user, now)
            await db.all("UPDATE deputy SET ended_at = NULL WHERE id = ?", (deputy.id,))

    async def note(self, deputy: int, what: Deed, version: int) -> None:
        """Keep what a deputy did with the list."""
        async with self._file.writing() as db:
            await db.all(
                "INSERT INTO deputy_deed (campaign, deputy, at, what, version)"
                " SELECT campaign, id, ?, ?, ? FROM deputy WHERE id = ?",
                (micros(self._file.clock.now()), what, version, deputy),
            )

    async def deeds(self, campaign: int, player: int, last: int = 10) -> list[DeputyDeed]:
        """What deputies did in a seat, the newest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT user, at, what, version FROM deputy_deed"
                " JOIN deputy ON deputy.id = deputy_deed.deputy"
                " WHERE deputy.campaign = ? AND player = ? ORDER BY deputy_deed.id DESC LIMIT ?",
                (campaign, player, last),
            )
        return [
            DeputyDeed(row["user"], instant(row["at"]), row["what"], row["version"])
            for row in found
        ]


async def _check_free(db: Rows, campaign: int, user: int, now: datetime) -> None:
    """See that the person is nobody's deputy there now; whose time is over has ended with it.

    Raises Taken.
    """
    await db.all(
        "UPDATE deputy SET ended_at = until WHERE campaign = ? AND user = ?"
        " AND ended_at IS NULL AND until <= ?",
        (campaign, user, micros(now)),
    )
    if await db.first(
        "SELECT 1 FROM deputy WHERE campaign = ? AND user = ? AND ended_at IS NULL",
        (campaign, user),
    ):
        raise Taken("That person is a deputy in this campaign already.")


def _deputy(row: sqlite3.Row) -> Deputy:
    return Deputy(
        id=row["id"],
        campaign=row["campaign"],
        player=row["player"],
        faction=row["faction"],
        user=row["user"],
        power=row["power"],
        appointed_by=row["appointed_by"],
        since=instant(row["since"]),
        first=instant(row["first"]),
        until=instant_or_none(row["until"]),
        ended_at=instant_or_none(row["ended_at"]),
        vacation=bool(row["vacation"]),
    )
