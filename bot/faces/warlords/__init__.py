"""The face of Warlords, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.warlords.lines import LINES
from bot.faces.warlords.looks import looks_of

FACE = Face(pack="warlords", lines=LINES, looks=looks_of)
