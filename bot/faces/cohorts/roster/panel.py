"""`/roster`."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.roster.facts import roster_facts
from bot.faces.cohorts.roster.texts import roster_tabs
from bot.faces.leads import tabs
from bot.faces.panels import Look, Panel, PanelMade
from engine.campaign import Faction, Player


def _make(look: Look, _: str) -> PanelMade:
    from bot.faces.cohorts.roster.picture import draw_roster

    player = look.view.get(Player, look.player)
    queued = [look.rules.read_order(key, body) for key, body in look.history.drafted(player.id)]
    facts = roster_facts(look.rules, look.view, player, queued)
    made, leads = tabs(roster_tabs(facts))
    picture = draw_roster(facts, look.view.get(Faction, player.faction))
    return PanelMade(f"Roster of {facts.player}", facts.turn, made, picture, leads=leads)


PANEL: Final = Panel(
    name="roster",
    help="All that is yours, by place: who is where, in what state, and who can still act",
    make=_make,
    by_itself=True,
)
