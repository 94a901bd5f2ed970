"""The picture of a foreign thing: what is known of it line by line, and that there is more."""

from collections.abc import Sequence
from typing import Final

from bot.faces.paint import palette
from bot.faces.sheet.sheet import GAP, LEFT, PAD, RIGHT, TOP, Sheet, wrapped

_ROW: Final = 48
_WORDS_AT: Final = 230  # from the panel's inner edge
_LINES: Final = 6  # the most that one thing takes


def outside_sheet(lines: Sequence[tuple[str, str]], note: str) -> Sheet:
    """A sheet of titles and words; the note says what is hidden."""
    width = RIGHT - LEFT - 2 * PAD - _WORDS_AT
    rows = [
        (title, line)
        for title, text in lines
        for line in wrapped(text, "medium", 28, width, _LINES)
    ]
    tall = 40 + _ROW * len(rows) + 64
    sheet = Sheet(TOP + tall + GAP)
    sheet.panel((LEFT, TOP, RIGHT, TOP + tall))
    shown = ""
    for number, (title, text) in enumerate(rows):
        y = TOP + 46 + _ROW * number
        if title != shown:
            sheet.write(title, LEFT + PAD, y, 26, palette.MUTED, face="italic", width=210)
        shown = title
        sheet.write(
            text, LEFT + PAD + _WORDS_AT, y, 28, palette.PARCHMENT, face="medium", width=width
        )
    y = TOP + tall - 40
    sheet.write(note, LEFT + PAD, y, 24, palette.MUTED, face="italic", width=RIGHT - 2 * PAD)
    return sheet
