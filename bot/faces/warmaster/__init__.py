"""The face of Warmaster, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.warmaster.battle import contest

FACE = Face(
    pack="warmaster",
    contests=(contest.FIELDS,),
)
