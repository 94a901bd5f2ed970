"""Treaties: a text, its parties and their signatures. Who may sign is not asked here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.store.errors import NotFound
from bot.store.guild_file import GuildFile, Rows, check_here
from bot.store.records import instant, instant_or_none, micros


class TreatyState(StrEnum):
    """Where a treaty stands."""

    PROPOSED = "proposed"
    IN_FORCE = "in force"
    DECLINED = "declined"
    RENOUNCED = "renounced"


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed for a faction, and when."""

    at: datetime
    user: int
    player: int


@dataclass(frozen=True, slots=True)
class Treaty:
    """A treaty with its signatures."""

    id: int
    campaign: int
    at: datetime
    faction: int
    """The one that proposed it."""
    title: str
    body: str
    sealed: bool
    parties: Mapping[int, Signature | None]
    """By faction, its signature; None before it has signed."""
    ended_at: datetime | None
    ended_faction: int | None
    """Which declined or renounced it."""
    why: str

    @property
    def signed(self) -> bool:
        """Whether all have signed it."""
        return all(self.parties.values())

    @property
    def state(self) -> TreatyState:
        """Where it stands."""
        if self.ended_at:
            return TreatyState.RENOUNCED if self.signed else TreatyState.DECLINED
        return TreatyState.IN_FORCE if self.signed else TreatyState.PROPOSED


class Treaties:
    """The treaties of all campaigns of a guild."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def propose(
        self,
        campaign: int,
        faction: int,
        others: Iterable[int],
        text: tuple[str, str],
        *,
        sealed: bool,
    ) -> Treaty:
        """Write a treaty, which nobody has signed yet. `text` is its title and what it says.

        Raises MovedAway, as `sign` and `end`.
        """
        async with self._file.writing() as db:
            await check_here(db, campaign)
            row = await db.one(
                "INSERT INTO treaty (campaign, at, faction, title, body, sealed)"
                " VALUES (?, ?, ?, ?, ?, ?) RETURNING *",
                (campaign, micros(self._file.clock.now()), faction, *text, sealed),
            )
            await db.many(
                "INSERT INTO treaty_party (campaign, treaty, faction) VALUES (?, ?, ?)",
                [(campaign, row["id"], each) for each in (faction, *others)],
            )
            return await _treaty(db, row)

    async def sign(self, treaty: int, faction: int, user: int, player: int) -> Treaty:
        """Set a party's signature, unless it stands there already. Raises NotFound."""
        async with self._file.writing() as db:
            await check_here(db, (await _found(db, treaty)).campaign)
            await db.all(
                "UPDATE treaty_party SET signed_at = ?, user = ?, player = ?"
                " WHERE treaty = ? AND faction = ? AND signed_at IS NULL",
                (micros(self._file.clock.now()), user, player, treaty, faction),
            )
            return await _found(db, treaty)

    async def end(self, treaty: int, faction: int, user: int, why: str) -> Treaty:
        """Note that a party declined or renounced it, unless one has. Raises NotFound."""
        async with self._file.writing() as db:
            await check_here(db, (await _found(db, treaty)).campaign)
            await db.all(
                "UPDATE treaty SET ended_at = ?, ended_faction = ?, user = ?, why = ?"
                " WHERE id = ? AND ended_at IS NULL",
                (micros(self._file.clock.now()), faction, user, why, treaty),
            )
            return await _found(db, treaty)

    async def get(self, campaign: int, treaty: int) -> Treaty:
        """A treaty of the campaign. Raises NotFound."""
        async with self._file.reading() as db:
            found = await _found(db, treaty)
        if found.campaign != campaign:
            raise NotFound(_NONE)
        return found

    async def of_campaign(self, campaign: int) -> list[Treaty]:
        """All treaties, proposed ones included, the latest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM treaty WHERE campaign = ? ORDER BY id DESC", (campaign,)
            )
            return [await _treaty(db, row) for row in found]

    async def of_faction(self, campaign: int, faction: int) -> list[Treaty]:
        """The treaties to which the faction is a party, the latest first."""
        every = await self.of_campaign(campaign)
        return [each for each in every if faction in each.parties]

    async def sealed(self, campaign: int) -> list[Treaty]:
        """The sealed treaties that all their parties signed, the first first: told at the end."""
        every = await self.of_campaign(campaign)
        return [each for each in reversed(every) if each.sealed and each.signed]


_NONE = "There is no such treaty."


async def _found(db: Rows, treaty: int) -> Treaty:
    row = await db.first("SELECT * FROM treaty WHERE id = ?", (treaty,))
    if row is None:
        raise NotFound(_NONE)
    return await _treaty(db, row)


async def _treaty(db: Rows, row: Any) -> Treaty:
    parties = await db.all(
        "SELECT * FROM treaty_party WHERE treaty = ? ORDER BY faction", (row["id"],)
    )
    return Treaty(
        id=row["id"],
        campaign=row["campaign"],
        at=instant(row["at"]),
        faction=row["faction"],
        title=row["title"],
        body=row["body"],
        sealed=bool(row["sealed"]),
        parties={each["faction"]: _signature(each) for each in parties},
        ended_at=instant_or_none(row["ended_at"]),
        ended_faction=row["ended_faction"],
        why=row["why"],
    )


def _signature(row: Any) -> Signature | None:
    if row["signed_at"] is None:
        return None
    return Signature(instant(row["signed_at"]), row["user"], row["player"])
