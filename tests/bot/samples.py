"""Campaigns for tests of the bot: made by the real commands, or straight in a store."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
from simcord import ChannelHandle

from bot import assembly
from bot.campaign import almanac
from bot.catching_up import catch_up
from bot.clock import MovableClock
from bot.host import Host
from bot.payload import Payload
from bot.practice.table import Table
from bot.store.guild import GuildStore
from bot.store.records import Address, Campaign, Member, Message, NewMessage
from bot.verifying import verify
from engine.packs import Rules
from tests.bot import founding
from tests.bot.desking import AT_DESK, at_desk
from tests.bot.pressing import press
from tests.bot.tables import once, once_in_file

EXTENSIONS = [
    *("bot.rounds", "bot.commands.campaign", "bot.desk.command"),
    *("bot.joining.command", "bot.log.commands"),
]
ALL_BUT_HEALTH = [each for each in assembly.EXTENSIONS if each != "bot.health"]
GUILD = 7
USER = 70
ALONE = {USER: "Ada"}
SEAT = (founding.FACTION, "harrow_banner")
MONDAY = datetime(2026, 1, 5, 8, tzinfo=UTC)
"""Six hours before the cut-off of the module `cohorts`, which is 14:00 UTC in winter."""


# ---------------------------------------------------------------- without Discord


async def founded(
    host: Host,
    guild: int = GUILD,
    name: str = "The Long War",
    players: Mapping[int, str] = ALONE,
) -> Campaign:
    """A campaign with a world and these players, by user; the first in its guild's file."""
    case = ("founded", guild, name, tuple(players.items()), host.clock.now())
    await once_in_file(host.path(guild), case, partial(_found, host, guild, name, players))
    async with host.stores.use(guild) as store:
        return (await store.campaigns.all())[-1]


async def _found(host: Host, guild: int, name: str, players: Mapping[int, str]) -> None:
    async with host.stores.use(guild) as store:
        await founding.founded(store, players, host.clock.now(), name=name)


async def started(host: Host, made: Campaign, guild: int = GUILD) -> Campaign:
    """The campaign, whose calendar begins now."""
    rules = await host.rules(guild, made)
    async with host.stores.use(guild) as store:
        await almanac.begin(store, made, rules.module.calendar, host.clock.now())
        return await store.campaigns.get(made.id)


async def present(host: Host, campaign: int = 1) -> Campaign:
    """What a campaign is now."""
    async with host.stores.use(GUILD) as store:
        return await store.campaigns.get(campaign)


async def ticks(host: Host, campaign: int, guild: int = GUILD) -> list[tuple[str, str]]:
    """The kind and date of every tick but the setups, in order."""
    async with host.stores.use(guild) as store:
        made = await store.campaigns.ticks(campaign, last=1000)
    return [(t.kind, f"{t.local_date:%a %d}") for t in reversed(made) if t.kind != "setup"]


class Running:
    """A campaign on a host without Discord whose calendar has begun; its clock is moved."""

    def __init__(self, host: Host, clock: MovableClock, made: Campaign) -> None:
        self.host, self.clock, self.id = host, clock, made.id
        self.path = host.path(GUILD)

    def store(self) -> AbstractAsyncContextManager[GuildStore]:
        """That of its guild."""
        return self.host.stores.use(GUILD)

    async def campaign(self) -> Campaign:
        """What it is now."""
        return await present(self.host, self.id)

    async def rules(self) -> Rules:
        """Its rules as they are now."""
        return await self.host.rules(GUILD, await self.campaign())

    async def catch_up(self) -> int:
        """Make what is due; how many ticks that were."""
        return await catch_up(self.host, GUILD, self.id)

    async def ticks(self) -> list[tuple[str, str]]:
        """The kind and date of every tick but the setups, in order."""
        return await ticks(self.host, self.id)

    async def holds(self) -> None:
        """Every tick of it is what its seed, module and orders make of it."""
        verified = await asyncio.to_thread(lambda: [*verify(self.path, self.id)])
        assert [each for each in verified if each.faults or each.unchecked] == []


# ---------------------------------------------------------------- on a simulated Discord


def store_of(table: Table, guild: int | None = None) -> AbstractAsyncContextManager[GuildStore]:
    """The guild's store, as the bot uses it."""
    return table.bot.host.stores.use(guild or table.guild.handle.id)


async def says(
    table: Table, who: str, command: str, where: ChannelHandle | None = None, /, **options: Any
) -> Any:
    """A person gives a command, in the lobby if nowhere else, or does at the desk what is none.

    Then the bot comes to rest.
    """
    if command in AT_DESK:
        return await at_desk(table, who, command, **options)
    place = where or next(table.guild.channels())
    answer = await table.guild.people[who].slash(place, command, **options)
    await table.rest()
    return answer


async def confirms(table: Table, who: str, command: str, label: str, /, **options: Any) -> Any:
    """A person gives a command, and presses a button under what is asked."""
    return await press(table, who, await says(table, who, command, **options), label)


async def undone(table: Table, campaign: int, why: str, what: str = "") -> str:
    """Morgan undoes the last act of the log whose name has these words; gives its entry."""
    async with store_of(table) as store:
        found = next(each for each in await store.audit.latest(campaign) if what in each.what)
    entry = str(found.id)
    await confirms(table, "Morgan", "campaign undo", "Take it back", entry=entry, reason=why)
    return entry


def told(answer: Any) -> str:
    """All that an answer says."""
    return "\n".join(words(part) for part in (answer.response, *answer.followups))


def words(message: Any) -> str:
    """All the words of a message, its embeds included."""
    parts = [message.content or ""]
    for embed in message.embeds:
        parts += [embed.title, embed.description, embed.footer.text]
        parts += [f"{field.name}: {field.value}" for field in embed.fields]
    return "\n".join(part for part in parts if part)


def channel(table: Table, name: str) -> ChannelHandle:
    """The channel of that name."""
    return next(each for each in table.guild.channels() if each.name == name)


def posts(table: Table, name: str) -> list[str]:
    """What the bot has said in a channel, the notices that it pinned something left out."""
    history = channel(table, name).history()
    return [words(m) for m in history if m.type is discord.MessageType.default]


async def campaign_on(
    table: Table,
    players: Sequence[str] | Mapping[str, tuple[str, str]] = (),
    *,
    opened: bool = False,
    start: bool = False,
) -> int:
    """A campaign made by the owner's commands: opened, joined by these players, then started.

    With none of that asked for, it is only made. Players have one faction and party, unless theirs
    are named.
    """
    seats = players if isinstance(players, Mapping) else dict.fromkeys(players, SEAT)
    opened = opened or bool(seats) or start
    case = (*seats.items(), opened, start)
    await once(table, case, partial(_make, table, seats, opened, start))
    return await the_campaign(table)


async def _make(
    table: Table, seats: Mapping[str, tuple[str, str]], opened: bool, start: bool
) -> None:
    await says(
        table, "Morgan", "campaign create", module="cohorts", name="The Long War", **founding.SMALL
    )
    if opened:
        await says(table, "Morgan", "campaign open")
    for name, (faction, party) in seats.items():
        await says(table, name, "join", faction=faction, start=party)
    if start:
        await says(table, "Morgan", "campaign start")


async def the_campaign(table: Table, guild: int | None = None) -> int:
    """The latest campaign of the server."""
    async with store_of(table, guild) as store:
        return (await store.campaigns.all())[-1].id


async def members(table: Table) -> list[Member]:
    """Who has a seat in the latest campaign."""
    async with store_of(table) as store:
        return await store.members.of_campaign(await the_campaign(table))


def roles(table: Table, name: str) -> tuple[str, ...]:
    """The roles of a person."""
    return table.guild.roles(table.guild.people[name])


async def post(table: Table, campaign: int, role: str, key: str, payload: Payload) -> Message:
    """Put a message into the outbox and let it go out."""
    with table.env._bot_scope():
        async with store_of(table) as store:
            message = NewMessage(Address(role=role), key, payload.model_dump_json())
            added = await store.outbox.add(campaign, message)
    await table.rest()
    return added
