"""Warmth, rain and from them the terrain of every province.

Winds blow from the west, lose their rain on the heights and leave deserts behind them; it is cold
in the north and high up, warm in the south. A province takes the terrain whose climate, as the
module gives it, is nearest to its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Protocol

from pydantic import Field

from engine.dice import Streams
from engine.hexes import Grid
from engine.module.sections import Data
from engine.packs.lands.noise import fractal, ranked
from engine.packs.lands.relief import Relief

_HEIGHT, _MOISTURE, _WARMTH = 20, 12, 9  # how much each counts when a terrain is chosen
_DEPTH_PER_STEP = 25


Percent = Annotated[int, Field(ge=0, le=100)]


class Climate(Data):
    """Where the map generator paints a terrain: it takes the one whose climate is nearest.

    Each from 0 to 100: height above (of a sea: above its floor), moisture, and warmth.
    """

    height: Percent
    moisture: Percent = 50
    warmth: Percent = 50


class ClimateTerrain(Protocol):
    """What a terrain must say of itself to be painted, and to be named in stretches."""

    @property
    def family(self) -> str:
        """What stretches of terrain with one name have in common; that of water is `sea`."""
        ...

    @property
    def is_water(self) -> bool:
        """Whether it is sea."""
        ...

    @property
    def climate(self) -> Climate | None:
        """Where it is painted; None for nowhere."""
        ...


@dataclass(frozen=True, slots=True)
class Weather:
    """Moisture and warmth of the land by index, as ranks from 0 to 100."""

    moisture: list[int]
    warmth: list[int]


def make_weather(grid: Grid, relief: Relief, streams: Streams) -> Weather:
    """Rain by the west wind, warmth by latitude and height, both with a little chance."""
    land = [index for index in range(len(grid)) if relief.land[index]]
    whims = fractal(grid, streams.stream("world", "rain"), 7.0, 3)
    sun = fractal(grid, streams.stream("world", "warmth"), 8.0, 2)
    rain, warmth = _rain(grid, relief), [0.0] * len(grid)
    for index in land:
        rain[index] += 1.6 * whims[index] - 0.25 * relief.height[index] / 100
        south = (index // grid.width) / (grid.height - 1)
        warmth[index] = south + 0.45 * sun[index] - 0.35 * relief.height[index] / 100
    return Weather(ranked(rain, land), ranked(warmth, land))


def paint(
    grid: Grid,
    relief: Relief,
    weather: Weather,
    grounds: Mapping[str, ClimateTerrain],
    streams: Streams,
) -> list[str]:
    """The terrain of every province by index."""
    whims = fractal(grid, streams.stream("world", "shoals"), 3.0, 2)
    sea = [(key, t.climate) for key, t in grounds.items() if t.is_water and t.climate]
    dry = [(key, t.climate) for key, t in grounds.items() if not t.is_water and t.climate]
    painted: list[str] = []
    for index in range(len(grid)):
        if relief.land[index]:
            height, moisture = relief.height[index], weather.moisture[index]
            warmth = weather.warmth[index]
            _, _, key = min(
                (
                    _HEIGHT * (climate.height - height) ** 2
                    + _MOISTURE * (climate.moisture - moisture) ** 2
                    + _WARMTH * (climate.warmth - warmth) ** 2,
                    place,
                    key,
                )
                for place, (key, climate) in enumerate(dry)
            )
        else:
            floor = 105 - _DEPTH_PER_STEP * relief.depth[index] + round(40 * (whims[index] - 0.5))
            _, _, key = min(
                (abs(climate.height - floor), place, key)
                for place, (key, climate) in enumerate(sea)
            )
        painted.append(key)
    return painted


def _rain(grid: Grid, relief: Relief) -> list[float]:
    """What the west wind leaves on each province, spread a little to its neighbours."""
    fallen = [0.0] * len(grid)
    for row in range(grid.height):
        first, carried = row * grid.width, 0.5
        for step in range(2 * grid.width):  # once around the world to know what it brings
            index = first + step % grid.width
            if relief.land[index]:
                shed = carried * (0.10 + 0.22 * relief.height[index] / 100)
                fallen[index] = carried + shed
                carried -= shed
            else:
                carried += (1 - carried) * 0.35
    spread = list(fallen)
    for index, around in enumerate(grid.adjacency()):
        if relief.land[index]:
            near = [fallen[there] for there in around if there >= 0 and relief.land[there]]
            for value in near:
                spread[index] += value
            spread[index] /= len(near) + 1
    return spread
