"""The face of Warmaster, upon that of Cohorts."""

from bot.faces.face import Face

FACE = Face(
    pack="warmaster",
)
