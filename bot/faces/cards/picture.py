"""The picture of a sheet: a portrait with its bars, then boxes in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, Tone, told_of
from bot.faces.cards.part_pictures import (
    CHANCE_TALL,
    draw_chance,
    draw_lots,
    draw_matrix,
    draw_slots,
    matrix_tall,
    slots_tall,
)
from bot.faces.cards.trend_picture import draw_trend, trend_tall
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.canvas import Box as Corners
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, circle, emblem
from bot.faces.paint.text import measure
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.sheet import (
    GAP,
    HEAD,
    LEFT,
    PAD,
    RIGHT,
    TOP,
    Sheet,
    alt_text,
    as_large,
    file_name,
    wrapped,
)
from engine.campaign import Faction
from engine.world import World

_WIDE: Final = (RIGHT - LEFT - GAP) / 2
_ROW: Final = 50
_BAR: Final = 72
_SIDE_BAR: Final = 92  # the same in a faction's colours
_TWO: Final = 68  # a row with words below its name, or with goods beside it
_NAMES: Final = 0.3  # of the width of a row with goods
_SHORT: Final = 96  # pixels of a bar in a row with words below its name
_BARE: Final = 6  # above the words of a row without a name
_TEXT: Final = 30
"""Pixels of every label: 10 on a phone."""
_NOTE: Final = 26
_LEAST_NOTE: Final = 22
_SOME: Final = 150
"""Pixels from which a part of a note says something; with less it is left to the words."""
_FACE: Final = 270  # pixels of a portrait
_ICON: Final = 38
_LARGE: Final = 64
_BETWEEN: Final = 44.0  # two columns of a box
_FOOT: Final = 16
_LINE: Final = 36  # of wrapped words
_MOST_LINES: Final = 4
_UNDER: Final = 36  # a line below the title of a box
_TALLEST: Final = 2500  # pixels; boxes without room are counted at the end
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
    headed = bool(card.likeness or card.icon or card.badge or card.head)
    tall = _head_tall(card) if headed else 0.0
    boxes = [each for each in card.boxes if each.drawn]
    placed, lowest = _laid(boxes, top + (tall + GAP if headed else 0.0))
    left_out = len(boxes) - len(placed)
    sheet = Sheet(round(lowest) + (_ROW if left_out else 0))
    if headed:
        _draw_head(sheet, card, top, tall)
    for box, x, y, wide in placed:
        _draw_box(sheet, box, x, y, wide)
    if left_out:
        more = Row(f"and {left_out} more, told in words", tone="faint")
        _draw_row(sheet, more, LEFT + PAD, lowest - GAP, RIGHT - LEFT - 2 * PAD)
    side = view.find(Faction, card.faction)
    look = FactionLook(side.key, side.name, side.colour, emblem(side.emblem)) if side else None
    heading = Heading(card.title, card.subtitle, card.turn, look, card.own)
    whose = "" if card.title.casefold() == card.kind else card.title
    name = file_name(card.kind, whose, f"turn-{card.turn}")
    return sheet.picture(heading, name, alt_text(list(told_of(card, side.name if side else ""))))


def _laid(boxes: Sequence[Box], top: float) -> tuple[list[tuple[Box, float, float, float]], float]:
    """Where each box stands: in two columns of like height, the wide ones across both.

    A box without room is left out.
    """
    ends = [top, top]
    placed: list[tuple[Box, float, float, float]] = []
    for box in boxes:
        tall = _tall(box) + GAP
        y = max(ends) if box.wide else min(ends)
        if placed and y + tall > _TALLEST:
            continue
        if box.wide:
            placed.append((box, LEFT, y, RIGHT - LEFT))
            ends = [y + tall, y + tall]
        else:
            column = ends.index(y)
            placed.append((box, LEFT + column * (_WIDE + GAP), y, _WIDE))
            ends[column] += tall
    return placed, max(ends)


def _shown(box: Box) -> tuple[Row, ...]:
    if len(box.rows) <= box.most:
        return box.rows
    left = len(box.rows) - box.most + 1
    return (*box.rows[: box.most - 1], Row(f"and {left} more, told in words", tone="faint"))


def _box_head(box: Box) -> float:
    return HEAD + (_UNDER if box.under else 0)


def _tall(box: Box) -> float:
    head = _box_head(box)
    if box.trend:
        return head + trend_tall(box.trend)
    wide = RIGHT - LEFT if box.wide else _WIDE
    if box.matrix:
        return head + matrix_tall(box.matrix, wide - 2 * PAD)
    if box.chance:
        return head + CHANCE_TALL
    if box.slots:
        return head + slots_tall(box.slots)
    columns, room = _columns(box, wide - 2 * PAD)
    return head + max(sum(_row_tall(row, room) for row in rows) for rows in columns) + _FOOT


def _columns(box: Box, wide: float) -> tuple[Sequence[Sequence[Row]], float]:
    """The rows of each column, one after another, and how wide a column is."""
    rows = _shown(box)
    each = -(-len(rows) // box.columns)
    columns = [rows[place * each : (place + 1) * each] for place in range(box.columns)]
    return columns, (wide - _BETWEEN * (box.columns - 1)) / box.columns


def _row_tall(row: Row, wide: float) -> float:
    if row.under or row.lots:
        return _TWO
    if row.share is not None:
        return _SIDE_BAR if row.side else _BAR
    return (_ROW if row.name else _BARE) + _LINE * len(_text(row, wide))


def _text(row: Row, wide: float) -> list[str]:
    room = wide - _beside(row)
    return wrapped(row.text, "medium", _NOTE, room, _MOST_LINES) if row.text else []


def _beside(row: Row) -> float:
    """Pixels that a row's icon takes at its left; one beside wrapped words is larger."""
    return _sign_size(row) + 14 if _sign(row) else 0.0


def _sign_size(row: Row) -> int:
    return _LARGE if row.text or (row.side and row.share is not None) else _ICON


def _sign(row: Row) -> bool:
    """Whether something stands at its left."""
    return bool(row.icon or row.badge or row.side or row.ring)


def _head_tall(card: PanelCard) -> float:
    rows = sum(_row_tall(row, RIGHT - PAD - _head_left(card)) for row in card.head) + 2 * _FOOT
    sign = 190 if card.icon or card.badge else 0.0
    return max(rows, _FACE + 2 * 20 if card.likeness else 0.0, sign)


def _head_left(card: PanelCard) -> float:
    """Where its rows begin, beside what stands at their left."""
    if card.likeness:
        return LEFT + 20 + _FACE + 32
    return LEFT + PAD + (190 if card.icon or card.badge else 0.0)


def _draw_head(sheet: Sheet, card: PanelCard, top: float, tall: float) -> None:
    sheet.panel((LEFT, top, RIGHT, top + tall))
    middle = top + tall / 2
    if card.likeness:
        sheet.put(portrait(card.likeness, float(_FACE)), LEFT + 20 + _FACE / 2, middle)
    elif card.badge:
        sheet.put(badges.resource(card.badge, 52.0), LEFT + PAD + 76, middle)
    elif card.icon:
        sheet.icon(card.icon, LEFT + PAD + 76, middle, 140, palette.PARCHMENT)
    x = _head_left(card)
    wide = RIGHT - PAD - x
    height = sum(_row_tall(row, wide) for row in card.head)
    _draw_rows(sheet, card.head, x, top + (tall - height) / 2, wide)


def _draw_box(sheet: Sheet, box: Box, x: float, y: float, wide: float) -> None:
    bottom, top = y + _tall(box), y + _box_head(box)
    left, inside = x + PAD, wide - 2 * PAD
    sheet.panel((x, y, x + wide, bottom), "" if box.chance else box.title, box.note, box.icon)
    if box.chance:
        sheet.write(box.title, left, y + 50, 54, palette.WHITE, width=inside)
        draw_chance(sheet, box.chance, (left, y + HEAD + 8, left + inside, bottom))
        return
    small = as_large(box.under, "medium", (_NOTE, 24, 22), inside)
    under = palette.COORDINATE
    sheet.write(box.under, left, y + HEAD + 12, small, under, face="medium", width=inside)
    if box.trend:
        draw_trend(sheet, box.trend, (left, top, left + inside, bottom))
        return
    if box.matrix:
        draw_matrix(sheet, box.matrix, left, top, inside)
        return
    if box.slots:
        draw_slots(sheet, box.slots, left, top, inside)
        return
    columns, room = _columns(box, inside)
    for place, rows in enumerate(columns):
        _draw_rows(sheet, rows, left + place * (room + _BETWEEN), top, room)


def _draw_rows(sheet: Sheet, rows: Sequence[Row], x: float, y: float, wide: float) -> None:
    for row in rows:
        if row.under or row.lots:
            _draw_two(sheet, row, x, y, wide)
        else:
            _draw_row(sheet, row, x, y, wide)
        y += _row_tall(row, wide)


def _draw_two(sheet: Sheet, row: Row, x: float, top: float, wide: float) -> None:
    """A row with words below its name; goods or its figure and a short bar beside them."""
    y = top + _TWO / 2
    left = _draw_sign(sheet, row, x, y)
    right = x + wide * _NAMES - 14 if row.lots else x + wide
    draw_lots(sheet, row.lots, x + wide * _NAMES, y, wide * (1 - _NAMES))
    upper = end = right
    if row.value:
        most = (right - left) * 0.5
        size = as_large(row.value, "medium", (_NOTE, 24, 22), most)
        upper -= 14 + sheet.write(
            row.value, right, y - 14, size, _figure(row.tone),
            face="medium", align="right", width=most,
        )  # fmt: skip
    if row.share is not None:
        end = right - _SHORT - 14
        _draw_bar(sheet, row, (right - _SHORT, y + 11, right, y + 25))
    room = max(upper - left, 0.0)
    paint = palette.MUTED if row.tone == "faint" else palette.PARCHMENT
    size = as_large(row.name, "bold", (28, 26, 24), room)
    sheet.write(row.name, left, y - 14 if row.under else y, size, paint, width=room)
    small = as_large(row.under, "medium", (24, 22, 20), end - left)
    under = palette.MUTED if row.lots else palette.COORDINATE
    sheet.write(row.under, left, y + 18, small, under, face="medium", width=end - left)


def _draw_sign(sheet: Sheet, row: Row, x: float, y: float) -> float:
    """What stands at a row's left; gives where its words begin."""
    size = _sign_size(row)
    middle = x + size / 2
    if row.badge:
        sheet.put(badges.resource(row.badge, 17.0), x + _ICON / 2, y)
    elif row.side:
        sheet.shield(row.side, middle, y, size * 0.85)
    elif row.ring:
        ground = Part(circle(0, 0, 1), palette.TROUGH, palette.BRASS, 0.1)
        sheet.put(sprites.sprite_of((ground,), 23.0), middle, y)
        sheet.put(sprites.words(str(row.ring), 25, palette.WHITE), middle, y)
    else:
        sheet.icon(row.icon, middle, y, size, palette.PARCHMENT)
    return x + _beside(row)


def _draw_row(sheet: Sheet, row: Row, x: float, top: float, wide: float) -> None:
    y = top + _ROW / 2 - (4 if row.share is not None else 0)
    right = x + wide
    large = _sign_size(row) == _LARGE and (row.icon or row.side)
    left = _draw_sign(sheet, row, x, top + _row_tall(row, wide) / 2 if large else y)
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
    gap = room - taken - 14
    if row.note and (gap > _SOME or measure(row.note, "italic", _LEAST_NOTE) <= gap):
        small = as_large(row.note, "italic", (_NOTE, 24, _LEAST_NOTE), gap)
        sheet.write(row.note, left + taken + 14, y, small, palette.MUTED, face="italic", width=gap)
    for number, line in enumerate(_text(row, wide)):
        below = top + (_ROW if row.name else _BARE) + _LINE * (number + 0.5) - 6
        sheet.write(line, left, below, _NOTE, palette.COORDINATE, face="medium", width=wide)
    if row.share is not None:
        start, thick = (left, 24) if row.side else (x, 16)
        _draw_bar(sheet, row, (start, top + _ROW - 4, x + wide, top + _ROW - 4 + thick))


def _draw_bar(sheet: Sheet, row: Row, bar: Corners) -> None:
    """The share of a row."""
    left, top, right, bottom = bar
    sheet.box(bar, palette.TROUGH)
    share, wide = min(max(row.share or 0.0, 0.0), 1.0), right - left
    full = left + wide * share
    if full > left:
        paint = palette.livery(row.side.colour).colour if row.side else _PAINTS[row.tone]
        sheet.box((left, top, full, bottom), paint)
        if row.side and wide * share > 4:
            sheet.frame((left, top, full, bottom), palette.edge_on_panel(paint))
        if row.tone == "bad":
            sheet.hatch((left, top, full, bottom), palette.BATTLE_EDGE)
    if row.hatched:  # what is little is seen all the same
        start = max(left, full - max(wide * row.hatched, 10.0))
        sheet.box((start, top, full, bottom), palette.SLAVES)
        sheet.hatch((start, top, full, bottom), palette.PANEL)
    if row.fair is not None:
        x = left + wide * row.fair
        sheet.line([(x, top - 6), (x, bottom + 6)], palette.WHITE, 3.0)


def _figure(tone: Tone) -> str:
    return {"good": palette.UP, "bad": palette.DOWN, "faint": palette.MUTED}.get(
        tone, palette.WHITE
    )
