"""Figures of what characters do with their actions, and of what renown buys."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.module.sections import Data
from engine.packs.cohorts.content.land import Percent
from engine.packs.cohorts.content.peoples import GuildKind, RaceKey
from engine.packs.cohorts.content.spells import Frequency
from engine.packs.lands.naming import Syllables

Rating = Literal["L0", "L1", "L2", "L3", "L4"]
Standing = Literal["own", "allied", "neutral", "enemy"]
CityRank = Literal["barony", "territory", "kingdom"]
Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]


class Acting(Data):
    """What characters do (`cohorts.action.*`, `cohorts.order.*` of the standard actions).

    `ratings` says how long after an action of a rating its character may do the same again. Of
    action points at most `points_per_turn` are spent in a turn. Practice succeeds with the
    percents for each level that the character is above the skill, or the guild above the character,
    and no less than `practice_least_percent`. Gathering reaches `gather_range` provinces and
    gives `gather_per_heroic_level`. A recipe is found with `recipe_percent` and more for every
    level that the heroic level of the skill is above the item's. Faith weakens churches
    `church_range_per_heroic_level` provinces away, and converts one with `conversion_percent`,
    more by its own level and less by the church's.
    """

    ratings: Annotated[Mapping[Rating, Frequency], Field(min_length=5)]
    points_per_turn: Whole
    practice_trained_percent: Whole
    practice_untrained_percent: Whole
    practice_guild_percent: Whole
    practice_least_percent: Percent
    gather_range: Whole
    gather_per_heroic_level: Positive
    recipe_percent: Whole
    recipe_percent_per_level: Whole
    church_range_per_heroic_level: Whole
    conversion_percent: Whole


class RenownRules(Data):
    """What renown buys (`cohorts.renown.*`, `cohorts.order.recruit-character`).

    A character costs `per_xp` for each XP that its level takes, a city's rank adds its
    `city_percent` of that, and then all the percents that apply are added up: of the faction it
    comes from, and of `other_player` if it is another player's.
    """

    per_xp: Positive
    city_percent: Annotated[Mapping[CityRank, Whole], Field(min_length=3)]
    influence_percent: Mapping[Standing, int]
    other_player_percent: int
    recruit_percent: Mapping[Standing, int]
    recruits_any: tuple[GuildKind, ...] = ()
    """The guilds whose recruits are of any class; others' are of the class that they teach."""


class Newcomers(Data):
    """Characters who come into the game: their names by race, `others` for the rest.

    `qualifiers` go before a name that is already taken.
    """

    qualifiers: Annotated[tuple[str, ...], Field(min_length=1)]
    others: Syllables
    names: Mapping[RaceKey, Syllables] = {}
