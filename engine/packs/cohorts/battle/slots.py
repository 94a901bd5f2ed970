"""The battle map: four rows of five hexes, ten battle slots of either side, and their distances.

Who stands where is not here. Sources: cohorts.battle.map, cohorts.battle.distances.
"""

from __future__ import annotations

from typing import Final

ATTACKER: Final = 0
DEFENDER: Final = 1
SIDES: Final = ("attacker", "defender")

_COLUMNS = 5
_RANK = 5  # slots 1 to 5 are the front rank, 6 to 10 the back rank
SLOTS: Final = 2 * _RANK
HEXES: Final = 2 * SLOTS
NAMES: Final = ("Left Flank", "Left Center", "Center", "Right Center", "Right Flank")


def hex_of(side: int, slot: int) -> int:
    """The hex of a side's slot 1 to 10, as a place in hex order: A1 to A10, then D1 to D10."""
    return side * SLOTS + slot - 1


def name_of(hex_: int) -> str:
    """A hex by its name, A1 to A10 or D1 to D10."""
    return f"{'AD'[hex_ // SLOTS]}{hex_ % SLOTS + 1}"


def cell(hex_: int) -> tuple[int, int]:
    """Column and row of a hex, counted from behind the attackers' left flank.

    Odd rows stand half a hex further right; half a turn makes one side's slots the other's.
    """
    place, behind = hex_ % _RANK, hex_ % SLOTS >= _RANK
    if hex_ < SLOTS:
        return place, 0 if behind else 1
    return _COLUMNS - 1 - place, 3 if behind else 2


def _steps(one: int, other: int) -> int:
    (column, row), (to_column, to_row) = cell(one), cell(other)
    dr = to_row - row
    dq = (to_column - to_row // 2) - (column - row // 2)
    return max(abs(dq), abs(dr), abs(dq + dr))


DISTANCE: Final = tuple(tuple(_steps(one, other) for other in range(HEXES)) for one in range(HEXES))
"""The steps between two hexes, whatever stands between."""
