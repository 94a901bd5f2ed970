"""Draws slots as they stand in a battle: the front rank above, the back below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.cards.slots import InSlot, SlotGrid
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.sheet import Sheet
from bot.faces.words.text import number as counted

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
