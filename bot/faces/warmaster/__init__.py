"""The face of Warmaster, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.warmaster.lines import LINES
from bot.faces.warmaster.looks import looks_of

FACE = Face(
    pack="warmaster",
    lines=LINES,
    looks=looks_of,
)
