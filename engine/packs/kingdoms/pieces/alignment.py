"""The seven alignments in their order, and the steps between them (kingdoms.alignment.table)."""

from __future__ import annotations

from typing import Final, Literal

Alignment = Literal["Divine", "Good", "Druidic", "Neutral", "Pagan", "Evil", "Undead"]
ALIGNMENTS: Final[tuple[Alignment, ...]] = (
    "Divine",
    "Good",
    "Druidic",
    "Neutral",
    "Pagan",
    "Evil",
    "Undead",
)
"""In the table's order."""


def difference(one: str, other: str) -> int:
    """The steps between two alignments (kingdoms.alignment.difference).

    Raises:
        ValueError: one is no alignment.
    """
    order: tuple[str, ...] = ALIGNMENTS
    return abs(order.index(one) - order.index(other))


def towards(start: str, goal: str, steps: int) -> Alignment:
    """The alignment that many steps from one to another, at most the other one."""
    order: tuple[str, ...] = ALIGNMENTS
    here, there = order.index(start), order.index(goal)
    walked = min(steps, abs(there - here))
    return ALIGNMENTS[here + walked if there > here else here - walked]


def is_undead(alignment: str) -> bool:
    """Whether a character of that alignment is of the Undead kind (kingdoms.character.undead)."""
    return alignment == "Undead"
