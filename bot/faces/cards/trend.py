"""How counts went turn by turn, as plain values that a panel card draws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Course:
    """One count over the turns."""

    name: str
    """Stands at its end; empty for one alone."""
    counts: tuple[tuple[int, int], ...]
    """Turns and counts, the earliest first; a missing turn is a gap."""
    hatched: bool = False
    """Whether its band is hatched, as those of slaves are."""


@dataclass(frozen=True, slots=True)
class Trend:
    """Courses over the same turns."""

    courses: tuple[Course, ...]
    """At least one, of at least one turn."""
    stacked: bool = False
    """Whether they are bands that stand one upon another, or lines."""
    from_zero: bool = True
    """Whether the heights begin at 0, or a little below the least count."""

    @property
    def turns(self) -> tuple[int, int]:
        """The first turn and the last."""
        every = [turn for course in self.courses for turn, _ in course.counts]
        return min(every), max(every)
