"""What of names and messages pictures cannot draw, known without opening a font.

The host tells it when a name is given, and paints nothing itself. `data/art/fonts/drawn.txt` lists
what the fonts have; a test holds it to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import data

JOINS: Final = "\u200c\u200d\ufe0e\ufe0f"
"""What joins letters and pictures, or chooses the form of a picture; it has no shape of its own."""
MISSING: Final = "\N{REPLACEMENT CHARACTER}"
"""What is drawn instead of what no font has."""
DRAWN: Final = Path(data.__file__).parent / "art" / "fonts" / "drawn.txt"
_TOLD: Final = 8


def undrawable(text: str) -> str:
    """The characters of a text that no font has, each once."""
    found = dict.fromkeys(_undrawn().findall(text)) if not text.isascii() else ()
    return "".join(each for each in found if not each.isspace())


def gaps_told(texts: Iterable[str]) -> str:
    """What of names and messages pictures cannot show, for whoever gave them; else empty."""
    gaps = undrawable("".join(texts))
    if not gaps:
        return ""
    return (
        f"This cannot be drawn in pictures: {' '.join(gaps[:_TOLD])}. They show {MISSING} instead; "
        "everywhere else it stands as you wrote it."
    )


@cache
def _undrawn() -> re.Pattern[str]:
    spans = (each.split("-") for each in DRAWN.read_text(encoding="ascii").split())
    drawn = "".join("-".join(f"\\U{int(end, 16):08x}" for end in span) for span in spans)
    return re.compile(f"[^{drawn}{JOINS}]")
