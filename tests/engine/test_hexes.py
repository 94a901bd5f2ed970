"""The hex map: coordinates, directions, the wrap, distance, rings, lines and paths."""

import pickle
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.distance_rings import rings
from engine.hexes import APART, DIRECTIONS, Grid, Hex, OffMapError, located, opposite
from engine.paths import Costs, Path, StepCost
from engine.paths import cheapest_path as cheapest_by_costs
from engine.paths import reach as reach_by_costs

realms = st.builds(Grid, st.integers(4, 9), st.integers(4, 9), st.booleans())
grids = st.builds(
    Grid,
    st.integers(4, 15),
    st.integers(4, 12),
    st.booleans(),
    st.lists(realms, max_size=2).map(tuple),
)


@st.composite
def grids_with_hexes(draw: st.DrawFn, hexes: int) -> tuple[Grid, list[Hex]]:
    grid = draw(grids)
    index = st.integers(0, len(grid) - 1)
    return grid, [grid.at(draw(index)) for _ in range(hexes)]


def ledger_distance(grid: Grid, start: Hex, goal: Hex) -> int:
    """As the ledger words it: cube coordinates, the least of three shifts of the second hex.

    A map that does not wrap has one shift, and different realms are out of each other's reach.
    """
    if start.realm != goal.realm:
        return APART
    realm = grid.realms[start.realm]

    def q(x: int, y: int) -> int:
        return x - (y - y % 2) // 2

    dr = goal.y - start.y
    shifts = (-realm.width, 0, realm.width) if realm.wraps else (0,)
    dqs = (q(goal.x + shift, goal.y) - q(start.x, start.y) for shift in shifts)
    return min(max(abs(dq), abs(dr), abs(dq + dr)) for dq in dqs)


@pytest.mark.rule("cohorts.world.map-shape")
@pytest.mark.parametrize(
    "start, direction, goal",
    [
        (Hex(19, 4), 1, Hex(0, 4)),
        (Hex(5, 0), 0, None),
        (Hex(5, 14), 2, None),
    ],
)
def test_the_map_wraps_east_and_west_and_ends_north_and_south(
    start: Hex, direction: int, goal: Hex | None
) -> None:
    assert Grid(20, 15).neighbour(start, direction) == goal


@pytest.mark.rule("cohorts.world.map-shape")
@pytest.mark.parametrize("width, height", [(3, 4), (4, 3), (0, 10), (10, -1)])
def test_a_map_has_at_least_four_columns_and_four_rows(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="too small"):
        Grid(width, height)
    assert len(Grid(4, 4)) == 16


@pytest.mark.rule("cohorts.world.hex-directions")
@given(grids_with_hexes(1), st.sampled_from(DIRECTIONS))
def test_the_direction_back_leads_back(place: tuple[Grid, list[Hex]], direction: int) -> None:
    grid, (start,) = place
    goal = grid.neighbour(start, direction)
    assume(goal is not None)
    assert goal is not None
    assert grid.neighbour(goal, opposite(direction)) == start
    assert grid.direction_between(goal, start) == opposite(direction)


def test_hexes_that_are_not_adjacent_have_no_direction_between_them() -> None:
    grid = Grid(10, 8)
    assert grid.direction_between(Hex(1, 1), Hex(3, 1)) is None
    assert grid.direction_between(Hex(1, 1), Hex(1, 1)) is None


@pytest.mark.rule("cohorts.world.hex-distance")
@pytest.mark.parametrize(
    "start, goal, distance",
    [
        (Hex(0, 0), Hex(19, 0), 1),
        (Hex(2, 2), Hex(5, 2), 3),
        (Hex(2, 2), Hex(2, 6), 4),
        (Hex(1, 1), Hex(18, 4), 5),
        (Hex(7, 7), Hex(7, 7), 0),
    ],
)
def test_distance_is_the_least_number_of_steps_around_the_world(
    start: Hex, goal: Hex, distance: int
) -> None:
    assert Grid(20, 15).distance(start, goal) == distance


@pytest.mark.rule("cohorts.world.hex-distance")
@given(grids_with_hexes(2))
def test_distance_is_that_of_the_ledgers_cube_coordinates(place: tuple[Grid, list[Hex]]) -> None:
    grid, (start, goal) = place
    assert grid.distance(start, goal) == ledger_distance(grid, start, goal)


@pytest.mark.rule("cohorts.world.hex-distance")
@given(grids_with_hexes(1), st.integers(0, 12))
def test_range_n_holds_every_hex_at_distance_n_or_less_once_in_order(
    place: tuple[Grid, list[Hex]], radius: int
) -> None:
    grid, (centre,) = place
    assert grid.within(centre, radius) == [
        hex_ for hex_ in grid if ledger_distance(grid, centre, hex_) <= radius
    ]


@given(grids_with_hexes(1), st.integers(0, 12))
def test_a_ring_holds_every_hex_at_that_distance_once(
    place: tuple[Grid, list[Hex]], radius: int
) -> None:
    grid, (centre,) = place
    assert sorted(grid.ring(centre, radius)) == sorted(
        hex_ for hex_ in grid if ledger_distance(grid, centre, hex_) == radius
    )


@given(grids_with_hexes(2))
def test_a_line_goes_in_single_steps_the_shorter_way(place: tuple[Grid, list[Hex]]) -> None:
    grid, (start, goal) = place
    if start.realm != goal.realm:
        with pytest.raises(ValueError, match="from one realm to another"):
            grid.line(start, goal)
        return
    line = grid.line(start, goal)
    assert (line[0], line[-1]) == (start, goal)
    assert len(line) == grid.distance(start, goal) + 1
    assert all(grid.direction_between(a, b) is not None for a, b in pairwise(line))


@given(grids_with_hexes(2))
def test_each_step_of_a_line_is_the_hex_nearest_to_the_straight_way(
    place: tuple[Grid, list[Hex]],
) -> None:
    grid, (start, goal) = place
    assume(start.realm == goal.realm)
    realm = grid.realms[start.realm]
    around = (-2 * realm.width, 0, 2 * realm.width) if realm.wraps else (0,)

    def across(hex_: Hex) -> int:
        """The column in half hexes."""
        return 2 * hex_.x + (hex_.y & 1)

    # Where both ways around the world are equally long, either is a straight line.
    ways = [across(goal) - across(start) + shift for shift in around]
    shortest = [way for way in ways if abs(way) == min(map(abs, ways))]
    line = grid.line(start, goal)
    steps = max(len(line) - 1, 1)

    def off(hex_: Hex, step: int, way: int) -> Fraction:
        """The square of how far a hex lies from the straight way after that many steps."""
        down = hex_.y - start.y - Fraction((goal.y - start.y) * step, steps)
        aside = across(hex_) - across(start) - Fraction(way * step, steps)
        return min((aside + shift) ** 2 for shift in around) + 3 * down**2

    for step, hex_ in enumerate(line):
        near = [each for each in (hex_, *grid.neighbours(hex_)) if each is not None]
        assert any(
            off(hex_, step, way) == min(off(each, step, way) for each in near) for way in shortest
        )


def test_a_line_along_a_border_keeps_to_one_side() -> None:
    # Due north, every other row is on the border between two hexes.
    grid = Grid(20, 15)
    between = grid.line(Hex(5, 10), Hex(5, 2))[1::2]
    assert [hex_.x for hex_ in between] in ([4] * 4, [5] * 4)


def test_wrapping_in_another_realm_goes_by_its_own_size_and_stops_at_an_edge() -> None:
    grid = Grid(10, 8, beyond=(Grid(5, 4), Grid(6, 4, wraps=False)))
    assert grid.wrap(-1, 3, 1) == Hex(4, 3, 1)
    assert grid.wrap(0, 4, 1) is None
    assert [grid.wrap(x, 0, 2) for x in (-1, 0, 5, 6)] == [None, Hex(0, 0, 2), Hex(5, 0, 2), None]


def test_a_hex_of_a_realm_that_there_is_not_is_on_no_map() -> None:
    grid = Grid(10, 8, beyond=(Grid(5, 4),))
    assert Hex(4, 3, 1) in grid
    assert (9, 7) in grid
    for off in (Hex(5, 3, 1), Hex(0, 0, 2), Hex(0, 0, -1)):
        assert off not in grid
    assert str(OffMapError(Hex(0, 0, 2), grid)) == "there is no realm 2: there are 2"
    assert str(OffMapError(Hex(5, 3, 1), grid)) == (
        "(5, 3) is not on a map of 5 by 4: x goes from 0 to 4 and y from 0 to 3"
    )
    assert OffMapError(Hex(5, 3, 1), grid).args == (Hex(5, 3, 1), grid)


def test_a_further_realm_has_no_realms_of_its_own() -> None:
    with pytest.raises(ValueError, match="a further realm has no realms of its own"):
        Grid(10, 8, beyond=(Grid(5, 4, beyond=(Grid(4, 4),)),))


def test_a_location_is_told_with_its_realm_only_where_there_are_several() -> None:
    assert (located(12, 3), located(12, 3, "the Underhall")) == ("12,3", "12,3 in the Underhall")


@pytest.mark.parametrize("hex_", [Hex(-1, 0), Hex(10, 0), Hex(0, -1), Hex(0, 8)])
def test_a_hex_that_is_not_on_the_map_is_an_error_that_says_where_the_map_ends(hex_: Hex) -> None:
    grid = Grid(10, 8)
    assert hex_ not in grid
    for use in (
        grid.index,
        grid.neighbours,
        lambda off: grid.ring(off, 1),
        lambda off: grid.within(off, 1),
        lambda off: grid.line(off, Hex(1, 1)),
        lambda off: grid.line(Hex(1, 1), off),
    ):
        with pytest.raises(OffMapError, match="x goes from 0 to 9 and y from 0 to 7"):
            use(hex_)


def test_a_negative_index_or_radius_is_an_error() -> None:
    grid = Grid(10, 8)
    with pytest.raises(IndexError):
        grid.at(-1)
    with pytest.raises(IndexError):
        grid.at(80)
    with pytest.raises(ValueError, match="radius"):
        grid.ring(Hex(0, 0), -1)
    with pytest.raises(ValueError, match="radius"):
        grid.within(Hex(0, 0), -1)


def test_a_grid_is_its_size_and_travels_light() -> None:
    grid = Grid(200, 200)
    grid.neighbours(Hex(0, 0))
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert len(pickle.dumps(grid)) < 200


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


GRIDS = (
    Grid(4, 4),
    Grid(5, 7),
    Grid(24, 18),
    Grid(9, 5, False),
    Grid(13, 40, False),
    Grid(30, 11, True, (Grid(6, 6, False),)),
)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_rings_hold_every_place_once_in_the_order_of_distance_and_number(grid: Grid) -> None:
    for start in range(1, len(grid) + 1, 7):
        centre = grid.at(start - 1)
        far = [(grid.distance(centre, hex_), n) for n, hex_ in enumerate(grid.hexes(), start=1)]
        found = [(away, place) for away, ring in rings(grid, start) for place in ring]
        assert found == sorted(far)


def test_two_may_go_over_the_same_rings_at_once() -> None:
    grid = Grid(8, 6)
    one, other = iter(rings(grid, 11)), iter(rings(grid, 11))
    assert next(one) == next(other) == (0, [11])
    assert list(one) == list(other)
    assert next(iter(rings(grid, 11))) == (0, [11])
