"""The face of encounters: rounds, blows and plans, in the world of either game."""

from typing import Final

from bot.faces.face import Face
from bot.faces.kingdoms.bouts.contest import BOUTS
from bot.faces.kingdoms.looks import looks_of_finds

FACE: Final = Face(pack="kingdoms.bouts", contests=(BOUTS,), looks=looks_of_finds)
