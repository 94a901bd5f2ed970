"""Standing orders by commands and buttons, as a player gives them."""

import pytest_asyncio

from bot.practice.table import Table
from tests.bot.seated import Game, begin, embed, text
from tests.bot.tapping import Thumb

COGS = ["bot.guild_commands", "bot.orders.queue", "bot.turn.command"]


@pytest_asyncio.fixture
async def game(table: Table) -> Game:
    game = await begin(table)
    _, _, hero = await game.home(game.ada)
    await game.ask(game.ada, "set message", bearer=hero.name, message="Halt!")
    return game


async def test_an_order_is_repeated_by_a_menu_and_rests_goes_on_and_ends_by_buttons(game: Game):
    ask = await game.ask(game.ada, "orders repeat", order="k1")
    assert "given again each turn" in text(ask)
    chosen = await game.choose(game.ada, ask, "", "0")
    assert embed(chosen).title == "Standing order"
    assert "It is given each turn." in text(chosen)
    shown = await game.ask(game.ada, "orders standing")
    assert "🔁 `k1` Change message" in text(shown)
    await game.press(game.ada, shown, "Pause")
    assert (await game.draft(game.ada)).orders == ()
    shown = await game.ask(game.ada, "orders standing")
    assert "⏸️ `k1`" in text(shown)
    await game.press(game.ada, shown, "Go on")
    assert [order.key for order in (await game.draft(game.ada)).orders] == ["k1"]
    shown = await game.ask(game.ada, "orders standing")
    await game.press(game.ada, shown, "End")
    assert "You have none" in text(await game.ask(game.ada, "orders standing"))


async def test_how_long_is_offered_and_taken_from_what_was_typed(game: Game):
    offered = await game.ada.autocomplete(
        game.lobby, "orders repeat", "until", "3 turns", order="k1"
    )
    assert [each["value"] for each in offered] == ["For 3 turns"]
    keys = await game.ada.autocomplete(game.lobby, "orders repeat", "order", "halt")
    assert [each["value"] for each in keys] == ["k1"]
    answer = await game.ask(game.ada, "orders repeat", order="k1", until="For 3 turns")
    assert "for 3 turns" in text(answer)
    refused = await game.ask(game.ada, "orders repeat", order="k1", until="for ever and a day")
    assert "I do not know how long" in text(refused)


async def test_what_others_list_cannot_be_repeated(game: Game):
    refused = await game.ask(game.bram, "orders repeat", order="k1")
    assert "There is no order k1 in your list" in text(refused)
    stranger = await game.ask(game.cora, "orders standing")
    assert "Standing orders" not in (embed(stranger).title or "")


async def test_the_answer_to_an_order_leads_to_its_repetition_and_your_turn_shows_it(game: Game):
    _, _, hero = await game.home(game.ada)
    given = await game.ask(game.ada, "set message", bearer=hero.name, message="Onward!")
    asked = await game.press(game.ada, given, "Repeat …")
    await game.choose(game.ada, asked, "", "0")
    turn = Thumb(game, game.ada, await game.ask(game.ada, "turn"))
    shown = await turn.read()
    assert "Standing orders" in shown
    assert "1 order again: `k2` each turn" in shown
