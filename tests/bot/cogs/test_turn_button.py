"""The button that opens Your turn, under reports, the status and the welcome; after a restart."""

from collections.abc import Sequence

import discord
import pytest

from bot.post.payload import YOUR_TURN
from bot.practice.table import Table
from tests.bot.samples import EXTENSIONS, campaign_on


@pytest.fixture
def extensions() -> Sequence[str]:
    return [
        "bot.cogs.guild_commands",
        "bot.cogs.knowing",
        "bot.cogs.queue",
        "bot.cogs.turn",
        *EXTENSIONS,
    ]


def turn_buttons(message: discord.Message) -> list[discord.Button]:
    """The buttons under a message that open Your turn."""
    rows = message.components
    found = [each for row in rows for each in row.children if isinstance(each, discord.Button)]
    return [each for each in found if each.label == YOUR_TURN]


async def test_x(table: Table) -> None:
    await campaign_on(table, ["Ada", "Cora"], start=True)
    for c in table.guild.channels():
        print(c.name, [(m.content[:60], len(m.embeds), len(turn_buttons(m))) for m in c.history()])
    assert 0
