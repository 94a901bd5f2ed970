"""The fifteen abilities of Kings and heroes, and levels in them.

What a level does is said where it is used. Source: kingdoms.ability.list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

Martial = Literal["TA", "MA", "NA", "AR", "ME"]
Magical = Literal["WH", "PS", "IL", "EL", "NE"]
Special = Literal["SA", "DR", "SP", "EX", "TH"]
Ability = Literal[Martial, Magical, Special]

MARTIAL: Final[tuple[Martial, ...]] = get_args(Martial)
MAGICAL: Final[tuple[Magical, ...]] = get_args(Magical)
SPECIAL: Final[tuple[Special, ...]] = get_args(Special)
ABILITIES: Final[tuple[Ability, ...]] = (*MARTIAL, *MAGICAL, *SPECIAL)

NAMES: Final[Mapping[Ability, str]] = {
    "TA": "Tactical",
    "MA": "March",
    "NA": "Naval",
    "AR": "Archery",
    "ME": "Melee",
    "WH": "White Magic",
    "PS": "Psychic Magic",
    "IL": "Illusory Magic",
    "EL": "Elemental Magic",
    "NE": "Necromancy",
    "SA": "Sage",
    "DR": "Druid",
    "SP": "Spy",
    "EX": "Explorer",
    "TH": "Thief",
}

HIGHEST: Final = 5
"""Tables go to 4; 5 is reached with a doubled aptitude alone (kingdoms.game.scope)."""


Levels = tuple[int, ...]
"""Fifteen numbers, one for each ability in their order: a character's skill or aptitude."""
NOTHING: Final[Levels] = (0,) * len(ABILITIES)
"""No level in any ability."""

_PLACES: Final = {ability: place for place, ability in enumerate(ABILITIES)}


def level_in(levels: Levels, ability: Ability) -> int:
    """The level in one ability; who lies in a coma has none (kingdoms.character.coma)."""
    return levels[_PLACES[ability]] if levels else 0


def with_level(levels: Levels, ability: Ability, level: int) -> Levels:
    """The same levels with another in one ability."""
    place = _PLACES[ability]
    return (*levels[:place], level, *levels[place + 1 :])


def levels_of(told: Mapping[Ability, int]) -> Levels:
    """Levels by ability as the fifteen numbers, 0 where none is named."""
    return tuple(told.get(ability, 0) for ability in ABILITIES)
