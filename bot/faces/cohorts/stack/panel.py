"""`/show stack`; an own one offers maps of its reach."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.stack.facts import stack_facts
from bot.faces.cohorts.stack.reach import reaches
from bot.faces.cohorts.stack.texts import stack_tabs
from bot.faces.panels import Look, Panel, PanelMade
from engine.packs.cohorts.pieces.records import Stack


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.cohorts.stack.picture import draw_stack

    stack = look.view.get(Stack, int(about))
    facts = stack_facts(look.rules, look.view, look.faction, stack)
    tabs, further = stack_tabs(facts), reaches(stack.id, facts)
    thing = f"stack:{stack.id}"
    return PanelMade(facts.name, facts.where.turn, tabs, draw_stack(facts), further, thing)


PANEL: Final = Panel(
    name="stack",
    help="A stack: who is in it, how fast it is and why, its reach",
    make=_make,
    about=about_a(Stack, "Which stack that you know of"),
)
