"""Following leads: what choosing a line that leads on opens."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.answers import Refused, acknowledge
from bot.client import HostBot
from bot.cogs.seats import seat_of
from bot.cogs.show.panel import show
from bot.faces.leads import Lead
from bot.host import Seat

Interaction = discord.Interaction[HostBot]


async def follow(interaction: Interaction, seat: Seat, lead: Lead) -> None:
    """Open what a lead leads to. It acknowledges the interaction first.

    Raises `Refused` if the seat is no longer the caller's, or nothing can be opened.
    """
    await acknowledge(interaction)
    seat = await seat_of(interaction, f"#{seat.campaign.id}")
    if lead.panel is None:
        raise Refused("This cannot be opened from here yet.", way_out="Give the order itself.")
    await show(interaction, seat, *lead.panel)


class LeadMenu(discord.ui.Select[discord.ui.View]):
    """A menu of at most 25 leads."""

    def __init__(
        self,
        seat: Seat,
        leads: Sequence[Lead],
        *,
        placeholder: str | None = None,
        row: int | None = None,
    ) -> None:
        options = [
            discord.SelectOption(
                label=lead.label,
                value=str(number),
                description=lead.note or None,
                emoji=lead.emoji or None,
            )
            for number, lead in enumerate(leads[:25])
        ]
        super().__init__(placeholder=placeholder, options=options, row=row)
        self.seat, self.leads = seat, leads

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await follow(interaction, self.seat, self.leads[int(self.values[0])])
