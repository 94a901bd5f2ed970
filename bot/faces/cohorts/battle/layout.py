"""Where the slots of a battle lie on its field, and which colours a battle in slots has.

Lengths are pixels on a picture 1200 wide.
"""

from __future__ import annotations

from typing import Final

from bot.faces.battle.layout import FIELD

HEX: Final = 206.0  # a hex's width
HEX_HEIGHT: Final = HEX * 2 / 3**0.5
COLUMNS, ROWS = 5, 4

MORALE: Final = "#F2B632"
SHAKEN: Final = "#D9822B"
STEADY: Final = 50  # a morale below it may fail (cohorts.morale.check)
LOSS: Final = "#FFD3CF"
SPELL: Final = "#EBC9FF"
SPECIAL: Final = "#9BE8C4"
ARTILLERY: Final = "#FFB56B"


def hex_centre(column: int, row: int) -> tuple[float, float]:
    """The middle of a hex; rows count from the attackers' back rank, which is the lowest."""
    left, top, right, bottom = FIELD
    start = left + ((right - left) - (COLUMNS + 0.5) * HEX) / 2
    tall = HEX_HEIGHT * (0.75 * (ROWS - 1) + 1)
    lowest = bottom - ((bottom - top) - tall) / 2 - HEX_HEIGHT / 2
    return (
        start + (column + 0.5 + (row % 2) / 2) * HEX,
        lowest - row * HEX_HEIGHT * 0.75,
    )
