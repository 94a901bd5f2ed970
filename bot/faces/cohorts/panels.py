"""What can be looked at in a Cohorts campaign, in the order of its list."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.agent import panel as agent
from bot.faces.cohorts.city import panel as city
from bot.faces.cohorts.fighter import panel as fighter
from bot.faces.cohorts.growth import panel as growth
from bot.faces.cohorts.item import panel as item
from bot.faces.cohorts.market import panel as market
from bot.faces.cohorts.quests import panel as quests
from bot.faces.cohorts.relations import panel as relations
from bot.faces.cohorts.roster import panel as roster
from bot.faces.cohorts.stack import panel as stack
from bot.faces.panels import Panel

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
