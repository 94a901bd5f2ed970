"""What is strewn over the land between the cities: hot spots, gates, limits, safe land, caches.

All of it lies evenly over the world and away from where players start. How much of each there is
and of what kinds the module says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.dice import Streams, shuffled
from engine.hexes import Grid
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.wilds import HotSpotKind
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.cohorts.mapgen.plan import Counts, HotSpotPlan


@dataclass(frozen=True, slots=True)
class Wilds:
    """What lies in the wild, by index; gates by where they are with where they lead."""

    hot_spots: list[HotSpotPlan]
    gates: dict[int, int]
    level_limits: dict[int, int]
    pvp_free: dict[int, None]
    caches: dict[int, Counts]


@dataclass(frozen=True, slots=True)
class WildLand:
    """The land as it is when the wilds are filled, by index.

    `wild` is the land outside starting baronies without a city, `travelled` has a road;
    `size` is the number of all land provinces.
    """

    grid: Grid
    painted: Sequence[str]
    wild: dict[int, None]
    travelled: Mapping[int, None]
    size: int

    def share(self, percent: int) -> int:
        """That percentage of all land provinces, as a number of them, rounded down."""
        return self.size * percent // 100


def fill_wilds(land: WildLand, content: Content, drawn: DrawnRealm, streams: Streams) -> Wilds:
    """Everything that is drawn, and of what is open as much as the module says."""
    rules = content.world
    spots, gates = drawn.hot_spots(), drawn.gates()
    limits, safe, caches = drawn.level_limits(), drawn.pvp_free(), drawn.caches()
    if drawn.open("hot_spots"):
        spots += _hot_spots(land, content, spots, streams)
    at = [land.grid.index(spot.at) for spot in spots]
    if drawn.open("gates"):
        gates = {**_gates(land, rules.gates_percent, dict.fromkeys(at), streams), **gates}
    if drawn.open("level_limits") and rules.level_limits:
        dice = streams.stream("world", "level limits")
        # A limit makes a place for small parties; where people travel it would be in the way.
        quiet = [i for i in at if i not in land.travelled and i in land.wild]
        chosen = strewn(land.grid, shuffled(dice, quiet), land.share(rules.level_limits_percent))
        found = {i: rules.level_limits[n % len(rules.level_limits)] for n, i in enumerate(chosen)}
        limits = {**found, **limits}
    if drawn.open("pvp_free"):
        safe = {**_safe_land(land, at, land.share(rules.pvp_free_percent), streams), **safe}
    if drawn.open("caches"):
        caches = {**_caches(land, content, streams), **caches}
    return Wilds(spots, gates, limits, safe, caches)


def strewn(grid: Grid, candidates: Sequence[int], number: int) -> list[int]:
    """That many of the candidates, or all, far from each other.

    Those come first that are farthest apart; ever nearer ones are taken until there are enough.
    """
    chosen: list[int] = []
    apart = 1
    while apart * apart * max(1, number) < len(grid):
        apart += 1
    while apart and len(chosen) < min(number, len(candidates)):
        near = bytearray(len(grid))
        for index in chosen:
            _mark(grid, near, index, apart)
        for index in candidates:
            if len(chosen) < number and not near[index]:
                chosen.append(index)
                _mark(grid, near, index, apart)
        apart -= 1
    return chosen


def _mark(grid: Grid, near: bytearray, index: int, apart: int) -> None:
    for each in grid.indexes_within(grid.at(index), apart - 1):
        near[each] = 1


def _hot_spots(
    land: WildLand, content: Content, known: Sequence[HotSpotPlan], streams: Streams
) -> list[HotSpotPlan]:
    """Hot spots on land that suits them, each kind as often as another where that can be."""
    dice, hexes = streams.stream("world", "hot spots"), land.grid.hexes()
    used = dict.fromkeys(content.hot_spots, 0)
    for spot in known:
        if spot.type:
            used[spot.type] += 1
    taken = {land.grid.index(spot.at): None for spot in known}
    free = [i for i in land.wild if i not in taken and _kinds(land, content, i)]
    wanted = max(0, land.share(content.world.hot_spots_percent) - len(known))
    found: list[HotSpotPlan] = []
    for index in strewn(land.grid, shuffled(dice, free), wanted):
        kinds = _kinds(land, content, index)
        rarest = min(used[kind.key] for kind in kinds)
        kind = dice.pick([kind for kind in kinds if used[kind.key] == rarest])
        used[kind.key] += 1
        found.append(HotSpotPlan.of(hexes[index], kind))
    return found


def _kinds(land: WildLand, content: Content, index: int) -> list[HotSpotKind]:
    family = content.terrains[land.painted[index]].family
    return [kind for kind in content.hot_spots.values() if family in kind.families]


def _gates(
    land: WildLand, percent: int, taken: Mapping[int, None], streams: Streams
) -> dict[int, int]:
    """Gates in pairs that lead to each other, each to the farthest that is left."""
    dice, grid, hexes = streams.stream("world", "gates"), land.grid, land.grid.hexes()
    free = [index for index in land.wild if index not in taken]
    ends = strewn(grid, shuffled(dice, free), land.share(percent) // 2 * 2)
    gates: dict[int, int] = {}
    while len(ends) > 1:
        one = ends.pop(0)
        other = max(ends, key=lambda index: (grid.distance(hexes[one], hexes[index]), -index))
        ends.remove(other)
        gates[one], gates[other] = other, one
    return gates


def _safe_land(
    land: WildLand, spots: Sequence[int], number: int, streams: Streams
) -> dict[int, None]:
    """Land around hot spots where players leave each other alone (`cohorts.quest.safe-areas`)."""
    dice = streams.stream("world", "safe land")
    safe: dict[int, None] = {}
    for spot in shuffled(dice, spots):
        for index in (spot, *land.grid.adjacency()[spot]):
            if len(safe) < number and index in land.wild:
                safe[index] = None
    return safe


def _caches(land: WildLand, content: Content, streams: Streams) -> dict[int, Counts]:
    """What lies hidden where: one of the module's finds in some land provinces."""
    dice, rules = streams.stream("world", "caches"), content.world
    caches: dict[int, Counts] = {}
    for index, terrain in enumerate(land.painted):
        dry = not content.terrains[terrain].is_water
        if dry and rules.cache_items and dice.whole(100) <= rules.caches_percent:
            caches[index] = tuple(dice.pick(rules.cache_items).items())
    return caches
