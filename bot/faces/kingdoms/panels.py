"""What can be looked at in a Kingdoms campaign, in the order of its list."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.armies import panel as armies
from bot.faces.kingdoms.offices import panel as offices
from bot.faces.kingdoms.people import panel as people
from bot.faces.kingdoms.province import feature
from bot.faces.kingdoms.province import panel as province
from bot.faces.kingdoms.realm import panel as realm
from bot.faces.kingdoms.timetable import panel as timetable
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
