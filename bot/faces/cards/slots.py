"""The slots of those who stand in battle, and who stands in each."""

from __future__ import annotations

from dataclasses import dataclass

from bot.faces.sheet.likeness import Likeness


@dataclass(frozen=True, slots=True)
class InSlot:
    """Somebody in a slot."""

    name: str
    what: str
    soldiers: int
    """0 for one alone."""
    likeness: Likeness | None


@dataclass(frozen=True, slots=True)
class SlotGrid:
    """Slots in ranks, the front one first."""

    columns: tuple[str, ...]
    """The names of the places of a rank, from left to right."""
    here: tuple[tuple[InSlot, ...], ...]
    """Who stands in each slot, rank by rank."""
