"""The face of Warlords, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.warlords.forecasts import FORECASTS
from bot.faces.warlords.lines import LINES

FACE = Face(pack="warlords", lines=LINES, forecasts=FORECASTS)
