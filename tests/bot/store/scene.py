"""What the store's tests share: a campaign, its dues, and a tick made of given changes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.clock import Clock, MovableClock
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, ModuleCopy
from bot.store.resolving import commit_tick, read_point, release_lease, take_lease
from bot.store.stores import Stores
from bot.store.ticks import CommittedTick, DueTick, EntityChange, TickResult

GUILD = 700_000_000_000_000_007
CAMPAIGN = 1
"""The first of a guild's file."""
PLAYER = 1001
NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)
CUT_OFF = datetime(2024, 5, 7, 13, tzinfo=UTC)
RUN_DAY = DueTick("run", CUT_OFF, date(2024, 5, 7), 1, date(2024, 5, 7), CUT_OFF)
EDIT = DueTick("edit", NOON, date(2024, 5, 6), 1)
SPAN = timedelta(minutes=1)
MODULE = ModuleCopy("digest-1", "cohorts", '{"name": "cohorts"}')
SEED = b"never to be told" * 2


@asynccontextmanager
async def opened(folder: Path, clock: Clock | None = None) -> AsyncIterator[Stores]:
    """The stores of a folder, all of which can be read; closed at the end. It stays noon there."""
    stores = Stores(folder, clock or MovableClock(NOON))
    assert await stores.open() == {}
    try:
        yield stores
    finally:
        await stores.close()


@asynccontextmanager
async def used(
    folder: Path, guild: int = GUILD, clock: Clock | None = None
) -> AsyncIterator[GuildStore]:
    """The same for the store of one guild."""
    async with opened(folder, clock) as stores, stores.use(guild) as store:
        yield store


async def found_campaign(store: GuildStore, name: str = "The Long March") -> Campaign:
    """A running campaign of one player."""
    campaign = await store.campaigns.create(
        name, MODULE, engine_version="1.0", seed=SEED, seed_hash="hash of it"
    )
    await store.members.join(campaign.id, PLAYER, faction=1)
    return await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)


def outcome(changes: Sequence[EntityChange] = (), **more: Any) -> TickResult:
    """A tick's result of which only what matters to a test is given."""
    return replace(
        TickResult(
            engine_version="1.0", hash_before="a", hash_after="b", chain="c", changes=changes
        ),
        **more,
    )


def make_tick(
    path: Path, campaign: int, due: DueTick = EDIT, now: datetime = NOON, **result: Any
) -> CommittedTick:
    """One tick from lease to commit."""
    lease = take_lease(path, campaign, now, SPAN)
    read = read_point(path, campaign, due)
    tick = commit_tick(path, lease, read, outcome(**result), now)
    release_lease(path, lease)
    return tick


def run_on_time(at: datetime) -> date:
    """The calendar of these tests: before the cut-off the 7th, from then on the 8th."""
    return date(2024, 5, 7) if at < CUT_OFF else date(2024, 5, 8)
