"""What lies near a province and what further off, found from there outwards as far as it is asked.

Offering the nearest things first avoids looking at the far end of the world.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from engine.distance_rings import rings
from engine.facts import NotKnown
from engine.hexes import APART
from engine.packs.cohorts.pieces.ownership import city_of, province_of
from engine.packs.cohorts.pieces.records import City, Map, Piece, Province, Stack
from engine.packs.cohorts.pieces.territories import Barony
from engine.world import Place, Record, World

R = TypeVar("R", bound=Record)
_FEW: Final = 100
"""Fewer things are looked at one by one, rather than where they may be."""


def around(world: World, start: int) -> Iterable[tuple[int, int]]:
    """All provinces, with how far each is from one; those of its realm first, the nearest first.

    Without a start (0) they come in the order of their ids.
    """
    grid = world.get(Map, 1).grid
    if not start:
        return ((spot, 0) for spot in range(1, len(grid) + 1))
    return ((spot, far) for far, ring in rings(grid, start) for spot in ring)


def outwards(world: World, cls: type[R], start: int, most: int = APART) -> Iterator[tuple[R, int]]:
    """The things of a kind at most so far from a province, the nearest first, with how far each is.

    The kind is of provinces, stacks, cities, baronies, characters or units. Equally near they come
    by id. What is in another realm is last, and so is what nobody knows to be anywhere.
    """
    if world.count(cls) < _FEW:
        near = ((thing, distance(world, start, spot_of(world, thing))) for thing in world.all(cls))
        yield from sorted((each for each in near if each[1] <= most), key=lambda each: each[1])
        return
    apart: Sequence[int] = ()
    for far, ring in rings(world.get(Map, 1).grid, start):
        if far > most:
            return
        if far == APART:
            apart = ring
            break
        for thing in lying(world, cls, ring):
            yield thing, far
    nowhere = (thing for thing in world.all(cls) if not spot_of(world, thing))
    for thing in sorted((*lying(world, cls, apart), *nowhere), key=lambda each: each.id):
        yield thing, APART


def distance(world: World, one: int, other: int) -> int:
    """How many provinces lie between two, 0 for the same; `APART` if one of them is not known."""
    if not (one and other):
        return APART
    grid = world.get(Map, 1).grid
    return grid.distance(grid.at(one - 1), grid.at(other - 1))


def spot_of(world: World, thing: Record) -> int:
    """The province where something is, of a barony its capital; 0 if that is not known."""
    if isinstance(thing, Barony):
        return _capital(world, thing.id)
    try:
        return province_of(world, thing.place)
    except NotKnown:
        return 0


def lying(world: World, cls: type[R], spots: Sequence[int]) -> list[R]:
    """What there is of a kind in some provinces, by id."""
    if issubclass(cls, Province):
        found: Iterable[R] = filter(None, (world.find(cls, spot) for spot in spots))
    elif issubclass(cls, Piece):
        found = world.among(cls, "holder", _holders(world, spots))
    elif issubclass(cls, Barony):
        cities = world.among(City, "province", spots)
        ruled = (city.barony for city in cities if city.knows("barony"))
        there = (id for id in dict.fromkeys(ruled) if _capital(world, id) in spots)
        found = filter(None, (world.find(cls, id) for id in there))
    else:
        found = world.among(cls, "province", spots)
    return sorted(found, key=lambda thing: thing.id)


def _holders(world: World, spots: Sequence[int]) -> Iterator[Place]:
    """All that pieces can be in: stacks, cities and the ground."""
    for cls in (Stack, City):
        for holder in world.among(cls, "province", spots):
            yield holder.place
    for spot in spots:
        yield Place(Province.kind, spot)


def _capital(world: World, barony: int) -> int:
    city = city_of(world, barony)
    return city.province if city else 0
