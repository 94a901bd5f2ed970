"""Where a player may begin: the free starting cities, in words and on a map.

This reads the truth; it tells no more than whom the rules offer a choice may know
(cohorts.setup.starting-city).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot import faces
from bot.faces.join_forms import Start, Starts
from bot.faces.map.chart import Focus
from bot.faces.map.frame import holding
from engine.campaign import Faction
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Map, Province
from engine.packs.cohorts.setup.joining import free_cities
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture

_LONGEST_ALT: Final = 1024  # Discord
_MARGIN: Final = 2  # hexes around the cities' land
_FAMILIES: Final = 4  # of terrain, that are told of a city


def free_starts(rules: Rules, world: World, only: int = 0) -> list[Start]:
    """Every free starting city, or those of one faction, numbered in order."""
    sides = [each.id for each in world.all(Faction) if only in (0, each.id)]
    cities = [city for side in sides for city in free_cities(world, side)]
    return [
        Start(number, city.id, city.faction, city.name, _about(rules, world, city))
        for number, city in enumerate(cities, 1)
    ]


def places_left(world: World, faction: int) -> int:
    """How many starting cities of a faction are free."""
    return sum(1 for _ in free_cities(world, faction))


def _about(rules: Rules, world: World, city: City) -> str:
    """What a starting city offers, in a line: the land around it, the most frequent first."""
    land = [each.replace("_", " ") for each in _land(rules, world, city)]
    return f"{head_count(city):,} people · {', '.join(land[:_FAMILIES])}"


def _land(rules: Rules, world: World, city: City) -> Iterator[str]:
    content = rules.module.content(Content)
    home = world.by(Province, "barony", city.barony)
    families = [content.terrains[each.terrain].family for each in home]
    yield from sorted(dict.fromkeys(families), key=lambda each: -families.count(each))


def draw_starts(rules: Rules, world: World, found: Sequence[Start], chosen: int) -> Picture:
    """Their map.

    Before a faction is `chosen` (0) it shows where cities lie and whose they are, then the land and
    the names of that faction alone.
    """
    from bot.faces.cohorts.map.starts import starts_chart, starts_realm
    from bot.faces.map.picture import draw_map

    chart = starts_chart(rules, world, found, chosen)
    size = world.get(Map, 1).grid.realms[starts_realm(world, found)]
    frame = holding(size, [(each.x, each.y) for each in chart.cells], _MARGIN)
    focus = Focus(
        "window" if frame else "whole",
        frame=frame,
        layer=faces.of(rules).layer("political" if chosen else "ownership"),
        legend="factions",
    )
    picture = draw_map(chart, focus)
    sides = {each.id: each.name for each in world.all(Faction)}
    listed = "; ".join(
        f"{each.number} {each.name}" if chosen else f"{each.number} of {sides[each.faction]}"
        for each in found
    )
    whose = f" of {sides[chosen]}" if chosen else ""
    alt = f"A map with the free starting cities{whose}, numbered: {listed or 'none'}."
    return replace(picture, alt=alt[:_LONGEST_ALT], filename="starts.png")


STARTS: Final = Starts(
    free=free_starts,
    draw=draw_starts,
    ask="Choose a city; without this, the first that is free",
    title="Free cities",
    intro="Cities on the map are free; the number is the city's. Yours is taken when you join, so "
    "until then somebody may be quicker.",
    refused="That is no starting city of this faction, or another player has it.",
    rule="cohorts.setup.starting-city",
)
