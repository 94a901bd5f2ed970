"""The face of encounters where Cohorts' characters fight them."""

from typing import Final

from bot.faces.face import Face
from bot.faces.kingdoms.bouts.odds import FORECASTS
from bot.faces.kingdoms.bouts.on_cohorts import LINES

FACE: Final = Face(pack="kingdoms.bouts.cohorts", lines=LINES, forecasts=FORECASTS)
