"""What Discord must be told, in order, and how far the telling has come. It sends nothing.

A tick adds its messages in its own transaction; both ways in share the statements below.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot import faults
from bot.store.connection import reading
from bot.store.guild_file import GuildFile
from bot.store.lines import READ_AS
from bot.store.records import (
    Message,
    MessageState,
    NewMessage,
    instant_or_none,
    micros,
)

SUPERSEDE = """
    DELETE FROM outbox WHERE kind = 'edit-status' AND state = 'pending' AND :kind = 'edit-status'
    AND campaign = :campaign AND role IS :role AND channel IS :channel
"""
"""An edit that still waits gives way to a newer one of the same message."""
ADD = """
    INSERT INTO outbox
        (campaign, tick, role, channel, number, key, nonce, kind, payload, not_before)
    SELECT :campaign, :tick, :role, :channel, 1 + coalesce(max(number), 0), :key, :nonce, :kind,
        :payload, :at
    FROM outbox WHERE campaign = :campaign AND coalesce(role, channel) = coalesce(:role, :channel)
    RETURNING *
"""
REPORTS = f"""
    SELECT * FROM outbox WHERE campaign = :campaign AND role = :role AND
        CASE WHEN :turn IS NULL
        THEN tick = (SELECT max(tick) FROM outbox WHERE campaign = :campaign AND role = :role)
        ELSE tick IN (SELECT number FROM tick WHERE campaign = :campaign AND {READ_AS} = :turn)
        END
    ORDER BY id
"""  # noqa: S608 - a constant
EMPTIED = """
    UPDATE outbox SET role = NULL, channel = :channel, number = -id, payload = '{}', error = NULL,
        state = 'parked', not_before = :now WHERE id = :id
"""
"""Of a direct message to somebody who was erased, and that may be under way: what is left of it
says by its key which it is, until it is taken back (`taken_back`)."""
_OPEN = """
    SELECT id, (
        SELECT committed_at FROM tick WHERE campaign = outbox.campaign AND number = outbox.tick
    ), CASE
        WHEN role IS NULL THEN EXISTS (
            SELECT 1 FROM place WHERE snowflake = outbox.channel AND parked IS NOT NULL
        ) ELSE NOT EXISTS (
            SELECT 1 FROM place
            WHERE campaign = outbox.campaign AND role = outbox.role AND parked IS NULL
        ) END
    FROM outbox WHERE state IN ('pending', 'sending')
"""


@dataclass(frozen=True, slots=True)
class OpenMessage:
    """A message that Discord does not have yet."""

    id: int
    at: datetime | None
    """When the tick that wrote it was committed; None for one that no tick wrote."""
    held: bool
    """Whether its place is parked or missing, so that it waits until someone mends that."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A message on Discord that names somebody who was erased."""

    id: int
    outbox: int | None
    """The message of the outbox that rewrites it; None where it is taken away."""
    channel: int
    message: int
    """0 where it was not known to be there yet."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Messages of a campaign that Discord refused and does not have yet."""

    places: int
    """How many channels wait for it."""
    since: datetime | None
    """When the tick that wrote the oldest was committed; None for one that no tick wrote."""
    tries: int
    """How often the oldest was tried."""
    error: str
    """Why it was not taken."""


def open_messages(path: Path) -> list[OpenMessage]:
    """All messages of a guild's file that still have to go out, for the host's watch.

    It waits for the disk: not for the event loop. Raises what `reading` does.
    """
    with reading(path) as db:
        found = db.execute(_OPEN).fetchall()
    return [OpenMessage(number, instant_or_none(at), bool(held)) for number, at, held in found]


def parameters(
    campaign: int, tick: int | None, message: NewMessage, at: int
) -> dict[str, int | str | None]:
    """What SUPERSEDE and ADD ask for; `at` in microseconds. Draws the message's nonce."""
    return {
        "campaign": campaign,
        "tick": tick,
        "role": message.to.role,
        "channel": message.to.channel,
        "key": message.key,
        "nonce": secrets.token_urlsafe(15),
        "kind": message.kind,
        "payload": message.payload,
        "at": at,
    }


class Outbox:
    """The messages of all campaigns of a guild, as their deliverer sees them."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def add(self, campaign: int, message: NewMessage) -> Message:
        """Queue a message outside of a tick."""
        async with self._file.writing() as db:
            now = self._file.clock.now()
            await self._file.sooner(now)
            values = parameters(campaign, None, message, micros(now))
            await db.all(SUPERSEDE, values)
            return Message.of(await db.one(ADD, values))

    async def ready(self, now: datetime) -> list[Message]:
        """The next message of each place and channel, where it may be tried now.

        One in state SENDING was being sent when we last knew of it: look before sending again.
        Parked and missing places are passed over; their messages wait.
        """
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM outbox_next WHERE not_before <= ? ORDER BY id", (micros(now),)
            )
        return [Message.of(row) for row in found]

    async def sending(self, message: int) -> None:
        """Note that a try begins; to be committed before Discord is called."""
        await self._note(
            "UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE id = ?", message
        )

    async def sent(self, message: int, snowflake: int) -> None:
        """Note that Discord has the message, under this id."""
        await self._note(
            "UPDATE outbox SET state = 'sent', error = NULL, message = ? WHERE id = ?",
            snowflake,
            message,
        )
        faults.hit("outbox.after_note")

    async def retry(
        self, message: int, not_before: datetime, error: str, *, doubtful: bool
    ) -> None:
        """Try again later.

        `doubtful`: Discord may have it all the same (a time-out, a lost answer), so that it stays
        in state SENDING.
        """
        await self._note(
            "UPDATE outbox SET state = ?, not_before = ?, error = ? WHERE id = ?",
            MessageState.SENDING if doubtful else MessageState.PENDING,
            micros(not_before),
            error,
            message,
        )

    async def hasten(self) -> None:
        """Let everything that waits for its next try be tried now, as when the line is mended."""
        async with self._file.writing():
            now = self._file.clock.now()
            await self._file.sooner(now)
            await self._note(
                "UPDATE outbox SET not_before = ? WHERE state IN ('pending', 'sending')"
                " AND not_before > ?",
                micros(now),
                micros(now),
            )

    async def park(self, message: int, error: str) -> None:
        """Set a message aside with its error; the next of its channel goes out."""
        await self._note(
            "UPDATE outbox SET state = 'parked', error = ? WHERE id = ?", error, message
        )

    async def redirected(self, message: int, error: str) -> None:
        """Note that another message has taken the place of one that could not be sent."""
        await self._note("UPDATE outbox SET state = 'sent', error = ? WHERE id = ?", error, message)

    async def unpark(self, message: int) -> None:
        """Let a parked message be tried again, in its old place."""
        async with self._file.writing():
            now = self._file.clock.now()
            await self._file.sooner(now)
            await self._note(
                "UPDATE outbox SET state = 'pending', not_before = ?, error = NULL"
                " WHERE id = ? AND state = 'parked'",
                micros(now),
                message,
            )

    async def parked(self, campaign: int) -> list[Message]:
        """The messages set aside, the oldest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM outbox WHERE campaign = ? AND state = 'parked' ORDER BY id",
                (campaign,),
            )
        return [Message.of(row) for row in found]

    async def stuck(self, campaign: int) -> Stuck | None:
        """What was tried in vain and is tried again; None if there is nothing.

        Parked messages and those of parked places are not among it.
        """
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT count(*) OVER (), committed_at, attempts, error"
                " FROM outbox_next LEFT JOIN tick"
                " ON tick.campaign = outbox_next.campaign AND tick.number = outbox_next.tick"
                " WHERE outbox_next.campaign = ? AND error IS NOT NULL"
                " ORDER BY outbox_next.id LIMIT 1",
                (campaign,),
            )
        return Stuck(row[0], instant_or_none(row[1]), row[2], row[3]) if row else None

    async def get(self, message: int) -> Message | None:
        """A message by its number, if there is one."""
        async with self._file.reading() as db:
            row = await db.first("SELECT * FROM outbox WHERE id = ?", (message,))
        return Message.of(row) if row else None

    async def of_tick(self, campaign: int, tick: int) -> Sequence[Message]:
        """The messages that a tick wrote, in order."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM outbox WHERE campaign = ? AND tick = ? ORDER BY id",
                (campaign, tick),
            )
        return [Message.of(row) for row in found]

    async def reports(self, campaign: int, role: str, turn: int | None) -> Sequence[Message]:
        """What the ticks of a turn wrote to a place, in order; without a turn, the last one."""
        async with self._file.reading() as db:
            found = await db.all(REPORTS, {"campaign": campaign, "role": role, "turn": turn})
        return [Message.of(row) for row in found]

    async def sent_before(self, message: Message) -> int | None:
        """Discord's id of the last message that its place had before it, if there was one."""
        async with self._file.reading() as db:
            row = await db.one(
                "SELECT max(message) FROM outbox WHERE campaign = ? AND role IS ? AND channel IS ?"
                " AND id < ? AND state = 'sent'",
                (message.campaign, message.to.role, message.to.channel, message.id),
            )
        return row[0]

    # ------------------------------------------------------------------ what is taken back

    async def unsaid(self, campaign: int) -> list[Unsaid]:
        """The messages on Discord that are to be rewritten or taken away, the oldest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT id, outbox, channel, message FROM unsaid WHERE campaign = ? ORDER BY id",
                (campaign,),
            )
        return [Unsaid(*row) for row in found]

    async def taken_back(self, id: int) -> None:
        """Note that it is done; what was left of an emptied message goes."""
        async with self._file.writing() as db:
            (outbox,) = await db.one("DELETE FROM unsaid WHERE id = ? RETURNING outbox", (id,))
            await db.all(
                "DELETE FROM outbox WHERE id = ? AND role IS NULL AND payload = '{}'", (outbox,)
            )

    async def _note(self, sql: str, *values: int | str) -> None:
        async with self._file.writing() as db:
            await db.all(sql, values)
