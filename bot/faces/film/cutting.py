"""How large and how fast a film is drawn, so that Discord takes it. Nothing here draws.

The event loop asks this, so it loads nothing that draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.faces.film.reel import Reel

LARGEST: Final = 10 * 1024 * 1024 - 256 * 1024
"""Bytes that Discord takes of a file, with room for what goes along."""
WIDTHS: Final = (960, 800, 680, 560, 460, 380, 320)
"""Of the pictures, the widest that fits."""
FULL_WIDTH: Final = 1200
"""Of the film for the host, which may be as large as it comes."""
PART: Final = 24
"""Shots that are drawn at once."""
_LONGEST, _SHORTEST = 1000, 120  # milliseconds of a shot
_ALL: Final = 45_000  # what the shots take together, if none becomes shorter than that
_SLOW: Final = 900  # of a shot of the film for the host
_SURE: Final = 1.15  # how far beyond the limit a film must be foreseen to be begun anew


@dataclass(frozen=True, slots=True)
class Cut:
    """How a film is drawn."""

    width: int
    """Of its pictures, in pixels."""
    each: int
    """Milliseconds of a shot."""


def cut_of(reel: Reel) -> Cut:
    """How a reel is drawn for Discord, at first."""
    each = min(_LONGEST, max(_SHORTEST, _ALL // max(len(reel.shots), 1)))
    return Cut(WIDTHS[0], each - each % 10)


def full_cut() -> Cut:
    """How a reel is drawn for the host: large and slow."""
    return Cut(FULL_WIDTH, _SLOW)


def parts(reel: Reel) -> range:
    """The first shots of the parts in which it is drawn."""
    return range(0, max(len(reel.shots), 1), PART)


def foreseen(size: int, done: int, of: int) -> int:
    """Estimated final size in bytes, by the parts that are done; 0 if that may pass."""
    whole = size * of // max(done, 1)
    return whole if whole > LARGEST * _SURE else 0


def narrower(cut: Cut, size: int) -> Cut | None:
    """How to draw what comes out at that many bytes, so that it fits; None if nothing does.

    A film grows about with the area of its pictures.
    """
    wanted = cut.width * (LARGEST / size) ** 0.5
    less = [width for width in WIDTHS if width < cut.width]
    if not less:
        return None
    return Cut(next((width for width in less if width <= wanted), less[-1]), cut.each)
