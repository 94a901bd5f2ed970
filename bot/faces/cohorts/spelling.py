"""The rulebook's short names of figures, spelt out for who reads (cohorts.setup.abbreviations)."""

from __future__ import annotations

import re
from typing import Final

SHORT: Final[dict[str, str]] = {
    "STR": "strength",
    "DEX": "dexterity",
    "CON": "constitution",
    "INT": "intelligence",
    "WIS": "wisdom",
    "CHA": "charisma",
    "HP": "hit points",
    "AF": "attack factor",
    "POW": "power",
    "DF": "defense",
    "RES": "resistance",
    "MAR": "magic resistance",
    "SAR": "special resistance",
    "TL": "talent level",
}
_SHORT: Final = re.compile(rf"\b({'|'.join(SHORT)})\b")


def spelt(text: str) -> str:
    """A text of the module's or the rules' with whole words; it must hold nobody's name."""
    return _SHORT.sub(lambda found: SHORT[found[0]], text)
