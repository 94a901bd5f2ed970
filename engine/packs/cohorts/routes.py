"""Ways across the map by what a faction knows of it: the fastest path, and what is in reach.

Only proposes: whether a step can be taken in truth is found out by taking it, in `movement`. Known
is what was known when the tick or the plan began, so that a plan shows the way the tick will take.
Sources: cohorts.movement.pathfinding, cohorts.movement.reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal
from weakref import WeakKeyDictionary

from engine import paths
from engine.campaign import Faction
from engine.hexes import Hex, opposite
from engine.packs.cohorts.burden import Mode
from engine.packs.cohorts.knowledge import Spots, in_view
from engine.packs.cohorts.levels import bars
from engine.packs.cohorts.ownership import owner_of, relation
from engine.packs.cohorts.records import Link, Map, Memory, Province, Stack, link_id
from engine.packs.cohorts.stamina import Stamina
from engine.packs.cohorts.steps import POINT, Gait, blocked, points
from engine.state import State
from engine.world import World

UNKNOWN_LAND = "grassland"
UNKNOWN_WATER = "sea"


@dataclass(frozen=True, slots=True)
class Route:
    """A proposed way: the directions of its steps, and its cost in movement points."""

    directions: tuple[int, ...]
    cost: Fraction


class Chart:
    """What a faction knew of the land when a tick or plan began.

    It is read piece by piece as it is asked for and kept, since that world never changes.
    """

    def __init__(self, world: World, faction: int, *, is_view: bool) -> None:
        self.world = world
        self.faction = faction
        self.is_view = is_view
        self.grid = world.get(Map, 1).grid
        self._seen: Spots = {} if is_view else in_view(world, faction)
        self._provinces: list[Province | Literal[False] | None] = [False] * len(self.grid)
        self._links: dict[int, Link | None] = {}
        self._owners: list[int | None] = [None] * len(self.grid)
        self.linked = bytearray(len(self.grid))
        """By index, 1 where any link touches the province, known or not."""
        adjacency = self.grid.adjacency()
        for link in world.all(Link):
            home, direction = divmod(link.id - 1, 3)
            self.linked[home] = self.linked[adjacency[home][direction]] = 1

    def province(self, index: int) -> Province | None:
        """The province of that index if the faction knows it."""
        found = self._provinces[index]
        if found is False:
            id = index + 1
            known = self.is_view or id in self._seen or self._memory(id)
            found = self._provinces[index] = self.world.find(Province, id) if known else None
        return found

    def terrain(self, index: int) -> str:
        """The terrain, where it is not known a likely one."""
        province = self.province(index)
        return province.terrain if province else UNKNOWN_LAND

    def owner(self, index: int) -> int:
        """The faction that holds the province's barony as far as known, 0 for none."""
        owner = self._owners[index]
        if owner is None:
            id = index + 1
            if id in self._seen:
                owner = owner_of(self.world, self.world.get(Province, id))
            else:
                memory = self._memory(id)
                owner = memory.owner if memory else 0
            self._owners[index] = owner
        return owner

    def link(self, index: int, direction: int, other: int) -> Link | None:
        """What is known to lie between a province and its neighbour, by their indexes."""
        key = index * 3 + direction if direction < 3 else other * 3 + direction - 3
        if key not in self._links:
            self._links[key] = self._link(index + 1, direction, other + 1)
        return self._links[key]

    def _link(self, id: int, direction: int, other: int) -> Link | None:
        name = link_id(self.grid, id, direction)
        if self.is_view:
            return self.world.find(Link, name)
        if id in self._seen or other in self._seen:
            both = self.province(id - 1) and self.province(other - 1)
            return self.world.find(Link, name) if both else None
        here, there = self._memory(id), self._memory(other)
        if here is None or there is None:
            return None
        newer = there.turn > here.turn
        side = there.sides[opposite(direction)] if newer else here.sides[direction]
        return Link(id=name, river=side // 100, road=side // 10 % 10, barrier=side % 10)

    def _memory(self, id: int) -> Memory | None:
        if self.is_view:
            return self.world.find(Memory, id)
        return self.world.first(Memory, "spot", (self.faction, id))


_charts: WeakKeyDictionary[World, dict[int, Chart]] = WeakKeyDictionary()


def chart_of(state: State, faction: int) -> Chart:
    """The chart of a faction; kept as long as the tick or plan lasts."""
    by_faction = _charts.setdefault(state.before, {})
    if faction not in by_faction:
        by_faction[faction] = Chart(state.before, faction, is_view=state.planning)
    return by_faction[faction]


def enemies_of(state: State, faction: int) -> tuple[int, ...]:
    """The factions at war with a faction."""
    others = (other.id for other in state.world.all(Faction))
    return tuple(id for id in others if relation(state.world, faction, id) == "at_war")


def find(
    state: State, gait: Gait, start: int, goal: int, *, allow_war: bool = False
) -> Route | None:
    """The fastest way between two provinces as far as known, or None if there seems to be none.

    Enters provinces of factions at war only if that is allowed or the goal lies in one.
    """
    chart, enemies = chart_of(state, gait.faction), enemies_of(state, gait.faction)
    if allow_war or chart.owner(goal - 1) in enemies:
        enemies = ()
    path = paths.cheapest_path(
        chart.grid,
        chart.grid.at(start - 1),
        chart.grid.at(goal - 1),
        _step_cost(chart, gait, enemies),
        gait.least,
    )
    return Route(path.directions, points(path.cost)) if path else None


def reach(state: State, stack: Stack, mode: Mode) -> dict[int, Fraction]:
    """Where a stack can get with its points as far as known: provinces, with the points left then.

    Its own province is among them, with all its points; the minimum move leaves none. Provinces of
    factions at war are left out.
    """
    stamina = Stamina.of(state, stack, mode)
    left, faction = stamina.points, stamina.gait.faction
    if not stamina.rate:
        return {stack.province: left}
    chart = chart_of(state, faction)
    budget = floor(left * POINT)
    found = paths.reach(
        chart.grid,
        chart.grid.at(stack.province - 1),
        budget,
        _step_cost(chart, stamina.gait, enemies_of(state, faction)),
        minimum_move=stamina.fresh,
    )
    index = chart.grid.index
    reached: dict[int, Fraction] = {}
    for hex_, cost in found.items():
        spent_all = stamina.fresh and cost == budget
        reached[index(hex_) + 1] = Fraction(0) if spent_all else left - points(cost)
    return reached


_UNSEEN = -1
_BARRED = -2


def _step_cost(chart: Chart, gait: Gait, enemies: tuple[int, ...]) -> paths.StepCost:
    """The cost of each step as far as known, for the search: fast, since it is asked very often.

    Provinces of the enemies named, and those known to bar so high a stack, are not entered.
    """
    costs = [_UNSEEN] * len(chart.grid)
    width = chart.grid.width
    by_land, by_water = gait.mode == "land", gait.mode == "water"
    unknown = gait.step(UNKNOWN_WATER if gait.ships else UNKNOWN_LAND)
    usual = {terrain: gait.step(terrain) for terrain in gait.base}
    linked = chart.linked

    def enter(index: int) -> int:
        """What it costs to enter a province over no link; 0 if it cannot be entered so."""
        province = chart.province(index)
        cost = unknown
        if province is not None:
            cost = usual[province.terrain]
            owner = chart.owner(index)
            # A level limit is known only of one's own baronies (cohorts.knowledge.view).
            if owner in enemies or (owner == chart.faction and bars(province, gait.level)):
                cost = _BARRED
        costs[index] = cost
        return cost

    def step(here: Hex, direction: int, there: Hex) -> int | None:
        index = there[1] * width + there[0]
        cost = costs[index]
        if cost == _UNSEEN:
            cost = enter(index)
        if cost == _BARRED or (not cost and not by_water):
            return None
        link = None
        at = here[1] * width + here[0]
        if linked[index] and linked[at]:
            link = chart.link(at, direction, index)
            if link and blocked(link.barrier, direction):
                return None
        if by_water and not cost:
            left, entered = chart.province(at), chart.province(index)
            return gait.into(chart.world, left, entered, link) or None if left and entered else None
        if link and by_land:
            return gait.step(chart.terrain(index), link)
        return cost

    return step
