"""The cheapest path between two hexes, and what a budget reaches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes import Grid, Hex
from engine.paths import Costs, Path, StepCost
from engine.paths import cheapest_path as cheapest_by_costs
from engine.paths import reach as reach_by_costs

GRID = Grid(10, 8)


def cheapest_path(
    grid: Grid, start: Hex, goal: Hex, step_cost: StepCost, least: int = 1
) -> Path | None:
    return cheapest_by_costs(grid, start, goal, Costs.by_step(grid, step_cost), least)


def reach(
    grid: Grid, start: Hex, budget: int, step_cost: StepCost, *, minimum_move: bool = False
) -> dict[Hex, int]:
    costs = Costs.by_step(grid, step_cost)
    return reach_by_costs(grid, start, budget, costs, minimum_move=minimum_move)


def entering(costs: dict[Hex, int | None], otherwise: int | None) -> StepCost:
    """Each hex costs its own amount to enter."""
    return lambda here, direction, there: costs.get(there, otherwise)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Grid, StepCost]:
    """A small map where each step has a special cost or is not permitted."""
    grid = Grid(draw(st.integers(4, 6)), draw(st.integers(4, 5)))
    costs = draw(
        st.lists(
            st.sampled_from((None, 1, 1, 1, 2, 3, 7)),
            min_size=6 * len(grid),
            max_size=6 * len(grid),
        )
    )
    return grid, lambda here, direction, there: costs[6 * grid.index(here) + direction]


def best_path(grid: Grid, start: Hex, goal: Hex, step_cost: StepCost) -> Path | None:
    """The least of (cost, steps, directions), by relaxing all steps until nothing changes."""
    best: dict[Hex, tuple[int, int, tuple[int, ...]]] = {start: (0, 0, ())}
    for _ in range(len(grid)):
        for here, (cost, steps, directions) in list(best.items()):
            for direction, there in enumerate(grid.neighbours(here)):
                step = None if there is None else step_cost(here, direction, there)
                if there is None or step is None:
                    continue
                way = (cost + step, steps + 1, (*directions, direction))
                if there not in best or way < best[there]:
                    best[there] = way
    return Path(start, best[goal][2], best[goal][0]) if goal in best else None


@pytest.mark.rule("cohorts.movement.pathfinding")
@given(worlds(), st.data())
def test_the_path_is_the_cheapest_then_the_shortest_then_of_the_lowest_directions(
    world: tuple[Grid, StepCost], data: st.DataObject
) -> None:
    grid, step_cost = world
    index = st.integers(0, len(grid) - 1)
    start, goal = grid.at(data.draw(index)), grid.at(data.draw(index))
    assert cheapest_path(grid, start, goal, step_cost) == best_path(grid, start, goal, step_cost)


@pytest.mark.rule("cohorts.movement.pathfinding")
@given(st.data())
def test_costs_by_the_hex_entered_and_by_the_side_crossed_give_the_same_paths(
    data: st.DataObject,
) -> None:
    grid = Grid(5, 5)
    size = len(grid)
    some = st.sampled_from((0, 2, 2, 3, 5))
    entered = data.draw(st.lists(some, min_size=size, max_size=size))
    own = data.draw(st.dictionaries(st.integers(0, 6 * size - 1), some))
    linked = bytearray(size)
    for side in own:
        linked[side // 6] |= 1 << side % 6

    def cost(here: int, direction: int, there: int) -> int:
        # What cannot be entered cannot be entered over a side with a special cost either.
        return own.get(6 * there + direction, entered[there]) if entered[there] else 0

    def step_cost(here: Hex, direction: int, there: Hex) -> int | None:
        return cost(grid.index(here), direction, grid.index(there)) or None

    index = st.integers(0, size - 1)
    start, goal = grid.at(data.draw(index)), grid.at(data.draw(index))
    path = cheapest_by_costs(grid, start, goal, Costs.by_hex(entered, linked, cost), least=2)
    assert path == best_path(grid, start, goal, step_cost)


@pytest.mark.rule("cohorts.movement.pathfinding")
@given(worlds(), st.data())
def test_a_better_bound_on_the_cheapest_step_changes_no_path(
    world: tuple[Grid, StepCost], data: st.DataObject
) -> None:
    grid, step_cost = world

    def dearer(here: Hex, direction: int, there: Hex) -> int | None:
        cost = step_cost(here, direction, there)
        return None if cost is None else cost + 4

    index = st.integers(0, len(grid) - 1)
    start, goal = grid.at(data.draw(index)), grid.at(data.draw(index))
    assert cheapest_path(grid, start, goal, dearer, least=5) == cheapest_path(
        grid, start, goal, dearer
    )


def test_a_step_below_the_promised_least_is_an_error() -> None:
    with pytest.raises(ValueError, match="less than 5"):
        cheapest_path(GRID, Hex(1, 4), Hex(5, 4), entering({}, 4), least=5)
    with pytest.raises(ValueError, match="no step may be free"):
        cheapest_path(GRID, Hex(1, 4), Hex(5, 4), entering({}, 4), least=0)
    with pytest.raises(ValueError, match="no step may be free"):
        reach(GRID, Hex(1, 4), 10, entering({}, 0))


@pytest.mark.rule("cohorts.movement.reach")
@given(worlds(), st.data(), st.integers(0, 12))
def test_what_is_reached_is_what_has_a_path_within_the_budget(
    world: tuple[Grid, StepCost], data: st.DataObject, budget: int
) -> None:
    grid, step_cost = world
    start = grid.at(data.draw(st.integers(0, len(grid) - 1)))
    paths = {goal: best_path(grid, start, goal, step_cost) for goal in grid}
    assert reach(grid, start, budget, step_cost) == {
        goal: path.cost for goal, path in paths.items() if path and path.cost <= budget
    }


def test_a_path_that_leaves_the_map_cannot_be_walked() -> None:
    with pytest.raises(ValueError, match="leaves the map"):
        Path(Hex(4, 0), (0,), 8).hexes(GRID)
