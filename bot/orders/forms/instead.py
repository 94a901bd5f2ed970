"""A command whose order is not taken leads on: to the form of it, with what was typed filled in."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.answers import LIFETIME, Panel, acknowledge, answer_refusal
from bot.callers.seats import Interaction, seat_of
from bot.faces.choices.filling import Filling
from bot.host import Seat
from bot.orders.forms.form import FormPanel, open_form
from bot.orders.ordering import NotTaken

TAP: Final = "Fill it in by tapping"


async def instead(
    interaction: Interaction, seat: Seat, filling: Filling, refused: NotTaken
) -> None:
    """Answer with the form where the order lacks but one of its parameters.

    Else with the refusal, and a button that opens the form. The interaction has been deferred.
    """
    form = FormPanel(seat, filling)
    made = await form.fill(interaction, seat)
    if made.lacks:
        await form.put(interaction, seat, made)
    else:
        await answer_refusal(interaction, refused, _ByTapping(seat, filling))


class _ByTapping(Panel):
    """Below a refusal: to the form."""

    def __init__(self, seat: Seat, filling: Filling) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat, self.filling = seat, filling

    @discord.ui.button(label=TAP)
    async def tap(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The form, in place of the refusal."""
        await acknowledge(interaction, thinking=False)
        seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
        await open_form(interaction, seat, self.filling)
        self.stop()
