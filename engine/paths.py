"""Ways across the map: the cheapest path between two hexes, and what can be reached with a budget.

Costs come from the caller, step by step, in whole units of the caller's choice; what a step costs
and who may take it are rules of the packs. Cohorts counts hundredths of a movement point, in which
every cost of ``cohorts.movement.step-cost`` is whole.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from engine.hexes import DIRECTIONS, Grid, Hex, opposite

StepCost = Callable[[Hex, int, Hex], int | None]
"""What the step from a hex in a direction to the hex there costs; None if it is not permitted."""


_BACK = tuple(opposite(direction) for direction in DIRECTIONS)


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


def cheapest_path(
    grid: Grid, start: Hex, goal: Hex, step_cost: StepCost, least: int = 1
) -> Path | None:
    """The path of least total cost, or None if the goal cannot be reached.

    Ties go to fewer steps, then to the lowest direction numbers from the start
    (``cohorts.movement.pathfinding``). ``least`` is a cost that no step goes below, at least 1; the
    nearer it is to the cheapest step, the faster the search. ``step_cost`` must answer the same for
    the same step; ValueError if it goes below ``least``.
    """
    if least < 1:
        raise ValueError(f"no step may be free: the least cost is 1, not {least}")
    hexes, adjacency = grid.hexes(), grid.adjacency()
    here, last = grid.index(start), grid.index(goal)
    # The search runs from the goal, because then each hex knows the best way onward and the path
    # can be read off from the start, the lowest direction first.
    onward = _onward(grid, here, last, step_cost, least)
    if onward[here] < 0:
        return None
    directions: list[int] = []
    total = 0
    while here != last:
        for direction, there in enumerate(adjacency[here]):
            if there < 0 or onward[there] < 0:
                continue
            cost = step_cost(hexes[here], direction, hexes[there])
            if cost is None or onward[there] + cost * len(grid) + 1 != onward[here]:
                continue
            directions.append(direction)
            here, total = there, total + cost
            break
        else:
            raise ValueError(f"a step from {hexes[here]} did not cost the same when asked again")
    return Path(start, tuple(directions), total)


def _onward(grid: Grid, first: int, last: int, step_cost: StepCost, least: int) -> list[int]:
    """For each index the rest of the best way to ``last``: cost * len(grid) + steps.

    So comparing two compares the costs, then the steps. It is -1 where none was found and final
    for all that is not worse than ``first``, where the search ends.
    """
    hexes, adjacency, per_cost = grid.hexes(), grid.adjacency(), len(grid)
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
            rest = found[there]
            for direction, here in enumerate(adjacency[there]):
                if done[here]:
                    continue
                known = found[here]
                if 0 <= known <= rest + width:
                    continue
                cost = step_cost(hexes[here], _BACK[direction], hexes[there])
                if cost is None:
                    continue
                if cost < least:
                    raise ValueError(f"a step to {hexes[there]} costs {cost}, less than {least}")
                total = rest + cost * per_cost + 1
                if known < 0 or total < known:
                    found[here] = total
                    number = total // width
                    if number in bands:
                        bands[number].append(here)
                    else:
                        bands[number] = [here]
                        heappush(numbers, number)
    return found


def reach(
    grid: Grid, start: Hex, budget: int, step_cost: StepCost, *, minimum_move: bool = False
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
            if there < 0:
                continue
            cost = step_cost(hexes[here], direction, hexes[there])
            if cost is None:
                continue
            if cost < 1:
                raise ValueError(f"a step to {hexes[there]} costs {cost}: no step may be free")
            total = so_far + cost
            if minimum_move and here == first:
                total = min(total, budget)
            if total <= budget and total < spent.get(there, total + 1):
                spent[there] = total
                heappush(waiting, (total, there))
    return reached
