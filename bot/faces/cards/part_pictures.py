"""Draws what a card may hold beside rows of text: slots of a battle, lots, a chance, a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.cards.parts import Goods, InSlot, Lot, Matrix, Mood, SideChance, SlotGrid, Tie
from bot.faces.paint import badges, palette
from bot.faces.paint.canvas import Box
from bot.faces.paint.text import measure
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.sheet import GAP, Sheet, as_large, wrapped
from bot.faces.words.text import number as counted
from engine.campaign import Faction

_CELL: Final = 176  # pixels, of a slot's height
_FACE: Final = 92.0
_SMALL: Final = 68.0
_GAP: Final = 10
_NAMES: Final = 46  # of the row with the names of the columns


def slots_tall(slots: SlotGrid) -> float:
    """Pixels that slots take below the head of their box."""
    return _NAMES + len(slots.here) // len(slots.columns) * (_CELL + _GAP) + 12


def draw_slots(sheet: Sheet, slots: SlotGrid, x: float, y: float, wide: float) -> None:
    """Slots with their upper left corner at a place."""
    rank = len(slots.columns)
    each = (wide - (rank - 1) * _GAP) / rank
    for column, name in enumerate(slots.columns):
        middle = x + column * (each + _GAP) + each / 2
        paint = palette.COORDINATE
        sheet.write(name, middle, y + 18, 26, paint, face="medium", align="middle", width=each)
    for place, here in enumerate(slots.here):
        row, column = divmod(place, rank)
        left = x + column * (each + _GAP)
        upper = y + _NAMES + row * (_CELL + _GAP)
        _draw_slot(sheet, place + 1, here, (left, upper, left + each, upper + _CELL))


def _draw_slot(sheet: Sheet, slot: int, here: Sequence[InSlot], box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, palette.TROUGH, 10)
    sheet.write(str(slot), left + 12, top + 24, 28, palette.BRASS)
    if not here:
        return
    middle, wide = (left + right) / 2, right - left - 12
    size = _FACE if len(here) == 1 else _SMALL
    shown = here[:2]
    start = middle - (len(shown) - 1) * (size + 8) / 2
    for place, each in enumerate(shown):
        if each.likeness:
            face = portrait(each.likeness, size)
            sheet.put(face, start + place * (size + 8), top + 14 + size / 2)
    told = here[0].name if len(here) == 1 else f"{here[0].name} +{len(here) - 1}"
    sheet.write(told, middle, bottom - 54, 27, palette.WHITE, align="middle", width=wide)
    men = sum(each.soldiers for each in here)
    note = counted(men, "soldier") if men else here[0].what
    paint = palette.MUTED
    sheet.write(note, middle, bottom - 22, 25, paint, face="medium", align="middle", width=wide)


# ---------------------------------------------------------------- lots


def draw_lots(sheet: Sheet, lots: Sequence[Lot], x: float, y: float, wide: float) -> None:
    """Lots in columns of like width; `y` is their middle."""
    each = wide / max(len(lots), 1)
    for place, lot in enumerate(lots):
        start, end = x + place * each, x + (place + 1) * each - 14
        if lot.word:
            start += 14 + sheet.write(lot.word, start, y, 24, palette.MUTED, face="italic")
        if lot.goods:
            _draw_goods(sheet, lot.goods, start, y, end)
        else:
            sheet.write("nothing", start, y, 26, palette.MUTED, face="medium", width=end - start)


def _draw_goods(sheet: Sheet, goods: Sequence[Goods], x: float, y: float, end: float) -> None:
    """As many goods as there is room for; the others are counted."""
    for number, each in enumerate(goods):
        wide = 44 + measure(each.told, "medium", 26) + 20
        left = len(goods) - number
        if number and x + wide > end - (0 if left == 1 else 60):
            sheet.write(f"+{left}", x, y, 26, palette.MUTED)
            return
        sheet.put(badges.resource(each.badge, 16.0), x + 18, y)
        room = max(end - x - 44, 0.0)
        sheet.write(each.told, x + 44, y, 26, palette.PARCHMENT, face="medium", width=room)
        x += wide


# ---------------------------------------------------------------- a chance


CHANCE_TALL: Final = 230
"""Pixels that a chance takes below the head of its box."""
_BAR: Final = 60


def draw_chance(sheet: Sheet, chance: SideChance, box: Box) -> None:
    """A chance inside a box of pixels."""
    left, top, right, _ = box
    wide, half = right - left, (right - left) / 2 - GAP
    mine, theirs = chance.names
    sheet.write(mine, left, top + 34, 28, palette.PARCHMENT, width=half)
    sheet.write(theirs, right, top + 34, 28, palette.PARCHMENT, align="right", width=half)
    top += 64
    bottom = top + _BAR
    low, high, likely = (left + wide * each for each in (chance.low, chance.high, chance.likely))
    sheet.box((left - 3, top - 3, right + 3, bottom + 3), palette.PARCHMENT)
    sheet.box((left, top, right, bottom), _paint(chance.owners[1]))
    if likely > left:
        sheet.box((left, top, likely, bottom), _paint(chance.owners[0]))
    if likely < right:
        sheet.hatch((likely, top, right, bottom), palette.FRAME, 16)
    if not chance.exact:
        under = bottom + 22
        ends = ((low, under - 16), (low, under), (high, under), (high, under - 16))
        sheet.line(ends, palette.BRASS, 8)
    sheet.box((likely - 6, top - 12, likely + 6, bottom + 12), palette.FRAME)
    sheet.box((likely - 3, top - 12, likely + 3, bottom + 12), palette.WHITE)
    middle, y = (left + right) / 2, bottom + 56
    sheet.write(chance.words, middle, y, 32, palette.WHITE, align="middle", width=wide)


def _paint(owner: Faction | None) -> str:
    return palette.livery(owner.colour).colour if owner else palette.NEUTRAL


# ---------------------------------------------------------------- a matrix of factions


MOST: Final = 10
"""Factions that a matrix has room for; the words tell of all."""
_HEAD: Final = 72
_FOOT: Final = 20
_NAMES_WIDE: Final = 300  # pixels of the column of names
_SHIELD: Final = 46.0
_TIE_TALL: Final = 108.0
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
    return (wide - _NAMES_WIDE) / max(count, 3)


def _row(count: int, wide: float) -> float:
    return min(max(_column(count, wide) * 0.62, _TIE_TALL), 118.0)


def draw_matrix(sheet: Sheet, matrix: Matrix, x: float, y: float, wide: float) -> None:
    """A matrix with its upper left corner at a place."""
    sides = matrix.sides[:MOST]
    column, row = _column(len(sides), wide), _row(len(sides), wide)
    left, top = x + _NAMES_WIDE, y + _HEAD
    for place, side in enumerate(sides):
        own = side.id == matrix.own
        sheet.shield(side, left + (place + 0.5) * column, y + _HEAD / 2, _SHIELD, own=own)
        middle = top + (place + 0.5) * row
        sheet.shield(side, x + 24, middle, _SHIELD, own=own)
        paint = palette.WHITE if own else palette.PARCHMENT
        lines = wrapped(side.name, "bold", 27, _NAMES_WIDE - 84, 2)
        for number, line in enumerate(lines):
            at = middle + (number - (len(lines) - 1) / 2) * 32
            sheet.write(line, x + 62, at, 27, paint, width=_NAMES_WIDE - 76)
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
