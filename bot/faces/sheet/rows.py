"""Rows that cards of pieces and items share: bars with a figure, figures, titles with words."""

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


def pair(
    sheet: Sheet, x: float, y: float, wide: float, words: tuple[str, str], note: str = ""
) -> None:
    """A name at the left and its figure at the right, with a small note between; `y` is middle."""
    name, value = words
    taken = sheet.write(value, x + wide, y, 28, palette.WHITE, align="right", width=wide * 0.6)
    start = sheet.write(name, x, y, 28, palette.PARCHMENT, face="medium", width=wide - taken - 12)
    room = wide - taken - start - 32
    if note and room > 60:
        size = as_large(note, "italic", (25, 23, 21), room)
        sheet.write(note, x + start + 16, y, size, palette.MUTED, face="italic", width=room)


def as_large(words: str, face: Face, sizes: Sequence[int], room: float) -> int:
    """The first of these sizes, the largest first, in which the words fit; else the last."""
    return next((size for size in sizes if measure(words, face, size) <= room), sizes[-1])


def entries(
    sheet: Sheet, x: float, y: float, wide: float, lines: Sequence[tuple[str, str]]
) -> None:
    """Titles with the words that belong to them, a line each; `y` is the first one's middle."""
    for number, (title, words) in enumerate(lines):
        at = y + number * LINE
        end = 0.0
        if title:
            end = 14 + sheet.write(title, x, at, 28, palette.PARCHMENT, width=wide * 0.62)
        room = max(wide - end, 0.0)
        size = as_large(words, "medium", (27, 25, 23, 21), room)
        sheet.write(words, x + end, at, size, palette.MUTED, face="medium", width=room)


def folded(words: str, wide: float, most: int = 3, size: int = 27) -> list[tuple[str, str]]:
    """Words as entries without a title, on at most `most` lines."""
    return [("", line) for line in wrapped(words, "medium", size, wide, most)]


def cut(lines: Sequence[tuple[str, str]], most: int, tab: str) -> list[tuple[str, str]]:
    """At most `most` entries; if there are more, the last says where the rest is."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], ("", f"and {len(lines) - most + 1} more under {tab}")]
