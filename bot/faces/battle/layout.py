"""Where everything of a battle's picture lies, and which colours are its own.

Lengths are pixels on a picture 1200 wide; `Scale` makes them those of the picture that is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.faces.battle.scene import Side
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.shapes import emblem

HEIGHT: Final = 1360
FIELD: Final[Box] = (16, 212, 1184, 1014)
"""What lies between the sides' names and the strip of strengths."""
STRIP: Final[Box] = (16, 1028, 1184, 1344)
HEX: Final = 206.0  # a hex's width
HEX_HEIGHT: Final = HEX * 2 / 3**0.5
COLUMNS, ROWS = 5, 4

SPENT: Final = "#8E1F2B"
MORALE: Final = "#F2B632"
SHAKEN: Final = "#D9822B"
STEADY: Final = 50  # a morale below it may fail (cohorts.morale.check)
LOSS: Final = "#FFD3CF"
SPELL: Final = "#EBC9FF"
SPECIAL: Final = "#9BE8C4"
ARTILLERY: Final = "#FFB56B"


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a picture is drawn; 1 is 1200 wide."""

    by: float = 1.0

    def px(self, length: float) -> float:
        """A length of the layout in pixels of the picture."""
        return length * self.by

    def text(self, size: float) -> int:
        """The size of letters; they shrink less than all else."""
        return max(12, round(size * self.by))

    def box(self, box: Box) -> tuple[int, int, int, int]:
        """A box of the layout in whole pixels of the picture."""
        left, top, right, bottom = (round(edge * self.by) for edge in box)
        return left, top, right, bottom


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


def liveries(sides: tuple[Side, Side]) -> tuple[Livery, Livery]:
    """How the two sides show; two of one colour are given different ones."""
    one, other = (
        palette.livery(side.colour, emblem(side.emblem)) if side.colour else palette.UNOWNED
        for side in sides
    )
    if one.colour == other.colour:
        other = palette.livery(sides[1].colour % len(palette.LIVERY_COLOURS) + 1, other.emblem)
    return one, other


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with so much of another in it."""
    parts = zip(rgb(colour), rgb(other), strict=True)
    red, green, blue = (round(one * (1 - share) + two * share) for one, two in parts)
    return f"#{red:02X}{green:02X}{blue:02X}"
