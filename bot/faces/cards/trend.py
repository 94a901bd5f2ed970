"""How counts went turn by turn, as plain values that a panel card draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.campaign import Faction

_TOLD: Final = 12
"""Turns of a line that words tell."""


@dataclass(frozen=True, slots=True)
class Course:
    """One count over the turns."""

    name: str
    """Stands at its end; empty for one alone."""
    counts: tuple[tuple[int, int], ...]
    """Turns and counts, the earliest first; a missing turn is a gap."""
    hatched: bool = False
    """Whether its band is hatched, as those of slaves are."""
    side: Faction | None = None
    """Whose it is: a line in that faction's colours, with its shield and last change at the end."""
    own: bool = False
    """Whether it lies over all the others."""


@dataclass(frozen=True, slots=True)
class Trend:
    """Courses over the same turns."""

    courses: tuple[Course, ...]
    """At least one, of at least one turn."""
    stacked: bool = False
    """Whether they are bands that stand one upon another, or lines."""
    from_zero: bool = True
    """Whether the heights begin at 0 at the latest, or a little below the least count."""
    tall: int = 200
    """Pixels of the plot, at least."""
    figure: Callable[[int], str] = "{:,}".format
    """Writes a count."""

    @property
    def heights(self) -> dict[int, int]:
        """By turn how high it stands: the sum of the bands, or the highest of the lines."""
        found: dict[int, int] = {}
        for turn, count in (each for course in self.courses for each in course.counts):
            if self.stacked:
                found[turn] = found.get(turn, 0) + count
            else:
                found[turn] = max(found.get(turn, count), count)
        return dict(sorted(found.items()))

    def told(self, title: str) -> Iterator[str]:
        """What words tell of it: the heights of stacked bands, or the last turns of each line."""
        if self.stacked:
            heights = (f"{turn}: {self.figure(count)}" for turn, count in self.heights.items())
            yield f"{title} by turn {', '.join(heights)}."
        for course in () if self.stacked else self.courses:
            last = course.counts[-_TOLD:]
            if course.name and len(last) > 1:
                counts = ", ".join(self.figure(count) for _, count in last)
                yield f"{course.name} from turn {last[0][0]} on: {counts}."
