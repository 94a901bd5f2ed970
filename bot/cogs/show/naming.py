"""Which city a panel is about: as a person names it, from what his faction knows."""

from __future__ import annotations

from itertools import islice

from discord import app_commands

from bot.answers import Refused
from bot.cogs.seats import CHOICE_NAME, CHOICES, Choices, Interaction, seat_of
from bot.host import Seat
from bot.playing import choosing, ordering
from bot.rules_page import plain
from bot.store.errors import StoreError
from engine.labels import Labels, NoSuch
from engine.orders import Ref
from engine.packs.cohorts.ownership import of_player
from engine.packs.cohorts.records import City, Province
from engine.world import World

_KINDS = (City.kind,)


async def seat_and_view(interaction: Interaction, campaign: str | None) -> tuple[Seat, World]:
    """The caller's seat and what his faction knows. Raises `Refused` before there is a world."""
    seat = await seat_of(interaction, campaign)
    if not seat.campaign.tick:
        raise Refused("The world is not made yet.", way_out="Wait until the campaign opens.")
    host = interaction.client.host
    return seat, await host.view(seat.guild, seat.campaign, seat.member.faction)


def city_meant(view: World, seat: Seat, text: str | None) -> City:
    """The city of that name, else one of the caller's, else of his faction.

    Raises `Refused` if there is none that his faction knows of.
    """
    if text is None:
        city = next(iter(_by_nearness(view, seat.player)), None)
        if city is None or not city.knows("population"):
            raise Refused("Your faction has no city.", way_out="Name one that you know of.")
        return city
    try:
        ref = Labels(view).find(text, _KINDS)
    except NoSuch as error:
        near = f"Did you mean {error.suggestion}? " if error.suggestion else ""
        raise Refused(
            f"I find no city “{plain(text[:80])}” among those that you know of.",
            way_out=f"{near}Choose from the list that appears as you type.",
        ) from None
    found = view.find(City, ref.id)
    if found is None:
        raise Refused(
            "There is no such city that you know of.",
            way_out="Choose from the list that appears as you type.",
        )
    return found


def _by_nearness(view: World, player: int) -> list[City]:
    """The player's own cities, then his faction's, then others."""
    return sorted(
        view.all(City),
        key=lambda city: (not of_player(view, city, player), not city.knows("population"), city.id),
    )


async def cities_known(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete: every city that the faction knows of, the caller's first."""
    host = interaction.client.host
    try:
        seat = await seat_of(interaction, getattr(interaction.namespace, "campaign", None))
        view = await choosing.known(host, seat, await ordering.draft_of(host, seat))
    except (Refused, StoreError):
        return []
    if view is None:
        return []
    labels = Labels(view)
    wanted = typed.strip().casefold()
    found = (
        app_commands.Choice(name=name[:CHOICE_NAME], value=value)
        for city in _by_nearness(view, seat.player)
        if wanted in (name := _shown(view, city)).casefold()
        and len(value := labels.of(Ref(*city.place), _KINDS)) <= CHOICE_NAME
    )
    return list(islice(found, CHOICES))


def _shown(view: World, city: City) -> str:
    province = view.find(Province, city.province)
    return f"{city.name} {province.x},{province.y}" if province else city.name
