"""Ways across the map by what a faction knows of it: the fastest path, and what is in reach.

Only proposes: whether a step can be taken in truth is found out by taking it, in `movement`. Known
is what was known when the tick or the plan began, so that a plan shows the way the tick will take.
Sources: cohorts.movement.pathfinding, cohorts.movement.reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from weakref import WeakKeyDictionary

from engine import paths
from engine.campaign import Faction
from engine.hexes import opposite
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.views import Spots, in_view
from engine.packs.cohorts.levels import bars
from engine.packs.cohorts.movement.burden import Mode
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import POINT, Gait, blocked, points
from engine.packs.cohorts.ownership import owner_of, relation
from engine.packs.cohorts.records import Link, Map, Province, Stack, link_id
from engine.state import State
from engine.world import World

UNKNOWN, UNREAD = -1, -2


@dataclass(frozen=True, slots=True)
class Route:
    """A proposed way: the directions of its steps, and its cost in movement points."""

    directions: tuple[int, ...]
    cost: Fraction


class Chart:
    """What a faction knew of the land when a tick or plan began.

    It is read province by province as it is asked for and kept, since that world never changes.
    """

    def __init__(self, world: World, faction: int, content: Content, *, is_view: bool) -> None:
        self.world = world
        self.faction = faction
        self.is_view = is_view
        self.grid = world.get(Map, 1).grid
        self.terrains = {terrain: number for number, terrain in enumerate(content.terrains)}
        """The number of each terrain, counted from 0."""
        self.ground = [UNREAD] * len(self.grid)
        """By index the number of the terrain, `UNKNOWN` or `UNREAD`."""
        self.owners = [0] * len(self.grid)
        """By index the faction that holds the province, as far as known; filled with `ground`."""
        self.limits: dict[int, Province] = {}
        """By index the provinces that are known to bar stacks of a high level."""
        self.linked = bytearray(len(self.grid))
        """By index the directions over whose links the province is entered, as bits."""
        self._links: dict[int, Link | None] = {}
        self._seen: Spots = {} if is_view else in_view(world, content, faction)
        adjacency = self.grid.adjacency()
        for link in world.all(Link):
            home, direction = divmod(link.id - 1, 3)
            self.linked[adjacency[home][direction]] |= 1 << direction
            self.linked[home] |= 1 << opposite(direction)

    def read(self, index: int) -> int:
        """Fill in what is known of a province; the number of its terrain."""
        id = index + 1
        in_sight = id in self._seen
        memory = None if in_sight else self._memory(id)
        self.ground[index] = UNKNOWN
        if in_sight or memory:
            province = self.world.get(Province, id)
            owner = memory.owner if memory else owner_of(self.world, province)
            self.ground[index] = self.terrains[province.terrain]
            self.owners[index] = owner
            if self._knows_limit(province) and province.level_limit:
                self.limits[index] = province
        return self.ground[index]

    def _knows_limit(self, province: Province) -> bool:
        # Only of what is now one's own, whatever is remembered of it (cohorts.knowledge.view).
        if self.is_view:
            return province.knows("level_limit")
        return self._own(province.id)

    def _own(self, id: int) -> bool:
        return owner_of(self.world, self.world.get(Province, id)) == self.faction

    def province(self, index: int) -> Province | None:
        """The province of that index if the faction knows it."""
        known = self.ground[index] if self.ground[index] != UNREAD else self.read(index)
        return self.world.get(Province, index + 1) if known != UNKNOWN else None

    def link(self, index: int, direction: int, other: int) -> Link | None:
        """What is known to lie between a province and its neighbour, by their indexes."""
        key = index * 3 + direction if direction < 3 else other * 3 + direction - 3
        try:
            return self._links[key]
        except KeyError:
            self._links[key] = found = self._link(index + 1, direction, other + 1)
            return found

    def _link(self, id: int, direction: int, other: int) -> Link | None:
        name = link_id(self.grid, id, direction)
        if self.is_view:
            return self.world.find(Link, name)
        if not (self.province(id - 1) and self.province(other - 1)):
            return None
        if id in self._seen or other in self._seen or self._own(id) or self._own(other):
            return self.world.find(Link, name)
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


# By the tick or plan, which a chart itself must not refer to, lest it be kept for ever.
_charts: WeakKeyDictionary[State, dict[int, Chart]] = WeakKeyDictionary()


def chart_of(state: State, faction: int) -> Chart:
    """The chart of a faction; kept as long as the tick or plan lasts."""
    by_faction = _charts.setdefault(state, {})
    if faction not in by_faction:
        content = state.module.content(Content)
        by_faction[faction] = Chart(state.before, faction, content, is_view=state.planning)
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
    end = chart.province(goal - 1)
    if allow_war or (end and chart.owners[goal - 1] in enemies):
        enemies = ()
    path = paths.cheapest_path(
        chart.grid,
        chart.grid.at(start - 1),
        chart.grid.at(goal - 1),
        _costs(chart, gait, enemies),
        gait.least,
    )
    return Route(path.directions, points(path.cost)) if path else None


def reach(state: State, stack: Stack, mode: Mode) -> dict[int, Fraction]:
    """Where a stack can get with its points as far as known: provinces, with the points left then.

    Its own province is among them, with all its points; the minimum move leaves none. Provinces of
    factions at war are left out. On a view the state must be one that plans.
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
        _costs(chart, stamina.gait, enemies_of(state, faction)),
        minimum_move=stamina.fresh,
    )
    index = chart.grid.index
    reached: dict[int, Fraction] = {}
    for hex_, cost in found.items():
        spent_all = stamina.fresh and cost == budget
        reached[index(hex_) + 1] = Fraction(0) if spent_all else left - points(cost)
    return reached


def _costs(chart: Chart, gait: Gait, enemies: tuple[int, ...]) -> paths.Costs:
    """What steps cost as far as known, for the search.

    Provinces of the enemies named, and those known to bar so high a stack, are not entered.
    """
    by_land, by_water = gait.mode == "land", gait.mode == "water"
    # By the number of the terrain, what is not known at the end, where the index -1 leads.
    names = [*chart.terrains, gait.unknown]
    usual = [gait.step(name) for name in names]

    def ask(index: int) -> int:
        entering[index] = cost = _entering(index)
        return cost

    def _entering(index: int) -> int:
        terrain = chart.ground[index]
        if terrain == UNREAD:
            terrain = chart.read(index)
        if enemies and chart.owners[index] in enemies:
            return 0
        if index in chart.limits and bars(chart.limits[index], gait.level):
            return 0
        cost = usual[terrain]
        # Land is entered by water along a river or into a harbor, which depends on the side.
        return paths.BY_STEP if by_water and not cost else cost

    over: dict[tuple[int, int, int], int] = {}  # by terrain, river and road

    def step(here: int, direction: int, there: int) -> int:
        link = chart.link(here, direction, there) if chart.linked[there] >> direction & 1 else None
        if link and link.barrier and blocked(link.barrier, direction):
            return 0
        terrain = chart.ground[there]
        cost = usual[terrain]
        if by_land and link:
            key = terrain, link.river, link.road
            if key not in over:
                over[key] = gait.step(names[terrain], link)
            return over[key]
        if by_water and not cost:
            left, entered = chart.province(here), chart.province(there)
            return gait.into(chart.world, left, entered, link) if left and entered else 0
        return cost

    entering = [paths.UNASKED] * len(chart.grid)
    return paths.Costs(entering, ask, chart.linked, step)
