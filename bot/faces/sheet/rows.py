"""Rows that cards share: bars with a figure, and words folded or as large as there is room."""

from collections.abc import Sequence
from typing import Final

from bot.faces.paint import palette
from bot.faces.paint.text import Face, measure
from bot.faces.sheet.sheet import Sheet, wrapped

BAR: Final = 62  # pixels of a bar with its words
LINE: Final = 46  # of a figure or a line of words


def bar(
    sheet: Sheet, x: float, y: float, wide: float, words: tuple[str, str], share: float, paint: str
) -> None:
    """A bar that is full to a share of it, with its name and figure above; `y` is its top."""
    name, value = words
    taken = sheet.write(value, x + wide, y + 12, 27, palette.WHITE, align="right", width=wide)
    sheet.write(
        name, x, y + 12, 26, palette.COORDINATE, face="medium", width=max(wide - taken - 12, 0)
    )
    sheet.box((x, y + 30, x + wide, y + 44), palette.TROUGH)
    full = x + wide * min(max(share, 0.0), 1.0)
    if full > x:
        sheet.box((x, y + 30, full, y + 44), paint)


def as_large(words: str, face: Face, sizes: Sequence[int], room: float) -> int:
    """The first of these sizes, the largest first, in which the words fit; else the last."""
    return next((size for size in sizes if measure(words, face, size) <= room), sizes[-1])


def folded(words: str, wide: float, most: int = 3, size: int = 27) -> list[tuple[str, str]]:
    """Words as entries without a title, on at most `most` lines."""
    return [("", line) for line in wrapped(words, "medium", size, wide, most)]
