"""Lots of goods: what somebody has, gives or wants, on one row of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.paint.looks import Badge

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
