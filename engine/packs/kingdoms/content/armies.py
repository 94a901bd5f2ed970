"""What a module holds for battles in lines: army types, races of armies, grounds, figures.

The shapes of the TOML tables alone; the figures are in `data/modules/kingdoms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field, field_validator

from engine.module.art import IconOrNone
from engine.module.sections import Data, KeyOf, Named, Sections, Table, declare

GroundKey = Annotated[str, KeyOf(("grounds",))]
ArmyTypeKey = Annotated[str, KeyOf(("army_types",))]
ArmyRaceKey = Annotated[str, KeyOf(("army_races",))]
Positive = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
Percent = Annotated[int, Field(ge=0, le=100)]

_QUALITIES: Final = (
    "Sub-Depleted",
    "Depleted",
    "Green",
    "Average",
    "Veteran",
    "Crack",
    "Elite",
    "Super-Elite",
)
"""From -1 to 6."""

BEASTS: Final = "beasts"
"""In a nemesis column: every type that is a beast (kingdoms.army.beasts)."""


class Ground(Named):
    """A terrain (kingdoms.map.terrain-table).

    `tax` is its average tax base, `exploration` its basic exploration percent, `line` the least
    and greatest length of a battle line, `encounter` the chance of a random encounter in percent.
    `families` are the primary terrains of the base map that are this ground
    (kingdoms.mapping.province).
    """

    tax: Count
    exploration: Percent
    line: tuple[Positive, Positive]
    encounter: Percent
    sea: bool = False
    """Whether battles there are sea battles (kingdoms.battle.sea)."""
    supplied_by: ArmyTypeKey | None = None
    """The army type of which a side needs one here, or fights one quality lower
    (kingdoms.army.camels)."""
    families: tuple[str, ...] = ()
    icon: IconOrNone = None


class ArmyRace(Named):
    """A race that armies are of (kingdoms.army.races).

    `druid` is the level from which a leader of another race leads it without penalty
    (kingdoms.ability.druid-leading).
    """

    druid: Annotated[int, Field(ge=0, le=5)]
    humanoid: bool = False
    """One of those that are bitten by Werebeasts, paroled and struck by plague."""
    home: GroundKey | None = None
    """The ground that helps every army of the race."""
    types: tuple[ArmyTypeKey, ...] = ()
    """The army types that it is best at."""
    icon: IconOrNone = None


class ArmyType(Named):
    """A kind of army (kingdoms.army.table); its key is its code, such as `LE`.

    `strength` is drawn from `least` to it for each battle where `least` is given; `attacking` is
    its strength when it does not defend. `race` is given for a kind that is a separate race.
    """

    strength: Positive
    least: Positive | None = None
    attacking: Positive | None = None
    speed: Positive
    pay: Count
    home: tuple[GroundKey, ...] = ()
    adverse: tuple[GroundKey, ...] = ()
    nemesis: tuple[Annotated[str, KeyOf(("army_types",), also=(BEASTS,))], ...] = ()
    race: ArmyRaceKey | None = None
    beast: bool = False
    """Horses are frightened of it (kingdoms.army.beasts)."""
    flies: bool = False
    """It fights over its own line, and enters any province."""
    sails: bool = False
    """It stays at sea and in harbours, as Fleets and Whales do."""
    swims: bool = False
    """It goes by sea and land, as Mermen do."""
    bites: bool = False
    """What it defeats may become as it is (kingdoms.army.werebeasts)."""
    regenerates: bool = False
    """It comes back from death in battle as a mercenary (kingdoms.army.trolls)."""
    stranded: bool = False
    """Away from the sea it has no strength, and always gets away (kingdoms.army.whales)."""
    carries: Count = 0
    """How many land armies it carries (kingdoms.action.move-naval)."""
    raised: tuple[GroundKey, ...] = ()
    """Where it is recruited (kingdoms.economy.recruit-places)."""
    coast: bool = False
    """Whether it is recruited in coastal land provinces too."""
    icon: IconOrNone = None


class Chances(Data):
    """Chances of uniting by distance 0, 1 and 2 or more (kingdoms.battle.contingents)."""

    same: Percent
    adjacent: Percent
    apart: Percent

    def at(self, distance: int) -> int:
        """That for a distance in provinces."""
        return (self.same, self.adjacent, self.apart)[min(distance, 2)]


class Marching(Data):
    """Extra moves by the speed of an army (kingdoms.ability.march)."""

    slow: Count
    fast: Count


class Happening(Named):
    """What may happen to a side as a battle is fought (kingdoms.battle.random-events)."""

    factor: Fraction
    icon: IconOrNone = None


class StandIn(Data):
    """Which army a military unit of the base game fights as, if all that is named here fits it.

    Source: kingdoms.mapping.battle-for-base-units.
    """

    army: ArmyTypeKey
    arm: Literal["soldier", "artillery", "ship"] | None = None
    words: tuple[str, ...] = ()
    """Races, or keywords of a race."""
    flies: bool = False
    mounts: tuple[str, ...] = ()
    """Words that the name of its mount holds one of."""
    mounted: bool = False
    least_speed: Count = 0
    """Of its mount on land."""
    wields: tuple[str, ...] = ()
    """Classes of weapon; `missile` for any that shoots."""
    unarmed: bool = False
    garrison: bool = False


class LineFigures(Data):
    """The figures of battles in lines; each is named by the rule that it is of.

    Percents are whole numbers, factors exact.
    """

    uniting: Annotated[tuple[Chances, ...], Field(min_length=1)]
    """By March level from 0 (kingdoms.battle.contingents)."""
    marching: Annotated[tuple[Marching, ...], Field(min_length=1)]
    """By March level from 0 (kingdoms.ability.march)."""
    fast_from: Positive
    """The speed from which an army is fast (kingdoms.ability.march)."""
    command_percent: Positive
    """More strength for each Tactical level (kingdoms.ability.tactical), Naval at sea."""
    phantasm_percent: Positive
    """For each level of who cast Phantasmal Armies (kingdoms.spell.phantasmal-armies)."""
    fanaticism: Mapping[str, Percent]
    """By the kingdom's alignment (kingdoms.alignment.fanaticism)."""
    undead: str
    """The alignment under which skeletal armies are always fanatical."""
    depleted: Fraction
    """Strength at quality 0 (kingdoms.army.quality)."""
    sub_depleted: Fraction
    least_quality: int
    most_quality: int
    defence: Fraction
    """kingdoms.army.defence-factor"""
    exploration: Positive
    """The difference in percent that would double strength (kingdoms.army.exploration-factor)."""
    nemesis: Fraction
    """kingdoms.battle.nemesis"""
    demoralized: Fraction
    """kingdoms.battle.duel"""
    behind: Fraction
    """The share of its strength that a unit behind the line adds, if it does not fly
    (kingdoms.battle.flanks-and-rear)."""
    battle_event: Percent
    """kingdoms.battle.random-events"""
    column_event: Percent
    events: Table[Happening]
    """In the order in which they are drawn."""
    loser_losses: Positive
    """kingdoms.battle.casualties"""
    winner_losses: Positive
    most_losses: Percent
    no_strength_ratio: Positive
    """What counts as the ratio when the loser of a column has no strength."""
    bite: Percent
    """kingdoms.army.werebeasts"""
    gain: Percent
    """kingdoms.battle.gains"""
    escape: Percent
    """kingdoms.battle.escape"""
    escape_by_speed: Count
    leader_escape: Percent
    """kingdoms.battle.leaders"""
    leader_escape_by_level: Count
    trials: Positive
    """How many battles are fought to say what may be expected of one."""
    exact_outcomes: Positive
    """Number of outcomes up to which chances are counted; beyond it they are sampled."""

    @field_validator("uniting", mode="after")
    @classmethod
    def _rises(cls, chances: tuple[Chances, ...]) -> tuple[Chances, ...]:
        for one, other in pairwise(chances):
            if any(one.at(n) > other.at(n) for n in range(3)):
                raise ValueError("the chances of uniting must not fall as the level rises")
        return chances

    def unites(self, level: int, distance: int) -> int:
        """The chance of uniting at that level and distance."""
        return self.uniting[min(level, len(self.uniting) - 1)].at(distance)

    def extra_moves(self, level: int, speed: int) -> int:
        """The extra land moves of an army under a leader of that March level."""
        row = self.marching[min(level, len(self.marching) - 1)]
        return row.fast if speed >= self.fast_from else row.slow

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """The events, in the order in which they are drawn."""
        return tuple(self.events.values())


class ArmyContent(Sections):
    """The sections of the pack `kingdoms.battle`."""

    army_types: Table[ArmyType]
    army_races: Table[ArmyRace]
    grounds: Table[Ground]
    columns: LineFigures
    stand_ins: tuple[StandIn, ...] = ()

    def ground_of(self, family: str) -> Ground:
        """The ground that stands for a primary terrain of the base map.

        Raises:
            LookupError: none does.
        """
        for each in self.grounds.values():
            if family in each.families:
                return each
        raise LookupError(f"no ground stands for terrain {family!r}")


declare("kingdoms.battle", ArmyContent)


def quality(level: int) -> str:
    """What a quality of armies is called (kingdoms.army.quality)."""
    return _QUALITIES[min(max(level + 1, 0), len(_QUALITIES) - 1)]
