"""Fixtures for tests of the real bot's process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

pytest.register_assert_rewrite("tests.bot.process.scene")

from tests.bot.process.scene import Scene, open_scene  # noqa: E402


@pytest_asyncio.fixture(loop_scope="function")
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    """A running campaign of the test's own, with no bot yet."""
    async with open_scene(tmp_path) as opened:
        yield opened
