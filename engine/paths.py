"""Ways across the map: the cheapest path between two hexes, and what can be reached with a budget.

Costs come from the caller, in whole units of the caller's choice; what a step costs and who may
take it are rules of the packs. Cohorts counts hundredths of a movement point, in which every cost
of `cohorts.movement.step-cost` is whole.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import compress
from typing import Final, Self

from engine.hexes import DIRECTIONS, Grid, Hex, opposite

StepCost = Callable[[Hex, int, Hex], int | None]
"""What the step from a hex in a direction to the hex there costs; None if it is not permitted."""

UNREAD: Final = -1
BY_STEP: Final = -1

_ALL = 0b111111
_BACK = tuple(opposite(direction) for direction in DIRECTIONS)
# By the directions in which a hex is entered at a cost of their own: over which of its sides that
# is, each with the direction of the step, and over which it is not.
_LINKED = [
    tuple((side, back) for side, back in enumerate(_BACK) if linked >> back & 1)
    for linked in range(_ALL + 1)
]
_BARE = [tuple(not linked >> back & 1 for back in _BACK) for linked in range(_ALL + 1)]


@dataclass(frozen=True, slots=True)
class Costs:
    """What steps cost, by the indexes of the hexes: mostly what the ground entered costs.

    So the search looks up a cost once for a hex, not for each of its sides, except where a side has
    something.
    """

    ground: Sequence[int] | Mapping[int, int]
    """What kind of ground each hex is, from 0; `UNREAD` until `read` has filled it in."""
    entering: Sequence[int]
    """What each kind of ground costs to enter over a bare side: 0 if it cannot be entered,
    `BY_STEP` if that depends on where one comes from."""
    read: Callable[[int], int]
    """Fills in and returns what kind of ground a hex is."""
    linked: Sequence[int]
    """By hex the directions, as bits, in which a step into it has a special cost."""
    step: Callable[[int, int, int], int]
    """What such a step costs, from a hex in a direction to the hex there; 0 if it is barred."""

    @classmethod
    def by_hex(
        cls, entering: Sequence[int], linked: Sequence[int], step: Callable[[int, int, int], int]
    ) -> Self:
        """Costs that are known of every hex beforehand."""
        every = range(len(entering))
        return cls(every, entering, every.__getitem__, linked, step)

    @classmethod
    def by_step(cls, grid: Grid, step_cost: StepCost) -> Self:
        """Costs that a function gives for every single step."""
        hexes = grid.hexes()

        def step(here: int, direction: int, there: int) -> int:
            cost = step_cost(hexes[here], direction, hexes[there])
            if cost is not None and cost < 1:
                raise ValueError(f"a step to {hexes[there]} costs {cost}: no step may be free")
            return cost or 0

        alike = bytes(len(grid))
        return cls(alike, [BY_STEP], alike.__getitem__, alike, step)

    def entered(self, there: int) -> int:
        """What a hex costs to enter over a bare side, 0 and `BY_STEP` as in `entering`."""
        kind = self.ground[there]
        return self.entering[kind if kind != UNREAD else self.read(there)]

    def of(self, here: int, direction: int, there: int) -> int:
        """What a step costs, 0 if it cannot be taken."""
        cost = self.entered(there)
        if cost == BY_STEP or (cost and self.linked[there] >> direction & 1):
            return self.step(here, direction, there)
        return cost


@dataclass(frozen=True, slots=True)
class Path:
    """A way from `start`: the direction of each step, and the sum of the steps' costs."""

    start: Hex
    directions: tuple[int, ...]
    cost: int

    def hexes(self, grid: Grid) -> tuple[Hex, ...]:
        """The hexes entered, in order, without the start.

        Raises:
            ValueError: the path leaves the map.
        """
        entered: list[Hex] = []
        hex_ = self.start
        for direction in self.directions:
            step = grid.neighbour(hex_, direction)
            if step is None:
                raise ValueError(f"the path leaves the map at {hex_}")
            entered.append(hex_ := step)
        return tuple(entered)


def cheapest_path(grid: Grid, start: Hex, goal: Hex, costs: Costs, least: int = 1) -> Path | None:
    """The path of least total cost, or None if the goal cannot be reached.

    Ties go to fewer steps, then to the lowest direction numbers from the start
    (`cohorts.movement.pathfinding`). `least` is a cost that no step goes below, at least 1; the
    nearer it is to the cheapest step, the faster the search. `costs` must answer the same for
    the same step.

    Raises:
        ValueError: `least` is below 1, or a step costs less than `least`.
        OffMapError: the start or the goal is on no map of the grid.
    """
    if least < 1:
        raise ValueError(f"no step may be free: the least cost is 1, not {least}")
    first, last = grid.index(start), grid.index(goal)
    rest = _rest(grid, first, last, costs, least)
    if rest[first] < 0:
        return None
    # Where all steps are the cheapest, ties are left: steps first, then directions.
    ways = {first: _best_steps(grid, first, rest, costs)}
    for hex_ in (nearing := list(ways)):
        for _, there in ways[hex_]:
            if there not in ways:
                ways[there] = _best_steps(grid, there, rest, costs)
                nearing.append(there)
    steps = {last: 0}
    for hex_ in sorted(ways, key=rest.__getitem__):
        if hex_ != last:
            steps[hex_] = 1 + min(steps[there] for _, there in ways[hex_])
    directions: list[int] = []
    here = first
    while here != last:
        direction, here = min(ways[here], key=lambda step: (steps[step[1]], step[0]))
        directions.append(direction)
    return Path(start, tuple(directions), rest[first])


def _best_steps(grid: Grid, here: int, rest: Sequence[int], costs: Costs) -> list[tuple[int, int]]:
    """The steps from a hex that lie on a cheapest way: their directions and where they lead."""
    return [
        (direction, there)
        for direction, there in enumerate(grid.adjacency()[here])
        if there >= 0
        and 0 <= rest[there] < rest[here]
        and costs.of(here, direction, there) == rest[here] - rest[there]
    ]


def _rest(grid: Grid, first: int, last: int, costs: Costs, least: int) -> list[int]:
    """For each index what the rest of the way to `last` costs at least.

    It is -1 where none was found; found are `first` and all that are nearer, if it can be
    reached.
    """
    size, adjacency, linked = len(grid), grid.adjacency(), costs.linked
    entering, ground, step = costs.entering, costs.ground, costs.step
    found = [-1] * size
    found.append(0)  # what lies beyond an edge has the index -1 and is not looked for
    # A hex offers the same way on to all around it, except over sides with a cost of their own.
    # Taken from the cheapest on, the first offer that reaches a hex is its best. Offers wait in
    # bands no wider than the cheapest step: those of a band all come from earlier ones, so that it
    # can be sorted at once, which saves most of a heap's work. One is a number: the cost above that
    # of its band, then who offers it or, counted on from there, the one hex that it is made to.
    takers = 2 * size
    bands = defaultdict[int, list[int]](list, {0: [size + last]})
    waiting = [0]
    while waiting and found[first] < 0:
        number = heappop(waiting)
        offers = sorted(bands.pop(number))
        for there in _taken(offers, number * least, found, adjacency, linked):
            total, kind = found[there], ground[there]
            cost = entering[kind if kind != UNREAD else costs.read(there)]
            if cost >= least:
                band, above = divmod(total + cost, least)
                made = bands[band]
                if not made:
                    heappush(waiting, band)
                made.append(above * takers + there)
            elif cost > 0:
                raise ValueError(f"{grid.at(there)} costs {cost}, less than {least}")
            elif not cost:
                continue
            for side, back in _LINKED[_ALL if cost == BY_STEP else linked[there]]:
                here = adjacency[there][side]
                own = step(here, back, there) if found[here] < 0 else 0
                if own >= least:
                    band, above = divmod(total + own, least)
                    made = bands[band]
                    if not made:
                        heappush(waiting, band)
                    made.append(above * takers + size + here)
                elif own:
                    raise ValueError(f"{grid.at(there)} costs {own}, less than {least}")
    return found


def _taken(
    offers: Sequence[int],
    base: int,
    found: list[int],
    adjacency: Sequence[tuple[int, ...]],
    linked: Sequence[int],
) -> list[int]:
    """Let hexes take the offers of a band, whose costs count from `base`; those that do."""
    size = len(adjacency)
    taken: list[int] = []
    for offer in offers:
        above, who = divmod(offer, 2 * size)
        to: Iterable[int]
        if who >= size:
            to = (who - size,)
        elif linked[who]:
            to = compress(adjacency[who], _BARE[linked[who]])
        else:
            to = adjacency[who]
        for there in to:
            if found[there] < 0:
                found[there] = base + above
                taken.append(there)
    return taken


def reach(
    grid: Grid, start: Hex, budget: int, costs: Costs, *, minimum_move: bool = False
) -> dict[Hex, int]:
    """What can be entered with the budget: each hex with the least cost to it, cheapest first.

    The start is included at 0; equal costs stand in the order of their index. Costs are whole, so a
    budget that is a fraction may be rounded down. With `minimum_move` one permitted step from the
    start is possible whatever it costs, and then uses up the budget
    (`cohorts.movement.minimum-move`: for a stack that has not moved this week).

    Raises:
        ValueError: the budget is below 0.
        OffMapError: the start is on no map of the grid.
    """
    if budget < 0:
        raise ValueError(f"a budget cannot be negative: {budget}")
    hexes, adjacency = grid.hexes(), grid.adjacency()
    first = grid.index(start)
    spent = {first: 0}
    waiting = [(0, first)]
    reached: dict[Hex, int] = {}
    while waiting:
        so_far, here = heappop(waiting)
        if spent[here] < so_far:
            continue
        reached[hexes[here]] = so_far
        for direction, there in enumerate(adjacency[here]):
            cost = costs.of(here, direction, there) if there >= 0 else 0
            if not cost:
                continue
            total = so_far + cost
            if minimum_move and here == first:
                total = min(total, budget)
            if total <= budget and total < spent.get(there, total + 1):
                spent[there] = total
                heappush(waiting, (total, there))
    return reached
