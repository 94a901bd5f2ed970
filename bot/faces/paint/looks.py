"""How what a module holds is drawn: its lands, its goods, and what else has an icon.

Plain values that no drawing code is needed for. Systems' faces read them off the module; where a
module leaves a look out, the face takes that of the family, class or category.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.module.art import symbols

PLAIN: Final = "grassland"
"""The symbol of land of which nothing else is known."""

Plate = Literal["round", "square", "lozenge", "hexagon"]
Told = Literal["always", "large", "never"]


@dataclass(frozen=True, slots=True)
class Land:
    """A terrain as maps draw it."""

    key: str
    label: str
    colour: str  # as #RRGGBB
    symbol: str  # one of data/art/symbols.json
    water: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A kind of goods as maps and panels draw it: an icon on a plate."""

    icon: str
    colour: str  # as #RRGGBB
    plate: Plate = "square"
    told: Told = "large"  # from which size of the plate on the icon tells it apart from others
    letters: str = ""  # what it shows where the icon does not


UNKNOWN: Final = Badge("", "#B9B49F", told="never")
"""Goods of which no look is known."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a module's content."""

    lands: Mapping[str, Land] = field(default_factory=dict[str, Land])
    """By the keys of terrains, in the module's order."""
    badges: Mapping[str, Badge] = field(default_factory=dict[str, Badge])
    """By the keys of resources."""
    icons: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """By table and key, of whatever else a module gives an icon."""

    def land(self, key: str) -> Land:
        """How a terrain is drawn; one that the module does not have as the symbol of its name."""
        return self.lands.get(key) or natural(key)

    def icon(self, table: str, key: str, otherwise: str) -> str:
        """The icon of a row; `otherwise` of one that has none."""
        return self.icons.get((table, key), otherwise)


def natural(symbol: str) -> Land:
    """Land as a symbol was drawn for it; plain land for what is no symbol."""
    drawn = symbol if symbol in symbols() else PLAIN
    label = symbol.replace("_", " ").capitalize()
    return Land(symbol, label, symbols()[drawn], drawn, drawn in WATERS)


WATERS: Final = ("sea", "ocean", "shoals")
"""The symbols that are drawn on water."""


def joined(*looks: Looks) -> Looks:
    """Several as one; what is said later counts."""
    lands: dict[str, Land] = {}
    badges: dict[str, Badge] = {}
    icons: dict[tuple[str, str], str] = {}
    for each in looks:
        lands.update(each.lands)
        badges.update(each.badges)
        icons.update(each.icons)
    return Looks(lands, badges, icons)
