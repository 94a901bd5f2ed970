"""Where a line leads that is shown to a person: to an order's form, what can be done, or a panel.

A face says where (`bot.faces.leads`); any message offers it in a `LeadMenu`, or follows one lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import Refused, acknowledge
from bot.cogs.seats import MEANT, Interaction, seat_of
from bot.faces.filling import Filling, of_given, of_order
from bot.faces.leads import Lead
from bot.faces.words.text import clean
from bot.host import Seat
from bot.playing import ordering

OPTIONS = 25
"""Leads in a menu, as Discord takes them."""


async def follow(interaction: Interaction, seat: Seat, lead: Lead) -> None:
    """Open where a lead leads, as an answer of its own for who pressed.

    The interaction has not been acknowledged yet. Raises `Refused` if the seat is no longer the
    caller's, or if what it leads to is not there any more.
    """
    # Panels lead to each other in a circle, and it is opened here.
    from bot.cogs.forms.deeds import open_deeds
    from bot.cogs.forms.form import open_form
    from bot.cogs.show import show_named
    from bot.guided.making import open_guided

    if lead.command:
        await _command(interaction, seat, lead)
        return
    await acknowledge(interaction)
    seat = await seat_of(interaction, f"#{seat.campaign.id}")
    if lead.panel:
        await show_named(interaction, seat, *lead.panel)
    elif lead.guided:
        await open_guided(interaction, seat, *lead.guided)
    elif lead.thing:
        await open_deeds(interaction, seat, lead.thing)
    else:
        values = of_given(lead.given)
        filling = Filling(order=lead.order, recipe=lead.recipe, values=values)
        await open_form(interaction, seat, filling)


async def _command(interaction: Interaction, seat: Seat, lead: Lead) -> None:
    """As if the caller had typed the command in the seat's campaign."""
    tree, guild = interaction.client.tree, discord.Object(seat.guild)
    first, *further = lead.command.split()
    command: Any = tree.get_command(first) or tree.get_command(first, guild=guild)
    for name in further:
        command = command and command.get_command(name)
    if command is None:
        await acknowledge(interaction)
        raise Refused(
            f"There is no /{lead.command} here.",
            way_out="/help shows which commands there are in this campaign.",
        )
    options = dict(lead.given)
    interaction.extras[MEANT] = f"#{seat.campaign.id}"
    bound = (command.binding,) if command.binding else ()
    await command.callback(*bound, interaction, **options)


async def begin(interaction: Interaction, seat: Seat) -> None:
    """Open the menu of all that can be begun with; the interaction has not been acknowledged."""
    from bot.cogs.forms.beginning import open_beginning

    await acknowledge(interaction)
    await open_beginning(interaction, await seat_of(interaction, f"#{seat.campaign.id}"))


async def open_queued(interaction: Interaction, seat: Seat, key: str) -> None:
    """Open the form of a queued order, to be changed; the interaction has been deferred.

    Raises `Refused` if it is not in the list any more.
    """
    from bot.cogs.forms.form import open_form

    host = interaction.client.host
    rules = await host.rules(seat.guild, seat.campaign)
    draft = await ordering.draft_of(host, seat)
    found = [each for each in ordering.queued_of(rules, draft) if each.key == key]
    if not found:
        raise ordering.gone(key)
    await open_form(interaction, seat, of_order(found[0]))


class LeadMenu(discord.ui.Select[Any]):
    """A menu of leads for any view; choosing one follows it and leaves the menu as it was."""

    def __init__(
        self,
        seat: Seat,
        leads: Sequence[Lead],
        *,
        placeholder: str = "Do …",
        row: int | None = None,
    ) -> None:
        """`leads` are at least one; of more than 25 the first are offered."""
        self.seat = seat
        self.leads = {str(place): lead for place, lead in enumerate(leads[:OPTIONS])}
        options = [
            discord.SelectOption(
                label=clean(lead.label)[:100] or "…",
                value=value,
                description=clean(lead.note)[:100] or None,
                emoji=lead.emoji or None,
            )
            for value, lead in self.leads.items()
        ]
        super().__init__(placeholder=placeholder[:150], options=options, row=row)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Follow the lead that was chosen."""
        await follow(interaction, self.seat, self.leads[self.values[0]])
