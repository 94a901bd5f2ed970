"""A story at the practice table: what was posted, what is true, and what factions know."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.answers import as_refusal
from bot.faces.stories import Story
from bot.practice.campaign import SampleCampaign
from bot.practice.reading import full_text
from bot.practice.table import Table
from tests.bot.samples import channel
from tests.bot.tables import Sitting


class Told(Sitting):
    """The table of a story, which `table.play` tells."""

    def posts(self, name: str) -> str:
        """All that the bot has posted for everybody in a channel."""
        cdn = self.table.env.backend.cdn
        return "\n".join(full_text(each, cdn) for each in channel(self.table, name).history())


@asynccontextmanager
async def telling(
    tables: partial[Table], story: Story, seed: int | None = None
) -> AsyncIterator[Told]:
    """The table of a story; at the end there may have been no error but refusals."""
    async with tables(campaign=SampleCampaign(story), seed=seed) as table:
        yield Told(table)
        assert [error for error in table.env.errors if as_refusal(error) is None] == []
