"""What a module says of the imperial offices: prizes, and what counts as merit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, Named

Deed = Literal[
    "features",
    "inventions",
    "espionage",
    "land",
    "sea",
    "monsters",
    "prayers",
    "rich_seas",
    "casting_items",
]
"""What is counted for a character, apart from levels: the fields of `Merit`, the rich sea provinces
of the kingdom, and the spell-casting items that the character carries."""
Holder = Literal["tax", "treasury", "character"]
"""Who gets an office: the kingdom of the largest tax base, of the richest treasury, or a character
of the most merit."""


class Office(Named):
    """An imperial office (kingdoms.office.table): its prize in percent, and the merit that counts.

    `levels` is the merit for each skill level of an ability, `deeds` for each deed.
    """

    short: str = ""
    """What it is called where many are told at once; empty for its name."""
    prize: Annotated[int, Field(ge=0, le=100)]
    holder: Holder = "character"
    levels: Mapping[str, int] = {}
    deeds: Mapping[Deed, int] = {}
    help: str
    icon: IconOrNone = None


class Merits(Data):
    """Figures of merit that no office has for itself.

    A sea province of `rich_sea` tax base or more counts for the Admiral; an artifact gives
    `artifact` points. The kingdom that comes second for an office is given `second` percent of
    what the office would be worth to it (kingdoms.office.second-places). No difference of alignment
    leaves less than `left` percent of a prize (kingdoms.office.least-prize).
    """

    rich_sea: Annotated[int, Field(ge=0)]
    artifact: Annotated[int, Field(ge=0)]
    second: Annotated[int, Field(ge=0, le=100)] = 0
    left: Annotated[int, Field(ge=0, le=100)] = 0
