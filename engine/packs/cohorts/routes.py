"""Ways across the map by what a faction knows of it: the fastest path, and what is in reach.

Only proposes: whether a step can be taken in truth is found out by taking it, in `movement`.
Sources: cohorts.movement.pathfinding, cohorts.movement.reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from weakref import WeakKeyDictionary

from engine import paths
from engine.campaign import Faction
from engine.hexes import Hex, opposite
from engine.packs.cohorts.burden import Mode
from engine.packs.cohorts.knowledge import Spots, in_view
from engine.packs.cohorts.levels import bars
from engine.packs.cohorts.ownership import faction_of, owner_of, relation
from engine.packs.cohorts.records import City, Link, Map, Memory, Province, Stack, link_id
from engine.packs.cohorts.stamina import Stamina
from engine.packs.cohorts.steps import POINT, Gait, blocked, points
from engine.state import State
from engine.world import World

UNKNOWN_LAND = "grassland"
UNKNOWN_WATER = "sea"

_seen: WeakKeyDictionary[World, dict[int, Spots]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Route:
    """A proposed way: the directions of its steps, and its cost in movement points."""

    directions: tuple[int, ...]
    cost: Fraction


class Chart:
    """What a faction knows of the land, on its own view or, in a tick, within the truth."""

    def __init__(self, state: State, faction: int) -> None:
        world = state.world
        self.world = world
        self.faction = faction
        self.planning = state.planning
        self.grid = world.get(Map, 1).grid
        self.enemies = tuple(
            other.id
            for other in world.all(Faction)
            if relation(world, faction, other.id) == "at_war"
        )
        self.seen: Spots = {} if state.planning else _seen_before(state, faction)

    def province(self, id: int) -> Province | None:
        """The province if the faction knows it."""
        if self.planning or self._in_sight(id) or self._memory(id):
            return self.world.find(Province, id)
        return None

    def owner(self, province: Province) -> int:
        """The faction that holds the province's barony, as far as known."""
        if self.planning:
            memory = self.world.find(Memory, province.id)
        elif self._in_sight(province.id):
            return owner_of(self.world, province)
        else:
            memory = self._memory(province.id)
        return memory.owner if memory else 0

    def link(self, province: int, direction: int) -> Link | None:
        """What is known to lie between a known province and its neighbour."""
        id = link_id(self.grid, province, direction)
        other = self.grid.adjacency()[province - 1][direction] + 1
        if self.planning or self._in_sight(province) or self._in_sight(other):
            return self.world.find(Link, id)
        here, there = self._memory(province), self._memory(other)
        if here is None or there is None:
            return None
        if there.turn > here.turn:
            side = there.sides[opposite(direction)]
        else:
            side = here.sides[direction]
        return Link(id=id, river=side // 100, road=side // 10 % 10, barrier=side % 10)

    def bars(self, province: Province, level: int) -> bool:
        """Whether the faction knows that a stack of this encounter level may not enter.

        A level limit is known only of one's own baronies (cohorts.knowledge.view).
        """
        return self.owner(province) == self.faction and bars(province, level)

    def _memory(self, id: int) -> Memory | None:
        return self.world.first(Memory, "spot", (self.faction, id))

    def _in_sight(self, id: int) -> bool:
        """Whether it was in view when the tick began, or an own stack has come beside it since."""
        if id in self.seen:
            return True
        world = self.world
        around = (id, *(index + 1 for index in self.grid.adjacency()[id - 1] if index >= 0))
        return any(
            faction_of(world, stack) == self.faction
            for spot in around
            for stack in world.by(Stack, "province", spot)
        )


def _seen_before(state: State, faction: int) -> Spots:
    """What was in view when the tick began; kept for the tick, since that world never changes."""
    by_faction = _seen.setdefault(state.before, {})
    if faction not in by_faction:
        by_faction[faction] = in_view(state.before, faction)
    return by_faction[faction]


def find(
    state: State, gait: Gait, start: int, goal: int, *, allow_war: bool = False
) -> Route | None:
    """The fastest way between two provinces as far as known, or None if there seems to be none.

    Enters provinces of factions at war only if that is allowed or the goal lies in one.
    """
    chart = Chart(state, gait.faction)
    end = chart.province(goal)
    war = allow_war or (end is not None and chart.owner(end) in chart.enemies)
    path = paths.cheapest_path(
        chart.grid,
        chart.grid.at(start - 1),
        chart.grid.at(goal - 1),
        _step_cost(chart, gait, war=war),
        gait.least,
    )
    return Route(path.directions, points(path.cost)) if path else None


def reach(state: State, stack: Stack, mode: Mode) -> dict[int, Fraction]:
    """Where a stack can get with its points as far as known: provinces, with the points left then.

    Its own province is among them, with all its points; the minimum move leaves none. Provinces of
    factions at war are left out.
    """
    stamina = Stamina.of(state, stack, mode)
    left = stamina.points
    chart = Chart(state, stamina.gait.faction)
    if not stamina.rate:
        return {stack.province: left}
    budget = floor(left * POINT)
    found = paths.reach(
        chart.grid,
        chart.grid.at(stack.province - 1),
        budget,
        _step_cost(chart, stamina.gait, war=False),
        minimum_move=stamina.fresh,
    )
    index = chart.grid.index
    reached: dict[int, Fraction] = {}
    for hex_, cost in found.items():
        spent_all = stamina.fresh and cost == budget
        reached[index(hex_) + 1] = Fraction(0) if spent_all else left - points(cost)
    return reached


_UNSEEN = -1


def _step_cost(chart: Chart, gait: Gait, *, war: bool) -> paths.StepCost:
    """The cost of each step as far as known, for the search: fast, since it is asked very often."""
    width = chart.grid.width
    find_link = chart.link if not chart.planning else None
    world_find = chart.world.find
    entered: list[Province | None] = [None] * len(chart.grid)
    costs = [_UNSEEN] * len(chart.grid)
    unknown = gait.base[UNKNOWN_WATER if gait.ships else UNKNOWN_LAND]
    base, by_land, by_water = gait.base, gait.mode == "land", gait.mode == "water"

    def enter(index: int) -> int:
        """What it costs to enter a province over no link; 0 if it may not be entered."""
        province = chart.province(index + 1)
        cost = unknown
        if province:
            entered[index] = province
            cost = gait.step(province.terrain)
            owner = chart.owner(province)
            if (owner in chart.enemies and not war) or (
                owner == chart.faction and bars(province, gait.level)
            ):
                entered[index] = None
                cost = 0
        costs[index] = cost
        return cost

    def step(here: Hex, direction: int, there: Hex) -> int | None:
        index = there[1] * width + there[0]
        cost = costs[index]
        if cost == _UNSEEN:
            cost = enter(index)
        province = entered[index]
        if province is None:
            return cost or None
        if not cost and not by_water:
            return None
        at = here[1] * width + here[0]
        if find_link:
            link = find_link(at + 1, direction) if chart.province(at + 1) else None
        else:
            link = world_find(Link, at * 3 + direction + 1 if direction < 3 else index * 3 + direction - 2)
        if link:
            if blocked(link.barrier, direction):
                return None
            if by_land:
                return gait.step(province.terrain, link)
        if by_water and not cost:
            left = chart.province(at + 1)
            return gait.into(chart.world, left, province, link) or None if left else None
        return cost

    return step
