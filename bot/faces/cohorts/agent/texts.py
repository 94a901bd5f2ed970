"""The words of an agent's panel, tab by tab; every name goes through an escape."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cohorts.agent.facts import UNKNOWN, AgentFacts, AgentInside, Errand, outside
from bot.faces.cohorts.fighter.texts import deed_lines, figure_lines
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped


def agent_tabs(facts: AgentFacts) -> tuple[Tab, ...]:
    """Every tab of an agent's panel; a foreign agent has only one."""
    inside = facts.inside
    if inside is None:
        return (Tab("Overview", paged(_seen(facts)), "As far as you know it"),)
    goods = [f"{count:,} × {escaped(name)}" for name, count in inside.possessions]
    return (
        Tab("Overview", paged(_overview(facts, inside)), "Orders: /agent, /transfer character"),
        Tab("Skills", paged(_skills(inside)), "/rules agent skills"),
        Tab("Errands", paged(_errands(inside)), "Orders: /agent"),
        Tab("Possessions", paged(goods or ["It carries nothing."]), "Orders: /transfer items"),
        Tab("Can do", paged(deed_lines(inside.deeds)), "As things stand now"),
    )


def _seen(facts: AgentFacts) -> Iterator[str]:
    for title, words in outside(facts):
        yield f"**{title}:** {escaped(words)}"
    yield f"*{UNKNOWN}*"


def _overview(facts: AgentFacts, inside: AgentInside) -> Iterator[str]:
    where = facts.where
    ground = f", {where.ground}" if where.ground else ""
    yield f"{escaped(facts.what)}, level **{inside.level}**."
    yield f"It is {escaped(where.at)}{ground}. Player: {escaped(where.player) or 'nobody'}."
    yield f"It serves {escaped(inside.serves) or 'nobody any more, and stays until dismissed'}."
    yield "It has an action left." if inside.actions else "It has no action left this turn."
    if not inside.stack:
        yield "It moves only in a stack; one of agents alone crosses any barony unhindered."
    yield from figure_lines(inside.travel)
    if where.message:
        yield f"Message: “{escaped(where.message)}”"


def _skills(inside: AgentInside) -> Iterator[str]:
    yield f"Taken from {inside.source}."
    for each in inside.skills:
        yield f"**{each.name} {each.level}** (heroic {each.heroic})"
    if not inside.skills:
        yield "It has no skill."


def _errands(inside: AgentInside) -> Iterator[str]:
    for each in inside.errands:
        yield from _errand(each)
    if inside.eludes:
        yield f"-# If a killing fails it must elude capture or die: {inside.eludes}"
    if not inside.errands:
        yield "It has the skill for none of the orders of agents."


def _errand(each: Errand) -> Iterator[str]:
    yield f"**`/{' '.join(each.path)}`**, {each.where}: {each.skill} {each.level}"
    yield f"-# {each.odds}"
