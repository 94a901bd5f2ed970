"""Which part of the world a map shows first: where a faction's own are, and all that it knows.

Reports and /map go by it alike. It draws nothing and imports nothing that draws.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.hexes import Hex
from engine.packs.cohorts.pieces.ownership import of_faction
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack
from engine.world import World

LEAST_AROUND: Final = 4  # hexes around an own place, while all that is known lies near it
MOST_AROUND: Final = 8


class Part(NamedTuple):
    """The hexes within a radius of a centre in a realm."""

    centre: tuple[int, int]
    radius: int
    realm: int = 0


def own_places(view: World, faction: int) -> list[Hex]:
    """Where a faction's cities stand, then its stacks; a hex may come more than once."""
    grid = view.get(Map, 1).grid
    things = (*view.all(City), *view.all(Stack))
    return [grid.at(each.province - 1) for each in things if of_faction(view, each, faction)]


def known_part(view: World, faction: int) -> Part | None:
    """The part that holds all that a faction knows, if it lies close around an own place.

    Of several such places it is the one with the smallest part around it, the first of equals.
    """
    grid = view.get(Map, 1).grid
    known = [grid.at(province.id - 1) for province in view.all(Province)]
    parts: list[Part] = []
    for home in dict.fromkeys(own_places(view, faction)):
        if all(grid.distance(home, hex_) <= MOST_AROUND for hex_ in known):
            reach = max(grid.distance(home, hex_) for hex_ in known)
            parts.append(Part(home.spot, max(reach, LEAST_AROUND), home.realm))
    return min(parts, key=lambda part: part.radius, default=None)
