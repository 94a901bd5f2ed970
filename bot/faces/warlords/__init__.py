"""The face of Warlords, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.warlords.lines import LINES
from bot.faces.warlords.stories import STORIES

FACE = Face(pack="warlords", lines=LINES, stories=STORIES)
