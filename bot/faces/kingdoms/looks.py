"""How the content of a Kingdoms module is drawn: what its tables say, and what counts without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.paint.looks import PLAIN, Land, Looks
from engine.module.art import symbols
from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType, Ground
from engine.packs.kingdoms.content.encounters import EncounterContent

_WATER: Final = "sea"
ARMY: Final = "spears"
BEING: Final = "dragon-head"
SITE: Final = "castle-ruins"
ITEM: Final = "crystal-ball"
SHIP: Final = "anchor"
GRAVE: Final = "tombstone"
RACES: Final = {
    "human": "barbute",
    "elf": "elf-helmet",
    "dwarf": "dwarf-helmet",
    "orc": "orc-head",
}
"""The icons of peoples."""


def looks_of_armies(content: ArmyContent) -> Looks:
    """The looks of grounds and army types."""
    lands = {each.key: land_of(each) for each in content.grounds.values()}
    icons = {("army_types", each.key): _icon(each) for each in content.army_types.values()}
    return Looks(lands, {}, icons)


def looks_of_finds(content: EncounterContent) -> Looks:
    """The looks of monsters, features, items and artifacts."""
    return Looks({}, {}, dict(_finds(content)))


def _finds(content: EncounterContent) -> Iterator[tuple[tuple[str, str], str]]:
    for table, rows in (
        ("beings", content.beings),
        ("sites", content.sites),
        ("artifacts", content.artifacts),
    ):
        for key, row in rows.items():
            if row.icon:
                yield (table, key), row.icon


def _icon(army: ArmyType) -> str:
    return army.icon or (SHIP if army.sails else ARMY)


def land_of(ground: Ground) -> Land:
    """How a ground is drawn: by the first primary terrain that it stands for."""
    drawn = (each for each in ground.families if each in symbols())
    symbol = next(drawn, _WATER if ground.sea else PLAIN)
    return Land(ground.key, ground.name, symbols()[symbol], symbol, ground.sea)
