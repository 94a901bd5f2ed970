"""Fixtures for tests of the front."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.front.table import Table, open_table


@pytest_asyncio.fixture(loop_scope="module")
async def table() -> AsyncIterator[Table]:
    """A table of the test's own, with no bot yet."""
    async with open_table() as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running() -> AsyncIterator[Table]:
    """A table with the small bot connected, shared by a module's tests."""
    async with open_table() as opened, opened.small_bot() as bot:
        await bot.said("ready")
        yield opened


@pytest.fixture
def live(running: Table) -> Table:
    """The running table with a channel and a record of requests of the test's own."""
    return running.with_new_hall(f"hall-{len(running.ada.guild.channels)}")
