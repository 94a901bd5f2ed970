"""`/show agent`; an own one offers maps of the reach of its stack."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.agent.facts import agent_facts
from bot.faces.cohorts.agent.texts import agent_tabs
from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.stack.facts import stack_facts
from bot.faces.cohorts.stack.reach import reaches
from bot.faces.panels import Look, Panel, PanelMade
from engine.packs.cohorts.pieces.records import Agent, Stack


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.cohorts.agent.picture import draw_agent

    rules, view, faction = look.rules, look.view, look.faction
    facts = agent_facts(rules, view, faction, view.get(Agent, int(about)))
    stack = view.find(Stack, facts.inside.stack) if facts.inside else None
    further = reaches(stack.id, stack_facts(rules, view, faction, stack)) if stack else ()
    tabs, thing = agent_tabs(facts), f"agent:{int(about)}"
    return PanelMade(facts.name, facts.where.turn, tabs, draw_agent(facts), further, thing)


PANEL: Final = Panel(
    name="agent",
    help="An agent: skills, what it can try with which chance, goods",
    make=_make,
    about=about_a(Agent, "Which agent that you know of"),
)
