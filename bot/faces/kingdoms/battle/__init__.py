"""The face of battles in lines: columns, strengths and losses, in the world of either game."""

from typing import Final

from bot.faces.face import Face
from bot.faces.kingdoms.battle.contest import COLUMNS
from bot.faces.kingdoms.looks import looks_of_armies

FACE: Final = Face(pack="kingdoms.battle", contests=(COLUMNS,), looks=looks_of_armies)
