"""How the content of a Kingdoms module is drawn: what its tables say, and what counts without.

Each pack's face gives the looks of that pack's tables; `looks_of` are those of a whole game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from bot.faces.paint.looks import PLAIN, Land, Looks, joined
from engine.module.art import symbols
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType, Ground
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.ventures import VentureContent

_WATER: Final = "sea"
ARMY: Final = "spears"
BEING: Final = "dragon-head"
DEVICE: Final = "compass"
SITE: Final = "castle-ruins"
ITEM: Final = "crystal-ball"
OFFICE: Final = "crown"
PERSON: Final = "person"
SHIP: Final = "anchor"
VENTURE: Final = "polar-star"
GRAVE: Final = "tombstone"
HIRE: Final = "coins"
DEAD: Final = "skull-crossed-bones"
SPELL: Final = "fire-spell-cast"

_Icons = Iterator[tuple[tuple[str, str], str]]


@lru_cache(maxsize=16)
def looks_of(rules: Rules) -> Looks:
    """The looks of all that a game of kings holds."""
    return joined(looks_of_armies(rules), looks_of_finds(rules), looks_of_crowns(rules))


def looks_of_armies(rules: Rules) -> Looks:
    """The looks of grounds, army types and peoples."""
    content = rules.module.content(ArmyContent)
    lands = {each.key: land_of(each) for each in content.grounds.values()}
    types = {("army_types", each.key): _icon(each) for each in content.army_types.values()}
    rest = _icons(grounds=content.grounds, army_races=content.army_races)
    return Looks(lands, {}, {**types, **dict(rest)})


def looks_of_finds(rules: Rules) -> Looks:
    """The looks of monsters, features, items and artifacts."""
    content = rules.module.content(EncounterContent)
    found = _icons(beings=content.beings, sites=content.sites, artifacts=content.artifacts)
    return Looks({}, {}, dict(found))


def looks_of_crowns(rules: Rules) -> Looks:
    """The looks of actions, inventions and offices."""
    content = rules.module.content(VentureContent)
    found = _icons(ventures=content.ventures, devices=content.devices, imperial=content.imperial)
    return Looks({}, {}, dict(found))


def _icons(**tables: Mapping[str, Any]) -> _Icons:
    for table, rows in tables.items():
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
