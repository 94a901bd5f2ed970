"""Smooth random fields over the map, that join where the world wraps east to west.

Value noise on lattices whose columns go evenly into the world's width. Only + - * / on floats, in a
fixed order, so that a field is the same on every Python.
"""

from engine.dice import Dice
from engine.hexes import Grid

_ROW = 0.866  # the height of a row in widths of a hex
_STEPS = 1 << 16


def octave(grid: Grid, dice: Dice, cell: float) -> list[float]:
    """One lattice of about `cell` hexes between its points: a value from 0 to 1 by index."""
    columns = max(2, round(grid.width / cell))
    rows = int(grid.height * _ROW / cell) + 3
    lattice = [[dice.whole(_STEPS) / _STEPS for _ in range(columns)] for _ in range(rows)]
    across = [_across(grid.width, columns, odd) for odd in (0, 1)]
    field: list[float] = []
    for y in range(grid.height):
        down = y * _ROW / cell
        upper, lower = lattice[int(down)], lattice[int(down) + 1]
        v = _smooth(down - int(down))
        for left, right, u in across[y & 1]:
            north = upper[left] + (upper[right] - upper[left]) * u
            south = lower[left] + (lower[right] - lower[left]) * u
            field.append(north + (south - north) * v)
    return field


def _across(width: int, columns: int, odd: int) -> list[tuple[int, int, float]]:
    """For each hex of a row the columns of the lattice beside it, and how far on it is."""
    found: list[tuple[int, int, float]] = []
    for x in range(width):
        along = (x + 0.5 * odd) * columns / width
        left = int(along)
        found.append((left % columns, (left + 1) % columns, _smooth(along - left)))
    return found


def fractal(grid: Grid, dice: Dice, cell: float, octaves: int) -> list[float]:
    """Octaves one upon another, each half as wide and half as strong; about 0 to 1 by index."""
    field = [0.0] * len(grid)
    strength, whole = 1.0, 0.0
    for _ in range(octaves):
        whole += strength
        upon = octave(grid, dice, cell)
        field = [value + more * strength for value, more in zip(field, upon, strict=True)]
        cell, strength = max(1.5, cell / 2), strength / 2
    return [value / whole for value in field]


def ranked(values: list[float], among: list[int]) -> list[int]:
    """For the indexes in `among` the rank of their value from 0 to 100, for all others 0."""
    ranks = [0] * len(values)
    order = sorted(among, key=lambda index: (values[index], index))
    for place, index in enumerate(order):
        ranks[index] = place * 100 // max(1, len(order) - 1)
    return ranks


def _smooth(t: float) -> float:
    return t * t * (3 - 2 * t)
