"""What a module holds for Warlords: unit and hero types, relics, war spells, figures of battle.

These are the shapes of the TOML tables (`data/modules/warlords`); the figures are there. A relic
is an item of this system, so called to tell it from the items of the base game. What is wrong with
a module by warlords.pack.validation is found here.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
)

from engine.module.art import IconOrNone
from engine.module.names import key_of
from engine.module.sections import Data, KeyOf, Named, Sections, Table, Validation, declare
from engine.packs.cohorts.content.cities import Level, Positive
from engine.packs.cohorts.content.items import ImprovementKey
from engine.packs.cohorts.content.land import Percent
from engine.packs.cohorts.content.peoples import ClassKey, TalentKey
from engine.packs.cohorts.content.wilds import HotSpotKey
from engine.packs.warlords.battle.cards import NO_BOUND
from engine.packs.warlords.battle.checks import LARGEST_DIE, MOST_MEDALS, SMALLEST_DIE

BattleTerrain = Literal["open", "hills", "forest", "marsh", "desert", "mountains", "city", "water"]
Ground = Literal["open", "hills", "forest", "marsh", "desert", "mountains", "water"]
Kind = Literal["dragon", "undead", "giant", "demon", "construct", "beast"]
RelicPlace = Literal[
    "main_hand",
    "off_hand",
    "ranged",
    "armor",
    "head",
    "back",
    "hand",
    "finger",
    "foot",
    "war_mount",
]
School = Literal["arcane", "divine", "any"]

KINDS: Final = ("dragon", "undead", "giant", "demon", "construct", "beast")
FLAGS: Final = ("flying", "group_flight")
"""Abilities without a value; they are written true."""
ABILITIES: Final = (
    "leadership",
    "morale",
    "fortification",
    "chaos",
    "fear",
    "siege",
    "group_warding",
    "curse",
    "poison",
    "disease",
    "paralysis",
    "acid",
    "lightning",
    "assassination",
    "missile",
    "trample",
    "warding",
    "banding",
    "lifedrain",
    *(f"slayer_{kind}" for kind in KINDS),
    *FLAGS,
)
"""All abilities of cards (warlords.unit.attributes)."""
SPELL_EFFECTS: Final = (*ABILITIES, "hits")
RELIC_EFFECTS: Final = (*SPELL_EFFECTS, "strength")
_HIGHEST_VALUE: Final = 10


def _plain(effect: object) -> object:
    """A yes as 1, so that every ability is a number."""
    if not isinstance(effect, Mapping):
        return effect
    plain: dict[object, object] = {}
    for name, value in effect.items():  # pyright: ignore[reportUnknownVariableType]
        if name in FLAGS and value != 1:
            raise ValueError(f"'{name}' must be true")
        if name not in FLAGS and isinstance(value, bool):
            raise ValueError(f"'{name}' must be a number")
        plain[name] = 1 if value is True else value
    return plain


def _known(names: tuple[str, ...]) -> AfterValidator:
    def look(effect: Mapping[str, int]) -> Mapping[str, int]:
        for name in effect:
            if name not in names:
                raise ValueError(f"'{name}' is no ability; known are {', '.join(names)}")
        return dict(sorted(effect.items()))

    return AfterValidator(look)


_Values = Mapping[str, Annotated[int, Field(ge=1, le=_HIGHEST_VALUE)]]
Abilities = Annotated[_Values, BeforeValidator(_plain), _known(ABILITIES)]
SpellEffect = Annotated[_Values, BeforeValidator(_plain), _known(SPELL_EFFECTS)]
RelicEffect = Annotated[_Values, BeforeValidator(_plain), _known(RELIC_EFFECTS)]
Plus = Annotated[int, Field(ge=1, le=9)]
Strength = Annotated[int, Field(ge=1, le=9)]
Hits = Annotated[int, Field(ge=1, le=4)]
Move = Annotated[int, Field(ge=1, le=40)]


class UnitType(Named):
    """A card of the roster (`warlords.roster.units`, `warlords.roster.ships`).

    `train` holds the improvements that a city needs; a type without any is won by quests alone.
    `bodies` are the artillery or ships of the base game that fight by this card; a new unit has
    the first of them. Battles draw it by its `icon`; left out, by what it is or does.
    """

    strength: Strength
    hits: Hits
    move: Move
    terrain: Mapping[BattleTerrain, Plus] = {}
    abilities: Abilities = Field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()
    train: Mapping[ImprovementKey, Level] = {}
    recruits: Positive
    bodies: tuple[Annotated[str, KeyOf(("artillery", "ships"))], ...] = ()
    icon: IconOrNone = None

    @property
    def level(self) -> int:
        """What it counts as a level (`warlords.map.experience`)."""
        return max(1, self.strength + self.hits - 3)


class HeroType(Named):
    """A type of hero (`warlords.hero.types`): what grows does so with rank."""

    model_config = ConfigDict(serialize_by_alias=True)

    job: Annotated[ClassKey, Field(alias="class")]
    strength: Strength
    hits: Hits
    move: Move
    grows: Abilities
    fixed: Abilities = Field(default_factory=dict)
    terrain: Mapping[BattleTerrain, Plus] = {}
    icon: IconOrNone = None


class Relic(Named):
    """An item that a hero wears (`warlords.item.table`)."""

    place: RelicPlace
    effect: RelicEffect

    @property
    def power(self) -> int:
        """The sum of its effects, flying counting 2 (`warlords.item.getting`)."""
        power = 0
        for name, value in self.effect.items():
            power += 2 * value if name in FLAGS else value
        return power


class WarSpell(Named):
    """A spell that a hero keeps up on its stack (`warlords.spell.rules`).

    One that `blesses` does so at once and leaves nothing on the stack.
    """

    level: Annotated[int, Field(ge=1, le=7)]
    school: School
    effect: SpellEffect = Field(default_factory=dict)
    blesses: bool = False


class Conversion(Data):
    """How units without a card fight (`warlords.map.conversion`): what talents give them.

    `armor_steps` are the armor DFs from which the first and second step begin.
    """

    armor_steps: tuple[Positive, Positive]
    hits: Positive
    tough_level: Positive
    abilities: Mapping[TalentKey, Abilities]
    terrain: Mapping[TalentKey, Mapping[BattleTerrain, Plus]]


class College(Data):
    """Relics made by colleges (`warlords.item.getting`): heroic levels by power from 1."""

    heroic_levels: Annotated[tuple[Positive, ...], Field(min_length=1)]
    materials: Annotated[tuple[Annotated[str, KeyOf(("resources",))], ...], Field(min_length=1)]
    material: Positive


class Starts(Data):
    """What stands in the world at the start: a player's first troops, garrisons, hidden relics.

    `garrisons` are the types that guard wild cities, for units of level 1, 2, 3 ... on; a cache
    holds a relic with a chance of `relic_percent`.
    """

    units: tuple[Annotated[str, KeyOf(("unit_types",))], ...]
    relics: tuple[Annotated[str, KeyOf(("relics",))], ...] = ()
    garrisons: Annotated[
        tuple[tuple[Annotated[str, KeyOf(("unit_types",))], ...], ...], Field(min_length=1)
    ]
    relic_percent: Percent = 0


class Figures(Data):
    """The figures of battle, and of what leads to it.

    `die` is that of all combat rolls, `hero_mercy` the chance in percent that a fallen hero
    lives, `medal_points` the points for each medal. A forecast is exact up to `exact_outcomes`,
    else the share of `trials` battles.
    """

    die: Annotated[int, Field(ge=SMALLEST_DIE, le=LARGEST_DIE)] = 20
    hero_mercy: Percent = 50
    banding_most: Annotated[int, Field(ge=0)] = NO_BOUND
    """The most strength that banding adds to a unit (warlords.bonus.banding-most)."""
    stack_limit: Annotated[int, Field(ge=1)] = 8
    medal_points: Annotated[
        tuple[Positive, ...], Field(min_length=MOST_MEDALS, max_length=MOST_MEDALS)
    ] = (2, 5, 9, 14)
    exact_outcomes: Positive
    trials: Positive
    trained_at_once: Positive
    mana_per_level: Annotated[int, Field(ge=0)]
    blessed_per_level: Positive
    """How many a church blesses for each heroic level."""
    temples: tuple[HotSpotKey, ...]
    college: College
    starts: Starts


def _no_name_twice(table: Mapping[str, Named], info: ValidationInfo) -> Mapping[str, Named]:
    """Finds records of one table that people could not tell apart."""
    names: dict[str, str] = {}
    for key, record in table.items():
        first = names.setdefault(key_of(record.name), key)
        if first != key and isinstance(info.context, Validation):
            path = (info.field_name or "", key, "name")
            info.context.fault(path, f"'{record.name}' is also the name of '{first}'")
    return table


class WarContent(Sections):
    """The sections of the Warlords pack, by the names of their tables in a module's files."""

    things: ClassVar[tuple[str, ...]] = ("relics",)

    unit_types: Table[UnitType]
    hero_types: Table[HeroType]
    relics: Table[Relic]
    war_spells: Table[WarSpell]
    battlefields: Mapping[Annotated[str, KeyOf(("terrains",))], Ground]
    conversion: Conversion
    warlords: Figures

    @field_validator("unit_types", "hero_types", "relics", "war_spells", mode="after")
    @classmethod
    def _names_differ(cls, table: Mapping[str, Named], info: ValidationInfo) -> Mapping[str, Named]:
        return _no_name_twice(table, info)

    @field_validator("battlefields", mode="after")
    @classmethod
    def _every_terrain_has_one(
        cls, fields: Mapping[str, Ground], info: ValidationInfo
    ) -> Mapping[str, Ground]:
        if isinstance(info.context, Validation):
            for terrain in info.context.tables.get("terrains", ()):
                if terrain not in fields:
                    message = "needs its Warlords terrain (warlords.map.terrain)"
                    info.context.fault(("battlefields", terrain), message)
        return fields

    def hero_of(self, job: str) -> HeroType | None:
        """The first type listed for a class (warlords.hero.types)."""
        return next((each for each in self.hero_types.values() if each.job == job), None)


declare("warlords", WarContent)
