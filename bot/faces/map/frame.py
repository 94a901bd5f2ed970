"""Frames: rectangles of hexes that a map shows, on worlds that may go round from east to west.

Plain numbers, so that the event loop can reckon with them; how a frame is drawn is said in `scene`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.hexes import Grid

LEAST_WIDE: Final = 7
"""Columns of the nearest frame."""
LEAST_TALL: Final = 6
_NARROWEST: Final = 0.72  # columns to a row: a narrower picture leaves its sides empty
_FLATTEST: Final = 0.4  # rows to a column: a flatter one is a strip on a phone


class MapFrame(NamedTuple):
    """A rectangle of hexes; it may run over the seam of a world that goes round."""

    x: int
    """Its westernmost column, from 0 to the world's width - 1."""
    y: int
    """Its northernmost row."""
    wide: int
    """Columns, at least 1 and at most as many as the world has."""
    tall: int
    """Rows."""

    def holds(self, x: int, y: int, width: int) -> bool:
        """Whether a hex of a world that many columns wide lies in it."""
        return (x - self.x) % width < self.wide and self.y <= y < self.y + self.tall

    def middle(self, width: int) -> tuple[int, int]:
        """The column and row in its middle."""
        return (self.x + self.wide // 2) % width, self.y + self.tall // 2

    def covers(self, size: Grid) -> bool:
        """Whether it is the whole world."""
        return self.wide >= size.width and self.tall >= size.height


def around(size: Grid, middle: tuple[int, int], wide: int, tall: int) -> MapFrame:
    """The frame of that many columns and rows about a hex, as far as the world has them.

    It is made wider or taller where its shape would leave much of a picture empty.
    """
    wide, tall = max(wide, LEAST_WIDE), max(tall, LEAST_TALL)
    wide = max(wide, round(tall * _NARROWEST))
    tall = max(tall, round(wide * _FLATTEST))
    wide, tall = min(wide, size.width), min(tall, size.height)
    x, y = middle[0] - wide // 2, middle[1] - tall // 2
    y = min(max(y, 0), size.height - tall)
    x = x % size.width if size.wraps else min(max(x, 0), size.width - wide)
    return MapFrame(x, y, wide, tall)


def holding(size: Grid, hexes: Iterable[tuple[int, int]], margin: int = 0) -> MapFrame | None:
    """The smallest frame that holds all the hexes and a margin around them; None for no hexes.

    Where the world goes round it may run over its seam.
    """
    spots = list(hexes)
    if not spots:
        return None
    rows = [y for _, y in spots]
    top, bottom = max(min(rows) - margin, 0), min(max(rows) + margin, size.height - 1)
    first, columns = _columns({x for x, _ in spots}, size.width, wraps=size.wraps)
    left, right = first - margin, first + columns - 1 + margin
    if not size.wraps:
        left, right = max(left, 0), min(right, size.width - 1)
    wide, tall = right - left + 1, bottom - top + 1
    return around(size, (left + wide // 2, top + tall // 2), wide, tall)


def _columns(taken: set[int], width: int, *, wraps: bool) -> tuple[int, int]:
    """The first of the fewest columns in a row that hold all taken ones, and how many they are."""
    order = sorted(taken)
    if not wraps:
        return order[0], order[-1] - order[0] + 1
    # The widest gap between two taken columns is what the frame leaves out.
    after = [*order[1:], order[0] + width]
    gap, place = max(
        (there - here, -place) for place, (here, there) in enumerate(zip(order, after, strict=True))
    )
    return after[-place] % width, width - gap + 1


def panned(size: Grid, frame: MapFrame, x: int, y: int) -> MapFrame:
    """The frame moved by half its size: `x` times to the east, `y` times to the south."""
    column, row = frame.middle(size.width)
    column += x * max(1, frame.wide // 2)
    row += y * max(1, frame.tall // 2)
    if not size.wraps:
        column = min(max(column, 0), size.width - 1)
    row = min(max(row, 0), size.height - 1)
    return around(size, (column, row), frame.wide, frame.tall)


def zoomed(
    size: Grid, frame: MapFrame, share: float, middle: tuple[int, int] | None = None
) -> MapFrame:
    """The frame with that share of its columns and rows, about a middle or its own."""
    wide, tall = round(frame.wide * share), round(frame.tall * share)
    return around(size, middle or frame.middle(size.width), wide, tall)
