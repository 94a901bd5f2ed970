"""Sending what the outbox holds: in order for each channel, never lost, and once.

A message carries a key that can be seen and a nonce that Discord knows; after a doubt the channel
is read for the key before anything is sent again. What the messages say was decided when they were
written; how they look on Discord is in `bot.post.posting`.
"""

import asyncio
import io
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta

import aiohttp
import discord

from bot import faults
from bot.client import HostBot
from bot.payload import Payload
from bot.post.channels import heal, leaks
from bot.post.posting import Post, build, foot_line, has_key, in_plain_text
from bot.post.telling import MODERATORS, tell
from bot.store.errors import StoreError
from bot.store.guild import GuildStore
from bot.store.records import Message, MessageKind, MessageState
from bot.workers import WorkerError

PAGE = 100  # messages that Discord hands over at once
LONGEST_WAIT = timedelta(minutes=10)
SILENCE = 60.0  # seconds without an answer of Discord's; then the next message has its turn
_FACTION = "faction:"
_PLAYER = "player:"
STATUS = "status-message"
"""The place of the pinned message that says how the campaign stands."""
DESK = "desk-message"
"""The place of the moderators' desk."""
_STANDING = {MODERATORS: DESK}
"""By the place of a channel, that of the message in it which is edited; the status elsewhere."""

_log = logging.getLogger(__name__)
Channel = discord.TextChannel | discord.DMChannel


class _Parked(Exception):
    """Nothing can be sent to this place until someone mends it."""


class _Away(Exception):
    """The server cannot be reached at present: Discord has an outage there, or we were removed."""


class Delivery:
    """Sends the messages of guilds' outboxes."""

    def __init__(self, bot: HostBot) -> None:
        self._bot = bot

    async def deliver(self, guild: int, store: GuildStore) -> None:
        """Send everything that may be sent now; what fails for a time is due again later."""
        tried: set[tuple[int, int]] = set()
        while True:
            ready = [
                message
                for message in await store.outbox.ready(self._bot.clock.now())
                if (message.id, message.attempts) not in tried
            ]
            if not ready:
                return
            for message in ready:
                tried.add((message.id, message.attempts))
                await self._one(guild, store, message)

    async def _one(self, guild: int, store: GuildStore, message: Message) -> None:
        try:
            channel = await self._channel(guild, store, message)
            await self._deliver(guild, store, message, channel)
        except _Parked as parked:
            await self._park_place(store, message, str(parked))
        except _Away as away:
            await self._later(store, message, away, wait=LONGEST_WAIT)
        except (discord.Forbidden, discord.NotFound) as error:
            if (message.to.role or "").startswith(_PLAYER):
                await self._redirect(store, message, error)
            else:
                await self._park_place(store, message, _why(error))
        except (discord.HTTPException, aiohttp.ClientError, OSError, WorkerError) as error:
            if isinstance(error, discord.HTTPException) and not _passes(error):
                await self._set_aside(store, message, error)
            else:
                # Whatever was not plainly refused may have arrived all the same.
                refused = isinstance(error, WorkerError) or getattr(error, "status", 0) == 429
                await self._later(store, message, error, doubtful=not refused)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one message that cannot be sent stops no other
            _log.exception("message=%s cannot be sent", message.key)
            await self._set_aside(store, message, error)

    async def _deliver(
        self, guild: int, store: GuildStore, message: Message, channel: Channel
    ) -> None:
        status = message.kind is MessageKind.EDIT_STATUS
        standing = _STANDING.get(message.to.role or "", STATUS)
        known = await store.places.get(message.campaign, standing) if status else None
        found = None
        if message.state is MessageState.SENDING and known is None:
            found = await self._already_there(store, channel, message)
        if found is None:
            post = await build(self._bot.workers, self._bot.host.path(guild), store, message)
            await store.outbox.sending(message.id)
            async with self._answering():
                if known:
                    found = await edit(channel, known.snowflake, post)
                if found is None:
                    found = await self._send(channel, message, post)
        faults.hit("outbox.after_send")
        if status and (known is None or known.snowflake != found):
            await self._pin(store, message, channel, found)
            await store.places.put(message.campaign, standing, found)
        await store.outbox.sent(message.id, found)

    async def _already_there(
        self, store: GuildStore, channel: Channel, message: Message
    ) -> int | None:
        """The id of the message if Discord has it: ours, and with its key.

        All is read that came after the message before it, however much has been said since: a place
        gets its messages in order. Told by Discord's ids, it hangs on nobody's clock.
        """
        assert self._bot.user is not None, "it is connected"
        bound = await store.outbox.sent_before(message) or channel.id
        before = None
        while True:
            async with self._answering():
                page = [posted async for posted in channel.history(limit=PAGE, before=before)]
            for posted in page:
                if posted.author.id == self._bot.user.id and has_key(posted, message.key):
                    return posted.id
            if len(page) < PAGE or page[-1].id <= bound:
                return None
            before = page[-1]

    @asynccontextmanager
    async def _answering(self) -> AsyncGenerator[None]:
        """A limit to how long Discord may take; what it took all the same is a doubt.

        Raises TimeoutError.
        """
        try:
            async with asyncio.timeout(SILENCE):
                yield
        except TimeoutError:
            # Cancelled in its wait for a global rate limit, discord.py would never send again.
            # A simulated Discord has none.
            if gate := self._bot.http._global_over:  # pyright: ignore[reportPrivateUsage]
                gate.set()
            raise

    # ------------------------------------------------------------------ where

    async def _channel(self, guild: int, store: GuildStore, message: Message) -> Channel:
        """The channel the message goes to, secret if it must be.

        Raises:
            _Parked: it is gone, of another guild, or open to others and cannot be closed.
            _Away: the server itself cannot be reached.
        """
        server = self._bot.get_guild(guild)
        if server is None or server.unavailable:
            raise _Away("The server cannot be reached.")
        snowflake = message.to.channel
        if message.to.role is not None:
            place = await store.places.get(message.campaign, message.to.role)
            snowflake = place.snowflake if place else None
        if snowflake and (message.to.role or "").startswith(_PLAYER):
            async with self._answering():
                return await self._bot.create_dm(discord.Object(snowflake))
        channel = server.get_channel(snowflake or 0)
        if not isinstance(channel, discord.TextChannel):
            raise _Parked("The channel is gone.")
        role = message.to.role or ""
        if role.startswith(_FACTION) or role == MODERATORS:
            await self._keep_secret(store, message, channel, role)
        return channel

    async def _keep_secret(
        self, store: GuildStore, message: Message, channel: discord.TextChannel, role: str
    ) -> None:
        names = {"role:" + role.removeprefix(_FACTION): None, "role:moderators": None}
        places = [await store.places.get(message.campaign, name) for name in names]
        found = [channel.guild.get_role(place.snowflake) for place in places if place]
        readers = [role for role in found if role]
        if others := leaks(channel, readers):
            _log.warning(
                "channel=%d could be read by %d others; closing it", channel.id, len(others)
            )
            try:
                async with self._answering():
                    await heal(channel, readers)
            except discord.Forbidden as error:
                raise _Parked(
                    f"#{channel.name} can be read by {', '.join(others)}, "
                    "and I may not close it: I need Manage Channels and Manage Roles."
                ) from error

    # ------------------------------------------------------------------ what

    async def _send(self, channel: Channel, message: Message, post: Post) -> int:
        try:
            sent = await channel.send(
                post.text or None,
                embeds=post.embeds,
                files=post.files,
                nonce=message.nonce,
                allowed_mentions=post.allowed,
                view=post.view or discord.utils.MISSING,
            )
        except (discord.Forbidden, discord.NotFound):
            raise
        except discord.HTTPException as error:
            if _passes(error) or message.kind is MessageKind.EDIT_STATUS:
                raise
            # Discord takes it in no form of ours: once more, as a plain file.
            _log.error("message=%s was refused: %s", message.key, error)
            payload = Payload.model_validate_json(message.payload)
            text = in_plain_text(payload)
            file = discord.File(io.BytesIO(text.encode()), "message.txt")
            sent = await channel.send(
                foot_line(message.key, payload.seal), file=file, nonce=message.nonce
            )
        return sent.id

    async def _pin(
        self, store: GuildStore, message: Message, channel: Channel, posted: int
    ) -> None:
        """Pin the status message; without the pin it is only harder to find."""
        try:
            async with self._answering():
                await channel.get_partial_message(posted).pin(reason="How the campaign stands")
        except (discord.HTTPException, TimeoutError) as error:
            text = f"I could not pin a message in <#{channel.id}>: {_why(error)}"
            await self._tell_moderators(store, message, text)

    # ------------------------------------------------------------------ what goes wrong

    async def _later(
        self,
        store: GuildStore,
        message: Message,
        error: Exception,
        *,
        doubtful: bool = False,
        wait: timedelta | None = None,
    ) -> None:
        if wait is None:
            wait = min(timedelta(seconds=2 ** min(message.attempts, 10)), LONGEST_WAIT)
        _log.warning("message=%s is tried again in %s: %s", message.key, wait, error)
        await store.outbox.retry(
            message.id,
            self._bot.clock.now() + wait,
            _why(error),
            doubtful=doubtful or message.state is MessageState.SENDING,
        )

    async def _set_aside(self, store: GuildStore, message: Message, error: Exception) -> None:
        """Park a message that cannot be sent; the next of its channel goes out."""
        text = f"⚠️ A message ({message.key}) could not be sent, so I set it aside: {_why(error)}"
        async with store.unit():
            await store.outbox.park(message.id, _why(error))
            await self._tell_moderators(store, message, text)

    async def _redirect(
        self, store: GuildStore, message: Message, error: discord.HTTPException
    ) -> None:
        """Mention the person in a channel with what Discord does not let us send them directly.

        Where there is no such channel, the message is set aside.
        """
        present = await store.outbox.get(message.id)
        if present is None or present.to != message.to:
            return  # the person was erased meanwhile, with all that was to be told
        payload = Payload.model_validate_json(present.payload)
        place = await store.places.get(message.campaign, message.to.role or "")
        if not payload.otherwise or place is None:
            await self._set_aside(store, message, error)
            return
        instead = payload.model_copy(update={"people": (place.snowflake,), "otherwise": ""})
        async with store.unit():
            await store.outbox.redirected(message.id, _why(error))
            await tell(store, message.campaign, payload.otherwise, message.key, instead)

    async def _park_place(self, store: GuildStore, message: Message, why: str) -> None:
        """Send nothing more to a place that cannot be posted to; its messages wait."""
        role = message.to.role
        if role is None:
            await self._set_aside(store, message, _Parked(why))
            return
        async with store.unit():
            # Once the place is mended, it goes out at once.
            await self._later(store, message, _Parked(why), wait=timedelta())
            await store.places.park(message.campaign, role, why)
            await self._tell_moderators(
                store,
                message,
                f"⚠️ I cannot post for `{role}`: {why} Its messages wait. "
                "`/campaign repair` mends the channels and sends them.",
            )

    async def _tell_moderators(self, store: GuildStore, message: Message, text: str) -> None:
        if message.to.role == MODERATORS:
            _log.error("campaign=%d: %s", message.campaign, text)
            return
        await tell(store, message.campaign, MODERATORS, f"{message.key}·!{message.id}", text)


async def edit(channel: Channel, message: int, post: Post) -> int | None:
    """Bring a message of ours up to date; None if it is gone."""
    try:
        await channel.get_partial_message(message).edit(
            content=post.text or None,
            embeds=post.embeds,
            attachments=post.files,
            allowed_mentions=post.allowed,
            view=post.view,
        )
    except discord.NotFound:
        return None
    return message


def _passes(error: discord.HTTPException) -> bool:
    """Whether it is no refusal of the message but a trouble of Discord's, ours or the line's."""
    return error.status in (401, 408, 429) or error.status >= 500


def _why(error: Exception) -> str:
    if isinstance(error, discord.Forbidden):
        return "Discord says that I lack the permission."
    if isinstance(error, discord.NotFound):
        return "Discord says that the channel is gone."
    if isinstance(error, TimeoutError):
        return "Discord did not answer."
    return str(error)[:500] or type(error).__name__
