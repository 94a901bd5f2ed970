"""Parts of names and messages that pictures cannot draw, known without opening a font.

The host tells it when a name is given, and paints nothing itself. `data/art/fonts/drawn.txt` lists
what the fonts have; a test holds it to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import data

JOINS: Final = "\u200c\u200d\ufe0e\ufe0f"
"""What joins letters and pictures, or chooses the form of a picture; it has no shape itself."""
MISSING: Final = "\N{REPLACEMENT CHARACTER}"
"""What is drawn instead of what no font has."""
DRAWN: Final = Path(data.__file__).parent / "art" / "fonts" / "drawn.txt"
_TOLD: Final = 8


def undrawable(text: str) -> str:
    """The characters of a text that no font has, each once."""
    wanted = dict.fromkeys(text) if not text.isascii() else ()
    return "".join(each for each in wanted if not (each in JOINS or each.isspace() or _has(each)))


def gaps_told(texts: Iterable[str]) -> str:
    """Parts of names and messages that pictures cannot show, for their authors; else empty."""
    gaps = undrawable("".join(texts))
    if not gaps:
        return ""
    return (
        f"This cannot be drawn in pictures: {' '.join(gaps[:_TOLD])}. They show {MISSING} instead; "
        "everywhere else it stands as you wrote it."
    )


def _has(letter: str) -> bool:
    firsts, lasts = _spans()
    place = bisect_right(firsts, ord(letter)) - 1
    return place >= 0 and ord(letter) <= lasts[place]


@cache
def _spans() -> tuple[list[int], list[int]]:
    """The first and the last characters of what the fonts have, in order."""
    spans = [each.partition("-") for each in DRAWN.read_text(encoding="ascii").split()]
    return [int(a, 16) for a, _, _ in spans], [int(b or a, 16) for a, _, b in spans]
