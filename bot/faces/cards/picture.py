"""The picture of a sheet: a portrait with its bars, then boxes in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, Tone, told_of
from bot.faces.cards.lots_picture import draw_lots
from bot.faces.cards.trend_picture import draw_trend, trend_tall
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook, livery
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import emblem
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.rows import as_large
from bot.faces.sheet.sheet import (
    GAP,
    HEAD,
    LEFT,
    PAD,
    RIGHT,
    TOP,
    Sheet,
    alt_text,
    file_name,
    wrapped,
)
from engine.campaign import Faction
from engine.world import World

_WIDE: Final = (RIGHT - LEFT - GAP) / 2
_ROW: Final = 50
_BAR: Final = 72
_LOTS: Final = 72  # a row with goods beside its name
_NAMES: Final = 0.3  # of the width of such a row
_TEXT: Final = 30
"""Pixels of every label: 10 on a phone."""
_NOTE: Final = 26
_FACE: Final = 270  # pixels of a portrait
_ICON: Final = 38
_LARGE: Final = 64
_BETWEEN: Final = 44.0  # two columns of a box
_FOOT: Final = 16
_LINE: Final = 36  # of wrapped words
_MOST_LINES: Final = 4
_PAINTS: Final[dict[Tone, str]] = {
    "": palette.BAR,
    "gold": palette.BRASS,
    "good": palette.UP,
    "bad": palette.DOWN,
    "mana": palette.LINES[1],
    "faint": palette.MUTED,
}


def draw_card(card: PanelCard, view: World) -> Picture:
    """The picture of a sheet; its alt text says all that stands on it."""
    top = float(TOP)
    headed = bool(card.likeness or card.icon or card.head)
    tall = _head_tall(card) if headed else 0.0
    placed, lowest = _laid(
        [each for each in card.boxes if each.drawn], top + (tall + GAP if headed else 0.0)
    )
    sheet = Sheet(round(lowest))
    if headed:
        _draw_head(sheet, card, top, tall)
    for box, x, y, wide in placed:
        _draw_box(sheet, box, x, y, wide)
    side = view.find(Faction, card.faction)
    look = FactionLook(side.key, side.name, side.colour, emblem(side.emblem)) if side else None
    heading = Heading(card.title, card.subtitle, card.turn, look, card.own)
    name = file_name(card.kind, card.title, f"turn-{card.turn}")
    return sheet.picture(heading, name, alt_text(list(told_of(card, side.name if side else ""))))


def _laid(boxes: Sequence[Box], top: float) -> tuple[list[tuple[Box, float, float, float]], float]:
    """Where each box stands: in two columns of like height, the wide ones across both."""
    ends = [top, top]
    placed: list[tuple[Box, float, float, float]] = []
    for box in boxes:
        tall = _tall(box)
        if box.wide:
            y = max(ends)
            placed.append((box, LEFT, y, RIGHT - LEFT))
            ends = [y + tall + GAP, y + tall + GAP]
        else:
            column = ends.index(min(ends))
            placed.append((box, LEFT + column * (_WIDE + GAP), ends[column], _WIDE))
            ends[column] += tall + GAP
    return placed, max(ends)


def _shown(box: Box) -> tuple[Row, ...]:
    if len(box.rows) <= box.most:
        return box.rows
    left = len(box.rows) - box.most + 1
    return (*box.rows[: box.most - 1], Row(f"and {left} more, told in words", tone="faint"))


def _tall(box: Box) -> float:
    if box.trend:
        return HEAD + trend_tall(box.trend)
    wide = RIGHT - LEFT if box.wide else _WIDE
    columns, room = _columns(box, wide - 2 * PAD)
    return HEAD + max(sum(_row_tall(row, room) for row in rows) for rows in columns) + _FOOT


def _columns(box: Box, wide: float) -> tuple[Sequence[Sequence[Row]], float]:
    """The rows of each column, one after another, and how wide a column is."""
    rows = _shown(box)
    each = -(-len(rows) // box.columns)
    columns = [rows[place * each : (place + 1) * each] for place in range(box.columns)]
    return columns, (wide - _BETWEEN * (box.columns - 1)) / box.columns


def _row_tall(row: Row, wide: float) -> float:
    if row.share is not None:
        return _BAR
    if row.lots:
        return _LOTS
    return _ROW + _LINE * len(_text(row, wide))


def _text(row: Row, wide: float) -> list[str]:
    room = wide - _beside(row)
    return wrapped(row.text, "medium", _NOTE, room, _MOST_LINES) if row.text else []


def _beside(row: Row) -> float:
    """Pixels that a row's icon takes at its left; one beside wrapped words is larger."""
    return (_LARGE if row.text else _ICON) + 14 if row.icon or row.badge or row.side else 0.0


def _head_tall(card: PanelCard) -> float:
    rows = sum(_row_tall(row, _WIDE) for row in card.head) + 2 * _FOOT
    return max(rows, _FACE + 2 * 20 if card.likeness else 0.0, 190 if card.icon else 0.0)


def _draw_head(sheet: Sheet, card: PanelCard, top: float, tall: float) -> None:
    sheet.panel((LEFT, top, RIGHT, top + tall))
    x = LEFT + PAD
    if card.likeness:
        sheet.put(portrait(card.likeness, float(_FACE)), LEFT + 20 + _FACE / 2, top + tall / 2)
        x = LEFT + 20 + _FACE + 32
    elif card.icon:
        sheet.icon(card.icon, LEFT + PAD + 76, top + tall / 2, 140, palette.PARCHMENT)
        x = LEFT + PAD + 190
    height = sum(_row_tall(row, _WIDE) for row in card.head)
    _draw_rows(sheet, card.head, x, top + (tall - height) / 2, RIGHT - PAD - x)


def _draw_box(sheet: Sheet, box: Box, x: float, y: float, wide: float) -> None:
    bottom = y + _tall(box)
    sheet.panel((x, y, x + wide, bottom), box.title, box.note)
    if box.trend:
        draw_trend(sheet, box.trend, (x + PAD, y + HEAD, x + wide - PAD, bottom))
        return
    columns, room = _columns(box, wide - 2 * PAD)
    for place, rows in enumerate(columns):
        _draw_rows(sheet, rows, x + PAD + place * (room + _BETWEEN), y + HEAD, room)


def _draw_rows(sheet: Sheet, rows: Sequence[Row], x: float, y: float, wide: float) -> None:
    for row in rows:
        _draw_row(sheet, row, x, y, wide)
        y += _row_tall(row, wide)


def _draw_traded(sheet: Sheet, row: Row, x: float, top: float, wide: float) -> None:
    """A row of goods: its shield, its name with the note below, and the lots beside them."""
    y, left = top + _LOTS / 2, x
    if row.side:
        _draw_shield(sheet, row.side, x + _ICON / 2, y)
        left += _beside(row)
    room = x + wide * _NAMES - 14 - left
    sheet.write(row.name, left, y - 14 if row.note else y, 28, palette.PARCHMENT, width=room)
    small = as_large(row.note, "medium", (24, 22, 20), room)
    sheet.write(row.note, left, y + 18, small, palette.MUTED, face="medium", width=room)
    draw_lots(sheet, row.lots, x + wide * _NAMES, y, wide * (1 - _NAMES))


def _draw_shield(sheet: Sheet, side: Faction, x: float, y: float) -> None:
    sheet.put(sprites.shield(livery(side.colour, emblem(side.emblem)), own=False, width=34.0), x, y)


def _draw_row(sheet: Sheet, row: Row, x: float, top: float, wide: float) -> None:
    if row.lots:
        _draw_traded(sheet, row, x, top, wide)
        return
    y = top + _ROW / 2 - (4 if row.share is not None else 0)
    left, right = x, x + wide
    if row.badge:
        sheet.put(badges.resource(row.badge, 17.0), x + _ICON / 2, y)
        left += _beside(row)
    elif row.side:
        _draw_shield(sheet, row.side, x + _ICON / 2, y)
        left += _beside(row)
    elif row.icon:
        size = _LARGE if row.text else _ICON
        middle = top + _row_tall(row, wide) / 2 if row.text else y
        sheet.icon(row.icon, x + size / 2, middle, size, palette.PARCHMENT)
        left += _beside(row)
    if row.level:
        level, most = row.level
        size = 24.0
        start = right - most * (size + 6)
        sheet.boxes(start, y, level, most, size)
        right = start - 14
    if row.value:
        paint = _figure(row.tone)
        right -= 14 + sheet.write(
            row.value, right, y, _TEXT, paint, align="right", width=(right - left) * 0.66
        )
    room = max(right - left, 0.0)
    paint = palette.MUTED if row.tone == "faint" else palette.PARCHMENT
    face = "italic" if row.tone == "faint" else "medium"
    size = as_large(row.name, face, (_TEXT, 28, 26, 24), room)
    taken = sheet.write(row.name, left, y, size, paint, face=face, width=room)
    if row.note and room - taken > 70:
        gap = room - taken - 14
        small = as_large(row.note, "italic", (_NOTE, 24, 22), gap)
        sheet.write(row.note, left + taken + 14, y, small, palette.MUTED, face="italic", width=gap)
    for number, line in enumerate(_text(row, wide)):
        below = top + _ROW + _LINE * (number + 0.5) - 6
        sheet.write(line, left, below, _NOTE, palette.COORDINATE, face="medium", width=wide)
    if row.share is not None:
        bar = (x, top + _ROW - 4, x + wide, top + _ROW + 12)
        sheet.box(bar, palette.TROUGH)
        full = x + wide * min(max(row.share, 0.0), 1.0)
        if full > x:
            sheet.box((x, bar[1], full, bar[3]), _PAINTS[row.tone])
            if row.tone == "bad":
                sheet.hatch((x, bar[1], full, bar[3]), palette.BATTLE_EDGE)
        if row.hatched:  # what is little is seen all the same
            start = max(x, full - max(wide * row.hatched, 10.0))
            sheet.box((start, bar[1], full, bar[3]), palette.SLAVES)
            sheet.hatch((start, bar[1], full, bar[3]), palette.PANEL)


def _figure(tone: Tone) -> str:
    return {"good": palette.UP, "bad": palette.DOWN, "faint": palette.MUTED}.get(
        tone, palette.WHITE
    )
