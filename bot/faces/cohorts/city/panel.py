"""`/show city`."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.choosing import about_city
from bot.faces.cohorts.city.facts import city_facts
from bot.faces.cohorts.city.making import makings
from bot.faces.cohorts.city.texts import city_tabs
from bot.faces.cohorts.growth.panel import people_of_late
from bot.faces.panels import Look, Panel, PanelMade
from engine.packs.cohorts.pieces.records import City

_TURNS: Final = 12
"""Of which the card shows how the people grew."""


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.cohorts.city.picture import draw_city

    city = look.view.get(City, int(about))
    facts = city_facts(look.rules, look.view, city)
    made = makings(look.rules, look.view, city) if facts.own else ()
    trend = people_of_late(look, city.id, _TURNS) if facts.own else ()
    tabs, picture = city_tabs(facts, made), draw_city(facts, trend)
    return PanelMade(facts.name, facts.turn, tabs, picture, thing=f"city:{city.id}")


PANEL: Final = Panel(
    name="city",
    help="A city: people, guilds, resources, what it can make and why",
    make=_make,
    about=about_city("name"),
)
