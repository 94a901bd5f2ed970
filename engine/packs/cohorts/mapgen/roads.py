"""Roads between the cities of a territory and of a kingdom, and barriers where none can pass."""

from collections.abc import Mapping, Sequence

from engine.dice import Streams
from engine.hexes import DIRECTIONS, Grid, Hex, opposite
from engine.packs.cohorts.content import Terrain, WorldRules
from engine.packs.cohorts.mapgen.borders import BaronyBorders, Group
from engine.packs.cohorts.mapgen.plan import BarrierPlan, LinkPlan
from engine.paths import Costs, cheapest_path

_TO_TERRITORY, _TO_KINGDOM = 1, 2  # levels of the roads that lead to these capitals
_NEW, _USED = 10, 4  # how many times its terrain cost a link counts, without and with a road
_FARTHEST = 3  # times the distance; a road with more detours is not built

Links = dict[tuple[int, int], int]
"""The level of each link, by the index of a province and one of the directions 0 to 2."""


def build_roads(
    grid: Grid,
    painted: Sequence[str],
    terrains: Mapping[str, Terrain],
    baronies: Sequence[BaronyBorders],
    territories: Sequence[Group],
    kingdoms: Sequence[Group],
) -> list[LinkPlan]:
    """Roads by land from every city to its territory's capital, from there to its kingdom's."""
    hexes, roads = grid.hexes(), Links()
    usual = [terrains[key].land or 0 for key in painted]
    used = bytearray(len(grid))  # by hex the directions in which it is entered by a road, as bits

    def over_road(here: int, direction: int, there: int) -> int:
        return usual[there] * _USED

    entering = [cost * _NEW for cost in usual]
    costs = Costs.by_hex(entering, used, over_road)
    seats = [barony.capital for barony in baronies]
    journeys = [
        (seats[territories[member].capital], seats[kingdom.capital], _TO_KINGDOM)
        for kingdom in kingdoms
        for member in kingdom.members
    ]
    journeys += [
        (seats[member], seats[territory.capital], _TO_TERRITORY)
        for territory in territories
        for member in territory.members
    ]
    least = _USED * min((cost for cost in usual if cost), default=1)
    for start, goal, level in journeys:
        if start == goal:
            continue
        path = cheapest_path(grid, hexes[start], hexes[goal], costs, least)
        distance = grid.distance(hexes[start], hexes[goal])
        if path is None or len(path.directions) > _FARTHEST * distance:
            continue
        here = path.start
        for direction, there in zip(path.directions, path.hexes(grid), strict=True):
            link = link_of(grid, here, direction)
            roads[link] = max(level, roads.get(link, 0))
            used[grid.index(there)] |= 1 << direction
            used[grid.index(here)] |= 1 << opposite(direction)
            here = there
    return [
        LinkPlan(hexes[index], direction, level)
        for (index, direction), level in sorted(roads.items())
    ]


def raise_barriers(
    grid: Grid,
    painted: Sequence[str],
    terrains: Mapping[str, Terrain],
    rules: WorldRules,
    links: Sequence[LinkPlan],
    streams: Streams,
) -> list[BarrierPlan]:
    """Walls of rock between mountains, where no road or river runs and a way around is near."""
    dice = streams.stream("world", "barriers")
    open_links = {link_of(grid, link.at, link.direction): None for link in links}
    hexes, adjacency = grid.hexes(), grid.adjacency()
    families = [terrains[key].family for key in painted]
    barriers: dict[tuple[int, int], None] = {}
    for index in range(len(grid)):
        for direction in DIRECTIONS[:3]:
            there = adjacency[index][direction]
            if there < 0 or families[index] != "mountains" or families[there] != "mountains":
                continue
            if (index, direction) in open_links or dice.whole(100) > rules.barriers_percent:
                continue
            around = [side for side in adjacency[index] if side >= 0 and side in adjacency[there]]
            if any(
                families[side] != "sea"
                and _between(grid, index, side) not in barriers
                and _between(grid, side, there) not in barriers
                for side in around
            ):
                barriers[index, direction] = None
    return [BarrierPlan(hexes[index], direction) for index, direction in barriers]


def _between(grid: Grid, here: int, there: int) -> tuple[int, int]:
    return link_of(grid, grid.hexes()[here], grid.adjacency()[here].index(there))


def link_of(grid: Grid, here: Hex, direction: int) -> tuple[int, int]:
    """The same key of a link from both its ends: the index and direction 0 to 2 of one of them."""
    if direction < 3:
        return grid.index(here), direction
    there = grid.adjacency()[grid.index(here)][direction]
    return there, opposite(direction)
