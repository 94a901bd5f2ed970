"""The land of a new world of Kingdoms: grounds, heights and named stretches.

The founding draws the contents of the land. Source: kingdoms.mapping.province.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Streams
from engine.hexes import Grid
from engine.module import Module
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.lands.climate import Climate, make_weather, paint
from engine.packs.lands.regions import name_regions
from engine.packs.lands.relief import Shape, raise_land


@dataclass(frozen=True, slots=True)
class Painted:
    """A ground as the generator asks for it."""

    family: str
    is_water: bool
    climate: Climate | None


@dataclass(frozen=True, slots=True)
class LandPlan:
    """The land by index: its grounds, heights and regions (None for none)."""

    grid: Grid
    grounds: tuple[str, ...]
    heights: tuple[int, ...]
    regions: tuple[int | None, ...]
    names: tuple[str, ...]


def lay(module: Module, grid: Grid, streams: Streams) -> LandPlan:
    """New land."""
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
    return LandPlan(
        grid=grid,
        grounds=tuple(painted),
        heights=tuple(relief.height),
        regions=tuple(in_region.get(hex) for hex in grid),
        names=tuple(name for name, _ in regions),
    )
