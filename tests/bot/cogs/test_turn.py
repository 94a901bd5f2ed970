"""/turn, its button under reports and the question before submitting, as players use them."""

from collections.abc import Sequence
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.practice.table import Table
from bot.store.records import CampaignState
from tests.bot.seated import Game, begin, embed, text


@pytest.fixture
def extensions() -> Sequence[str]:
    return ["bot.cogs.guild_commands", "bot.cogs.knowing", "bot.cogs.queue", "bot.cogs.turn"]


@pytest_asyncio.fixture
async def game(table: Table) -> Game:
    return await begin(table)


async def ask_again(game: Game) -> None:
    """Have Ada asked before she submits, as people are."""
    async with game.host.stores.use(game.guild) as store:
        await store.turn_notes.silence(game.campaign_id, game.ada.id, silent=False)


def menus(answer: Any) -> dict[str, discord.SelectMenu]:
    """The menus under an answer, by the line that leads on."""
    rows = (answer.followups[-1] if answer.followups else answer.response).message.components
    found = [each for row in rows for each in row.children if isinstance(each, discord.SelectMenu)]
    return {option.label: menu for menu in found for option in menu.options}


async def choose(game: Game, answer: Any, label: str) -> Any:
    """What follows a line of Your turn."""
    menu = menus(answer)[label]
    value = next(option.value for option in menu.options if option.label == label)
    chosen = await game.ada.select(
        answer.response.message, [value], custom_id=menu.custom_id
    )
    await game.table.rest()
    return chosen


async def test_your_turn_opens_with_what_there_is_to_decide(game: Game) -> None:
    answer = await game.ask(game.ada, "turn")
    print(embed(answer).title, text(answer)); print(list(menus(answer)))
    assert 0
