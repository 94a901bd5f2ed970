"""Draws a chance: both sides on one bar, and below it a band from the worst case to the best."""

from __future__ import annotations

from typing import Final

from bot.faces.cards.chance import SideChance
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.sheet.sheet import GAP, Sheet
from engine.campaign import Faction

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
