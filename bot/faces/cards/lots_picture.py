"""Draws the lots of a row: badges of goods with their counts, one lot beside the other."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.cards.lots import Goods, Lot
from bot.faces.paint import badges, palette
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import Sheet


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
