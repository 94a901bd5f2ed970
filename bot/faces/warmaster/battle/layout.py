"""Where the hexes of a field lie, and which colours what stands on them has.

Lengths are pixels on a picture 1200 wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.faces.map.geometry import RADIUS_W, ROW_W
from engine.packs.warmaster.battle.grid import WIDTH
from engine.packs.warmaster.battle.values import Spot

HEX: Final = 61.0
"""A hex's width."""
HEX_HEIGHT: Final = HEX * 2 * RADIUS_W
ROW: Final = HEX * ROW_W
"""From one row to the next."""
MARGIN_LEFT: Final = 32.0
MARGIN_TOP: Final = 28.0
"""The room of the numbers of rows and columns."""
MARGIN_BOTTOM: Final = 12.0

ORDER: Final = "#A8E6B8"
FAILED: Final = "#FF8A7A"
CHARGE: Final = "#FF9D4D"
BACK: Final = "#C9CED8"
SPELL: Final = "#EBC9FF"
LOSS: Final = "#FFD3CF"


@dataclass(frozen=True, slots=True)
class Plan:
    """Some rows of the field, and where they lie on a picture."""

    left: float
    top: float
    rows: tuple[int, int] = (0, 13)
    """The first and the last."""

    def centre(self, spot: Spot) -> tuple[float, float]:
        """The middle of a hex; odd rows lie half a hex to the east."""
        column, row = spot
        return (
            self.left + MARGIN_LEFT + (column + 0.5 + (row % 2) / 2) * HEX,
            self.top + MARGIN_TOP + HEX_HEIGHT / 2 + (row - self.rows[0]) * ROW,
        )

    @property
    def wide(self) -> float:
        """With its margins."""
        return MARGIN_LEFT + (WIDTH + 0.5) * HEX + 6

    @property
    def tall(self) -> float:
        """With its margins."""
        return MARGIN_TOP + HEX_HEIGHT + (self.rows[1] - self.rows[0]) * ROW + MARGIN_BOTTOM
