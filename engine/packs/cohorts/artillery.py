"""Engines and ships' artillery: how many shots a force has, how far they reach, how hard they hit.

What a hit does to its target stands with bombarding and battles. Sources: cohorts.table.artillery,
cohorts.table.ships.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.packs.cohorts.content import Artillery, Content
from engine.packs.cohorts.records import Unit


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


def shots(content: Content, units: Iterable[Unit]) -> int:
    """How many targets these units hit in one bombardment, if there are as many."""
    return sum(
        piece.damage_count * number for unit in units for piece, number in pieces(content, unit)
    )


def reach(content: Content, unit: Unit) -> int:
    """How many provinces away the farthest target may be; 0 for a unit that cannot bombard."""
    return max((piece.range for piece, _ in pieces(content, unit)), default=0)


def amount(content: Content, unit: Unit) -> int:
    """The levels or points that each of its hits costs the target; of several kinds the most."""
    return max((piece.damage_amount for piece, _ in pieces(content, unit)), default=0)
