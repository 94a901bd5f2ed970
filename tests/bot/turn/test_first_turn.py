"""The first turn of a player who has just joined, from the welcome on by tapping alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.orders.guarding import ANYWAY
from bot.practice.table import Table
from tests.bot.samples import EXTENSIONS, campaign_on, says, store_of
from tests.bot.tapping import Thumb

FIRST = "Your first turn"

COGS = [*EXTENSIONS, "bot.guild_commands", "bot.orders.queue", "bot.turn.command"]


def step(turn: Thumb, says: str) -> str:
    """The line that leads on to a step of the first turn."""
    return next(label for label in turn.options(FIRST) if says in label)


async def test_a_whole_first_turn_takes_at_most_twelve_taps_and_nothing_typed(table: Table):
    campaign = await campaign_on(table, ["Bram"], start=True)
    joined = await says(table, "Ada", "join", faction="ashmark", start="harrow_banner")
    game = cast("Any", SimpleNamespace(table=table))
    thumb = Thumb(game, table.guild.people["Ada"], joined)
    turn = thumb.on(await thumb.press("Your turn"))
    assert turn.text.count("☐") == 5
    await turn.choose(FIRST, step(turn, "Look at"))
    form = turn
    await turn.choose(FIRST, step(turn, "train"))
    assert "**Name**: Ashmark Levy" in form.text
    await form.press("Give order")
    assert turn.text.startswith("**Order taken**"), "the form's message is Your turn again"
    await turn.choose(FIRST, step(turn, "Form a stack"))
    assert "Ashmark Levy" in form.options("Who"), "who is only ordered can go along"
    await form.choose("Who", *form.options("Who")[:2], "Ashmark Levy")
    await form.choose("More", "Destination")
    await form.choose("Destination", form.options("Destination")[0])
    await form.press("Give 5 orders")
    assert form.text.count("✅") >= 5, form.text
    assert "runs in a later phase" in form.text
    asked = form.on(await form.press("Submit"))
    await asked.press(ANYWAY)
    assert asked.title == "Turn submitted"
    assert asked.taps <= 12
    async with store_of(table) as store:
        ada = table.guild.people["Ada"].id
        submission = await store.submissions.pending(campaign, ada)
    assert submission is not None
    again = Thumb(game, table.guild.people["Ada"], await says(table, "Ada", "turn"))
    assert again.text.count("☑") == 5
