"""The face of Cohorts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.faces.cohorts.agenda import BLOCKS
from bot.faces.cohorts.agenda.first_turn import STEPS
from bot.faces.cohorts.agenda.fresh import noted
from bot.faces.cohorts.agent import panel as agent
from bot.faces.cohorts.battle.contest import SLOTS
from bot.faces.cohorts.city import panel as city
from bot.faces.cohorts.fighter import panel as fighter
from bot.faces.cohorts.fighter.ratings import bearing
from bot.faces.cohorts.growth import panel as growth
from bot.faces.cohorts.helping import TOPICS
from bot.faces.cohorts.history.awards import AWARDS
from bot.faces.cohorts.history.chapters import CHAPTERS
from bot.faces.cohorts.history.goal import GOAL
from bot.faces.cohorts.history.spots import spot
from bot.faces.cohorts.host_orders import HOST_ORDERS
from bot.faces.cohorts.item import panel as item
from bot.faces.cohorts.joining.seat import SEAT
from bot.faces.cohorts.likely import LIKELY
from bot.faces.cohorts.lines import LINES
from bot.faces.cohorts.looks import looks_of
from bot.faces.cohorts.map.atlas import ATLAS, LAYERS
from bot.faces.cohorts.map.land_history import LAND_HISTORY
from bot.faces.cohorts.market import panel as market
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.cohorts.odds.forecasts import FORECASTS
from bot.faces.cohorts.primer import PRIMER
from bot.faces.cohorts.quests import panel as quests
from bot.faces.cohorts.reasons import REASONS
from bot.faces.cohorts.relations import panel as relations
from bot.faces.cohorts.report.sections import BURDENED, NOTICES, SECTIONS
from bot.faces.cohorts.roster import panel as roster
from bot.faces.cohorts.stack import panel as stack
from bot.faces.cohorts.stack.forming import FormRankedStack
from bot.faces.cohorts.stack.idling import GiveIdleWork
from bot.faces.cohorts.stack.putting_down import PutDown
from bot.faces.cohorts.stories import STORIES
from bot.faces.cohorts.waits import WAITS
from bot.faces.cohorts.week import WEEK
from bot.faces.combat import CombatFigures
from bot.faces.face import Face
from bot.faces.paint.looks import Looks
from bot.faces.panels import Panel
from bot.faces.rules_home import Guide
from bot.faces.words.names import Show
from bot.faces.words.telling import Line
from engine.events import Event
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.world import World

PANELS: Final[tuple[Panel, ...]] = (
    city.PANEL,
    market.PANEL,
    quests.PANEL,
    growth.PANEL,
    fighter.CHARACTER,
    fighter.UNIT,
    agent.PANEL,
    stack.PANEL,
    item.PANEL,
    roster.PANEL,
    relations.PANEL,
)


def _names(
    rules: Rules, world: World, show: Show, lines: Mapping[type[Event], Line[Any, Any]]
) -> CohortsNames:
    return CohortsNames(world, show, rules.module.content(Content), lines)


def _looks(rules: Rules) -> Looks:
    return looks_of(rules.module.content(Content))


FACE = Face(
    pack="cohorts",
    lines=LINES,
    names=_names,
    panels=PANELS,
    combat=CombatFigures(bearing),
    forecasts=FORECASTS,
    contests=(SLOTS,),
    seat=SEAT,
    reasons=REASONS,
    stories=STORIES,
    sections=SECTIONS,
    needs=(BURDENED,),
    notices=NOTICES,
    host_orders=HOST_ORDERS,
    atlas=ATLAS,
    land_history=LAND_HISTORY,
    layers=LAYERS,
    looks=_looks,
    waits=WAITS,
    recipes=(FormRankedStack, PutDown, GiveIdleWork),
    likely=LIKELY,
    guide=Guide(
        opening="Start here",
        words=("attack a city", "build a guild"),
    ),
    agenda=BLOCKS,
    noted=noted,
    first_turn=STEPS,
    topics=TOPICS,
    primer=PRIMER,
    chapters=CHAPTERS,
    awards=AWARDS,
    spot=spot,
    goal=GOAL,
    week=WEEK,
)
