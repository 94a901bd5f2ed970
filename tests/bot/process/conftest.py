"""Fixtures for tests of the real bot's process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.process.scene import Scene, open_scene


@pytest_asyncio.fixture(loop_scope="function")
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    """A running campaign of the test's own, with no bot yet."""
    async with open_scene(tmp_path) as opened:
        yield opened
