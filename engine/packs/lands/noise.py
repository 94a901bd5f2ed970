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
    field: list[float] = []
    for y in range(grid.height):
        down = y * _ROW / cell
        upper, lower = lattice[int(down)], lattice[int(down) + 1]
        v = _smooth(down - int(down))
        for x in range(grid.width):
            along = (x + 0.5 * (y & 1)) * columns / grid.width
            left = int(along)
            u = _smooth(along - left)
            left, right = left % columns, (left + 1) % columns
            north = upper[left] + (upper[right] - upper[left]) * u
            south = lower[left] + (lower[right] - lower[left]) * u
            field.append(north + (south - north) * v)
    return field


def fractal(grid: Grid, dice: Dice, cell: float, octaves: int) -> list[float]:
    """Octaves one upon another, each half as wide and half as strong; about 0 to 1 by index."""
    field = [0.0] * len(grid)
    strength, whole = 1.0, 0.0
    for _ in range(octaves):
        whole += strength
        for index, value in enumerate(octave(grid, dice, cell)):
            field[index] += value * strength
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
