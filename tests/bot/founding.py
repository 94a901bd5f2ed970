"""A campaign in a guild's file, made by the real code without Discord: created, founded, joined."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from bot.resolving import Act, resolve
from bot.store.guild import GuildStore
from bot.store.records import Campaign, ModuleCopy
from bot.store.ticks import DueTick
from engine import __version__
from engine.dice import Seed, seed_hash
from engine.module import Module
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup.joining import Join
from tests.rules.scene import module as shipped

SEED: Final = Seed(bytes(range(32)))
SMALL: Final = {"width": 16, "height": 12}
FACTION: Final = "ashmark"


async def created(
    store: GuildStore,
    name: str = "The Long March",
    module: Module | ModuleCopy | None = None,
    seed: Seed = SEED,
) -> Campaign:
    """A campaign without a world, by default of Cohorts as it is shipped."""
    copy = module if isinstance(module, ModuleCopy) else ModuleCopy.of(module or shipped())
    return await store.campaigns.create(
        name, copy, engine_version=__version__, seed=seed, seed_hash=seed_hash(seed)
    )


def set_up(store: GuildStore, campaign: int, at: datetime, **more: Any) -> None:
    """A setup at that time."""
    resolve(store.path, campaign, DueTick("setup", at, at.date(), 1), at, **more)


async def seated(
    store: GuildStore,
    campaign: int,
    user: int,
    name: str,
    at: datetime,
    *,
    faction: str = FACTION,
    module: Module | None = None,
) -> None:
    """Seat a user and make the player, with the first party that the faction may have."""
    of = module or shipped()
    parties = of.content(Content).parties.values()
    party = next(each for each in parties if not each.factions or faction in each.factions)
    given = {"faction": faction, "name": name, "party": party.key}
    order = Queued("a1", Rules.of(of).orders[Join.path].model_validate(given))
    await store.members.join(campaign, user, list(of.factions).index(faction) + 1)
    set_up(store, campaign, at, acts=[Act(user, order.to_json())])


async def founded(
    store: GuildStore,
    players: Mapping[int, str],
    at: datetime,
    *,
    name: str = "The Long March",
    seed: Seed = SEED,
) -> Campaign:
    """A campaign of Cohorts with a small world, and these players by user."""
    made = await created(store, name, seed=seed)
    set_up(store, made.id, at, settings=SMALL)
    for user, called in players.items():
        await seated(store, made.id, user, called, at)
    return made
