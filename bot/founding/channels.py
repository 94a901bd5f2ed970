"""The channels and roles of a campaign on Discord: making them, and making good what is missing.

Work that was interrupted goes on where it was, even after Discord has made a thing and before that
is noted: each is made with a mark (a role or category as its name, a channel as its topic) that was
drawn for it and stored before, which nobody else can have given, and loses it once it is noted. So
running it again makes nothing twice, and takes nothing that is a stranger's.
Who may read what is in `bot.post.channels`.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import discord

from bot import faults
from bot.answers import Refused
from bot.campaign.steps import is_full, why_not
from bot.campaign.watched import ONLOOKERS, watch_of
from bot.faces.paint.palette import livery
from bot.faces.words.text import plain
from bot.post.channels import leaks, public, secret
from bot.store.guild import GuildStore
from bot.store.records import Campaign
from engine.module import Module

Thing = TypeVar("Thing", discord.Role, discord.CategoryChannel, discord.TextChannel)
Channel = TypeVar("Channel", discord.CategoryChannel, discord.TextChannel)
_CHANNELS, _ROLES, _IN_CATEGORY = 500, 250, 50  # Discord: the most of each

_log = logging.getLogger(__name__)

# What is needed in every server; without it a campaign cannot be set up.
NEEDED = discord.Permissions(
    view_channel=True,
    manage_channels=True,
    manage_roles=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A role with the channel that it reads; `number` is the faction's id, 0 the moderators."""

    place: str
    name: str
    channel: str
    topic: str
    colour: int = 0

    @property
    def role(self) -> str:
        return "role:" + self.place.removeprefix("faction:")


def check(guild: discord.Guild, module: Module) -> None:
    """Raise `Refused` if the server lacks the room or the bot the rights for a campaign."""
    mine = guild.me.guild_permissions
    missing = [name for name, on in NEEDED if on and not getattr(mine, name)]
    if missing:
        raise Refused(
            f"I lack permissions in this server: {', '.join(missing).replace('_', ' ')}.",
            way_out="Ask an administrator to grant them to my role, then try again.",
        )
    count = len(module.factions) + 2
    if count > _IN_CATEGORY or len(guild.channels) + count + 1 > _CHANNELS:
        raise Refused(
            f"A server holds {_CHANNELS} channels; there is no room for {count + 1} more.",
            way_out="Delete channels that nobody needs.",
        )
    if len(guild.roles) + count > _ROLES:
        raise Refused(
            f"A server holds {_ROLES} roles; there is no room for {count - 1} more.",
            way_out="Delete roles that nobody needs.",
        )


@dataclass(slots=True)
class Furnished:
    """The result, in words."""

    done: list[str] = field(default_factory=list[str])
    """What was made or mended."""
    failed: list[str] = field(default_factory=list[str])
    """What could not be, each with why, as Discord may show it."""
    full: bool = False
    """Whether the server has no room for something of it."""


async def furnish(
    guild: discord.Guild, store: GuildStore, campaign: Campaign, module: Module
) -> Furnished:
    """Make every role and channel that is missing and close those that are open to others.

    What Discord refuses is told, and the rest goes on; what was made stays and is known.
    """
    work = _Furnishing(guild, store, campaign)
    await work.read()
    wanted = _wanted(campaign, module)
    readers = {each.place: await work.role(each) for each in wanted}
    moderators = readers["moderators"]
    await work.category()
    # A copy of a campaign shows what the original keeps secret.
    trial = bool(await store.campaigns.original(campaign.id))
    news = f"{campaign.name}: news for everyone" if not trial else f"{campaign.name}: a copy's news"
    await work.channel("herald", "herald", news, [moderators] if trial else None)
    if (await watch_of(store, campaign.id)).open and not trial:
        topic = f"{campaign.name}: for onlookers, some turns late"
        await work.channel(ONLOOKERS, "onlookers", topic, None)
    for each in wanted:
        may_read = list(dict.fromkeys([readers[each.place], moderators]))
        await work.channel(each.place, each.channel, each.topic, may_read)
    return work.told


def _wanted(campaign: Campaign, module: Module) -> list[_Wanted]:
    name = campaign.name
    found = [_Wanted("moderators", f"Moderators · {name}"[:100], "moderators", f"{name}: behind")]
    for number, faction in enumerate(module.factions.values(), 1):
        found.append(
            _Wanted(
                f"faction:{number}",
                f"{faction.name} · {name}"[:100],
                faction.key.replace("_", "-"),
                f"{faction.name}, under the sign of the {faction.emblem}: for its players alone",
                int(livery(faction.colour).colour.removeprefix("#"), 16),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class _Making(Generic[Thing]):
    """How things of a kind are made with a mark, found by it, and freed of it."""

    make: Callable[[str], Awaitable[Thing]]
    finish: Callable[[Thing], Awaitable[object]]
    there: Callable[[], Awaitable[Sequence[Thing]]]
    mark: Callable[[Thing], str]


class _Furnishing:
    """One pass over the places of a campaign."""

    def __init__(self, guild: discord.Guild, store: GuildStore, campaign: Campaign) -> None:
        self._guild = guild
        self._store = store
        self._campaign = campaign
        self._known: Mapping[str, int] = {}
        self._parked: set[str] = set()
        self._category: discord.CategoryChannel | None = None
        self._anew = False
        """Whether the category was made by this pass; channels that are in none go there."""
        self.told = Furnished()

    async def read(self) -> None:
        places = await self._store.places.of_campaign(self._campaign.id)
        self._known = {place.role: place.snowflake for place in places}
        self._parked = {place.role for place in places if place.parked}

    async def role(self, wanted: _Wanted) -> discord.Role | None:
        """The role; None where Discord does not let us make it."""

        async def make(mark: str) -> discord.Role:
            return await self._guild.create_role(
                name=mark,
                colour=discord.Colour(wanted.colour),
                permissions=discord.Permissions.none(),
                reason=self._reason,
            )

        making = _Making(
            make,
            finish=lambda role: role.edit(name=wanted.name, reason=self._reason),
            there=self._guild.fetch_roles,
            mark=lambda role: role.name,
        )
        known = self._guild.get_role(self._known.get(wanted.role, 0))
        return await self._once(wanted.role, f"the role {wanted.name}", known, making)

    async def category(self) -> None:
        async def make(mark: str) -> discord.CategoryChannel:
            return await self._guild.create_category(mark, reason=self._reason)

        making = _Making(
            make,
            finish=lambda found: found.edit(name=self._campaign.name, reason=self._reason),
            there=lambda: self._channels(discord.CategoryChannel),
            mark=lambda found: found.name,
        )
        known = self._guild.get_channel(self._known.get("category", 0))
        known = known if isinstance(known, discord.CategoryChannel) else None
        self._category = await self._once("category", "the category", known, making)
        self._anew = known is None

    async def channel(
        self, place: str, name: str, topic: str, readers: Sequence[discord.Role | None] | None
    ) -> None:
        """Make the channel, or close it to all but its readers; None is for everyone.

        A role that could not be made reads it once it is there.
        """
        try:
            there = None if readers is None else [each for each in readers if each]
            await self._channel(place, name, topic, there)
        except discord.HTTPException as error:
            self._refused(f"#{name}", error)

    async def _channel(
        self, place: str, name: str, topic: str, readers: list[discord.Role] | None
    ) -> None:
        overwrites = public(self._guild) if readers is None else secret(self._guild, readers)

        async def make(mark: str) -> discord.TextChannel:
            return await self._guild.create_text_channel(
                name,
                category=self._category,
                topic=mark,
                overwrites=overwrites,
                reason=self._reason,
            )

        making = _Making(
            make,
            finish=lambda found: found.edit(topic=topic[:1024], reason=self._reason),
            there=lambda: self._channels(discord.TextChannel),
            mark=lambda found: found.topic or "",  # a new name would be told in the channel
        )
        known = self._guild.get_channel(self._known.get(place, 0))
        known = known if isinstance(known, discord.TextChannel) else None
        found = await self._one(place, f"#{name}", known, making)
        if readers is not None:
            wrong = bool(leaks(found, readers))
        else:
            wrong = place == ONLOOKERS and self._loud(found)
        if self._shut(found, readers or []) or wrong:
            await found.edit(overwrites=overwrites, reason=self._reason)
            self.told.done.append(f"who may read #{name}")
        if self._anew and self._category and known and known.category_id is None:
            await found.edit(category=self._category, reason=self._reason)
        if known and place in self._parked:
            await self._store.places.unpark(self._campaign.id, place)
            self.told.done.append(f"sending to #{name} again")

    async def _once(
        self, place: str, what: str, known: Thing | None, making: _Making[Thing]
    ) -> Thing | None:
        """The same, or None where Discord refuses it, which is told."""
        try:
            return await self._one(place, what, known, making)
        except discord.HTTPException as error:
            self._refused(what, error)
            return known

    def _refused(self, what: str, error: discord.HTTPException) -> None:
        _log.warning("guild=%d campaign=%d %s: %s", self._guild.id, self._campaign.id, what, error)
        self.told.failed.append(f"{plain(what)}: {plain(why_not(error))}")
        self.told.full = self.told.full or is_full(error)

    async def _one(
        self, place: str, what: str, known: Thing | None, making: _Making[Thing]
    ) -> Thing:
        """The thing that is `known`, else one that was left half-made, else a new one."""
        key = f"making:{self._campaign.id}:{place}"
        mark = await self._store.settings.get(key)
        found = known
        if found is None and mark:  # asked of Discord: what is new may not have been told us yet
            left = [each for each in await making.there() if making.mark(each) == mark]
            found = min(left, key=lambda each: each.id, default=None)
        if found is None:
            mark = f"making-{secrets.token_hex(8)}"
            await self._store.settings.put(key, mark)
            found = await making.make(mark)
            faults.hit("furnishing.after_making")
        if found is not known:
            await self._store.places.put(self._campaign.id, place, found.id)
            faults.hit("furnishing.after_note")
            self.told.done.append(what)
        if mark:
            await making.finish(found)
            await self._store.settings.put(key, "")
        return found

    async def _channels(self, kind: type[Channel]) -> Sequence[Channel]:
        return [each for each in await self._guild.fetch_channels() if isinstance(each, kind)]

    def _shut(self, channel: discord.TextChannel, readers: list[discord.Role]) -> bool:
        """Whether the bot cannot post there, or a role cannot read that should."""
        mine = channel.permissions_for(self._guild.me)
        unread = [r for r in readers if channel.overwrites_for(r).view_channel is not True]
        return bool(unread) or not (mine.view_channel and mine.send_messages)

    def _loud(self, channel: discord.TextChannel) -> bool:
        """Whether others than the bot may write in a channel for all, or not everyone read it."""
        everyone = self._guild.default_role
        if channel.overwrites_for(everyone).view_channel is False:
            return True
        ours = {everyone.id, self._guild.me.id}
        return channel.overwrites_for(everyone).send_messages is not False or any(
            overwrite.send_messages
            for who, overwrite in channel.overwrites.items()
            if who.id not in ours
        )

    @property
    def _reason(self) -> str:
        return f"For the campaign {self._campaign.name}"
