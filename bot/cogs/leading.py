"""Following a line that leads on: to an order, to what can be done with a thing, to a panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.answers import acknowledge
from bot.cogs.seats import Interaction, seat_of
from bot.cogs.show.panel import show
from bot.faces.leads import Lead
from bot.faces.words.text import escaped
from bot.host import Seat
from bot.playing.order_texts import card

MOST: Final = 25  # Discord: options of a menu


async def follow(interaction: Interaction, seat: Seat, lead: Lead) -> None:
    """Open what a lead leads to, as a message of its own; acknowledges first."""
    await acknowledge(interaction)
    seat = await seat_of(interaction, f"#{seat.campaign.id}")
    if lead.panel:
        await show(interaction, seat, *lead.panel)
        return
    title = escaped(lead.label)
    text = f"Everything about {lead.thing}."
    if lead.order:
        given = " ".join(f"{name}:{value}" for name, value in lead.given)
        text = f"`/{' '.join(lead.order)}` {escaped(given)}"
    await interaction.followup.send(embed=card(title, text), ephemeral=True)


class LeadMenu(discord.ui.Select[Any]):
    """A menu of at most 25 leads."""

    def __init__(
        self, seat: Seat, leads: Sequence[Lead], *, placeholder: str, row: int | None = None
    ) -> None:
        super().__init__(placeholder=placeholder[:150], row=row)
        self.seat = seat
        self.some = tuple(leads[:MOST])
        for number, lead in enumerate(self.some):
            self.add_option(
                label=lead.label[:100],
                value=str(number),
                description=lead.note[:100] or None,
                emoji=lead.emoji or None,
            )

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await follow(interaction, self.seat, self.some[int(self.values[0])])
