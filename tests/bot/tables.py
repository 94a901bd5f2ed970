"""What a test begins from is made once, and laid down again for the others that begin so.

`once` does that for a whole table, the guild's file and its Discord; `once_in_file` for the file
alone, where no command is needed to make it. `Sitting` is what tests ask of a campaign at a table.

What commands make takes half a second, and the same commands at the same table make the same. Only
what stands is kept: who asked for what, and what the bot has in memory, is not.
"""

import asyncio
import pickle
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from simcord import MemberActor
from simcord.backend.serializers import guild_create_payload
from simcord.env import Env

from bot.client import PERMISSIONS
from bot.guild_commands import GuildCommands, refresh
from bot.host import Seat
from bot.jobs.knowing import see
from bot.jobs.opened import world_at
from bot.practice.table import FIRST_DAY, Table
from bot.store.records import Campaign, Draft
from engine.packs.cohorts.pieces.records import Character, City, Province
from engine.world import World

# What belongs to the running bot, to the clock, or to what was said on the way.
_NOT_KEPT = {
    *("subscribers", "clock", "commands", "faults"),
    *("http_requests", "transcript", "interactions", "interaction_tokens"),
}


@dataclass(frozen=True, slots=True)
class KeptTable:
    """What is laid down."""

    file: bytes
    """The guild's file."""
    discord: bytes
    """The state of the simulated Discord, pickled."""
    when: datetime

    @classmethod
    async def of(cls, table: Table) -> "KeptTable":
        """The table as it stands; the bot is at rest."""
        file = await asyncio.to_thread(file_of, table.bot.host.path(table.guild.handle.id))
        return cls(file, discord_of(table), table.clock.now())

    async def lay(self, table: Table) -> None:
        """Have a bare table stand as the kept one did, and its bot come to rest."""
        if self.when > table.clock.now():
            await table.move_to(self.when)
        bot, backend, guild = table.bot, table.env.backend, table.guild.handle.id
        state: dict[str, Any] = pickle.loads(self.discord)
        vars(backend).update(state)
        table.guild.handle._guild = backend.guilds[guild]
        for person in table.guild.people.values():
            person.user._user = backend.users[person.id]
        backend.emit("GUILD_CREATE", guild_create_payload(backend, backend.guilds[guild]))
        await table.rest()
        await asyncio.to_thread(bot.host.path(guild).write_bytes, self.file)
        with table.env._bot_scope():
            if any(isinstance(cog, GuildCommands) for cog in bot.cogs.values()):
                await refresh(bot, guild)
            await bot.host.stores.schedule.at_most(guild, table.clock.now())
        await table.rest()


_KEPT: dict[tuple[object, ...], KeptTable] = {}


async def once(table: Table, case: tuple[object, ...], make: Callable[[], Awaitable[None]]) -> None:
    """Have the table stand as `make` leaves it, which is done at the first table of this case.

    A table at which something has already happened is made anew, whatever the case.
    """
    if not bare(table):
        await make()
        return
    # A test may have changed the server before, and not all tables have all commands.
    key = (*case, *table.bot.cogs, discord_of(table))
    if key in _KEPT:
        await _KEPT[key].lay(table)
    else:
        await make()
        _KEPT[key] = await KeptTable.of(table)


_FILES: dict[tuple[object, ...], bytes] = {}


async def once_in_file(
    path: Path, case: tuple[object, ...], make: Callable[[], Awaitable[None]]
) -> None:
    """Have a guild's file hold what `make` writes, which is done for the first file of the case."""
    if case in _FILES:
        await asyncio.to_thread(path.write_bytes, _FILES[case])
    else:
        await make()
        _FILES[case] = await asyncio.to_thread(file_of, path)


def bare(table: Table) -> bool:
    """Whether nothing has happened at the table yet, and Discord is not to refuse anything."""
    return (
        table.clock.now() == FIRST_DAY
        and not table.bot.host.stores.has_file(table.guild.handle.id)
        and not table.env.backend.faults
    )


def discord_of(table: Table) -> bytes:
    """The state of the simulated Discord: the same bytes for the same history."""
    backend = vars(table.env.backend)
    return pickle.dumps({name: each for name, each in backend.items() if name not in _NOT_KEPT})


def file_of(path: Path) -> bytes:
    """A guild's file, with what still stands beside it in its journal."""
    with closing(sqlite3.connect(path)) as db:
        return db.serialize()


class Sitting:
    """A table with a campaign on it, the latest of the server; a person is named, or the actor."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.people = table.guild.people
        self.host = table.bot.host
        self.guild = table.guild.handle.id
        self.lobby = next(table.guild.channels())

    async def campaign(self) -> Campaign:
        """The campaign's row as it is now."""
        async with self.host.stores.use(self.guild) as store:
            return (await store.campaigns.all())[-1]

    async def seat_of(self, who: str | MemberActor) -> Seat:
        """A person's seat, as commands find it."""
        campaign = await self.campaign()
        async with self.host.stores.use(self.guild) as store:
            member = await store.members.get(campaign.id, self._user(who))
        assert member is not None
        return Seat(self.guild, campaign, member)

    async def draft(self, who: str | MemberActor) -> Draft:
        """A person's draft as it is stored."""
        campaign = await self.campaign()
        async with self.host.stores.use(self.guild) as store:
            return await store.drafts.get(campaign.id, self._user(who))

    async def truth(self, tick: int | None = None) -> World:
        """The world as it is, or as it was after a tick; it may be changed."""
        campaign = await self.campaign()
        path, last = self.host.path(self.guild), tick or campaign.tick
        return (await asyncio.to_thread(world_at, path, campaign.id, last)).fork()

    async def view(self, who: str | MemberActor) -> World:
        """What a person's faction knows."""
        seat = await self.seat_of(who)
        path, campaign = self.host.path(self.guild), seat.campaign
        return await asyncio.to_thread(see, path, campaign.id, campaign.tick, seat.member.faction)

    async def home(self, who: str | MemberActor) -> tuple[City, Province, Character]:
        """A person's city, its province, and the first of the person's characters."""
        view, player = await self.view(who), (await self.seat_of(who)).player
        heroes = list(view.by(Character, "player", player))
        barons = {hero.id for hero in heroes}
        city = next(c for c in view.all(City) if c.knows("baron") and c.baron in barons)
        return city, view.get(Province, city.province), heroes[0]

    def _user(self, who: str | MemberActor) -> int:
        return (self.people[who] if isinstance(who, str) else who).id


def elsewhere(env: Env, name: str = "Elsewhere", owner: str = "Odo") -> MemberActor:
    """The owner of another server, which has invited the bot."""
    user = env.create_user(owner.lower(), global_name=owner)
    server = env.create_guild(name, owner=user)
    for role in env.backend.guilds[server.id].roles.values():
        if role.managed:
            role.permissions = PERMISSIONS.value
    return MemberActor(env, server, user)
