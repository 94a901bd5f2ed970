"""Places by their distance from one."""

import pytest

from engine.distance_rings import rings
from engine.hexes import Grid

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
