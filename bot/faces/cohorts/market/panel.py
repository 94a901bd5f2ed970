"""`/show market`."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.market.facts import market_facts
from bot.faces.cohorts.market.texts import market_tab
from bot.faces.panels import Look, Panel, PanelMade


def _make(look: Look, _: str) -> PanelMade:
    from bot.faces.cohorts.market.picture import draw_market

    facts = market_facts(look.rules, look.view, look.faction)
    return PanelMade("The market", facts.turn, (market_tab(facts),), draw_market(facts))


PANEL: Final = Panel(
    name="market", help="The market: what is open where, offers, agreements", make=_make
)
