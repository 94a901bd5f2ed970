"""Ways across the map by what a faction knows of it: the fastest path, and what is in reach.

Only proposes: whether a step can be taken in truth is found out by taking it, in `movement`. Known
is what was known when the tick or the plan began, so that a plan shows the way the tick will take.
Sources: cohorts.movement.pathfinding, cohorts.movement.reach.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain
from math import floor
from typing import Final, NamedTuple, Self
from weakref import WeakKeyDictionary

from engine import paths
from engine.campaign import Faction
from engine.hexes import opposite
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.knowledge.memories import LevelLimit, Memory
from engine.packs.cohorts.knowledge.views import Spots, in_view
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import POINT, Gait, blocked, points
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.pieces.records import Map, Province, Stack
from engine.packs.cohorts.worth.levels import bars
from engine.state import State
from engine.world import World


class KnownProvince(NamedTuple):
    """What matters of a province for those who enter it, as far as a faction knows."""

    terrain: str
    """Empty for one never seen."""
    owner: int
    """The faction that holds it."""
    barring: Province | None
    """The province itself if it is known to bar stacks of a high level."""

    def shuts_out(self, level: int) -> bool:
        """Whether it is known that a stack of this encounter level may not enter."""
        return self.barring is not None and bars(self.barring, level)


UNSEEN: Final = KnownProvince("", 0, None)
_UNSEEN: Final = 0
"""Its number among the kinds of ground of a chart."""
_LEVELS: Final = 5
"""How many levels a river or road may have, none included."""


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
        self.kinds = [UNSEEN]
        """The kinds of ground met so far."""
        self._numbers = {UNSEEN: _UNSEEN}
        self.sides = defaultdict[int, int](int)
        """By the hex entered and the direction the number of the kind of side crossed, 0 until
        `side` has filled it in."""
        self.links: dict[int, Link | None] = {}
        """By the number of its kind of side one that is of it, for its river and its road."""
        self.tolls: dict[tuple[int, tuple[int, ...]], Tolls] = {}
        """By the gait, which they keep from getting another's place in memory, and the enemies."""
        self._seen: Spots = {} if is_view else in_view(world, content, faction)
        # Few are read of a map, so they are noted as they are.
        self.ground = defaultdict[int, int](lambda: paths.UNREAD if is_view else _UNSEEN)
        """By index the number of its kind of ground, from 0, or `paths.UNREAD`."""
        linked, known = links_of(world), bytearray(len(self.grid))
        self.linked = linked if is_view else known
        """As `links_of`, of known provinces alone."""
        if not is_view:
            remembered = (memory.province for memory in world.by(Memory, "faction", faction))
            for id in chain(self._seen, remembered):
                self.ground[id - 1] = paths.UNREAD
                known[id - 1] = linked[id - 1]

    def read(self, index: int) -> int:
        """Fill in what is known of a province; the number of its kind of ground."""
        id = index + 1
        in_sight = id in self._seen
        memory = None if in_sight else self._memory(id)
        ground = UNSEEN
        if in_sight or memory:
            province = self.world.get(Province, id)
            owner = memory.owner if memory else owner_of(self.world, province)
            barring = province if self._knows_limit(province) else None
            ground = KnownProvince(province.terrain, owner, barring)
        if ground not in self._numbers:
            self._numbers[ground] = len(self.kinds)
            self.kinds.append(ground)
        self.ground[index] = number = self._numbers[ground]
        return number

    def at(self, index: int) -> KnownProvince:
        """What is known of the ground at an index."""
        number = self.ground[index]
        return self.kinds[number if number != paths.UNREAD else self.read(index)]

    def _knows_limit(self, province: Province) -> bool:
        """Whether a province is known to bar stacks of a high level."""
        if self.is_view:
            return province.knows("level_limit") and province.level_limit > 0
        if not province.level_limit:
            return False
        turned_back = self.world.first(LevelLimit, "spot", (self.faction, province.id))
        return self._own(province.id) or turned_back is not None

    def _own(self, id: int) -> bool:
        return owner_of(self.world, self.world.get(Province, id)) == self.faction

    def province(self, index: int) -> Province | None:
        """The province of that index if the faction knows it."""
        known = self._memory(index + 1) if self.is_view else self.ground[index] != _UNSEEN
        return self.world.get(Province, index + 1) if known else None

    def link(self, index: int, direction: int, other: int) -> Link | None:
        """What is known to lie between a province and its neighbour, by their indexes."""
        if not self.linked[other] >> direction & 1:
            return None
        if not self.is_view and self.ground[index] == _UNSEEN:
            return None
        id, other = index + 1, other + 1
        name = link_id(self.grid, id, direction)
        if self.is_view:
            return self.world.find(Link, name)
        if id in self._seen or other in self._seen or self._own(id) or self._own(other):
            return self.world.find(Link, name)
        here, there = self._memory(id), self._memory(other)
        if here is None or there is None:
            return None
        newer = there.turn > here.turn
        side = there.sides[opposite(direction)] if newer else here.sides[direction]
        return Link.of_side(name, side)

    def side(self, index: int, direction: int, other: int) -> int:
        """Fill in over what kind of side a province's neighbour is entered: its number.

        Sides of one kind have the same river, the same road, and are barred in the same modes.
        """
        link, number = self.link(index, direction, other), 1
        if link:
            number += (link.river * _LEVELS + link.road) * (1 << len(MODES))
            for bit, mode in enumerate(MODES if link.barrier else ()):
                number += blocked(link.barrier, direction, mode) << bit
        self.sides[other * 6 + direction] = number
        self.links.setdefault(number, link)
        return number

    def bars(self, side: int, mode: Mode) -> bool:
        """Whether sides of that number stop a step in that mode."""
        return bool(side - 1 >> MODES.index(mode) & 1)

    def _memory(self, id: int) -> Memory | None:
        if self.is_view:
            return self.world.find(Memory, id)
        return self.world.first(Memory, "spot", (self.faction, id))


def links_of(world: World) -> bytes:
    """By index the directions over whose links a province is entered, as bits."""
    land = world.get(Map, 1)

    def find() -> bytes:
        linked, adjacency = bytearray(len(land.grid)), land.grid.adjacency()
        for link in world.all(Link):
            home, direction = divmod(link.id - 1, 3)
            linked[adjacency[home][direction]] |= 1 << direction
            linked[home] |= 1 << opposite(direction)
        return bytes(linked)

    return world.recall(land, "links", find)


# By the tick or plan, which a chart itself must not refer to, lest it be kept for ever.
_charts: WeakKeyDictionary[State, dict[int, Chart]] = WeakKeyDictionary()


def chart_of(state: State, faction: int) -> Chart:
    """The chart of a faction; kept as long as the tick or plan lasts."""
    by_faction = _charts.setdefault(state, {})
    if faction not in by_faction:
        content, before = state.module.content(Content), state.before
        by_faction[faction] = Chart(before, faction, content, is_view=state.planning)
    return by_faction[faction]


def enemies_of(state: State, faction: int) -> tuple[int, ...]:
    """The factions at war with a faction."""
    world = state.world

    def find() -> tuple[int, ...]:
        others = (other.id for other in world.all(Faction))
        return tuple(id for id in others if relation(world, faction, id) == "at_war")

    own = world.find(Faction, faction)
    return world.recall(own, "enemies", find) if own else find()


def find(
    state: State, gait: Gait, start: int, goal: int, *, allow_war: bool = False
) -> Route | None:
    """The fastest way between two provinces as far as known, or None if there seems to be none.

    Enters provinces of factions at war only if that is allowed or the goal lies in one.
    """
    chart, enemies = chart_of(state, gait.faction), enemies_of(state, gait.faction)
    if allow_war or chart.at(goal - 1).owner in enemies:
        enemies = ()
    tolls = _tolls(chart, gait, enemies)
    ends = chart.grid.at(start - 1), chart.grid.at(goal - 1)
    path = paths.cheapest_path(chart.grid, *ends, tolls.costs(), gait.least)
    return Route(path.directions, points(path.cost)) if path else None


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a stack can get as far as known: the provinces and what the way there costs."""

    points: Fraction
    """Movement points that the stack has left this turn."""
    cost: dict[int, Fraction]
    """By province, the cheapest first; its own is among them, at no cost."""

    @classmethod
    def of(cls, state: State, stack: Stack, mode: Mode, *, turns: int = 1) -> Self:
        """The reach within a number of turns; in later ones it has all its points again.

        The minimum move takes all points of this turn. Provinces of factions at war are left out.
        On a view the state must be one that plans.
        """
        stamina = Stamina.of(state, stack, mode)
        left, faction = stamina.points, stamina.gait.faction
        if not stamina.rate:
            return cls(left, {stack.province: Fraction(0)})
        chart = chart_of(state, faction)
        now = floor(left * POINT)
        budget = now + floor(stamina.rate * POINT) * (turns - 1)
        found = paths.reach(
            chart.grid,
            chart.grid.at(stack.province - 1),
            budget,
            _tolls(chart, stamina.gait, enemies_of(state, faction)).costs(),
            minimum_move=stamina.fresh,
        )
        start, index = chart.grid.at(stack.province - 1), chart.grid.index
        cost: dict[int, Fraction] = {}
        for hex_, spent in found.items():
            least = spent >= now and (spent == now or chart.grid.distance(start, hex_) == 1)
            cost[index(hex_) + 1] = left if stamina.fresh and least else points(spent)
        return cls(left, cost)


def reach(state: State, stack: Stack, mode: Mode) -> dict[int, Fraction]:
    """Where a stack can get this turn as `Reach` has it, with the points that it has left there."""
    found = Reach.of(state, stack, mode)
    return {spot: found.points - cost for spot, cost in found.cost.items()}


def by_turn(state: State, stack: Stack, mode: Mode, turns: int) -> dict[int, tuple[int, Fraction]]:
    """Where a stack can get in that many turns as far as known, each time on its fastest way.

    By province the turn in which it arrives, the present one being 1, and the points that it has
    left then; its own province comes first. Of one turn this is what `reach` tells. Provinces of
    factions at war are left out. On a view the state must be one that plans.
    """
    stamina = Stamina.of(state, stack, mode)
    start = stack.province - 1
    if not stamina.rate:
        return {stack.province: (1, stamina.points)}
    chart = chart_of(state, stamina.gait.faction)
    costs = _tolls(chart, stamina.gait, enemies_of(state, stamina.gait.faction)).costs()
    adjacency = chart.grid.adjacency()
    whole = floor(stamina.rate * POINT)
    first = floor(stamina.points * POINT)
    found: dict[int, tuple[int, int]] = {}
    waiting = [(1, 0, start)]
    while waiting:
        turn, spent, here = heappop(waiting)
        if here in found:
            continue
        found[here] = turn, spent
        budget = first if turn == 1 else whole
        rested = not spent and (turn > 1 or stamina.fresh)
        for direction, there in enumerate(adjacency[here]):
            if there < 0 or there in found:
                continue
            cost = costs.of(here, direction, there)
            if not cost:
                continue
            if spent + cost <= budget:
                heappush(waiting, (turn, spent + cost, there))
            elif rested:
                heappush(waiting, (turn, budget, there))
            elif turn < turns:
                heappush(waiting, (turn + 1, min(cost, whole), there))
    reached: dict[int, tuple[int, Fraction]] = {}
    for index, (turn, spent) in found.items():
        at_first = turn == 1
        budget, had = (first, stamina.points) if at_first else (whole, stamina.rate)
        spent_all = spent == budget and (stamina.fresh or not at_first)
        left = Fraction(0) if spent_all else had - points(spent)
        reached[index + 1] = turn, left
    return reached


class Tolls:
    """What steps cost as far as known those of one gait, who enter no land of some enemies.

    Nor do they enter land known to bar so high a stack.
    """

    def __init__(self, chart: Chart, gait: Gait, enemies: tuple[int, ...]) -> None:
        self.chart = chart
        self.gait = gait
        self.enemies = enemies
        self.entering: list[int] = []
        """By the number of a kind of ground what it costs to enter."""
        self.over: dict[tuple[int, int], int] = {}
        """The same over a kind of side, by both their numbers."""

    def costs(self) -> paths.Costs:
        """The costs for a search."""
        self._weigh()
        return paths.Costs(
            self.chart.ground, self.entering, self._read, self.chart.linked, self._step
        )

    def _weigh(self) -> None:
        """Fill in what the kinds of ground cost that were met since."""
        gait = self.gait
        for kind in self.chart.kinds[len(self.entering) :]:
            cost = gait.step(kind.terrain or gait.unknown)
            if kind.owner in self.enemies or kind.shuts_out(gait.level):
                cost = 0
            elif gait.mode == "water" and not cost:
                # Along a river or into a harbor, which depends on the side.
                cost = paths.BY_STEP
            self.entering.append(cost)

    def _read(self, index: int) -> int:
        number = self.chart.read(index)
        if number >= len(self.entering):
            self._weigh()
        return number

    def _step(self, here: int, direction: int, there: int) -> int:
        chart, gait = self.chart, self.gait
        side = chart.sides[there * 6 + direction] or chart.side(here, direction, there)
        kinds = chart.ground[there], side
        if kinds in self.over:
            return self.over[kinds]
        link = chart.links[side]
        if chart.bars(side, gait.mode):
            cost = 0
        elif self.entering[kinds[0]] == paths.BY_STEP:
            left, entered = chart.province(here), chart.province(there)
            return gait.into(chart.world, left, entered, link) if left and entered else 0
        else:
            cost = gait.step(chart.kinds[kinds[0]].terrain or gait.unknown, link)
        self.over[kinds] = cost
        return cost


def _tolls(chart: Chart, gait: Gait, enemies: tuple[int, ...]) -> Tolls:
    key = id(gait), enemies
    if key not in chart.tolls:
        chart.tolls[key] = Tolls(chart, gait, enemies)
    return chart.tolls[key]
