"""The face of the game of kings itself: kingdoms, characters, provinces, the turn."""

from __future__ import annotations

from typing import Final

from bot.faces.face import Face
from bot.faces.kingdoms.joining.seat import SEAT
from bot.faces.kingdoms.lines import LINES
from bot.faces.kingdoms.naming import names
from bot.faces.kingdoms.report.sections import SECTIONS

FACE: Final = Face(
    pack="kingdoms.crowns",
    lines=LINES,
    names=names,
    sections=SECTIONS,
    seat=SEAT,
)
