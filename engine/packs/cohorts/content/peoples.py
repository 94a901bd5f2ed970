"""The peoples of a Cohorts module: races, classes, skills, talents and deities.

`about` says in a line, for players who choose, what a race is like or a class or skill is for.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, KeyOf, Named
from engine.packs.cohorts.content.battle import DamageTypeKey, SpecialAttack
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.land import TerrainKey

RaceKey = Annotated[str, KeyOf(("races",))]
SkillKey = Annotated[str, KeyOf(("skills",))]
ClassKey = Annotated[str, KeyOf(("classes",))]
DeityKey = Annotated[str, KeyOf(("deities",))]
TalentKey = Annotated[str, KeyOf(("talents",))]
SpellKey = Annotated[str, KeyOf(("spells", "combat_spells"))]
"""Of a spell in a spell book, strategic or for combat."""

Attribute = Literal["STR", "DEX", "CON", "INT", "WIS", "CHA"]
GuildKind = Literal["mage", "knave", "warrior", "college", "church", "merchant"]
Keyword = Literal["magic", "poison", "antidote", "healing"]
Size = Literal["small", "medium", "large", "huge"]
SIZES: Final[tuple[Size, ...]] = ("small", "medium", "large", "huge")  # cohorts.race.size
Score = Annotated[int, Field(ge=3, le=30)]
Rate = Annotated[int, Field(ge=0)]


class Attributes(Data):
    """The six attributes of a race, 3 to 30, 10 being the human average.

    Every race may have to fight, so that none has a constitution below 5
    (`cohorts.race.attributes`).
    """

    STR: Score
    DEX: Score
    CON: Annotated[Score, Field(ge=5)]
    INT: Score
    WIS: Score
    CHA: Score


class Travel(Data):
    """Rate and carrying capacity of one member in one mode; rate 0 cannot move in it."""

    rate: Rate = 0
    capacity: Rate = 0


class Combat(Data):
    """What a member fights with when nothing is equipped (`cohorts.race.starter-combat`)."""

    hp: Annotated[int, Field(ge=1)]
    af: Annotated[float, Field(gt=0)]
    damage: Annotated[float, Field(gt=0)]
    df: Rate
    power: Rate
    resistance: Rate
    mar: Rate
    sar: Rate
    mana_percent: Rate
    weapon: str
    armor: str
    resist: Mapping[DamageTypeKey, int] = {}
    talents: tuple[TalentKey, ...] = ()


class Race(Named):
    """A people (`cohorts.race.*`). `growth` is percent a month, `conscription` the factor.

    `terrain_percent` changes the cost of entering terrains of a family
    (`cohorts.world.terrain-racial-movement`), `terrain_af_percent` the attack factor there;
    `special` is a further attack of its members; `homes` are the families where its wild cities
    stand; `spoils` are the items that one killed member leaves. Panels show it by its `icon`,
    battles its units by the `unit_icon`, or by the former if that is left out.

    Sources: cohorts.race.type, cohorts.race.weight.
    """

    plural: str
    type: Literal["civilized", "nomad", "barbarian", "monster"]
    size: Size
    weight: Annotated[int, Field(ge=1)]
    attributes: Attributes
    growth: Rate
    conscription: Rate
    land: Travel = Travel()
    air: Travel = Travel()
    water: Travel = Travel()
    terrain_percent: Mapping[TerrainKey, int] = {}
    terrain_af_percent: Mapping[TerrainKey, int] = {}
    special: SpecialAttack | None = None
    homes: tuple[TerrainKey, ...] = ()
    spoils: Mapping[Annotated[str, KeyOf(("resources",))], int] = {}
    combat: Combat
    about: str = ""
    icon: IconOrNone = None
    unit_icon: IconOrNone = None


class Skill(Named):
    """A skill and the other words for it (`cohorts.skill.catalogue`).

    Its heroic level is added to the skills that it `raises` (`cohorts.skill.knight`); of a
    school of weapons `specialist` are the attributes of its master
    (`cohorts.skill.weapon-specialists`).
    """

    aliases: tuple[str, ...] = ()
    raises: tuple[Annotated[str, KeyOf(("skills",))], ...] = ()
    specialist: Annotated[tuple[Attribute, ...], Field(max_length=2)] = ()
    about: str = ""


class Profession(Named):
    """A class (`cohorts.class.list`): without attributes, these come from the deity.

    Its characters are drawn in battles by its `icon`.
    """

    attributes: Annotated[tuple[Attribute, ...], Field(max_length=2)] = ()
    built_in: tuple[SkillKey, ...]
    trained: tuple[SkillKey, ...]
    about: str = ""
    icon: IconOrNone = None

    @property
    def by_deity(self) -> bool:
        """Whether attributes and two more trained skills come from the deity, as a priest's do."""
        return not self.attributes

    def trained_under(self, deity: "Deity | None") -> tuple[SkillKey, ...]:
        """The skills that it trains; of a class by deity those of the deity as well."""
        return (*self.trained, *deity.trained) if self.by_deity and deity else self.trained


class Deity(Named):
    """A deity (`cohorts.magic.deities`); `spells` are by spell level, as text."""

    domain: str
    attributes: Annotated[tuple[Attribute, ...], Field(min_length=2, max_length=2)]
    trained: Annotated[tuple[SkillKey, ...], Field(min_length=2, max_length=2)]
    spells: Mapping[str, tuple[SpellKey, ...]] = {}


class Talent(Named):
    """A talent (`cohorts.talent.list`) and the guilds that give it, by their least level.

    `bonuses` by level count the unit's training level, a character's level;
    `terrain_cost_percent` the cost of entering the family `terrain`.
    """

    effect: str
    start_up: bool
    guilds: Mapping[GuildKind, Annotated[int, Field(ge=1)]] = {}
    bonuses: tuple[Bonus, ...] = ()
    terrain: TerrainKey | None = None
    terrain_cost_percent: int = 0
