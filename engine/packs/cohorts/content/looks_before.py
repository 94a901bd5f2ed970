"""The looks that rows had before modules said them: for modules stored in form 1.

Campaigns that were founded then go on to look as they did. It is history, not a default: what a
module leaves out now is drawn by its family, class or category.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from engine.stored import Plain

_RESOURCES: Final = {
    "wheat": ("wheat", "#F2CF63", 1),
    "rice": ("wheat", "#F1EBD2", None),
    "fish": ("double-fish", "#A5DDF0", 2),
    "stone": ("stone-pile", "#D3CBBD", 5),
    "oak": ("oak", "#A3D389", 4),
    "yew": ("oak", "#7FC2A0", None),
    "amberwood": ("oak", "#EDB45C", None),
    "wildwood": ("oak", "#C9E39B", None),
    "iron": ("metal-bar", "#C6CCD6", 3),
    "silver": ("metal-bar", "#EDF1F5", None),
    "mithril": ("metal-bar", "#B5E4E6", None),
    "gold": ("gold-nuggets", "#FFDD4A", 6),
    "gems": ("gold-nuggets", "#E9A6D8", None),
    "precious_stone": ("gold-nuggets", "#A9B8F5", None),
    "obsidian": ("stone-pile", "#A79FC0", None),
    "eagle": ("eagle-head", "#E3B182", None),
    "griffon": ("eagle-head", "#F2D9A4", None),
    "hippogriff": ("eagle-head", "#CDDDF0", None),
    "drake": ("sea-dragon", "#F0A48C", None),
    "dragon_scales": ("sea-dragon", "#A8E0B4", None),
    "sheep": ("sheep", "#F7F2E6", None),
}
_LEGEND: Final = (
    *("sea", "shoals", "grassland", "hills", "forest", "heavy_forest", "swamp", "desert"),
    "mountains",
)
_ICONS: Final[Mapping[str, Mapping[str, str]]] = {
    "races": {
        "dwarf": "dwarf-face",
        "elf": "elf-ear",
        "halfling": "hobbit-door",
        "avian": "eagle-head",
        "centaur": "horse-head",
        "lizardfolk": "sea-dragon",
        "orc": "orc-head",
        "goblin": "orc-head",
        "wyrm": "sea-dragon",
    },
    "classes": {
        "mage": "fire-spell-cast",
        "priest": "church",
        "warrior": "broadsword",
        "knave": "barbute",
        "merchant": "coins",
    },
    "improvements": {
        "barracks": "spears",
        "smithy": "anvil",
        "livery": "horse-head",
        "lumber_mill": "oak",
        "shipyard": "harbor-dock",
    },
    "guilds": {
        "mage": "fire-spell-cast",
        "warrior": "crossed-swords",
        "knave": "run",
        "college": "spell-book",
        "church": "church",
        "merchant": "coins",
    },
}
_UNIT_ICONS: Final = {"dwarf": "dwarf-helmet", "elf": "elf-helmet", "halfling": "spears"}


def with_looks(plain: Plain) -> Plain:
    """The sections of form 1 with the looks of their rows. Terrains are known by their keys."""
    for key, (icon, colour, legend) in _RESOURCES.items():
        _give(plain, "resources", key, icon=icon, colour=colour, legend=legend)
    _give(plain, "resources", "dragon_scales", mark="letters")
    for place, key in enumerate(_LEGEND, 1):
        _give(plain, "terrains", key, legend=place)
    for table, icons in _ICONS.items():
        for key, icon in icons.items():
            _give(plain, table, key, icon=icon)
    for key, icon in _UNIT_ICONS.items():
        _give(plain, "races", key, unit_icon=icon)
    return plain


def _give(plain: Plain, table: str, key: str, **looks: object) -> None:
    rows = cast("dict[str, Plain]", plain.get(table, {}))
    if key in rows:
        rows[key].update(looks)
