"""Encounter plans in words (kingdoms.encounter.plan)."""

from __future__ import annotations

from bot.faces.kingdoms.terms import Terms
from engine.packs.kingdoms.bouts.plans import in_words


def plan_told(plan: tuple[str, ...], terms: Terms) -> str:
    """A plan in words: "shoot, cast Fireball, melee"."""
    return ", ".join(entry_told(entry, terms) for entry in plan)


def entry_told(entry: str, terms: Terms) -> str:
    """One entry of a plan in words."""
    code = entry.partition("-")[2]
    return in_words(entry, {code: terms.spell(code)} if code else {})
