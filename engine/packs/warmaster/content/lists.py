"""What a module says of armies: the unit types and characters of each list, and their points.

The shapes of the TOML tables alone; the figures are in `data/modules/warmaster`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, KeyOf, Named

Kind = Literal["infantry", "cavalry", "chariot", "monster", "machine"]
Special = Literal["flyer", "terror", "keen", "pierce", "reckless", "stubborn", "undead"]
Role = Literal["general", "hero", "wizard", "runesmith"]

NO_ARMOUR: Final = 7
"""An Armour of none: the lowest die that would save, of six-sided dice."""
CARRIERS: Final = ("infantry", "cavalry", "chariot")
"""The kinds of unit that may carry magic items (warmaster.item.carriers)."""

Armour = Annotated[int, Field(ge=3, le=NO_ARMOUR)]
"""The lowest die that saves, 3 to 6; 7 for none (warmaster.unit.attributes)."""
WarSpellKey = Annotated[str, KeyOf(("war_spells",))]


class Attached(Data):
    """A stand that units of a type may have besides their own (warmaster.army.attached)."""

    name: str
    attacks: Annotated[int, Field(ge=1, le=10)]
    hits: Annotated[int, Field(ge=1, le=10)]
    armour: Armour = NO_ARMOUR
    shots: Annotated[int, Field(ge=0, le=5)] = 0
    range: Annotated[int, Field(ge=0, le=9)] = 0
    points: Annotated[int, Field(ge=5, le=400, multiple_of=5)]


class UnitType(Named):
    """A type of unit of an army list (warmaster.unit.attributes, warmaster.pack.validation).

    `attacks`, `hits` and `shots` are for each stand; `pace` and `range` are in hexes. `least` and
    `most` are for each full 1000 points; a `most` of 0 is no limit (warmaster.army.points).
    """

    kind: Kind
    attacks: Annotated[int, Field(ge=1, le=10)]
    hits: Annotated[int, Field(ge=1, le=10)]
    armour: Armour = NO_ARMOUR
    stands: Annotated[int, Field(ge=1, le=3)]
    pace: Annotated[int, Field(ge=1, le=6)]
    shots: Annotated[int, Field(ge=0, le=5)] = 0
    range: Annotated[int, Field(ge=0, le=9)] = 0
    points: Annotated[int, Field(ge=5, le=400, multiple_of=5)]
    least: Annotated[int, Field(ge=0)] = 0
    most: Annotated[int, Field(ge=0)] = 0
    special: tuple[Special, ...] = ()
    attached: Attached | None = None
    icon: IconOrNone = None


class Leadership(Data):
    """A kind of character of an army list (warmaster.character.roles)."""

    command: Annotated[int, Field(ge=7, le=10)]
    bonus: Annotated[int, Field(ge=0, le=3)]
    """The attack bonus."""
    points: Annotated[int, Field(ge=5, le=400, multiple_of=5)]


class ArmyList(Named):
    """An army list (warmaster.army.lists)."""

    units: Mapping[str, UnitType]
    characters: Mapping[Role, Leadership]
    spells: tuple[WarSpellKey, ...] = ()
    """In the order of the list, which is the Wizards' order of preference by default."""
    description: str = ""
    icon: IconOrNone = None
