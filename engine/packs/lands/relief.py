"""Where there is land, and how high: continents with ragged coasts and chains of mountains."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from engine.dice import Streams
from engine.hexes import Grid
from engine.packs.lands.graph import parts, steps_from
from engine.packs.lands.noise import fractal, octave, ranked

_LEAST_LAKE = 2  # a lake of one province reads as a mistake
_DRAWN_ROUGHNESS = 0.2  # how much drawn land of one terrain differs in height
_DROP = 1e-6  # at least, from a province to the one into which it drains
_POLAR_ROWS = 0.12  # of the rows, at the north and the south edge, where land grows rare


@dataclass(frozen=True, slots=True)
class Relief:
    """Land and heights by index.

    `slope` says what is above what, `height` the same from 0 to 100; `inland` is the number
    of steps to the sea, `depth` that to the land.
    """

    land: list[bool]
    slope: list[float]
    height: list[int]
    inland: list[int]
    depth: list[int]


@dataclass(frozen=True, slots=True)
class Shape:
    """What land is wanted: its share of the map, its least island in provinces, and what is drawn.

    By index: what is `drawn` is land or sea as drawn, and as high as in `heights`, 0 to 100.
    """

    land_percent: int
    least_island: int
    drawn: Mapping[int, bool] = field(default_factory=dict[int, bool])
    heights: Mapping[int, int] = field(default_factory=dict[int, int])


def raise_land(grid: Grid, shape: Shape, streams: Streams) -> Relief:
    """Raise the land from the sea; islands that are too small sink again."""
    swell = _swell(grid, streams)
    order = sorted(range(len(grid)), key=lambda index: (-swell[index], index))
    land = [False] * len(grid)
    for index in order[: len(grid) * shape.land_percent // 100]:
        land[index] = True
    for index, dry in shape.drawn.items():
        land[index] = dry
    _tidy(grid, land, shape)

    shore = [index for index in range(len(grid)) if land[index]]
    sea = [index for index in range(len(grid)) if not land[index]]
    inland, depth = steps_from(grid, sea), steps_from(grid, shore)
    chains = octave(grid, streams.stream("world", "mountain chains"), 6.0)
    rough = fractal(grid, streams.stream("world", "rough ground"), 4.0, 3)
    slope = [0.0] * len(grid)
    for index in shore:
        ridge = 1 - abs(2 * chains[index] - 1)
        rise = min(inland[index], 6) / 6
        slope[index] = (
            0.25 * rise + ridge * ridge * ridge * (0.45 + 0.55 * rise) + 0.5 * rough[index]
        )
    for index, height in shape.heights.items():
        slope[index] = height / 100 + _DRAWN_ROUGHNESS * rough[index]
    _drain(grid, land, slope)
    # Most land is low: the rank is squared, so that half of it lies below 25.
    height = [rank * rank // 100 for rank in ranked(slope, shore)]
    return Relief(land, slope, height, inland, depth)


def _drain(grid: Grid, land: Sequence[bool], slope: list[float]) -> None:
    """Fill the hollows, so that from all land there is a way down to the sea.

    The sea rises: what it reaches next is always the lowest land on its shore, and nothing behind
    that lies as low.
    """
    adjacency = grid.adjacency()
    reached = [not dry for dry in land]
    rising: list[tuple[float, int]] = []
    for index, around in enumerate(adjacency):
        if land[index] and any(there >= 0 and not land[there] for there in around):
            reached[index] = True
            heappush(rising, (slope[index], index))
    while rising:
        level, here = heappop(rising)
        for there in adjacency[here]:
            if there >= 0 and not reached[there]:
                reached[there] = True
                slope[there] = max(slope[there], level + _DROP)
                heappush(rising, (slope[there], there))


def _swell(grid: Grid, streams: Streams) -> list[float]:
    """How much each province wants to be land: large shapes, ragged edges, open poles."""
    size = min(grid.width, grid.height * 2)
    continents = fractal(grid, streams.stream("world", "continents"), max(5.0, size / 4.5), 5)
    polar = max(1.0, grid.height * _POLAR_ROWS)
    field: list[float] = []
    for index, value in enumerate(continents):
        row = index // grid.width
        edge = min(row, grid.height - 1 - row)
        field.append(value - 0.13 * max(0.0, 1 - edge / polar))
    return field


def _tidy(grid: Grid, land: list[bool], shape: Shape) -> None:
    """Fill the smallest lakes, then sink the islands that are too small; none drawn."""
    adjacency = grid.adjacency()
    for wanted, least in ((False, _LEAST_LAKE), (True, shape.least_island)):
        for part in parts(adjacency, [i for i in range(len(grid)) if land[i] is wanted]):
            if len(part) < least and not any(index in shape.drawn for index in part):
                for index in part:
                    land[index] = not wanted
