"""Sending what the outbox holds: in order for each channel, never lost, and once.

A message carries a key that can be seen and a nonce that Discord knows; after a doubt the channel
is read for the key before anything is sent again. Pictures are drawn here, by a worker, from what
the message's recipes name. What the messages say was decided when they were written.
"""

import io
import logging
from dataclasses import dataclass
from datetime import timedelta

import aiohttp
import discord

from bot import faults
from bot.channels import heal, leaks
from bot.client import HostBot
from bot.jobs.draw import draw
from bot.payload import Card, Payload
from bot.store.guild import GuildStore
from bot.store.records import Address, Message, MessageKind, MessageState, NewMessage
from bot.workers import WorkerError

LOOK_BACK = 50  # messages read for a key after a doubt; more than any turn writes to a channel
LONGEST_WAIT = timedelta(minutes=10)
_FACTION = "faction:"
_MODERATORS = "moderators"
_HERALD = "herald"
_STATUS = "status-message"

_log = logging.getLogger(__name__)


class _Parked(Exception):
    """Nothing can be sent to this place until someone mends it."""


@dataclass(frozen=True, slots=True)
class _Built:
    """A message ready for Discord."""

    content: str
    embeds: list[discord.Embed]
    files: list[discord.File]
    allowed: discord.AllowedMentions


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
        channel = None
        try:
            channel = await self._channel(guild, store, message)
            found = None
            if message.state is MessageState.SENDING:
                found = await _already_there(channel, message)
            await store.outbox.sending(message.id)
            if found is None:
                found = await self._send(guild, store, message, channel)
            faults.hit("outbox.after_send")
            await store.outbox.sent(message.id, found)
        except _Parked as parked:
            await self._park_place(store, message, str(parked))
        except (discord.Forbidden, discord.NotFound) as error:
            await self._park_place(store, message, _why(error))
        except (discord.DiscordServerError, discord.RateLimited, WorkerError) as error:
            await self._later(store, message, error, doubtful=False)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await self._later(store, message, error, doubtful=True)
        except discord.HTTPException as error:
            assert channel is not None
            await self._refused(store, message, channel, error)

    # ------------------------------------------------------------------ where

    async def _channel(
        self, guild: int, store: GuildStore, message: Message
    ) -> discord.TextChannel:
        """The channel the message goes to, secret if it must be.

        Raises:
            _Parked: it is gone, of another guild, or open to others and cannot be closed.
        """
        server = self._bot.get_guild(guild)
        if server is None:
            raise _Parked("I am no longer in this server.")
        snowflake = message.to.channel
        if message.to.role is not None:
            place = await store.places.get(message.campaign, message.to.role)
            snowflake = place.snowflake if place else None
        channel = server.get_channel(snowflake or 0)
        if not isinstance(channel, discord.TextChannel):
            raise _Parked("The channel is gone.")
        role = message.to.role or ""
        if role.startswith(_FACTION) or role == _MODERATORS:
            await self._keep_secret(store, message, channel, role)
        return channel

    async def _keep_secret(
        self, store: GuildStore, message: Message, channel: discord.TextChannel, role: str
    ) -> None:
        names = ["role:" + role.removeprefix(_FACTION), "role:moderators"]
        places = [await store.places.get(message.campaign, name) for name in names]
        found = [channel.guild.get_role(place.snowflake) for place in places if place]
        readers = [role for role in found if role]
        if others := leaks(channel, readers):
            _log.warning("channel=%d could be read by %s; closing it", channel.id, others)
            try:
                await heal(channel, readers)
            except discord.Forbidden as error:
                raise _Parked(
                    f"#{channel.name} can be read by {', '.join(others)}, "
                    "and I may not close it: I need Manage Roles."
                ) from error

    # ------------------------------------------------------------------ what

    async def _send(
        self, guild: int, store: GuildStore, message: Message, channel: discord.TextChannel
    ) -> int:
        built = await self._build(guild, store, message)
        if message.kind is MessageKind.EDIT_STATUS:
            return await self._edit_status(store, message, channel, built)
        sent = await channel.send(
            built.content or None,
            embeds=built.embeds,
            files=built.files,
            nonce=message.nonce,
            allowed_mentions=built.allowed,
        )
        return sent.id

    async def _edit_status(
        self, store: GuildStore, message: Message, channel: discord.TextChannel, built: _Built
    ) -> int:
        """Bring the pinned status message up to date, or make it anew if it is gone."""
        known = await store.places.get(message.campaign, _STATUS)
        if known:
            try:
                partial = channel.get_partial_message(known.snowflake)
                await partial.edit(
                    content=built.content or None,
                    embeds=built.embeds,
                    attachments=built.files,
                    allowed_mentions=built.allowed,
                )
            except discord.NotFound:
                pass
            else:
                return known.snowflake
        sent = await channel.send(
            built.content or None,
            embeds=built.embeds,
            files=built.files,
            nonce=message.nonce,
            allowed_mentions=built.allowed,
        )
        await store.places.put(message.campaign, _STATUS, sent.id)
        await sent.pin(reason="The campaign's status")
        return sent.id

    async def _build(self, guild: int, store: GuildStore, message: Message) -> _Built:
        payload = Payload.model_validate_json(message.payload)
        files: list[discord.File] = []
        missing = ""
        for number, recipe in enumerate(payload.images, 1):
            try:
                drawn = await self._bot.workers.run(
                    draw, self._bot.host.path(guild), message.campaign, recipe
                )
            except WorkerError:
                raise
            except Exception:  # noqa: BLE001 - a report without its picture still tells
                _log.exception("message=%s: a picture could not be drawn", message.key)
                missing = "\n*(A picture could not be drawn; the host has been told.)*"
                continue
            name = f"{number}-{drawn.filename}"
            files.append(discord.File(io.BytesIO(drawn.png), name, description=drawn.alt))
        files += [discord.File(io.BytesIO(file.text.encode()), file.name) for file in payload.files]
        places = [await store.places.get(message.campaign, name) for name in payload.notify]
        roles = [discord.Object(place.snowflake) for place in places if place]
        mentions = " ".join(f"<@&{role.id}>" for role in roles)
        embeds = [_embed(card) for card in payload.cards]
        text = "\n".join(part for part in (mentions, payload.text) if part) + missing
        if embeds:
            embeds[-1].set_footer(text=message.key)
        elif message.kind is not MessageKind.EDIT_STATUS:
            text = f"{text}\n-# {message.key}"
        allowed = discord.AllowedMentions(
            everyone=False, users=False, roles=roles, replied_user=False
        )
        return _Built(text, embeds, files, allowed)

    # ------------------------------------------------------------------ what goes wrong

    async def _later(
        self, store: GuildStore, message: Message, error: Exception, *, doubtful: bool
    ) -> None:
        wait = min(timedelta(seconds=2 ** min(message.attempts, 10)), LONGEST_WAIT)
        _log.warning("message=%s is tried again in %s: %s", message.key, wait, error)
        await store.outbox.retry(
            message.id, self._bot.clock.now() + wait, str(error), doubtful=doubtful
        )

    async def _refused(
        self,
        store: GuildStore,
        message: Message,
        channel: discord.TextChannel,
        error: discord.HTTPException,
    ) -> None:
        """Discord takes the message in no form of ours: once more as a plain file, then aside."""
        _log.error("message=%s was refused: %s", message.key, error)
        payload = Payload.model_validate_json(message.payload)
        text = "\n\n".join([payload.text, *(f"{c.title}\n{c.text}" for c in payload.cards)])
        file = discord.File(io.BytesIO(text.encode()), f"{message.key.replace('·', '-')}.txt")
        try:
            sent = await channel.send(file=file, nonce=message.nonce)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as again:
            await store.outbox.park(message.id, _why(error))
            await self._tell_moderators(
                store, message, f"A message ({message.key}) could not be sent: {_why(again)}"
            )
        else:
            await store.outbox.sent(message.id, sent.id)

    async def _park_place(self, store: GuildStore, message: Message, why: str) -> None:
        role = message.to.role
        if role is None:
            await store.outbox.park(message.id, why)
            return
        async with store.unit():
            await store.outbox.retry(message.id, self._bot.clock.now(), why, doubtful=False)
            await store.places.park(message.campaign, role, why)
        await self._tell_moderators(
            store,
            message,
            f"⚠️ I cannot post for `{role}`: {why} Its messages wait. "
            "`/campaign repair` mends the channels and sends them.",
        )

    async def _tell_moderators(self, store: GuildStore, message: Message, text: str) -> None:
        if message.to.role == _MODERATORS:
            _log.error("campaign=%d: %s", message.campaign, text)
            return
        note = NewMessage(
            Address(role=_MODERATORS), f"{message.key}·!", Payload(text=text).model_dump_json()
        )
        await store.outbox.add(message.campaign, note)


async def _already_there(channel: discord.TextChannel, message: Message) -> int | None:
    """The id of the message if Discord has it: ours, and with its key."""
    if message.kind is MessageKind.EDIT_STATUS:
        return None  # an edit may be made twice
    async for posted in channel.history(limit=LOOK_BACK):
        if posted.author.id != channel.guild.me.id:
            continue
        marks = [posted.content, *(embed.footer.text or "" for embed in posted.embeds)]
        marks += [attachment.filename for attachment in posted.attachments]
        if any(message.key in mark for mark in marks):
            return posted.id
    return None


def _embed(card: Card) -> discord.Embed:
    embed = discord.Embed(title=card.title or None, description=card.text or None)
    if card.colour:
        embed.colour = discord.Colour(card.colour)
    for name, value in card.fields:
        embed.add_field(name=name, value=value)
    return embed


def _why(error: Exception) -> str:
    if isinstance(error, discord.Forbidden):
        return "Discord says that I lack the permission."
    if isinstance(error, discord.NotFound):
        return "Discord says that the channel is gone."
    return str(error)[:500]
