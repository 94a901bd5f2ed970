"""The hexes of the field as numbers: what lies next to which, how far it is, what lies between.

In a battle a hex is a cell, `column + 18 * row`; in records it is (column, row).
Source: warmaster.field.hexes.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.hexes import Grid, Hex
from engine.packs.warmaster.battle.values import Spot

WIDTH: Final = 18
HEIGHT: Final = 14
CELLS: Final = WIDTH * HEIGHT
_GRID: Final = Grid(WIDTH, HEIGHT, wraps=False)
_BROADER: Final = Grid(WIDTH + 2, HEIGHT, wraps=False)
"""A line may leave the field by a column along its eastern edge (warmaster.field.sight)."""

AROUND: Final = tuple(_GRID.adjacency())
"""For each cell those to NE, E, SE, SW, W and NW of it; -1 beyond the edge."""
NEIGHBOURS: Final = tuple(tuple(cell for cell in around if cell >= 0) for around in AROUND)
"""The same without what is beyond the edge, in the same order."""


def cell_of(spot: Spot) -> int:
    """The cell of a hex; it must be on the field."""
    return spot[0] + WIDTH * spot[1]


def spot_of(cell: int) -> Spot:
    """The hex of a cell."""
    row, column = divmod(cell, WIDTH)
    return column, row


def on_field(spot: Spot) -> bool:
    """Whether there is such a hex."""
    return 0 <= spot[0] < WIDTH and 0 <= spot[1] < HEIGHT


@cache
def distances(cell: int) -> bytes:
    """How far each cell is from this one."""
    start = _GRID.at(cell)
    return bytes(_GRID.distance(start, hex_) for hex_ in _GRID)


@cache
def within(cell: int, hexes: int) -> frozenset[int]:
    """The cells no farther away than that, itself with them."""
    away = distances(cell)
    return frozenset(other for other in range(CELLS) if away[other] <= hexes)


def line(start: Spot, goal: Spot) -> tuple[Spot, ...]:
    """The hexes of the sight line, both ends with it; some may be beyond the edge.

    Source: warmaster.field.sight.
    """
    hexes = _BROADER.line(Hex(start[0] + 1, start[1]), Hex(goal[0] + 1, goal[1]))
    return tuple((hex_.x - 1, hex_.y) for hex_ in hexes)


@cache
def between(start: int, goal: int) -> tuple[int, ...]:
    """The cells of the sight line strictly between two."""
    inside = line(spot_of(start), spot_of(goal))[1:-1]
    return tuple(cell_of(spot) for spot in inside if on_field(spot))
