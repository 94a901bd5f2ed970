"""A matrix of factions: how each stands to each, a sign and a word in every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.campaign import Faction

Mood = Literal["hostile", "friendly", "neither"]


@dataclass(frozen=True, slots=True)
class Tie:
    """How one faction stands to another."""

    mood: Mood
    word: str
    note: str = ""
    """Such as since when."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Factions with a cell for every two of them."""

    sides: tuple[Faction, ...]
    own: int
    """The faction of the one who looks."""
    cells: Mapping[tuple[int, int], Tie]
    """By the ids of both factions, in either order."""
