"""A campaign on a table of the unchanged bot: one for a whole file, or one for each test.

`scene` is shared by a file's tests, which may therefore change nothing; `own` is a test's own.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.workers import Workers
from tests.bot.surface.scene import Scene


@pytest.fixture(autouse=True)
def _blanks() -> None:
    """Real pictures are posted here: what they show and say is part of the surface."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> AsyncIterator[Scene]:
    data = tmp_path_factory.mktemp("data")
    async with Table(Settings(data=data), workers, extensions=HERE) as table:
        yield await Scene(table).found()


@pytest_asyncio.fixture(loop_scope="function")
async def own(settings: Settings, workers: Workers) -> AsyncIterator[Scene]:
    async with Table(settings, workers, extensions=HERE) as table:
        yield await Scene(table).found()
