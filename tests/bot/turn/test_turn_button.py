"""The button that opens Your turn, under reports, the status and the welcome; after a restart."""

from datetime import timedelta

import discord

from bot.payload import YOUR_TURN
from bot.practice.reading import text_of
from bot.practice.table import Table
from tests.bot.pressing import buttons, press
from tests.bot.samples import EXTENSIONS, MONDAY, campaign_on, channel, says, told

HOURS = timedelta(hours=1)

COGS = [
    *EXTENSIONS,
    "bot.guild_commands",
    "bot.commands.knowing",
    "bot.orders.queue",
    "bot.turn.command",
]


def opens(message: discord.Message) -> bool:
    """Whether a button under a message opens Your turn."""
    return YOUR_TURN in buttons(message)


async def pressed(table: Table, who: str, message: discord.Message) -> str:
    """What a person reads who presses it."""
    answer = await press(table, who, message, YOUR_TURN)
    assert answer.response is not None
    assert answer.response.ephemeral
    return told(answer)


async def test_the_button_opens_the_turn_of_the_factions_players_alone_also_after_a_restart(
    table: Table,
) -> None:
    await campaign_on(table, ["Ada"])
    await says(table, "Morgan", "campaign start")
    await says(table, "Ada", "city attract", city="Harrowford")
    asked = await says(table, "Ada", "orders submit")
    assert "Submit with things unused?" in told(asked)
    await press(table, "Ada", asked, "Submit anyway")
    await table.move_to(MONDAY + 6 * HOURS)
    posted = channel(table, "ashmark").history()
    report = posted[-1]
    assert "Run of Monday" in "\n".join(map(text_of, posted))
    assert opens(report)
    assert "This week's turn has run" in await pressed(table, "Ada", report)
    await table.restart_bot()
    shown = await pressed(table, "Ada", report)
    assert "Your turn · Turn 1" in shown
    assert "Your first turn" not in shown, "its first report has come"
    # Nobody else but the moderators sees the channel.
    assert "You do not play in" in await pressed(table, "Morgan", report)
    await says(table, "Morgan", "join", faction="hornhelm", start="harrow_banner")
    assert "for the players of the faction" in await pressed(table, "Morgan", report)


async def test_a_report_in_several_messages_has_one_button_the_status_another(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Cora", "join", faction="hornhelm", start="harrow_banner")
    status, *_ = channel(table, "herald").history()
    assert opens(status)
    for name in ("Ada", "Cora"):
        assert "Your turn · Turn 1" in await pressed(table, name, status)
    by_key: dict[str, list[bool]] = {}
    for message in channel(table, "ashmark").history():
        key = str(message.embeds[-1].footer.text).rpartition("·")[0].rpartition("·")[0]
        by_key.setdefault(key, []).append(opens(message))
    assert all(sum(has) == 1 and has[-1] for has in by_key.values())


async def test_who_has_joined_is_shown_the_first_steps_by_the_welcomes_button(table: Table) -> None:
    await campaign_on(table)
    await says(table, "Morgan", "campaign open")
    joined = await says(table, "Ada", "join", faction="ashmark", start="harrow_banner")
    assert "Press **Your turn** below" in told(joined)
    shown = await pressed(table, "Ada", joined.response.message)
    assert "☐ Look at your city" in shown
    assert "The campaign has not started yet" in shown
