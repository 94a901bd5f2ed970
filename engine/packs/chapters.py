"""What a folder of a pack brings, told in the folder itself, and how a pack puts folders together.

What runs when (the turn, the productions, the closing of a tick) and what is known are whole lists
that people read from top to bottom, and stand in the pack.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from engine.events import Event
from engine.orders import Order
from engine.world import Record


@dataclass(frozen=True, slots=True)
class Chapter:
    """The records, events and orders of one folder, in the order in which people read them."""

    records: tuple[type[Record], ...] = ()
    events: tuple[type[Event], ...] = ()
    orders: tuple[type[Order], ...] = ()

    @classmethod
    def of(cls, chapters: Iterable[Chapter]) -> Self:
        """Several as one, one behind the other."""
        told = tuple(chapters)
        return cls(
            records=tuple(each for chapter in told for each in chapter.records),
            events=tuple(each for chapter in told for each in chapter.events),
            orders=tuple(each for chapter in told for each in chapter.orders),
        )
