"""What a panel is about: as a person names it, from what his faction knows."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from itertools import islice
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.answers import Refused
from bot.cogs.seats import CHOICE_NAME, CHOICES, Choices, Interaction, seat_of
from bot.faces.cohorts.item.facts import known_items
from bot.faces.words.text import plain
from bot.host import Seat
from bot.playing import choosing, ordering
from bot.store.errors import StoreError
from engine.campaign import Player
from engine.labels import Labels, NoSuch
from engine.module.names import closest, key_of
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.pieces.ownership import of_player, province_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from engine.packs.cohorts.things.uniques import Unique
from engine.world import World

Thing = City | Character | Unit | Agent | Stack
T = TypeVar("T", City, Character, Unit, Agent, Stack)
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]

_FROM_LIST: Final = "Choose from the list that appears as you type."


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
    if text is not None:
        return thing_meant(view, City, text)
    city = next(iter(_by_nearness(view, City, seat.player)), None)
    if city is None or not city.knows("population"):
        raise Refused("Your faction has no city.", way_out="Name one that you know of.")
    return city


def thing_meant(view: World, cls: type[T], text: str) -> T:
    """The city, character, unit or stack of that name.

    Raises `Refused` if there is none that the view knows by name.
    """
    found = any_meant(view, (cls.kind,), text)
    assert isinstance(found, cls)
    return found


def any_meant(view: World, kinds: tuple[str, ...], text: str) -> Thing:
    """As `thing_meant`, for a thing of one of several kinds."""
    either = " or ".join(kinds)
    try:
        ref = Labels(view).find(text, kinds)
    except NoSuch as error:
        near = f"Did you mean {error.suggestion}? " if error.suggestion else ""
        raise Refused(
            f"I find no {either} “{plain(text[:80])}” among those that you know of.",
            way_out=f"{near}{_FROM_LIST}",
        ) from None
    found = view.at(ref.place)
    if not isinstance(found, Thing) or not found.knows("name"):
        raise Refused(f"There is no such {either} that you know of.", way_out=_FROM_LIST)
    return found


def item_meant(rules: Rules, view: World, faction: int, text: str) -> str:
    """The item of that name among those that a faction can ask for. Raises `Refused`."""
    found, labels = known_items(rules, view, faction), Labels(view)
    wanted = key_of(text)
    for item, name in found.items():
        if text == labels.text_of(item, Unique.kind) or wanted == key_of(name):
            return item
    near = closest(text[:CHOICE_NAME], list(found.values()))
    hint = f"Did you mean {plain(near)}? " if near else ""
    raise Refused(
        f"I find no item “{plain(text[:80])}” that you know of.", way_out=f"{hint}{_FROM_LIST}"
    )


# ---------------------------------------------------------------- while one types


def known(cls: type[T]) -> Complete:
    """Autocomplete: everything of a kind that the faction knows of, the caller's first."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        seen = await at_hand(interaction)
        if seen is None:
            return []
        seat, view = seen
        labels, wanted = Labels(view), typed.strip().casefold()
        found = (
            app_commands.Choice(name=name[:CHOICE_NAME], value=value)
            for thing in _by_nearness(view, cls, seat.player)
            if wanted in (name := shown(view, thing)).casefold()
            and len(value := labels.of(Ref(*thing.place), (cls.kind,))) <= CHOICE_NAME
        )
        return list(islice(found, CHOICES))

    return complete


async def items_known(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete: the items that the faction has, then all kinds of items."""
    seen = await at_hand(interaction)
    if seen is None:
        return []
    seat, view = seen
    rules = await interaction.client.host.rules(seat.guild, seat.campaign)
    labels, wanted = Labels(view), typed.strip().casefold()
    found = (
        app_commands.Choice(name=name[:CHOICE_NAME], value=labels.text_of(item, Unique.kind))
        for item, name in known_items(rules, view, seat.member.faction).items()
        if wanted in name.casefold() and len(item) <= CHOICE_NAME
    )
    return list(islice(found, CHOICES))


async def at_hand(interaction: Interaction) -> tuple[Seat, World] | None:
    """The caller's seat and what his faction knows, if it can be had while he types."""
    host = interaction.client.host
    try:
        seat = await seat_of(interaction, getattr(interaction.namespace, "campaign", None))
        view = await choosing.known(host, seat, await ordering.draft_of(host, seat))
    except (Refused, StoreError):
        return None
    return (seat, view) if view else None


def _by_nearness(view: World, cls: type[T], player: int) -> Iterable[T]:
    """The player's own, then his faction's, then others; what has no name is left out."""
    me = view.find(Player, player)
    mine = me.faction if me else 0
    things = (thing for thing in view.all(cls) if thing.knows("name"))
    return sorted(
        things,
        key=lambda thing: (
            not of_player(view, thing, player),
            not _of_faction(view, thing, mine),
            thing.id,
        ),
    )


def _of_faction(view: World, thing: Thing, faction: int) -> bool:
    if isinstance(thing, City):
        return thing.knows("population")
    player = view.find(Player, thing.player)
    return player is not None and player.faction == faction


def shown(view: World, thing: Thing) -> str:
    """A thing's name with its coordinates, as far as they are known."""
    spot = province_of(view, thing.place)
    province = view.find(Province, spot)
    return f"{thing.name} {province.location}" if province else thing.name
