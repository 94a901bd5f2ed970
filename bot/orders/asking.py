"""Who asks by a command, in which campaign and with what knowledge: for all that only looks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from discord import app_commands

from bot import faces
from bot.answers import Refused
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, seat_of
from bot.faces.choices.asking import Asking, Offer, Unanswered
from bot.host import Seat
from bot.orders import choosing, ordering
from bot.store.errors import StoreError


async def asking_of(interaction: Interaction, campaign: str | None = None) -> tuple[Seat, Asking]:
    """The caller's seat and what their faction knows. Raises `Refused` before there is a world.

    A panel names the `campaign` that it is about.
    """
    seat = await seat_of(interaction, campaign)
    if not seat.campaign.tick:
        raise Refused("The world is not made yet.", way_out="Wait until the campaign opens.")
    host, faction = interaction.client.host, seat.member.faction
    view = await host.view(seat.guild, seat.campaign, faction)
    rules = await host.rules(seat.guild, seat.campaign)
    return seat, Asking(faces.of(rules), view, faction, seat.player)


async def at_hand(interaction: Interaction) -> Asking | None:
    """Who types, and what their faction knows, if it can be had while they type."""
    host = interaction.client.host
    try:
        seat = await seat_of(interaction)
        view = await choosing.known(host, seat, await ordering.draft_of(host, seat))
        rules = await host.rules(seat.guild, seat.campaign)
    except (Refused, StoreError):
        return None
    return Asking(faces.of(rules), view, seat.member.faction, seat.player) if view else None


def choices(offers: Iterable[Offer]) -> Choices:
    """The first offers that Discord has room for; none of a text that means nothing."""
    try:
        fitting = (each for each in offers if each.label and len(each.value) <= CHOICE_NAME)
        return [
            app_commands.Choice(name=each.label[:CHOICE_NAME], value=each.value)
            for each in islice(fitting, CHOICES)
        ]
    except Unanswered:
        return []
