"""A small campaign at a practice table, for tests of maps, reports and rules."""

import asyncio
import datetime as dt
from typing import Any

from simcord import MemberActor

from bot.jobs.knowing import see
from bot.jobs.resolve import Act, resolve
from bot.practice.table import Table
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, DueTick, ModuleCopy
from engine.orders import Queued
from engine.packs.cohorts.setup.joining import Join
from engine.world import World
from tests.rules.scene import module

START = dt.datetime(2026, 1, 5, 8, tzinfo=dt.UTC)
SIZE = {"width": 16, "height": 12}
EXTENSIONS = ["bot.cogs.knowing", "bot.cogs.campaign"]


class Game:
    """A small campaign at a practice table, in which Ada plays the first faction."""

    def __init__(self, table: Table, campaign: Campaign) -> None:
        self.table = table
        self.host = table.bot.host
        self.campaign = campaign
        self.guild = table.guild.handle.id
        self.ada = table.guild.people["Ada"]
        self.bram = table.guild.people["Bram"]
        self.lobby = next(table.guild.channels())

    async def tick(self, kind: str, turn: int = 1, **more: Any) -> None:
        due = DueTick(kind, START, START.date(), turn, more.pop("run_date", None))
        path = self.host.path(self.guild)
        await asyncio.to_thread(resolve, path, self.campaign.id, due, START, **more)

    async def seat(self, person: MemberActor, faction: str, name: str) -> None:
        content = module().contents["cohorts"]
        parties = content.parties.values()  # type: ignore[attr-defined]
        party = next(p for p in parties if not p.factions or faction in p.factions)
        order = Queued("a1", Join(faction=faction, name=name, party=party.key))
        number = list(module().factions).index(faction) + 1
        async with self.host.stores.use(self.guild) as store:
            await store.members.join(self.campaign.id, person.id, number)
        await self.tick("setup", acts=[Act(person.id, order.to_json())])

    async def view(self) -> World:
        async with self.host.stores.use(self.guild) as store:
            campaign = await store.campaigns.get(self.campaign.id)
        return see(self.host.path(self.guild), campaign.id, campaign.tick, 1)


async def create(store: GuildStore, name: str) -> Campaign:
    copy = ModuleCopy(module().digest(), "cohorts", module().to_json())
    made = await store.campaigns.create(
        name, copy, engine_version="0", seed=bytes(32), seed_hash="h"
    )
    return await store.campaigns.set_state(made.id, CampaignState.RUNNING)


async def begun(table: Table) -> Game:
    """The campaign with Ada in it."""
    guild = table.guild.handle.id
    async with table.bot.host.stores.use(guild) as store:
        game = Game(table, await create(store, "The Long March"))
    await game.tick("setup", settings=SIZE)
    await game.seat(game.ada, "ashmark", "Ada")
    return game


async def ask(game: Game, person: MemberActor, command: str, /, **options: Any) -> Any:
    answer = await person.slash(game.lobby, command, **options)
    await game.table.rest()
    return answer


def refusal(answer: Any) -> str:
    (embed,) = (answer.followups[-1] if answer.followups else answer.response).embeds
    return embed.description
