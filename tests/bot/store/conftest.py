"""A folder of stores with one campaign in it, under a clock that stands until it is moved."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.store.guild import GuildStore
from bot.store.stores import Stores
from tests.bot.store.scene import CAMPAIGN, GUILD, NOON, found_campaign, opened


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(NOON)


@pytest.fixture
async def stores(tmp_path: Path, clock: MovableClock) -> AsyncIterator[Stores]:
    async with opened(tmp_path / "campaigns", clock) as stores:
        yield stores


@pytest.fixture
async def store(stores: Stores) -> AsyncIterator[GuildStore]:
    """The guild's, in which `CAMPAIGN` is founded."""
    async with stores.use(GUILD) as store:
        assert (await found_campaign(store)).id == CAMPAIGN
        yield store


@pytest.fixture
def path(store: GuildStore) -> Path:
    return store.path
