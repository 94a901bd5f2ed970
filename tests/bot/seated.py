"""A small running campaign at a practice table, in which Ada and Bram play one faction."""

import asyncio
import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from simcord import MemberActor

from bot.guild_commands import refresh
from bot.practice.table import FIRST_DAY, Table
from bot.resolving import resolve
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState
from bot.store.ticks import DueTick
from engine.dice import Seed
from engine.module import Module
from engine.world import World
from tests.bot import founding
from tests.bot.pressing import choose, press
from tests.bot.store.scene import make_tick
from tests.bot.tables import Sitting, once_in_file
from tests.rules.scene import module


class Game(Sitting):
    """The campaign, its table and what tests ask of them."""

    def __init__(self, table: Table, campaign: int, played: str = "cohorts") -> None:
        super().__init__(table)
        self.module = module(played)
        self.campaign_id = campaign
        self.ada, self.bram, self.cora = (self.people[name] for name in ("Ada", "Bram", "Cora"))

    async def tick(self, kind: str, **more: Any) -> None:
        """One tick now, without the schedule."""
        due = DueTick(kind, FIRST_DAY, FIRST_DAY.date(), 1, more.pop("run_date", None))
        path = self.host.path(self.guild)
        await asyncio.to_thread(resolve, path, self.campaign_id, due, FIRST_DAY, **more)

    async def seat(self, person: MemberActor, name: str, faction: str = founding.FACTION) -> None:
        """Seat a person and make the player."""
        async with self.host.stores.use(self.guild) as store:
            await founding.seated(
                store,
                self.campaign_id,
                person.id,
                name,
                FIRST_DAY,
                faction=faction,
                module=self.module,
            )
            # Most tests submit half a turn and mean it; those of the question ask for it.
            await store.turn_notes.silence(self.campaign_id, person.id, silent=True)

    async def put(self, world: World, **told: Any) -> int:
        """A tick after which the world is this one, and what was told in it; its number."""
        changed = [(kind, id, new.dump() if new else None) for kind, id, _, new in world.changes()]
        told |= {"changes": [*changed, *world.counters()]}
        due = DueTick("edit", FIRST_DAY, FIRST_DAY.date(), 1)
        path = self.host.path(self.guild)
        made = await asyncio.to_thread(make_tick, path, self.campaign_id, due, FIRST_DAY, **told)
        return made.number

    async def campaign(self) -> Campaign:
        """The campaign's row as it is now."""
        async with self.host.stores.use(self.guild) as store:
            return await store.campaigns.get(self.campaign_id)

    async def state(self, state: CampaignState) -> None:
        """Give the campaign another state."""
        async with self.host.stores.use(self.guild) as store:
            await store.campaigns.set_state(self.campaign_id, state)

    async def ask(self, person: MemberActor, command: str, /, **options: Any) -> Any:
        """What the bot answers to a command, once every worker is done."""
        answer = await person.slash(self.lobby, command, **options)
        await self.table.rest()
        return answer

    async def press(self, person: MemberActor, answer: Any, label: str) -> Any:
        """What the bot answers to a button under an answer."""
        return await press(self.table, person, answer, label)

    async def choose(self, person: MemberActor, answer: Any, begins: str, *wanted: str) -> Any:
        """What the bot answers to a choice from the menu whose placeholder begins so."""
        return await choose(self.table, person, answer, begins, *wanted)


async def begin(
    table: Table,
    played: str = "cohorts",
    faction: str = founding.FACTION,
    *,
    foes: bool = False,
    alone: bool = False,
) -> Game:
    """Found a campaign of a module, seat Ada and Bram, and give the guild its commands.

    They play for that faction, else for the first; `foes` has Bram play for the next one, `alone`
    leaves Bram without a seat.
    """
    factions = sorted(module(played).factions, key=lambda key: key != faction)
    seats = tuple(factions[:1]) if alone else (factions[0], factions[foes])
    game = Game(table, 1, played)
    await once_in_file(
        game.host.path(game.guild), ("seated", played, seats), partial(_found, game, seats)
    )
    with table.env._bot_scope():
        await refresh(table.bot, game.guild)
    await table.rest()
    return game


async def _found(game: Game, seats: Sequence[str]) -> None:
    async with game.host.stores.use(game.guild) as store:
        made = await create(store, game.module, "The Long March")
    assert made.id == game.campaign_id
    await game.tick("setup", settings=founding.SMALL)
    for faction, person, name in zip(seats, (game.ada, game.bram), ("Ada", "Bram"), strict=False):
        await game.seat(person, name, faction)


async def create(store: GuildStore, played: Module, name: str) -> Campaign:
    """A campaign that runs, and has no world yet."""
    made = await founding.created(store, name, played, Seed(bytes(32)))
    return await store.campaigns.set_state(made.id, CampaignState.RUNNING)


def embed(answer: Any) -> discord.Embed:
    """The card of an answer, or of the refusal that followed it."""
    (found,) = (answer.followups[-1] if answer.followups else answer.response).embeds
    return found


def text(answer: Any) -> str:
    """The words of an answer's card."""
    return embed(answer).description or ""


def way_out(answer: Any) -> str:
    """What a refusal says one can do."""
    return next((field.value or "" for field in embed(answer).fields), "")


MONDAY = dt.date(2026, 1, 5)
