"""What a module holds for the game of kings: alignments, peoples, Kings and heroes, gold, land.

The shapes of the TOML tables alone; the figures are in `data/modules/kingdoms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.module.sections import Data, KeyOf, Named, Sections, Table
from engine.packs.kingdoms.content.armies import ArmyTypeKey, Count, GroundKey, Percent, Positive
from engine.packs.kingdoms.pieces.abilities import HIGHEST, Ability, Levels, levels_of
from engine.packs.kingdoms.pieces.alignment import ALIGNMENTS, difference
from engine.packs.kingdoms.pieces.records import Race
from engine.packs.lands.climate import Climate
from engine.packs.lands.naming import Syllables

AlignmentKey = Annotated[str, KeyOf(("alignments",))]


class AlignmentRow(Named):
    """An alignment (kingdoms.alignment.table)."""

    reduction: Percent
    """In percent for each step of difference (kingdoms.alignment.reduction-use)."""
    doubles: tuple[Ability, ...] = ()
    """The abilities whose aptitude is doubled at the start: magic, then special."""
    gift: Ability | None = None
    """The ability of which its King starts with a level more
    (kingdoms.alignment.divine-white-magic)."""
    treats: bool = False
    """Whether its King's Treat needs no answer (kingdoms.alignment.automatic-treat-and-break)."""
    breaks: bool = False
    """Whether its King's Break Treaty works at once."""
    hires_as: AlignmentKey | None = None
    """What it counts as for hire and pay (kingdoms.alignment.divine-pays-as-good)."""
    first_hero: AlignmentKey | None = None
    """The alignment of its kingdom's first hero, if it is not this."""
    help: str = ""


class Temper(Data):
    """How likely heroes are of a temper: out of ten draws, and their refusal in percent."""

    temper: str
    of_ten: Positive
    refusal: tuple[Count, Count] = (0, 0)


class People(Named):
    """A race that kingdoms are of (kingdoms.setup.start-forces)."""

    armies: Annotated[tuple[ArmyTypeKey, ...], Field(min_length=1)]
    """The field armies at the start; one more of the first where the home has no coast."""
    militia: tuple[GroundKey, ...] = ()
    """The grounds whose militia is of this race (kingdoms.map.independent-provinces)."""
    names: Syllables
    """What its heroes are called."""


class KingRules(Data):
    """How a player makes a King (kingdoms.setup.kingdom-choices)."""

    aptitude_points: Positive
    aptitude_most: Positive
    skill_levels: Positive
    skill_most: Positive


class Court(Named):
    """A King ready-made, for players who would rather begin (kingdoms.setup.kingdom-choices)."""

    race: Annotated[Race, KeyOf(("peoples",))]
    alignment: AlignmentKey
    temper: str
    points: Mapping[Ability, Positive]
    skill: Mapping[Ability, Positive]
    help: str

    def choices(self) -> Mapping[str, object]:
        """What a player chooses who takes this King; the King has the table's name."""
        chosen = self.model_dump(include={"race", "alignment", "temper", "points", "skill"})
        return {**chosen, "king": self.name}


class HeroRules(Data):
    """How a hero is drawn (kingdoms.setup.hero-generation)."""

    alignments: Annotated[tuple[AlignmentKey, ...], Field(min_length=1)]
    tempers: tuple[Temper, ...]
    aptitude_points: Positive
    aptitude_most: Positive
    skill_levels: Positive
    skill_most: Positive

    @model_validator(mode="after")
    def _of_ten(self) -> Self:
        if sum(each.of_ten for each in self.tempers) != 10:
            raise ValueError("the tempers' of_ten must add up to 10")
        return self


class HeirRules(Data):
    """What a Royal Heir is able to (kingdoms.character.royal-heir)."""

    aptitude: Count
    skill_levels: Positive
    fewer_each: Count
    least_levels: Count
    skill_most: Positive

    def levels_of(self, number: int) -> int:
        """How many skill levels the Heir of that number, from 1, is given."""
        return max(self.least_levels, self.skill_levels - self.fewer_each * (number - 1))


class BodyRules(Data):
    """Hit points and healing (kingdoms.character.hit-points, kingdoms.character.healing)."""

    hit_points: Positive
    by_melee: Count
    royal: Count
    healing: Count


class Start(Data):
    """What a kingdom starts with (kingdoms.setup.start-provinces, treasury-and-heroes)."""

    homes_apart: Positive
    explored_home: Percent
    explored: Percent
    gold: Count
    heroes: Count
    unemployed: Count
    """For each kingdom that the module has room for."""
    fleet: ArmyTypeKey
    garrison: ArmyTypeKey
    quality: int
    skeletal: AlignmentKey
    """Under a King of it the first field army is Skeletal."""
    militia_per: Positive
    """Points of tax base for one militia army; parts count as whole."""
    militia_quality: int
    sea_features: Percent
    land_features: Annotated[tuple[Count, ...], Field(min_length=1)]
    """How many features land has: one of these is drawn (kingdoms.setup.features)."""
    artifact_guard: Count
    """Least average hit points of a guardian whose feature gets artifacts."""


class Gold(Data):
    """Income and pay, recruiting and hiring (kingdoms.economy.income and on)."""

    bless_percent: Count
    pay_levels: Positive
    """A hero's base pay is 1, and one more for this many levels or part of them."""
    leaves: Percent
    """The chance that an unpaid hero leaves."""
    recruit_pays: Positive
    """The cost of an army as a multiple of its Pay."""
    recruit_tax: Positive
    """Points of tax base for which a province gives an army a turn."""
    foreign: Percent
    """The chance to recruit other races, at the Druid level that they need."""
    foreign_by_level: Count
    hire: Percent
    hire_by_druid: Count
    hire_steps: Count
    hire_pays: Positive
    characters: Positive
    """The most living characters of a kingdom."""


class Turns(Data):
    """What happens by itself at turn ends (kingdoms.turn.end-steps)."""

    seasons: Annotated[tuple[str, ...], Field(min_length=1)]
    """Those of a year, one a turn (kingdoms.turn.calendar)."""
    settles: Percent
    """The chance that a Green army becomes Average."""
    new_hero: Percent
    heroes_per_kingdom: Count
    """While there are fewer unemployed for each living kingdom a new one may appear."""
    armies: Positive
    """The most armies, living and dead (kingdoms.economy.army-limit)."""
    rot: Percent
    rot_from: Positive
    """The first turn at whose end graves rot."""


class Improving(Data):
    """A row of the experience table (kingdoms.experience.action-table).

    An `ability` of "spell" is that spell's own, one of "command" Tactical on land and Naval at sea.
    """

    action: str
    chance: Percent
    ability: str


class Learning(Data):
    """Experience and practice (kingdoms.experience.*)."""

    practice: Percent
    """For each level of aptitude above the skill."""
    invention: Percent
    """The chance that Practice invents something, for each Sage level (kingdoms.ability.sage)."""
    deeds: tuple[Improving, ...]

    def of(self, action: str) -> Improving:
        """The row of an action.

        Raises:
            KeyError: there is none.
        """
        for row in self.deeds:
            if row.action == action:
                return row
        raise KeyError(action)


class Shadowing(Data):
    """What a Spy level is good for, in percent (kingdoms.ability.spy-table)."""

    escape_notice: Percent
    margin: Percent
    """Of error, of the numbers that are reported."""
    pursue_or_trail: Count


class SpyFigures(Data):
    """How characters watch and escape notice (kingdoms.ability.spy-*)."""

    levels: Annotated[tuple[Shadowing, ...], Field(min_length=HIGHEST + 1)]
    """By Spy level from 0."""
    leading: Positive
    """How many times as easy a leader of armies is followed."""
    gleaned: Percent
    """For each Spy level the chance of a report without an order."""

    def at(self, level: int) -> Shadowing:
        """What a level is good for; above the highest as the highest."""
        return self.levels[min(level, len(self.levels) - 1)]


class Supposed(Data):
    """What odds take for others' people, of whom a kingdom does not know all."""

    qualities: Annotated[tuple[int, ...], Field(min_length=1)] = (1, 2, 3)
    """Of armies, from the worst to the best, each as likely (kingdoms.army.quality)."""
    lessons: Count = 1
    """Levels that a character learns in a year."""


class Laying(Data):
    """What the land of a new world is like: its share, its islands, its climates, its names."""

    land_percent: Annotated[int, Field(ge=10, le=90)]
    least_island: Positive
    climates: Mapping[GroundKey, Climate]
    regions: Mapping[GroundKey, Syllables]
    qualifiers: Annotated[tuple[str, ...], Field(min_length=1)]


class RulerContent(Sections):
    """What the pack `kingdoms.crowns` asks of a module for its world and its turn."""

    alignments: Table[AlignmentRow]
    peoples: Table[People]
    kings: KingRules
    courts: Table[Court]
    heroes: HeroRules
    heirs: HeirRules
    bodies: BodyRules
    start: Start
    gold: Gold
    turns: Turns
    learning: Learning
    spying: SpyFigures
    supposed: Supposed = Supposed()
    laying: Laying

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if tuple(self.alignments) != ALIGNMENTS:
            raise ValueError(f"the alignments must be {', '.join(ALIGNMENTS)}, in this order")
        return self

    def doubled(self, alignment: str, aptitude: Levels) -> Levels:
        """Aptitudes with those of the alignment doubled, at most 5.

        Source: kingdoms.character.aptitude.
        """
        told = levels_of(dict.fromkeys(self.alignments[alignment].doubles, 1))
        return tuple(
            min(HIGHEST, 2 * level) if doubles else level
            for level, doubles in zip(aptitude, told, strict=True)
        )

    def hiring_steps(self, king: str, hero: str) -> tuple[int, int]:
        """The steps between King and hero as they count for hire and pay, and the King's reduction.

        A King counts as the King's alignment or that of the kingdom's first hero, whichever is
        nearer.
        Sources: kingdoms.alignment.divine-pays-as-good, kingdoms.economy.hiring.
        """
        first = self.alignments[king].first_hero or king
        king, hero = (self.alignments[each].hires_as or each for each in (king, hero))
        steps = min(difference(each, hero) for each in (king, first))
        return steps, self.alignments[king].reduction

    def militia_race(self, ground: str) -> str:
        """The race of the militia on a ground (kingdoms.map.independent-provinces)."""
        found = (key for key, people in self.peoples.items() if ground in people.militia)
        return next(found, next(iter(self.peoples)))

    def races(self) -> Iterator[Race]:
        """The races in the order in which they are drawn."""
        yield from self.peoples  # type: ignore[misc]
