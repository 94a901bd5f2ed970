"""The face of the game of kings itself: kingdoms, characters, provinces, the turn."""

from __future__ import annotations

from typing import Final

from bot.faces.face import Face
from bot.faces.kingdoms.agenda import BLOCKS
from bot.faces.kingdoms.agenda.first_turn import STEPS
from bot.faces.kingdoms.agenda.fresh import noted
from bot.faces.kingdoms.armies import panel as armies
from bot.faces.kingdoms.awards import AWARDS
from bot.faces.kingdoms.goal import GOAL
from bot.faces.kingdoms.helping import GUIDE, TOPICS
from bot.faces.kingdoms.history import CHAPTERS, spot
from bot.faces.kingdoms.host_orders import HOST_ORDERS
from bot.faces.kingdoms.joining.seat import SEAT
from bot.faces.kingdoms.lines import LINES
from bot.faces.kingdoms.looks import looks_of_crowns
from bot.faces.kingdoms.map.atlas import ATLAS, LAYERS
from bot.faces.kingdoms.map.land_history import LAND_HISTORY
from bot.faces.kingdoms.naming import names
from bot.faces.kingdoms.odds.forecasts import FORECASTS
from bot.faces.kingdoms.offices import panel as offices
from bot.faces.kingdoms.offices.ceremony import KEEPSAKE
from bot.faces.kingdoms.people import panel as people
from bot.faces.kingdoms.primer import PRIMER
from bot.faces.kingdoms.province import feature
from bot.faces.kingdoms.province import panel as province
from bot.faces.kingdoms.realm import panel as realm
from bot.faces.kingdoms.reasons import REASONS
from bot.faces.kingdoms.report.sections import NEEDS, NOTICES, SECTIONS
from bot.faces.kingdoms.stories import STORIES
from bot.faces.kingdoms.timetable import panel as timetable
from bot.faces.kingdoms.timetable.idling import FillTime
from bot.faces.kingdoms.waits import WAITS
from bot.faces.kingdoms.week import WEEK
from bot.faces.panels import Panel

PANELS: Final[tuple[Panel, ...]] = (
    realm.PANEL,
    people.PANEL,
    province.PANEL,
    feature.PANEL,
    timetable.PANEL,
    armies.PANEL,
    offices.PANEL,
)


LIKELY: Final = (
    "character move",
    "character explore",
    "character recruit",
    "character search",
    "character practice",
    "character hire",
    "character pick-up",
    "character leave",
    "character cast",
    "kingdom treat",
)
"""The orders that people give most."""

FACE: Final = Face(
    pack="kingdoms.crowns",
    lines=LINES,
    names=names,
    panels=PANELS,
    forecasts=FORECASTS,
    atlas=ATLAS,
    land_history=LAND_HISTORY,
    layers=LAYERS,
    looks=looks_of_crowns,
    sections=SECTIONS,
    needs=NEEDS,
    notices=NOTICES,
    reasons=REASONS,
    host_orders=HOST_ORDERS,
    likely=LIKELY,
    recipes=(FillTime,),
    waits=WAITS,
    primer=PRIMER,
    seat=SEAT,
    agenda=BLOCKS,
    noted=noted,
    first_turn=STEPS,
    guide=GUIDE,
    topics=TOPICS,
    goal=GOAL,
    week=WEEK,
    keepsake=KEEPSAKE,
    chapters=CHAPTERS,
    awards=AWARDS,
    spot=spot,
    stories=STORIES,
)
