"""A picture of tiles in rows: an icon, a word or two, and a short line each; for primers.

Letters are large, so that they are read on a phone that shows the picture a third as wide. The
caller decides what the tiles say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, poly
from bot.faces.paint.sprites import disc, sprite_of
from bot.faces.sheet.sheet import GAP, LEFT, RIGHT, TOP, Sheet, alt_text, file_name, wrapped
from bot.faces.sheet.tiles import Tile, TileRow

HEAD: Final = 44  # the size of a tile's head
SAYS: Final = 37  # of its line; 12 pixels on a phone
_LINE: Final = 46
_ICON: Final = 92
_NARROW: Final = 240  # a tile below this width has its icon above its head
_ARROW: Final = 30


def draw_tiles(title: str, rows: Sequence[TileRow]) -> Picture:
    """The picture; its alt text says all that stands on it."""
    heights = [_height(row) for row in rows]
    titles = [52 if row.title else 0 for row in rows]
    sheet = Sheet(TOP + sum(heights) + sum(titles) + GAP * len(rows))
    top = float(TOP)
    for row, height, above in zip(rows, heights, titles, strict=True):
        if row.title:
            sheet.write(row.title, LEFT + 8, top + 24, SAYS, palette.BRASS)
        _draw_row(sheet, row, top + above, top + above + height)
        top += above + height + GAP
    return sheet.picture(Heading(title), file_name("primer", title), alt_text(_told(title, rows)))


def _width(row: TileRow) -> float:
    return (RIGHT - LEFT - GAP * (len(row.tiles) - 1)) / len(row.tiles)


def _height(row: TileRow) -> int:
    lines = max(len(_lines(tile, _width(row))) for tile in row.tiles)
    if _width(row) < _NARROW:
        return 190 + lines * _LINE
    return max(_ICON + 56, 96 + lines * _LINE + 20)


def _lines(tile: Tile, width: float) -> list[str]:
    if not tile.says:
        return []
    return wrapped(tile.says, "medium", SAYS, width - _text_left(width) - 22, 4)


def _text_left(width: float) -> float:
    return 20 if width < _NARROW else _ICON + 46


def _draw_row(sheet: Sheet, row: TileRow, top: float, bottom: float) -> None:
    width = _width(row)
    for number, tile in enumerate(row.tiles):
        left = LEFT + number * (width + GAP)
        _draw_tile(sheet, tile, left, top, left + width, bottom)
    for number in range(len(row.tiles) - 1 if row.flow else 0):
        edge = LEFT + (number + 1) * (width + GAP) - GAP / 2
        shape = poly((-0.5, 0.55), (0.55, 0.0), (-0.5, -0.55))
        arrow = sprite_of((Part(shape, palette.BRASS, palette.INK, 0.1),), _ARROW)
        sheet.put(arrow, edge, (top + bottom) / 2)


def _draw_tile(
    sheet: Sheet, tile: Tile, left: float, top: float, right: float, bottom: float
) -> None:
    width = right - left
    ground, ink = (
        (palette.BRASS, palette.INK) if tile.bright else (palette.PANEL, palette.PARCHMENT)
    )
    faint = palette.INK if tile.bright else palette.WHITE
    sheet.round_box((left, top, right, bottom), ground, 14)
    if width < _NARROW:
        middle = (left + right) / 2
        sheet.icon(tile.icon, middle, top + 70, _ICON * 0.85, ink)
        sheet.write(tile.head, middle, top + 150, HEAD, ink, align="middle", width=width - 16)
        for number, line in enumerate(_lines(tile, width)):
            y = top + 196 + number * _LINE
            sheet.write(line, middle, y, SAYS, faint, face="medium", align="middle")
    else:
        sheet.icon(tile.icon, left + 24 + _ICON / 2, (top + bottom) / 2, _ICON, ink)
        start = left + _text_left(width)
        lines = _lines(tile, width)
        block = HEAD + len(lines) * _LINE
        y = (top + bottom - block) / 2 + HEAD / 2
        sheet.write(tile.head, start, y, HEAD, ink, width=right - start - 18)
        for number, line in enumerate(lines):
            below = y + 10 + (number + 1) * _LINE
            sheet.write(line, start, below, SAYS, faint, face="medium")
    if tile.number:
        sheet.put(disc(str(tile.number), 24), left + 30, top + 30)


def _told(title: str, rows: Sequence[TileRow]) -> list[str]:
    told = [f"{title}."]
    for row in rows:
        told += [f"{row.title}:"] if row.title else []
        for tile in row.tiles:
            place = f"{tile.number}. " if tile.number else ""
            told.append(
                f"{place}{tile.head}{': ' if tile.says else ''}{tile.says}".rstrip(".") + "."
            )
    return told
