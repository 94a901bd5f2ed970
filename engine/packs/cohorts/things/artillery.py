"""Engines and ships' artillery: which pieces a unit has, and how far they reach.

What a hit does to its target stands with bombarding and battles. Sources: cohorts.table.artillery,
cohorts.table.ships.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.cohorts.content import Artillery, Content
from engine.packs.cohorts.pieces.records import Unit


def pieces(content: Content, unit: Unit) -> Iterator[tuple[Artillery, int]]:
    """The artillery of a unit with its number: the engine that it is, or what is aboard a ship."""
    match unit.arm:
        case "artillery":
            yield content.artillery[unit.type], 1
        case "ship":
            for key, number in content.ships[unit.type].artillery.items():
                yield content.artillery[key], number
        case _:
            return


def reach(content: Content, unit: Unit) -> int:
    """How many provinces away the farthest target may be; 0 for a unit that cannot bombard."""
    return max((piece.range for piece, _ in pieces(content, unit)), default=0)
