"""How the events of the game of kings are told, one file a subject."""

from typing import Final

from bot.faces.kingdoms.lines import deeds, dying, fights, magic, people, realm, tidings, treaties
from bot.faces.words.telling import Lines

LINES: Final = Lines(
    part.LINES for part in (realm, treaties, people, dying, deeds, magic, fights, tidings)
)
