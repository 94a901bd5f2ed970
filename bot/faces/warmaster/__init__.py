"""The face of Warmaster, upon that of Cohorts."""

from bot.faces.bearings import Bearings
from bot.faces.face import Face
from bot.faces.warmaster.agenda import BLOCKS
from bot.faces.warmaster.agenda.first_turn import STEPS
from bot.faces.warmaster.army import panel as army
from bot.faces.warmaster.army.deploying import DeployArmy, DirectUnits
from bot.faces.warmaster.cards.bearing import war_bearing, war_reading
from bot.faces.warmaster.lines import LINES
from bot.faces.warmaster.lists import panel as lists
from bot.faces.warmaster.looks import looks_of
from bot.faces.warmaster.odds.forecasts import FORECASTS

FACE = Face(
    pack="warmaster",
    lines=LINES,
    looks=looks_of,
    panels=(army.PANEL, lists.PANEL),
    bearings=Bearings(war_bearing, war_reading, ranked=False),
    forecasts=FORECASTS,
    agenda=BLOCKS,
    first_turn=STEPS,
    recipes=(DeployArmy, DirectUnits),
)
