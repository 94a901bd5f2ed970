"""Rivers: from the heights down to the sea, growing on their way."""

from collections.abc import Mapping, Sequence

from engine.dice import Streams, shuffled
from engine.hexes import Grid
from engine.packs.cohorts.content import Terrain, WorldRules
from engine.packs.cohorts.mapgen.plan import LinkPlan
from engine.packs.lands.relief import Relief

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

    A river starts at level 1 and gains a level every `river_provinces_per_level` provinces
    (`cohorts.world.starter-world`); its last link leads into the sea or a lake.
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
    """For each land province the neighbour into which it drains, -1 where there is no sea at all.

    That is the sea, if it lies beside it, or else its lowest neighbour; the land has no hollows.
    """
    onward = [-1] * len(grid)
    for index, around in enumerate(grid.adjacency()):
        if relief.land[index]:
            beside = [there for there in around if there >= 0]
            mouths = [there for there in beside if not relief.land[there]]
            lowest = min(beside, key=lambda there: (relief.slope[there], there))
            if mouths:
                onward[index] = mouths[index % len(mouths)]
            elif relief.slope[lowest] < relief.slope[index]:
                onward[index] = lowest
    return onward


def _steps(onward: Sequence[int], index: int) -> int:
    steps = 0
    while onward[index] >= 0:
        index, steps = onward[index], steps + 1
    return steps
