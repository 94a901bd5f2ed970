"""Ways across the map: the cheapest path between two hexes, and what can be reached with a budget.

Costs come from the caller, in whole units of the caller's choice; what a step costs and who may
take it are rules of the packs. Cohorts counts hundredths of a movement point, in which every cost
of ``cohorts.movement.step-cost`` is whole.
"""

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, Self

from engine.hexes import DIRECTIONS, Grid, Hex, opposite

StepCost = Callable[[Hex, int, Hex], int | None]
"""What the step from a hex in a direction to the hex there costs; None if it is not permitted."""


_BACK = tuple(opposite(direction) for direction in DIRECTIONS)
_ALL = 0b111111

UNASKED: Final = -1
BY_STEP: Final = -2


@dataclass(frozen=True, slots=True)
class Costs:
    """What steps cost, by the indexes of the hexes: mostly what the hex entered costs.

    So the search asks once for a hex, not for each of its sides, except where something lies on a
    side.
    """

    entering: MutableSequence[int]
    """What each hex costs to enter over a bare side: 0 if it cannot be entered, `BY_STEP` if that
    depends on where one comes from, `UNASKED` until ``ask`` has filled it in."""
    ask: Callable[[int], int]
    """Fills in and returns what a hex costs to enter."""
    linked: Sequence[int]
    """By hex the directions, as bits, in which a step into it has a cost of its own."""
    step: Callable[[int, int, int], int]
    """What such a step costs, from a hex in a direction to the hex there; 0 if it is barred."""

    @classmethod
    def by_step(cls, grid: Grid, step_cost: StepCost) -> Self:
        """Costs that a function gives for every single step."""
        hexes = grid.hexes()

        def step(here: int, direction: int, there: int) -> int:
            cost = step_cost(hexes[here], direction, hexes[there])
            if cost is not None and cost < 1:
                raise ValueError(f"a step to {hexes[there]} costs {cost}: no step may be free")
            return cost or 0

        size = len(grid)
        return cls([BY_STEP] * size, lambda index: BY_STEP, bytes(size), step)


@dataclass(frozen=True, slots=True)
class Path:
    """A way from ``start``: the direction of each step, and the sum of the steps' costs."""

    start: Hex
    directions: tuple[int, ...]
    cost: int

    def hexes(self, grid: Grid) -> tuple[Hex, ...]:
        """The hexes entered, in order, without the start."""
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
    (``cohorts.movement.pathfinding``). ``least`` is a cost that no step goes below, at least 1; the
    nearer it is to the cheapest step, the faster the search. ``costs`` must answer the same for
    the same step; ValueError if one goes below ``least``.
    """
    if least < 1:
        raise ValueError(f"no step may be free: the least cost is 1, not {least}")
    adjacency = grid.adjacency()
    here, last = grid.index(start), grid.index(goal)
    # The search runs from the goal, because then each hex knows the best way onward and the path
    # can be read off from the start, the lowest direction first.
    onward = _onward(grid, here, last, costs, least)
    if onward[here] < 0:
        return None
    directions: list[int] = []
    total = 0
    while here != last:
        for direction, there in enumerate(adjacency[here]):
            if there < 0 or onward[there] < 0:
                continue
            cost = _cost(costs, here, direction, there)
            if not cost or onward[there] + cost * len(grid) + 1 != onward[here]:
                continue
            directions.append(direction)
            here, total = there, total + cost
            break
        else:
            raise ValueError(f"a step from {grid.at(here)} did not cost the same when asked again")
    return Path(start, tuple(directions), total)


def _cost(costs: Costs, here: int, direction: int, there: int) -> int:
    """What a step costs, 0 if it cannot be taken."""
    cost = costs.entering[there]
    if cost == UNASKED:
        cost = costs.ask(there)
    if cost == BY_STEP or (cost and costs.linked[there] >> direction & 1):
        return costs.step(here, direction, there)
    return cost


def _onward(grid: Grid, first: int, last: int, costs: Costs, least: int) -> list[int]:
    """For each index the rest of the best way to ``last``: cost * len(grid) + steps.

    So comparing two compares the costs, then the steps. It is -1 where none was found and final
    for all that is not worse than ``first``, where the search ends.
    """
    adjacency, per_cost = grid.adjacency(), len(grid)
    entering, linked, step = costs.entering, costs.linked, costs.step
    found = [-1] * len(grid)
    found[last] = 0
    # Hexes are taken in bands no wider than the cheapest step. Within a band none can improve
    # another, so they need no order among themselves, which saves most of a heap's work.
    width = least * per_cost + 1
    bands = {0: [last]}
    numbers = [0]
    done = bytearray(len(grid) + 1)
    done[-1] = 1  # what lies beyond an edge has the index -1
    while numbers and not done[first]:
        for there in bands.pop(heappop(numbers)):
            if done[there]:
                continue
            done[there] = 1
            usual = entering[there] if entering[there] != UNASKED else costs.ask(there)
            if not usual:
                continue
            rest, sides = found[there], linked[there] if usual != BY_STEP else _ALL
            nearest = rest + width
            for back, here in zip(_BACK, adjacency[there], strict=True):
                if done[here]:
                    continue
                known = found[here]
                if 0 <= known <= nearest:
                    continue
                cost = step(here, back, there) if sides >> back & 1 else usual
                if not cost:
                    continue
                if cost < least:
                    raise ValueError(f"a step to {grid.at(there)} costs {cost}, less than {least}")
                total = rest + cost * per_cost + 1
                if known < 0 or total < known:
                    found[here] = total
                    number = total // width
                    if number not in bands:
                        bands[number] = []
                        heappush(numbers, number)
                    bands[number].append(here)
    return found


def reach(
    grid: Grid, start: Hex, budget: int, costs: Costs, *, minimum_move: bool = False
) -> dict[Hex, int]:
    """What can be entered with the budget: each hex with the least cost to it, cheapest first.

    The start is included at 0; equal costs stand in the order of their index. Costs are whole, so a
    budget that is a fraction may be rounded down. With ``minimum_move`` one permitted step from the
    start is possible whatever it costs, and then uses up the budget
    (``cohorts.movement.minimum-move``: for a stack that has not moved this week).
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
            cost = _cost(costs, here, direction, there) if there >= 0 else 0
            if not cost:
                continue
            total = so_far + cost
            if minimum_move and here == first:
                total = min(total, budget)
            if total <= budget and total < spent.get(there, total + 1):
                spent[there] = total
                heappush(waiting, (total, there))
    return reached
