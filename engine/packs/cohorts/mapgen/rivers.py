"""Rivers: from the heights down to the sea, growing on their way."""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from engine.dice import Streams, shuffled
from engine.hexes import Grid
from engine.packs.cohorts.content import Terrain, WorldRules
from engine.packs.cohorts.mapgen.plan import LinkPlan
from engine.packs.cohorts.mapgen.relief import Relief

_MOST_LEVEL = 4
_LEAST_STEPS = 3  # a spring nearer to the sea makes no river worth drawing


def run_rivers(
    grid: Grid,
    relief: Relief,
    painted: Sequence[str],
    terrains: Mapping[str, Terrain],
    rules: WorldRules,
    streams: Streams,
) -> list[LinkPlan]:
    """Rivers from springs in mountains and hills, each link once, in the direction of its flow.

    A river starts at level 1 and gains a level every ``river_provinces_per_level`` provinces
    (``cohorts.world.starter-world``); its last link leads into the sea or a lake.
    """
    onward = _downhill(grid, relief)
    heights = [
        index
        for index in range(len(grid))
        if relief.land[index]
        and (terrains[painted[index]].family == "mountains" or painted[index] == "hills")
    ]
    wanted = len(heights) * rules.river_sources_percent // 100
    springs = [
        index
        for index in shuffled(streams.stream("world", "springs"), heights)
        if _steps(onward, index) >= _LEAST_STEPS
    ][:wanted]
    levels: dict[int, int] = {}
    for spring in sorted(springs):
        here, passed = spring, 0
        while onward[here] >= 0:
            level = min(_MOST_LEVEL, 1 + passed // rules.river_provinces_per_level)
            levels[here] = max(level, levels.get(here, 0))
            here, passed = onward[here], passed + 1
    hexes, adjacency = grid.hexes(), grid.adjacency()
    return [
        LinkPlan(hexes[here], adjacency[here].index(onward[here]), level)
        for here, level in sorted(levels.items())
    ]


def _downhill(grid: Grid, relief: Relief) -> list[int]:
    """For each land province the neighbour into which it drains, in the end always the sea.

    The sea rises: what it reaches next is always the lowest province on its shore, which drains
    to where the water came from.
    """
    onward = [-1] * len(grid)
    adjacency = grid.adjacency()
    reached = [not land for land in relief.land]
    rising: list[tuple[float, int]] = []
    for index, around in enumerate(adjacency):
        if relief.land[index]:
            mouths = [there for there in around if there >= 0 and not relief.land[there]]
            if mouths:
                onward[index] = mouths[index % len(mouths)]
                reached[index] = True
                heappush(rising, (relief.slope[index], index))
    while rising:
        level, here = heappop(rising)
        for there in adjacency[here]:
            if there >= 0 and not reached[there]:
                reached[there] = True
                onward[there] = here
                heappush(rising, (max(level, relief.slope[there]), there))
    return onward


def _steps(onward: Sequence[int], index: int) -> int:
    steps = 0
    while onward[index] >= 0:
        index, steps = onward[index], steps + 1
    return steps
