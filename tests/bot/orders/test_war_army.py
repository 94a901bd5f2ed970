"""An army of Warmaster on a practice table: looked at and deployed by taps alone."""

import pytest_asyncio

from bot.practice.table import Table
from engine.packs import Rules
from engine.packs.warmaster.orders.deploying import DeployUnit
from tests.bot.seated import Game, begin
from tests.bot.tapping import Thumb

COGS = ["bot.guild_commands", "bot.orders.queue"]


@pytest_asyncio.fixture
async def game(table: Table) -> Game:
    return await begin(table, "warmaster", "lorngate")


async def test_an_army_is_deployed_by_taps(game: Game) -> None:
    army = Thumb(game, game.ada, await game.ask(game.ada, "show army"))
    assert "• General: " in army.text
    assert army.message.attachments
    await army.press("When it attacks")
    assert "18 hexes" in army.text
    await army.press("Back to the card")
    form = army.on(await army.choose("Go on", "Deploy for attack"))
    assert form.title == "Deploy an army"
    for _ in ("the first unit", "the first hex"):
        await form.choose("Places", form.options("Places")[0])
    await form.press("Give order")
    draft = await game.draft(game.ada)
    read = Rules.of(game.module).read_order
    (deployed,) = [read(each.key, each.body).order for each in draft.orders]
    assert isinstance(deployed, DeployUnit)
    assert deployed.hex == "8,11"
