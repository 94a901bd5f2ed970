"""The face of Warlords, upon that of Cohorts."""

from bot.faces.cohorts.stack.idling import RestIdle
from bot.faces.combat import CombatFigures
from bot.faces.face import Face
from bot.faces.warlords.battle import contest
from bot.faces.warlords.card import war_bearing, war_reading, war_ware
from bot.faces.warlords.forecasts import FORECASTS
from bot.faces.warlords.helping import TOPICS
from bot.faces.warlords.lines import LINES
from bot.faces.warlords.looks import looks_of
from bot.faces.warlords.primer import PRIMER
from bot.faces.warlords.reasons import REASONS
from bot.faces.warlords.stories import STORIES

FACE = Face(
    pack="warlords",
    lines=LINES,
    combat=CombatFigures(war_bearing, war_reading, ware=war_ware),
    forecasts=FORECASTS,
    contests=(contest.LINES,),
    stories=STORIES,
    recipes=(RestIdle,),
    reasons=REASONS,
    looks=looks_of,
    topics=TOPICS,
    primer=PRIMER,
)
