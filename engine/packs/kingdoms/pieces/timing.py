"""The six phases of a game turn, and when an action takes effect (kingdoms.turn.phases).

In each phase the kinds of work run one behind the other, as kingdoms.turn.phase-steps lists them;
`cast-3` is the part of the turn in which the spells of phase 3 are cast.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

PHASES: Final = 6
"""Number of phases in a game turn, and of time units of a character."""
REST: Final = 0
"""What an action takes that goes on for all the phases that remain."""

Work = Literal[
    "leave",
    "pick-up",
    "cast",
    "move",
    "pursue",
    "trail",
    "recruit",
    "hire",
    "spy",
    "explore",
    "search",
    "practice",
    "wait",
]
WORKS: Final[tuple[Work, ...]] = get_args(Work)
"""In the order in which they run in a phase."""
Free = Literal["break", "treat", "free"]
"""The parts of the turn before phase 1 (kingdoms.turn.start-steps)."""
OVERDUE: Final = "overdue"
"""The part of the turn in which actions come up that would end after the last phase."""


def part_of(work: Work, phase: int) -> str:
    """The name of the part of the turn in which work of a kind takes effect in a phase."""
    return f"{work}-{phase}"


def parts_of(work: Work) -> tuple[str, ...]:
    """All parts of the turn in which work of a kind may take effect, for an order's `phases`."""
    return (*(part_of(work, phase) for phase in range(1, PHASES + 1)), OVERDUE)


@dataclass(frozen=True, slots=True)
class Span:
    """The phases that an action takes, both included, each from 1."""

    first: int
    last: int

    @property
    def valid(self) -> bool:
        """Whether it ends within the turn."""
        return self.last <= PHASES


def spans(lengths: Iterable[int]) -> list[Span]:
    """When actions given one behind the other begin and take effect.

    Each length is in phases, or `REST`. What ends after the last phase is not valid, and takes no
    time from those behind it.
    """
    found: list[Span] = []
    done = 0
    for length in lengths:
        last = done + length if length != REST else max(PHASES, done + 1)
        found.append(Span(done + 1, last))
        if last <= PHASES:
            done = last
    return found
