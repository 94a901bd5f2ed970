"""What a card may hold beside rows: slots of a battle, lots, a chance, a matrix of factions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.faces.paint.looks import Badge
from bot.faces.sheet.likeness import Likeness
from engine.campaign import Faction


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


# ---------------------------------------------------------------- lots


_NAMED: Final = 12
"""Goods of a lot that words name; the others are counted."""


@dataclass(frozen=True, slots=True)
class Goods:
    """Copies of one resource; a count of 0 says nothing of how many."""

    name: str
    badge: Badge
    count: int = 0

    @property
    def told(self) -> str:
        """Such as "2 Iron"."""
        return f"{self.count:,} {self.name}" if self.count else self.name


@dataclass(frozen=True, slots=True)
class Lot:
    """Goods with a word before them, such as "gives"; empty for none."""

    word: str
    goods: tuple[Goods, ...]


def lots_told(lots: Sequence[Lot]) -> str:
    """Lots in words: "gives 2 Iron, 1 Oak for nothing"."""
    return " ".join(f"{lot.word} {_goods_told(lot.goods)}".strip() for lot in lots)


def _goods_told(goods: Sequence[Goods]) -> str:
    named = [each.told for each in goods[:_NAMED]]
    if len(goods) > _NAMED:
        named.append(f"{len(goods) - _NAMED} more")
    return ", ".join(named) or "nothing"


# ---------------------------------------------------------------- a chance


@dataclass(frozen=True, slots=True)
class SideChance:
    """A bar of two sides, and a band from the worst case to the best."""

    names: tuple[str, str]
    """One's own side, and the other."""
    owners: tuple[Faction | None, Faction | None]
    low: float
    likely: float
    high: float
    """The chances of the own side, 0 to 1."""
    exact: bool
    """Whether there is no band."""
    words: str
    """How sure it is."""


# ---------------------------------------------------------------- a matrix of factions


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
