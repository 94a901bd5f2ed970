"""Where lines lead on to: a menu of leads, and what opens when one of them is chosen.

An order's form and the menu of what can be done with a thing are opened elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import Refused, acknowledge
from bot.cogs.seats import Interaction, seat_of
from bot.faces.leads import Lead
from bot.host import Seat


async def follow(interaction: Interaction, seat: Seat, lead: Lead) -> None:
    """Open what a lead leads to, in an answer of its own; acknowledges the interaction.

    Raises `Refused` if that is not there, or the caller has left the campaign.
    """
    if lead.command:
        await _command(interaction, seat, lead)
        return
    await acknowledge(interaction)
    seat = await seat_of(interaction, f"#{seat.campaign.id}")
    if lead.panel:
        from bot.cogs.show import open_panel

        await open_panel(interaction, seat, *lead.panel)
        return
    raise Refused("That cannot be opened here.", way_out="Give the order by its command.")


async def _command(interaction: Interaction, seat: Seat, lead: Lead) -> None:
    """As if the caller had typed the command in the seat's campaign."""
    tree, guild = interaction.client.tree, discord.Object(seat.guild)
    command: Any = tree.get_command(lead.command) or tree.get_command(lead.command, guild=guild)
    if command is None:
        await acknowledge(interaction)
        raise Refused(f"There is no /{lead.command} here.")
    options = dict(lead.given)
    if any(each.name == "campaign" for each in command.parameters):
        options["campaign"] = f"#{seat.campaign.id}"
    bound = (command.binding,) if command.binding else ()
    await command.callback(*bound, interaction, **options)


class LeadMenu(discord.ui.Select[Any]):
    """A menu of at most 25 leads, for any view."""

    def __init__(
        self, seat: Seat, leads: Sequence[Lead], *, placeholder: str, row: int | None = None
    ) -> None:
        super().__init__(placeholder=placeholder, row=row)
        self.seat = seat
        self.leads = tuple(leads)
        for number, lead in enumerate(self.leads):
            self.add_option(
                label=lead.label,
                value=str(number),
                description=lead.note or None,
                emoji=lead.emoji or None,
            )

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await follow(interaction, self.seat, self.leads[int(self.values[0])])
