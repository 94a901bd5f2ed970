"""What opens each kind of lead (`bot.callers.leading`): forms and panels, named in one place."""

from __future__ import annotations

from bot.callers.leading import OPENERS, Home
from bot.callers.seats import Interaction
from bot.faces.choices.filling import Filling, of_given, of_order
from bot.faces.leads import Lead
from bot.host import Seat
from bot.orders import ordering
from bot.orders.forms.actions import open_actions
from bot.orders.forms.beginning import open_beginning
from bot.orders.forms.form import open_form
from bot.orders.guided import open_guided
from bot.show import show_named


async def _panel(interaction: Interaction, seat: Seat, lead: Lead, _: Home | None) -> None:
    assert lead.panel
    await show_named(interaction, seat, *lead.panel)


async def _guided(interaction: Interaction, seat: Seat, lead: Lead, _: Home | None) -> None:
    assert lead.guided
    await open_guided(interaction, seat, *lead.guided)


async def _thing(interaction: Interaction, seat: Seat, lead: Lead, home: Home | None) -> None:
    await open_actions(interaction, seat, lead.thing, home)


async def _order(interaction: Interaction, seat: Seat, lead: Lead, home: Home | None) -> None:
    values = of_given(lead.given)
    filling = Filling(order=lead.order, recipe=lead.recipe, values=values)
    await open_form(interaction, seat, filling, home=home)


async def _queued(interaction: Interaction, seat: Seat, key: str, home: Home | None) -> None:
    host = interaction.client.host
    rules = await host.rules(seat.guild, seat.campaign)
    draft = await ordering.draft_of(host, seat)
    found = [each for each in ordering.queued_of(rules, draft) if each.key == key]
    if not found:
        raise ordering.gone(key)
    await open_form(interaction, seat, of_order(found[0]), home=home)


async def _beginning(interaction: Interaction, seat: Seat, _: None, __: Home | None) -> None:
    await open_beginning(interaction, seat)


def name_openers() -> None:
    """Have leads open these from now on."""
    OPENERS["panel"] = _panel
    OPENERS["guided"] = _guided
    OPENERS["thing"] = _thing
    OPENERS["order"] = _order
    OPENERS["queued"] = _queued
    OPENERS["beginning"] = _beginning
