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
    def heights(self) -> dict[int, int]:
        """By turn how high it stands: the sum of the bands, or the highest of the lines."""
        found: dict[int, int] = {}
        for turn, count in (each for course in self.courses for each in course.counts):
            before = found.get(turn, 0)
            found[turn] = before + count if self.stacked else max(before, count)
        return dict(sorted(found.items()))
