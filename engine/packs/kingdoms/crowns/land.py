"""The land of a new world of Kingdoms: grounds, tax bases, named stretches, and homes on it.

What lies on the land is drawn where it is founded. Source: kingdoms.mapping.province.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.dice import Streams
from engine.hexes import Grid, Hex
from engine.module import Module
from engine.packs.kingdoms.content.armies import ArmyContent, Ground
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.lands.climate import Climate, make_weather, paint
from engine.packs.lands.regions import name_regions
from engine.packs.lands.relief import Shape, raise_land

_TRIES = 40
"""So many starting points are tried until homes are far enough apart."""
_REACH = 2
"""Provinces from a home within which its land should be worth as much as others'."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A ground as the generator asks for it."""

    family: str
    is_water: bool
    climate: Climate | None


@dataclass(frozen=True, slots=True)
class Plan:
    """The land by index: its grounds, heights, regions (None for none) and, by seat, its homes."""

    grid: Grid
    grounds: tuple[str, ...]
    heights: tuple[int, ...]
    regions: tuple[int | None, ...]
    names: tuple[str, ...]
    homes: tuple[int, ...]


def lay(module: Module, grid: Grid, seats: int, streams: Streams) -> Plan:
    """New land with so many homes.

    Raises:
        ValueError: there is no room for so many homes.
    """
    content, grounds = module.content(RulerContent), module.content(ArmyContent).grounds
    laying = content.laying
    painted_as = {
        key: Painted(
            family="sea" if ground.sea else key,
            is_water=ground.sea,
            climate=laying.climates.get(key),
        )
        for key, ground in grounds.items()
    }
    shape = Shape(land_percent=laying.land_percent, least_island=laying.least_island)
    relief = raise_land(grid, shape, streams)
    painted = paint(grid, relief, make_weather(grid, relief, streams), painted_as, streams)
    families = {painted_as[key].family: names for key, names in laying.regions.items()}
    regions = name_regions(grid, painted, painted_as, families, laying.qualifiers, streams)
    in_region = {hex: place for place, (_, hexes) in enumerate(regions) for hex in hexes}
    return Plan(
        grid=grid,
        grounds=tuple(painted),
        heights=tuple(relief.height),
        regions=tuple(in_region.get(hex) for hex in grid),
        names=tuple(name for name, _ in regions),
        homes=tuple(_homes(grid, painted, grounds, seats, content.start.homes_apart, streams)),
    )


def _homes(
    grid: Grid,
    painted: Sequence[str],
    grounds: Mapping[str, Ground],
    seats: int,
    apart: int,
    streams: Streams,
) -> list[int]:
    """Land for so many homes, far from each other and of like worth.

    Raises:
        ValueError: there is no room for so many (kingdoms.setup.start-provinces).
    """
    worth = {
        index: sum(grounds[painted[there]].tax for there in grid.indexes_within(here, _REACH))
        for index, here in enumerate(grid)
        if not grounds[painted[index]].sea
    }
    usual = sorted(worth.values())[len(worth) * 2 // 3] if worth else 0
    order = sorted(worth, key=lambda index: (abs(worth[index] - usual), index))
    dice = streams.stream("world", "homes")
    for share in (4, 2, 1):
        among = sorted(order[: len(order) // share])
        for _ in range(_TRIES if among else 0):
            chosen = _spread(grid, among, seats, dice.pick(among))
            if _nearest(grid, chosen) >= apart and len(chosen) == seats:
                return chosen
    raise ValueError(
        f"there is no room for {seats} homes at least {apart} provinces apart on a map of "
        f"{grid.width} by {grid.height}: make it larger"
    )


def _spread(grid: Grid, among: Sequence[int], number: int, first: int) -> list[int]:
    """So many of these, each as far as can be from those before it."""
    hexes, chosen = grid.hexes(), [first]
    far = {index: grid.distance(hexes[index], hexes[first]) for index in among}
    while len(chosen) < min(number, len(among)):
        best = max(among, key=lambda index: (far[index], -index))
        chosen.append(best)
        for index in among:
            far[index] = min(far[index], grid.distance(hexes[index], hexes[best]))
    return chosen


def _nearest(grid: Grid, chosen: Sequence[int]) -> int:
    """The least distance between two of these; the map's size if there is but one."""
    hexes = grid.hexes()
    return min(_distances(grid, [hexes[index] for index in chosen]), default=len(grid))


def _distances(grid: Grid, hexes: Sequence[Hex]) -> Iterator[int]:
    for place, one in enumerate(hexes):
        for other in hexes[:place]:
            yield grid.distance(one, other)
