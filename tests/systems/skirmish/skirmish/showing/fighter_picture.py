"""The card of a fighter."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.map.card import Heading
from bot.faces.paint import palette
from bot.faces.paint.picture import Picture
from bot.faces.sheet.sheet import GAP, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name

_ROW = 54.0


def draw_fighter(name: str, faction: int, rows: Sequence[tuple[str, str]], turn: int) -> Picture:
    """A panel with a row for each thing that is known."""
    tall = _ROW * len(rows) + 2 * PAD
    sheet = Sheet(round(TOP + tall + GAP))
    sheet.panel((LEFT, TOP, RIGHT, TOP + tall))
    for number, (what, value) in enumerate(rows):
        y = TOP + PAD + _ROW * (number + 0.5)
        sheet.write(what, LEFT + PAD, y, 26, palette.MUTED, width=220)
        sheet.write(value, LEFT + PAD + 240, y, 28, palette.PARCHMENT, width=840)
    alt = alt_text([f"{name}.", *(f"{what}: {value}." for what, value in rows)])
    return sheet.picture(Heading(name, "", turn), file_name("fighter", name, f"turn-{turn}"), alt)
