"""Encounter plans in words (kingdoms.encounter.plan)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.faces.kingdoms.terms import Terms

_TACTICS: Final[Mapping[str, str]] = {
    "TA": "talk",
    "FI": "shoot",
    "ME": "melee",
    "ST": "steal",
    "FL": "flee",
}


def plan_told(plan: tuple[str, ...], terms: Terms) -> str:
    """A plan in words: "shoot, cast Fireball, melee"."""
    return ", ".join(entry_told(entry, terms) for entry in plan)


def entry_told(entry: str, terms: Terms) -> str:
    """One entry of a plan in words."""
    kind, _, code = entry.partition("-")
    if kind == "CA":
        return f"cast {terms.spell(code)}"
    if kind == "IT":
        return f"{terms.spell(code)} by an item"
    return _TACTICS.get(kind, kind)
