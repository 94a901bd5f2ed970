"""The smaller books of a guild: places on Discord, timers, settings and the audit trail."""

import json
from collections.abc import Collection
from datetime import datetime

from bot.store.errors import NotFound
from bot.store.guild_file import GuildFile, check_here
from bot.store.records import AuditEntry, DiscordPlace, Timer, Trace, micros


class Places:
    """Which snowflake plays which role for a campaign.

    Roles are `category`, `herald`, `onlookers`, `moderators`, `status-message` and `desk-message`
    for messages that are edited in place, `faction:<n>` for a channel, `role:<n>` for a faction's
    role on Discord, and `player:<n>` for a person who is written to.
    """

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def put(self, campaign: int, role: str, snowflake: int) -> DiscordPlace:
        """Make or replace a place; a replaced one is no longer parked."""
        async with self._file.writing() as db:
            await self._file.sooner(self._file.clock.now())
            row = await db.one(
                "INSERT INTO place VALUES (?, ?, ?, NULL) ON CONFLICT DO UPDATE"
                " SET snowflake = excluded.snowflake, parked = NULL"
                " RETURNING *",
                (campaign, role, snowflake),
            )
            return DiscordPlace.of(row)

    async def get(self, campaign: int, role: str) -> DiscordPlace | None:
        """The place of that role, if it is known."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM place WHERE campaign = ? AND role = ?",
                (campaign, role),
            )
        return DiscordPlace.of(row) if row else None

    async def of_campaign(self, campaign: int) -> list[DiscordPlace]:
        """All places of a campaign, in order of role."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM place WHERE campaign = ? ORDER BY role",
                (campaign,),
            )
        return [DiscordPlace.of(row) for row in found]

    async def at(self, snowflake: int) -> list[DiscordPlace]:
        """The places that a channel, role or message is, over all campaigns."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM place WHERE snowflake = ? ORDER BY campaign, role",
                (snowflake,),
            )
        return [DiscordPlace.of(row) for row in found]

    async def park(self, campaign: int, role: str, reason: str) -> None:
        """Send nothing there until it is put anew or unparked; messages wait."""
        await self._set_parked(campaign, role, reason)

    async def unpark(self, campaign: int, role: str) -> None:
        """Let messages go there again."""
        async with self._file.writing():
            await self._file.sooner(self._file.clock.now())
            await self._set_parked(campaign, role, None)

    async def forget(self, campaign: int, role: str) -> None:
        """Drop the place; what is addressed to its role waits until there is one again."""
        async with self._file.writing() as db:
            await db.all("DELETE FROM place WHERE campaign = ? AND role = ?", (campaign, role))

    async def _set_parked(self, campaign: int, role: str, reason: str | None) -> None:
        async with self._file.writing() as db:
            await db.all(
                "UPDATE place SET parked = ? WHERE campaign = ? AND role = ?",
                (reason, campaign, role),
            )


class Timers:
    """The steps of campaigns: what waits for its time, and what must follow a commit.

    A timer rings when its time has come, and again until it is cleared.
    """

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def put(self, campaign: int, name: str, at: datetime, what: str = "{}") -> None:
        """Set a timer, in place of one of the same name; `what` is JSON."""
        async with self._file.writing() as db:
            await self._file.sooner(at)
            await db.all(
                "REPLACE INTO timer (campaign, name, at, what) VALUES (?, ?, ?, ?)",
                (campaign, name, micros(at), what),
            )

    async def get(self, campaign: int, name: str) -> Timer | None:
        """The timer of that name, if it is set."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM timer WHERE campaign = ? AND name = ?", (campaign, name)
            )
        return Timer.of(row) if row else None

    async def failed(self, campaign: int, name: str, why: str, again: datetime) -> None:
        """Note that a step came to nothing, and why; it rings again then."""
        async with self._file.writing() as db:
            await self._file.sooner(again)
            await db.all(
                "UPDATE timer SET tries = tries + 1, error = ?, at = ?"
                " WHERE campaign = ? AND name = ?",
                (why, micros(again), campaign, name),
            )

    async def clear(self, campaign: int, name: str) -> None:
        """Take a timer away, if there is one."""
        async with self._file.writing() as db:
            await db.all("DELETE FROM timer WHERE campaign = ? AND name = ?", (campaign, name))

    async def all(self) -> list[Timer]:
        """Every timer, the earliest first."""
        async with self._file.reading() as db:
            found = await db.all("SELECT * FROM timer ORDER BY at, campaign, name")
        return [Timer.of(row) for row in found]


class GuildFacts:
    """Facts about the guild by name, such as the hash of the commands last synced there."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def put(self, name: str, value: str) -> None:
        """Set it."""
        async with self._file.writing() as db:
            await db.all("REPLACE INTO setting VALUES (?, ?)", (name, value))

    async def get(self, name: str) -> str | None:
        """Its value, if it was ever set."""
        async with self._file.reading() as db:
            row = await db.first("SELECT value FROM setting WHERE name = ?", (name,))
        return row[0] if row else None


class Audit:
    """What moderators and hosts did. Written in the same unit as the act; never changed."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def note(
        self,
        campaign: int | None,
        who: int,
        what: str,
        *,
        why: str = "",
        trace: Trace = Trace(),  # noqa: B008 - frozen
    ) -> AuditEntry:
        """Write an entry. Raises MovedAway, so that no act is done where a campaign has been."""
        async with self._file.writing() as db:
            await check_here(db, campaign)
            row = await db.one(
                "INSERT INTO audit (campaign, at, who, what, before, after, why,"
                " tick, undoes, open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
                (
                    campaign,
                    micros(self._file.clock.now()),
                    who,
                    what,
                    trace.before,
                    trace.after,
                    why,
                    trace.tick,
                    trace.undoes,
                    trace.open,
                ),
            )
            return AuditEntry.of(row)

    async def get(self, campaign: int, entry: int) -> AuditEntry:
        """An entry of the campaign. Raises NotFound."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM audit WHERE campaign = ? AND id = ?", (campaign, entry)
            )
        if row is None:
            raise NotFound("There is no such entry in the log.")
        return AuditEntry.of(row)

    async def latest_about(self, campaign: int, user: int, whats: Collection[str]) -> str | None:
        """What the latest entry of these says that names the user in its trace, if one does."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT what, before, after FROM audit WHERE campaign = ?"
                " AND what IN (SELECT value FROM json_each(?)) ORDER BY id DESC",
                (campaign, json.dumps(list(whats))),
            )
        for what, *trace in found:
            if any(json.loads(each or "{}").get("user") == user for each in trace):
                return what
        return None

    async def undone_by(self, entry: int) -> AuditEntry | None:
        """The entry that undid that one, if any did."""
        async with self._file.reading() as db:
            row = await db.first("SELECT * FROM audit WHERE undoes = ?", (entry,))
        return AuditEntry.of(row) if row else None

    async def latest(self, campaign: int | None = None, last: int = 20) -> list[AuditEntry]:
        """The latest entries of a campaign, or of the whole guild, the newest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM audit WHERE :campaign IS NULL OR campaign = :campaign"
                " ORDER BY id DESC LIMIT :last",
                {"campaign": campaign, "last": last},
            )
        return [AuditEntry.of(row) for row in found]
