"""The face of Warmaster, upon that of Cohorts."""

from typing import Final

from bot.faces.cohorts.stack.forming import FormStack
from bot.faces.combat import CombatFigures
from bot.faces.face import Face
from bot.faces.rules_home import Guide
from bot.faces.warmaster.agenda import BLOCKS
from bot.faces.warmaster.agenda.armies import STEPS
from bot.faces.warmaster.army import panel as army
from bot.faces.warmaster.army.deploying import DeployArmy, DirectUnits
from bot.faces.warmaster.awards import AWARDS
from bot.faces.warmaster.battle import contest
from bot.faces.warmaster.cards.combat import war_bearing, war_reading, war_seeing
from bot.faces.warmaster.cards.wares import ware_of
from bot.faces.warmaster.chapters import CHAPTERS
from bot.faces.warmaster.helping import TOPICS
from bot.faces.warmaster.joining.seat import SEAT
from bot.faces.warmaster.lines import LINES
from bot.faces.warmaster.lists import panel as lists
from bot.faces.warmaster.looks import looks_of
from bot.faces.warmaster.pitched import panel as pitched
from bot.faces.warmaster.pitched.making import FORM
from bot.faces.warmaster.pitched.trials import FORECASTS
from bot.faces.warmaster.primer import PRIMER
from bot.faces.warmaster.reasons import REASONS
from bot.faces.warmaster.stories import STORIES

LIKELY: Final = (
    *("stack move", "city train", "army brigade", "army directive", "army commander"),
    *("army deploy", "army equip", "pitched challenge", "pitched accept"),
)
"""The likeliest first; those of Cohorts follow."""


FACE = Face(
    pack="warmaster",
    lines=LINES,
    looks=looks_of,
    panels=(army.PANEL, lists.PANEL, pitched.PANEL),
    combat=CombatFigures(war_bearing, war_reading, war_seeing, ware_of, ranked=False),
    forecasts=FORECASTS,
    contests=(contest.FIELDS,),
    agenda=BLOCKS,
    first_turn=STEPS,
    guided=(FORM,),
    reasons=REASONS,
    recipes=(FormStack, DeployArmy, DirectUnits),  # armies stand by hexes, not in ranks
    seat=SEAT,
    likely=LIKELY,
    guide=Guide(opening="Start here", words=("how is a battle fought", "attack a city")),
    topics=TOPICS,
    primer=PRIMER,
    chapters=CHAPTERS,
    awards=AWARDS,
    stories=STORIES,
)
