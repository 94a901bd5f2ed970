"""How the events of Warmaster are told, one file a subject."""

from __future__ import annotations

from typing import Final

from bot.faces.warmaster.lines import armies, battle, cities, pitched
from bot.faces.words.telling import Lines

LINES: Final = Lines(part.LINES for part in (battle, cities, armies, pitched))
