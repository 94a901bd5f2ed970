"""What a new world is made of: sizes of realms, cities at the start, and names for all of it."""

import operator
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from engine.module.names import places_in_form
from engine.module.sections import Data
from engine.packs.cohorts.content.cities import Level, Positive
from engine.packs.cohorts.content.items import GoodsKey, ImprovementKey
from engine.packs.cohorts.content.land import Alternative, Percent, ResourceKey, TerrainKey
from engine.packs.cohorts.content.peoples import RaceKey
from engine.packs.lands.naming import Syllables


class MinMax(Data):
    """The least and the most of something."""

    min: Positive
    max: Positive

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")
        return self


class BaronySpan(MinMax):
    """How many provinces a barony has."""

    typical: Positive


class Fairness(Data):
    """How alike the factions' starts are, and by what this is measured.

    A deposit counts its `worth` by availability. Within reach is what lies within `march`
    movement points of a starting city. Of neither food nor worth may the best faction have more
    than `percent` more than the worst, at home or in reach. `near` says which deposits every
    starting city has within how many provinces (`cohorts.world.near-deposits`).
    """

    percent: Percent = 10
    march: Positive = 32
    worth: Annotated[Mapping[Literal["common", "uncommon", "rare"], Positive], Field(min_length=3)]
    near: Annotated[Mapping[ResourceKey, Positive], Field(exclude_if=operator.not_)] = {}


class WorldRules(Data):
    """What the map generator aims at (`cohorts.world.starter-world`).

    The percents are shares of all land provinces: of those that hold a hot spot, a gate (two of
    them lead to each other), a limit (one of `level_limits`) or are free of fights between players.
    """

    land_percent: Annotated[int, Field(ge=10, le=90)]
    barony_provinces: BaronySpan
    territory_baronies: MinMax
    kingdom_territories: MinMax
    capitals_at_least_apart: Positive
    river_sources_percent: Percent
    river_provinces_per_level: Positive
    barriers_percent: Percent
    caches_percent: Percent
    cache_items: tuple[Mapping[GoodsKey, Positive], ...] = ()
    hot_spots_percent: Percent = 0
    gates_percent: Percent = 0
    level_limits_percent: Percent = 0
    level_limits: tuple[Positive, ...] = ()
    pvp_free_percent: Percent = 0
    wild_city_population: MinMax
    fairness: Fairness


class StartingVillage(Data):
    """A village at the start: on a deposit of the first alternative that the barony has."""

    on: Annotated[tuple[Alternative, ...], Field(min_length=1)]
    level: Level


class StartingCity(Data):
    """How a player's city begins (`cohorts.world.starter-city`).

    In its barony lie `food_deposits`, if all starting baronies have room for as many.
    """

    population: Positive
    home_race_percent: Percent
    improvements: Mapping[ImprovementKey, Level]
    villages: tuple[StartingVillage, ...]
    capital_deposits: tuple[ResourceKey, ...]
    food_deposits: Positive = 2
    recruits_of_home_race: Annotated[int, Field(ge=0)]
    items: Mapping[GoodsKey, Positive]
    fortification_level: Annotated[int, Field(ge=0, le=4)]


def _is_form(form: str) -> str:
    try:
        used = places_in_form(form)
    except ValueError:
        used = {""}
    if not used <= {"capital"}:
        raise ValueError("may use {capital} only")
    return form


Form = Annotated[str, AfterValidator(_is_form)]


class Names(Data):
    """Names for generated places: of cities by race, of regions by terrain family.

    `qualifiers` go before a name that is already taken; the forms of baronies, territories and
    kingdoms may use {capital}.
    """

    cities: Mapping[RaceKey, Syllables]
    regions: Mapping[TerrainKey, Syllables]
    qualifiers: Annotated[tuple[str, ...], Field(min_length=1)]
    barony: Form
    territory: Form
    kingdom: Form
