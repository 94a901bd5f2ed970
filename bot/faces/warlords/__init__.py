"""The face of Warlords, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.warlords.battle import contest
from bot.faces.warlords.lines import LINES

FACE = Face(pack="warlords", lines=LINES, contests=(contest.LINES,))
