"""Warmth, rain and from them the terrain of every province.

Winds blow from the west, lose their rain on the heights and leave deserts behind them; it is cold
in the north and high up, warm in the south. A province takes the terrain whose climate, as the
module gives it, is nearest to its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.dice import Streams
from engine.hexes import Grid
from engine.packs.cohorts.content import Terrain
from engine.packs.cohorts.mapgen.noise import fractal, ranked
from engine.packs.cohorts.mapgen.relief import Relief

_HEIGHT, _MOISTURE, _WARMTH = 20, 12, 9  # how much each counts when a terrain is chosen
_DEPTH_PER_STEP = 25


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
    terrains: Mapping[str, Terrain],
    streams: Streams,
) -> list[str]:
    """The terrain of every province by index."""
    whims = fractal(grid, streams.stream("world", "shoals"), 3.0, 2)
    sea = [(key, t.climate) for key, t in terrains.items() if t.is_water and t.climate]
    dry = [(key, t.climate) for key, t in terrains.items() if not t.is_water and t.climate]
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
