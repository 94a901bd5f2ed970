"""Figures of cities: people and actions, improvements, training, experience and sighting."""

import operator
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, KeyOf, Named
from engine.packs.cohorts.content.land import Needs, Percent
from engine.packs.cohorts.content.peoples import GuildKind

Positive = Annotated[int, Field(ge=1)]
_PLAIN: Final = 100  # percent
Level = Annotated[int, Field(ge=1, le=4)]
TowerType = Literal["watch", "guard", "wizard", "castle"]


class CityRules(Data):
    """Figures that hold for every city (`cohorts.city.*`).

    A city has `least_actions`, one more for every full `people_per_action`, at most
    `most_actions`; it holds `population_limit` people and `limit_per_food` more for each
    worked food deposit. It feeds soldiers up to `fed_percent` of its people, 0 for any number;
    as many units as go hungry lose `hunger` percent of their strength a week, until `hunger_most`
    is gone (`cohorts.city.hunger`). The other figures are percents.
    """

    least_actions: Positive
    people_per_action: Positive
    most_actions: Positive
    population_limit: Positive
    limit_per_food: Positive
    attract_percent_per_food: Percent
    village_population_percent: Percent
    village_levels: Level
    capital_works_as_village_level: Level
    fed_percent: Annotated[Percent, Field(exclude_if=operator.not_)] = 0
    hunger: Annotated[Percent, Field(exclude_if=operator.not_)] = 0
    hunger_most: Annotated[int, Field(ge=0, lt=100, exclude_if=operator.not_)] = 0


class Improvement(Named):
    """A city improvement (`cohorts.city.improvement-requirements`).

    `per_level` is what one level gives: soldiers an order for barracks, points for the lumber
    mill and the shipyard. `improvements` must stand in the city at these levels.
    """

    levels: Level
    needs: Needs = ()
    improvements: Mapping[Annotated[str, KeyOf(("improvements",))], Level] = {}
    coastal: bool = False
    per_level: Annotated[int, Field(ge=0)] = 0
    icon: IconOrNone = None


PROVINCE_IMPROVEMENTS = (
    "village",
    "road",
    "fortification",
    "watch_tower",
    "guard_tower",
    "wizard_tower",
    "castle",
)
"""The works that cities build in their provinces; every module has figures for each."""


class ProvinceImprovement(Named):
    """A provincial improvement (`cohorts.improvement.placement`).

    `needs` holds what each level needs, the last entry also for higher levels; with `guild`
    the city needs that guild at `guild_level`, and if `or_character` a character of that class
    and level will do. Figures by level are tuples from level 1.
    """

    levels: Level
    on_capital: bool
    excludes: tuple[Annotated[str, KeyOf(("province_improvements",))], ...] = ()
    needs: tuple[Needs, ...] = ()
    improvements: Mapping[Annotated[str, KeyOf(("improvements",))], Level] = {}
    guild: GuildKind | None = None
    guild_level: Annotated[int, Field(ge=0)] = 0
    or_character: bool = False
    view: tuple[int, ...] = ()
    range: Annotated[int, Field(ge=0)] = 0
    df_percent: tuple[int, ...] = ()
    mar: tuple[int, ...] = ()
    ship_percent: tuple[int, ...] = ()
    artillery_percent: tuple[int, ...] = ()


class Training(Data):
    """New military units (`cohorts.order.train-military-units`, `cohorts.unit.creation`)."""

    soldiers_per_recruit: Positive
    most_soldiers: Positive
    level: Positive
    xp: Annotated[int, Field(ge=0)]
    morale: Percent
    battle_slot: Annotated[int, Field(ge=0, le=10)]
    most_talents: Annotated[int, Field(ge=0)]
    levels_per_talent: Positive
    camps_per_level: Positive
    """How many training camps bring a unit to its next level (`cohorts.order.training-camp`)."""
    camps_to_level: Annotated[int, Field(ge=0, exclude_if=operator.not_)] = 0
    """The level beyond which camps teach nothing more; 0 for none (`cohorts.unit.camp-limit`)."""

    def talents_at(self, level: int) -> int:
        """How many talents a character or unit of a level may have (`cohorts.talent.slots`)."""
        return self.most_talents + level // self.levels_per_talent


class Experience(Data):
    """The XP chart (`cohorts.xp.chart`): total XP of each level from 1.

    Above the chart level L needs `factor` * L * (L + 1) / 2. The points are what a character
    gets with each new level (`cohorts.xp.level-up`). Of what a battle brings a side its characters
    get `heroes_percent` first; 0 for as much as their levels claim. What it brings is
    `battle_percent` of what the encounter level of the enemy is worth
    (`cohorts.battle.lessons`).
    """

    factor: Positive
    skill_points: Annotated[int, Field(ge=0)]
    attribute_points: Annotated[int, Field(ge=0)]
    chart: Annotated[tuple[Positive, ...], Field(min_length=1)]
    heroes_percent: Annotated[Percent, Field(exclude_if=operator.not_)] = 0
    battle_percent: Annotated[int, Field(ge=1, le=1000, exclude_if=_PLAIN.__eq__)] = _PLAIN

    def needed_for(self, level: int) -> int:
        """The total XP that a level, counted from 1, requires."""
        if level <= len(self.chart):
            return self.chart[level - 1]
        return self.factor * level * (level + 1) // 2

    def gap(self, level: int) -> int:
        """The XP from a level to the next."""
        return self.needed_for(level + 1) - self.needed_for(level)

    def level_of(self, xp: int) -> int:
        """The level that this many XP give, at least 1."""
        level = 1
        while self.needed_for(level + 1) <= xp:
            level += 1
        return level


class SightChance(Data):
    """Chances in percent that a city or stack sights a stack, by the type of the stack sighted."""

    legion: Percent
    fleet: Percent
    party: Percent
    agitator: Percent


class SightingChances(Data):
    """Chances of sighting (`cohorts.turn.sighting-chance`) and the range of present view."""

    range: Positive
    same_province: SightChance
    next_province: SightChance
    tower_percent: Percent
    stealth_points_per_level: Annotated[int, Field(ge=0)]
    least_percent: Percent
