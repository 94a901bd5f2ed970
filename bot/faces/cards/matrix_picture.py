"""Draws a matrix of factions: shields along two sides, and a sign with a word in each cell."""

from __future__ import annotations

from typing import Final

from bot.faces.cards.matrix import Matrix, Mood, Tie
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.sheet.rows import as_large
from bot.faces.sheet.sheet import Sheet, wrapped

MOST: Final = 10
"""Factions that a matrix has room for; the words tell of all."""
_HEAD: Final = 72
_FOOT: Final = 20
_NAMES: Final = 300  # pixels of the column of names
_SHIELD: Final = 46.0
_CELL: Final = 108.0
"""An icon, a word and a note stand above one another in a cell, however many there are."""
_LOOK: Final[dict[Mood, tuple[str, str, str]]] = {
    "hostile": ("crossed-swords", "#7A1420", "#FFD3CF"),
    "friendly": ("polar-star", "#24543F", "#CFF0DC"),
    "neither": ("", palette.TROUGH, palette.MUTED),
}
"""Icon, ground and ink of each; the word stands beside, so colour is never alone."""


def matrix_tall(matrix: Matrix, wide: float) -> float:
    """Pixels that a matrix takes below the head of its box."""
    sides = matrix.sides[:MOST]
    return _HEAD + _row(len(sides), wide) * len(sides) + _FOOT


def _column(count: int, wide: float) -> float:
    return (wide - _NAMES) / max(count, 3)


def _row(count: int, wide: float) -> float:
    return min(max(_column(count, wide) * 0.62, _CELL), 118.0)


def draw_matrix(sheet: Sheet, matrix: Matrix, x: float, y: float, wide: float) -> None:
    """A matrix with its upper left corner at a place."""
    sides = matrix.sides[:MOST]
    column, row = _column(len(sides), wide), _row(len(sides), wide)
    left, top = x + _NAMES, y + _HEAD
    for place, side in enumerate(sides):
        own = side.id == matrix.own
        sheet.shield(side, left + (place + 0.5) * column, y + _HEAD / 2, _SHIELD, own=own)
        middle = top + (place + 0.5) * row
        sheet.shield(side, x + 24, middle, _SHIELD, own=own)
        paint = palette.WHITE if own else palette.PARCHMENT
        lines = wrapped(side.name, "bold", 27, _NAMES - 84, 2)
        for number, line in enumerate(lines):
            at = middle + (number - (len(lines) - 1) / 2) * 32
            sheet.write(line, x + 62, at, 27, paint, width=_NAMES - 76)
        for other, across in enumerate(sides):
            box = (
                left + other * column + 4, top + place * row + 4,
                left + (other + 1) * column - 4, top + (place + 1) * row - 4,
            )  # fmt: skip
            if side is across:
                sheet.hatch(box, palette.TROUGH)
            else:
                _draw_cell(sheet, matrix.cells[side.id, across.id], box)


def _draw_cell(sheet: Sheet, cell: Tie, box: Box) -> None:
    left, top, right, bottom = box
    icon, ground, ink = _LOOK[cell.mood]
    sheet.round_box(box, ground, 8)
    x, y, wide = (left + right) / 2, (top + bottom) / 2, right - left
    y -= (bool(icon) + bool(cell.note)) * 14
    if icon:
        sheet.icon(icon, x, y - 2, 34, ink)
        y += 33
    size = as_large(cell.word, "bold", (27, 25, 24), wide - 12)
    sheet.write(cell.word, x, y, size, ink, align="middle", width=wide - 8)
    if cell.note:
        sheet.write(cell.note, x, y + 28, 24, ink, face="medium", align="middle", width=wide - 8)
