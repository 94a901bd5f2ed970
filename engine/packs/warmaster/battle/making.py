"""The making of a field from the base terrain of a province (warmaster.field.generation)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.dice import Dice
from engine.packs.warmaster.battle.grid import AROUND, cell_of, spot_of
from engine.packs.warmaster.battle.values import Field, Ground, Terrain
from engine.packs.warmaster.content.lists import Feature

_FIRST_ROW: Final = 3
_LAST_ROW: Final = 10
_EAST, _SOUTH_EAST = 1, 2
_WALL_ROW: Final = 2
_WALL_COLUMNS: Final = range(3, 15)
_WALLS: Final[tuple[Terrain, ...]] = ("wall1", "wall2", "wall3", "wall4")


def made(base: str, features: Sequence[Feature], walls: int, dice: Dice) -> Field:
    """A field with these features, and with walls of a level from 1 to 4 unless that is 0.

    `base` is the key of the terrain that the features are of.
    """
    terrain: dict[int, Terrain] = {}
    for feature in features:
        for cell in _patch(dice):
            terrain.setdefault(cell, feature)
    if walls:
        for column in _WALL_COLUMNS:
            terrain[cell_of((column, _WALL_ROW))] = _WALLS[walls - 1]
    grounds = tuple(Ground(at=spot_of(cell), terrain=terrain[cell]) for cell in terrain)
    return Field(grounds=grounds, base=base, walls=walls)


def _patch(dice: Dice) -> tuple[int, ...]:
    """The cells that one feature would cover: its seed, and the next to the E and SE."""
    a, b, c = dice.whole(6), dice.whole(6), dice.whole(6)
    seed = cell_of((3 * (a - 1) + (b - 1) // 2, _FIRST_ROW + c))
    cells = (seed, AROUND[seed][_EAST], AROUND[seed][_SOUTH_EAST])
    inside = range(cell_of((0, _FIRST_ROW)), cell_of((0, _LAST_ROW + 1)))
    return tuple(cell for cell in cells if cell in inside)
