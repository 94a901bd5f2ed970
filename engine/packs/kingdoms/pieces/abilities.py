"""The fifteen abilities of Kings and heroes, and a character's levels in them.

What a level does is said where it is used. Source: kingdoms.ability.list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, get_args

from engine.facts import Facts, facts

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


@facts
class Levels(Facts):
    """A level in each ability, such as a character's skill or aptitude; 0 where none is named."""

    TA: int = 0
    MA: int = 0
    NA: int = 0
    AR: int = 0
    ME: int = 0
    WH: int = 0
    PS: int = 0
    IL: int = 0
    EL: int = 0
    NE: int = 0
    SA: int = 0
    DR: int = 0
    SP: int = 0
    EX: int = 0
    TH: int = 0

    def of(self, ability: Ability) -> int:
        """The level in one."""
        return getattr(self, ability)

    def with_level(self, ability: Ability, level: int) -> Levels:
        """The same with another level in one."""
        return self.replace(**{ability: level})

    def points(self) -> int:
        """All levels together."""
        return sum(self.of(each) for each in ABILITIES)

    @classmethod
    def told(cls, levels: Mapping[str, int] | Iterable[tuple[str, int]]) -> Levels:
        """From levels by ability code.

        Raises:
            TypeError: a code is no ability.
        """
        named: dict[str, Any] = dict(levels)
        return cls(**named)
