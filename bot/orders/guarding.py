"""What is said as a turn is submitted: a question first, then that it is.

The question is of something unused, or of a fight that is lost: asked once, and never if one likes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord

from bot.answers import Panel, acknowledge
from bot.callers.embeds import card, clipped, moment
from bot.callers.seats import Interaction, seat_of
from bot.campaign.status import day_name
from bot.faces.words.text import escaped, listed, number
from bot.host import Seat
from bot.orders import submitting
from bot.orders.texts import MARKS, fight_lines, named_keys
from bot.payload import turn_button

ANYWAY: Final = "Submit anyway"
SUBMITTED: Final = "Turn submitted"
_UNUSED: Final = "Submit with things unused?"
_NAMED: Final = 3  # of what is unused, before only a number is told
WAIT = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes

Submit = Callable[[Seat], Awaitable[discord.Embed]]
"""Submits the turn and says so."""


class Guard(Panel):
    """Below the question: submit all the same, look, or be asked no more."""

    def __init__(self, seat: Seat, submit: Submit) -> None:
        super().__init__(timeout=WAIT)
        self.seat = seat
        self._submit = submit
        # `bot.turn.command` answers it by its id.
        id = turn_button(seat.campaign.id, seat.member.faction)
        show = discord.ui.Button[Any](label="Show", custom_id=id)
        self.remove_item(self.no_more).add_item(show).add_item(self.no_more)

    @discord.ui.button(label=ANYWAY, style=discord.ButtonStyle.primary)
    async def anyway(self, interaction: Interaction, _: discord.ui.Button[Guard]) -> None:
        """Submit the turn as it is."""
        await self._answer(interaction, silent=False)

    @discord.ui.button(label="Submit, and do not ask again")
    async def no_more(self, interaction: Interaction, _: discord.ui.Button[Guard]) -> None:
        """The same, from now on without the question."""
        await self._answer(interaction, silent=True)

    async def _answer(self, interaction: Interaction, *, silent: bool) -> None:
        await acknowledge(interaction, thinking=False)
        seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
        if silent:
            await submitting.ask_no_more(interaction.client.host, seat)
        done = await self._submit(seat)
        await interaction.edit_original_response(embed=done, view=None)
        self.stop()


async def ask(
    interaction: Interaction, seat: Seat, asked: submitting.Question, submit: Submit
) -> None:
    """Ask whether to submit with this unused, or to be lost; the interaction has been deferred.

    It counts as asked once Discord has taken it.
    """
    lines = [f"`{key}` {line}" for key, fight in asked.fights for line in fight_lines(fight)]
    lines += [wasted(asked.unused)] if asked.unused else []
    poor = not all(fight.hopeful for _, fight in asked.fights)
    title = "Submit fights that you would most likely lose?" if poor else _UNUSED
    text = clipped("\n".join((*lines, "Your turn is **not submitted** yet.")))
    await interaction.followup.send(
        embed=card(title, text), view=Guard(seat, submit), ephemeral=True
    )
    await submitting.was_asked(interaction.client.host, seat, asked)


def wasted(unused: Sequence[str]) -> str:
    """What is unused, on one line: "3 things are unused: ..."."""
    count = f"{len(unused)} thing{'s are' if len(unused) != 1 else ' is'} unused"
    named = [escaped(each) for each in unused]
    if len(named) > _NAMED:
        named = [*named[:_NAMED], f"{len(named) - _NAMED} more"]
    return f"{count}: {listed(named, len(named))}."


def submitted(done: submitting.Submitted) -> discord.Embed:
    """The answer to a turn that was submitted."""
    day, deadline = done.submission.run_date, done.deadline
    text = (
        f"Your turn of {number(done.orders, 'order')} runs on **{day:%A}**, "
        f"{moment(deadline)}.\n{done.runs}, and your orders run once, on that day. Until then you "
        "may change your orders and submit again, or take the turn back with /orders withdraw."
    )
    if done.replaced:
        was = day_name(done.replaced.run_date)
        text += f"\nIt replaces the turn that you had submitted for {was}."
    if done.refused:
        text += (
            f"\n{MARKS['refused']} As things stand, {number(len(done.refused), 'order')} would be "
            "refused: "
            f"{named_keys(done.refused)}. See why with /orders preview."
        )
    if done.note:
        text += f"\n{done.note}"
    return card(SUBMITTED, text)
