"""`/show quests`, with a map around each place of note."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.quests.facts import quest_facts
from bot.faces.cohorts.quests.texts import quest_tabs
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight

_AROUND: Final = 4  # provinces around a place of note that its map shows


def _make(look: Look, _: str) -> PanelMade:
    facts = quest_facts(look.rules, look.view, look.faction, look.player)
    further = tuple(
        Further(f"Around {site.name}", place_map, (site.x, site.y, site.realm))
        for site in facts.sites
    )
    return PanelMade("Quests and adventures", facts.turn, quest_tabs(facts), None, further)


def place_map(look: Look, x: int, y: int, realm: int) -> Sight:
    """The map around a place of a realm."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    focus = Focus("zoom", (x, y), _AROUND, legend="factions")
    return Sight(draw_map(chart_of(look.rules, look.view, look.faction, realm=realm), focus))


PANEL: Final = Panel(
    name="quests", help="Quests and adventures: where, what for, who could go now", make=_make
)
