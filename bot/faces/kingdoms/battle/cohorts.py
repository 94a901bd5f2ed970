"""The face of battles in lines where Cohorts' units fight them."""

from typing import Final

from bot.faces.face import Face
from bot.faces.kingdoms.battle.on_cohorts import LINES
from bot.faces.kingdoms.battle.war import PRIMER, TOPICS

FACE: Final = Face(pack="kingdoms.battle.cohorts", lines=LINES, topics=TOPICS, primer=PRIMER)
