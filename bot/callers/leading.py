"""Where a line leads that is shown to a person: to an order's form, what can be done, or a panel.

A face says where (`bot.faces.leads`); any message offers it in a `LeadMenu`, or follows one lead.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal

import discord

from bot.answers import Panel, Refused, acknowledge
from bot.callers.menus import Pick, PickMenu
from bot.callers.seats import MEANT, Interaction, seat_of
from bot.faces.leads import Lead
from bot.host import Seat

Kind = Literal["panel", "guided", "thing", "order", "queued", "beginning"]
Home = Callable[[Interaction, Any], Awaitable[None]]
"""Shows a message again in whose place a form or a menu was opened; it has been acknowledged.

The last is what was given there (`bot.orders.ordering.Given`), None if nothing was."""
Opener = Callable[[Interaction, Seat, Any, Home | None], Awaitable[None]]
"""Shows what a lead leads to; the interaction has been deferred. The third says what to show, by
kind: a `Lead`, or for `queued` the key of an order, for `beginning` nothing. With a home it is
shown in place of the message that was pressed, and leads back there."""

_IN_PLACE: Final = frozenset({"thing", "order"})

OPENERS: Final[dict[Kind, Opener]] = {}
"""What opens each kind. Forms and panels lead to each other in a circle, so none imports another:
`bot.commands.openers` names them all."""


async def follow(
    interaction: Interaction, seat: Seat, lead: Lead, home: Home | None = None
) -> None:
    """Open where a lead leads: forms and menus in place of a message that is their `home`.

    Else, and all that is only looked at, as a separate answer for who pressed. The interaction has
    not been acknowledged yet. Raises `Refused` if the seat is no longer the caller's, or if what
    it leads to is not there any more.
    """
    if lead.command:
        await _command(interaction, seat, lead)
        return
    home = home if in_place(lead) else None
    await acknowledge(interaction, thinking=home is None)
    seat = await seat_of(interaction, f"#{seat.campaign.id}")
    await OPENERS[_kind_of(lead)](interaction, seat, lead, home)


def in_place(lead: Lead) -> bool:
    """Whether a lead opens in place of the message that it stands in, if that is its home."""
    return not lead.command and _kind_of(lead) in _IN_PLACE


def _kind_of(lead: Lead) -> Kind:
    if lead.panel:
        return "panel"
    if lead.guided:
        return "guided"
    return "thing" if lead.thing else "order"


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
    await acknowledge(interaction)
    seat = await seat_of(interaction, f"#{seat.campaign.id}")
    await OPENERS["beginning"](interaction, seat, None, None)


async def open_queued(interaction: Interaction, seat: Seat, key: str) -> None:
    """Open the form of a queued order, to be changed; the interaction has been deferred.

    Raises `Refused` if it is not in the list any more.
    """
    await OPENERS["queued"](interaction, seat, key, None)


class LeadMenu(PickMenu[Lead]):
    """A menu of leads for any panel; choosing one follows it and shows the menu afresh."""

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
        picks = [Pick(each, each.label, each.note, each.emoji, says=_value(each)) for each in leads]
        super().__init__(picks, self._follow, placeholder, row=row)

    async def _follow(self, interaction: Interaction, leads: Sequence[Lead]) -> None:
        try:
            await self.open(interaction, leads[0])
        finally:
            if isinstance(self.view, Panel):
                await self.view.unchosen(interaction)

    async def open(self, interaction: Interaction, lead: Lead) -> None:
        """Open where a lead leads, as a separate answer."""
        await follow(interaction, self.seat, lead)


def _value(lead: Lead) -> str:
    """What a line is to Discord: where it leads."""
    leads_to = lead.order or lead.panel or lead.guided or (lead.recipe or lead.thing, lead.command)
    return " ".join(leads_to)
