"""Where everything of a battle's picture lies, and which colours its sides have.

Lengths are pixels on a picture 1200 wide; `Scale` makes them those of the picture that is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bot.faces.battle.scene import Side
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.shapes import emblem

HEIGHT: Final = 1360
FIELD: Final[Box] = (16, 212, 1184, 1014)
"""What lies between the sides' names and the strip of strengths: the stage's own."""
STRIP: Final[Box] = (16, 1028, 1184, 1344)
SPENT: Final = "#8E1F2B"
"""Of what is lost, in bars and marks."""


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


def liveries(sides: Sequence[Side]) -> tuple[Livery, ...]:
    """How the sides show; of those of one colour, later ones are given the next that is free."""
    found: list[Livery] = []
    for side in sides:
        sign = emblem(side.emblem)
        livery = palette.livery(side.colour, sign) if side.colour else palette.UNOWNED
        if not side.colour:
            livery = replace(livery, emblem=sign or "")
        taken = {each.colour for each in found}
        colour = side.colour
        for _ in palette.LIVERY_COLOURS:
            if livery.colour not in taken:
                break
            colour = colour % len(palette.LIVERY_COLOURS) + 1
            livery = palette.livery(colour, livery.emblem)
        found.append(livery)
    return tuple(found)


@lru_cache(maxsize=256)
def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a `share` of another in it, 0 to 1."""
    parts = zip(rgb(colour), rgb(other), strict=True)
    red, green, blue = (round(one * (1 - share) + two * share) for one, two in parts)
    return f"#{red:02X}{green:02X}{blue:02X}"
