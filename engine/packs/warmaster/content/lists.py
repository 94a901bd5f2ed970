"""What a module says of armies: the unit types and characters of each list, and their points.

The shapes of the TOML tables alone; the figures are in `data/modules/warmaster`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.module.art import IconOrNone
from engine.module.names import key_of
from engine.module.sections import Data, KeyOf, Named, Sections, Table, Validation

Kind = Literal["infantry", "cavalry", "chariot", "monster", "machine"]
Special = Literal["flyer", "terror", "keen", "pierce", "reckless", "stubborn", "undead"]
Role = Literal["general", "hero", "wizard", "runesmith"]

NO_ARMOUR: Final = 7
"""An Armour of none: the lowest die that would save, of six-sided dice."""
CARRIERS: Final = ("infantry", "cavalry", "chariot")
"""The kinds of unit that may carry magic items (warmaster.item.carriers)."""

Armour = Annotated[int, Field(ge=3, le=NO_ARMOUR)]
"""The lowest die that saves, 3 to 6; 7 for none (warmaster.unit.attributes)."""
Feature = Literal["hill", "woods", "marsh", "crag", "water"]
"""What a field may be strewn with (warmaster.field.generation)."""
_LEAST_TYPES: Final = 6
_SPELLS: Final = 4
_VALIDATION: Final = "warmaster.pack.validation"
WarSpellKey = Annotated[str, KeyOf(("war_spells",))]


class Attached(Data):
    """A stand that units of a type may have in addition to their own (warmaster.army.attached)."""

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

    @model_validator(mode="after")
    def _has_room(self) -> Self:
        if self.most and self.least > self.most:
            raise ValueError(
                f"at least {self.least} of them, but at most {self.most} ({_VALIDATION})"
            )
        return self


class Leadership(Data):
    """A kind of character of an army list (warmaster.character.roles)."""

    command: Annotated[int, Field(ge=7, le=10)]
    bonus: Annotated[int, Field(ge=0, le=3)]
    """The attack bonus."""
    points: Annotated[int, Field(ge=5, le=400, multiple_of=5)]


class ArmyList(Named):
    """An army list (warmaster.army.lists)."""

    units: Table[UnitType]
    characters: Mapping[Role, Leadership]
    spells: tuple[WarSpellKey, ...] = ()
    """In the order of the list, which is the Wizards' order of preference by default."""
    description: str = ""
    icon: IconOrNone = None

    @field_validator("units")
    @classmethod
    def _enough_and_no_name_twice(cls, units: Mapping[str, UnitType]) -> Mapping[str, UnitType]:
        names: dict[str, str] = {}
        for unit in units.values():
            if key_of(unit.name) in names:
                raise ValueError(f"two types have the name '{unit.name}' ({_VALIDATION})")
            names[key_of(unit.name)] = unit.key
        if len(units) < _LEAST_TYPES:
            raise ValueError(f"a list needs at least {_LEAST_TYPES} unit types ({_VALIDATION})")
        return units

    @model_validator(mode="after")
    def _is_led_and_has_magic(self) -> Self:
        if "general" not in self.characters:
            raise ValueError(f"a list needs a General ({_VALIDATION})")
        wizards = "wizard" in self.characters and len(self.spells) == _SPELLS
        if not wizards and "runesmith" not in self.characters:
            raise ValueError(
                f"a list needs {_SPELLS} spells with a Wizard, or a Runesmith ({_VALIDATION})"
            )
        return self


def no_name_twice(table: Mapping[str, Named], info: ValidationInfo) -> None:
    """Finds records of one table that people could not tell apart (warmaster.pack.validation)."""
    names: dict[str, str] = {}
    for key, record in table.items():
        first = names.setdefault(key_of(record.name), key)
        if first != key and isinstance(info.context, Validation):
            path = (info.field_name or "", key, "name")
            info.context.fault(path, f"'{record.name}' is also the name of '{first}'")


class ListContent(Sections):
    """The section of the army lists."""

    army_lists: Table[ArmyList]

    @field_validator("army_lists")
    @classmethod
    def _no_list_twice(
        cls, lists: Mapping[str, ArmyList], info: ValidationInfo
    ) -> Mapping[str, ArmyList]:
        no_name_twice(lists, info)
        return lists
