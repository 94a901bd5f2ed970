"""Where the hexes of a field lie, and which colours what stands on them has.

Lengths are pixels on a picture 1200 wide.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.faces.map.geometry import RADIUS_W, ROW_W
from bot.faces.paint.canvas import Box
from engine.packs.warmaster.battle.grid import HEIGHT, WIDTH
from engine.packs.warmaster.battle.values import Spot

HEX: Final = 61.0
"""A hex's width where the whole field is seen."""
LARGEST: Final = 2 * HEX
"""A hex's width at most: a few units need no more."""
MARGIN_LEFT: Final = 32.0
MARGIN_TOP: Final = 28.0
"""The room of the numbers of rows and columns."""
MARGIN_RIGHT: Final = 6.0
MARGIN_BOTTOM: Final = 12.0
_WORTHWHILE: Final = 1.1
"""By as much must hexes grow, or all of the field is seen."""
_ROOMY: Final = 1.4
"""As much larger than usual are the hexes of an army that stands for itself, at most."""
_BESIDE: Final = 1
"""Hexes that are seen around those that matter."""
_OVERLAP: Final = 2 * RADIUS_W - ROW_W
"""How much higher a hex is than the way from row to row, in widths."""

ORDER: Final = "#A8E6B8"
FAILED: Final = "#FF8A7A"
CHARGE: Final = "#FF9D4D"
BACK: Final = "#C9CED8"
SPELL: Final = "#EBC9FF"
LOSS: Final = "#FFD3CF"


@dataclass(frozen=True)
class Plan:
    """Some rows and columns of the field, and where they lie on a picture."""

    box: Box
    """With the numbers of rows and columns; the hexes lie in its middle."""
    columns: tuple[int, int] = (0, WIDTH - 1)
    """The first and the last."""
    rows: tuple[int, int] = (0, HEIGHT - 1)
    """Likewise."""
    size: float = HEX
    """A hex's width."""

    @classmethod
    def zone(cls, spots: Collection[Spot], rows: tuple[int, int], left: float, top: float) -> Plan:
        """Some rows about some hexes, as large as helps, in a box as wide as the whole field."""
        wide = _wide(WIDTH, HEX)
        columns = _about([column for column, _ in spots], WIDTH)
        size = min((wide - _wide(0, 0)) / (_count(columns) + 0.5), _ROOMY * HEX)
        columns = _widened(columns, int((wide - _wide(0, 0)) / size - 0.5), WIDTH)
        box = left, top, left + wide, top + _tall(_count(rows), size)
        return cls(box, columns, rows, size)

    @classmethod
    def around(cls, spots: Collection[Spot], box: Box) -> Plan:
        """The part of the field about some hexes, all of it about none, as large as it fits."""
        left, top, right, bottom = box
        columns = _about([column for column, _ in spots], WIDTH)
        rows = _about([row for _, row in spots], HEIGHT)
        wide, tall = right - left - _wide(0, 0), bottom - top - _tall(0, 0)
        size = min(
            wide / (_count(columns) + 0.5),
            tall / (_count(rows) * ROW_W + _OVERLAP),
            LARGEST,
        )
        if size < _WORTHWHILE * HEX:
            columns, rows, size = (0, WIDTH - 1), (0, HEIGHT - 1), HEX
        return cls(
            box,
            _widened(columns, int(wide / size - 0.5), WIDTH),
            _widened(rows, int((tall / size - _OVERLAP) / ROW_W), HEIGHT),
            size,
        )

    def centre(self, spot: Spot) -> tuple[float, float]:
        """The middle of a hex; odd rows lie half a hex to the east."""
        x, y = self._corner
        column, row = spot[0] - self.columns[0], spot[1] - self.rows[0]
        return (
            x + (column + 0.5 + (spot[1] % 2) / 2) * self.size,
            y + (row * ROW_W + RADIUS_W) * self.size,
        )

    @cached_property
    def _corner(self) -> tuple[float, float]:
        """Where the hexes begin."""
        left, top, right, bottom = self.box
        x = left + MARGIN_LEFT + (right - left - _wide(_count(self.columns), self.size)) / 2
        y = top + MARGIN_TOP + (bottom - top - _tall(_count(self.rows), self.size)) / 2
        return x, y

    def spots(self) -> list[Spot]:
        """The hexes that are seen, row by row: those at the edge in part."""
        (first, last), (top, bottom) = self.columns, self.rows
        across = range(max(first - 1, 0), min(last + 2, WIDTH))
        return [(x, y) for y in range(max(top - 1, 0), min(bottom + 2, HEIGHT)) for x in across]

    def shows(self, spot: Spot) -> bool:
        """Whether all of a hex is seen."""
        (first, last), (top, bottom) = self.columns, self.rows
        return first <= spot[0] <= last and top <= spot[1] <= bottom

    @property
    def tall_hex(self) -> float:
        """A hex's height."""
        return self.size * 2 * RADIUS_W

    @property
    def tall(self) -> float:
        """The box's height."""
        return self.box[3] - self.box[1]

    @property
    def ground(self) -> Box:
        """Where its hexes lie: the box without the numbers and its frame."""
        left, top, right, bottom = self.box
        return left + MARGIN_LEFT, top + MARGIN_TOP, right - 2, bottom - 2


def _about(places: Collection[int], most: int) -> tuple[int, int]:
    """From the first to the last with what is seen around them; all about none."""
    first, last = (min(places), max(places)) if places else (0, most - 1)
    return max(first - _BESIDE, 0), min(last + _BESIDE, most - 1)


def _count(span: tuple[int, int]) -> int:
    return span[1] - span[0] + 1


def _wide(columns: int, size: float) -> float:
    """The width of columns with their margins."""
    return MARGIN_LEFT + (columns + 0.5) * size + MARGIN_RIGHT


def _tall(rows: int, size: float) -> float:
    """The height of rows with their margins."""
    return MARGIN_TOP + (rows * ROW_W + _OVERLAP) * size + MARGIN_BOTTOM


def _widened(span: tuple[int, int], count: int, most: int) -> tuple[int, int]:
    """A span of that many, of `most` in all, about the middle of this one."""
    more = max(min(count, most) - _count(span), 0)
    first = max(min(span[0] - more // 2, most - _count(span) - more), 0)
    return first, first + _count(span) + more - 1
