"""`/relations`."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.relations.facts import relations_facts
from bot.faces.cohorts.relations.texts import relations_tabs
from bot.faces.leads import tabs
from bot.faces.panels import Look, Panel, PanelMade
from engine.campaign import Faction
from engine.packs.cohorts.pieces.records import Relation


def _make(look: Look, _: str) -> PanelMade:
    from bot.faces.cohorts.relations.picture import draw_relations

    facts = relations_facts(look.rules, look.view, look.faction, look.player, _since(look))
    made, leads = tabs(relations_tabs(facts))
    return PanelMade("Relations", facts.turn, made, draw_relations(facts), leads=leads)


def _since(look: Look) -> dict[tuple[int, int], int]:
    """The turn since which two factions stand as they do; all the world learned of each change."""
    ticks = {number: turn for number, _, turn in look.history.turns()}
    founded = min(ticks, default=0)
    found: dict[tuple[int, int], int] = {}
    before: dict[tuple[int, int], str] = {}
    for side in look.view.all(Faction):
        for _, tick, body in look.history.states(Relation, "$.one", side.id):
            if body is None or tick > look.tick:
                continue
            now = Relation.load(body)
            pair = now.one, now.other
            if before.get(pair, "neutral") != now.relation:
                found[pair] = ticks.get(tick, 0) if tick > founded else 0
            before[pair] = now.relation
    return found


PANEL: Final = Panel(
    name="relations",
    help="Who is at war or allied with whom, since when, and who votes for what",
    make=_make,
    by_itself=True,
)
