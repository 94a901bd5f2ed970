"""The land of a Cohorts module: terrains, rivers, roads, resources and the costs of movement."""

import operator
from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from engine.module.art import ColourOrNone, IconOrNone, InLegend, SymbolOrNone
from engine.module.sections import Data, KeyOf, Named
from engine.packs.lands.climate import Climate

TerrainKey = Annotated[str, KeyOf(("terrains",))]
ResourceKey = Annotated[str, KeyOf(("resources",))]
Alternative = Annotated[
    str,
    KeyOf(
        ("resources",),
        also=(
            "any food",
            "any flora",
            "any herd",
            "any resource",
            "any common",
            "any uncommon",
            "any rare",
        ),
    ),
]
# Every need must be met; a need is met by any one of its alternatives.
Needs = tuple[Annotated[tuple[Alternative, ...], Field(min_length=1)], ...]
Mode = Literal["land", "air", "water"]
MODES: Final[tuple[Mode, ...]] = ("land", "air", "water")
Cost = Annotated[int, Field(ge=1)]
Percent = Annotated[int, Field(ge=0, le=100)]


class Terrain(Named):
    """A terrain (`cohorts.world.terrain-types`); `family` is the key of its primary terrain.

    Costs are in movement points by mode, None where that mode cannot enter; `defense` is the
    percent added to the DF of those who defend in it (`cohorts.world.terrain-defense`). Maps draw
    its `symbol` on ground of its `colour`; left out, they are those of its family.
    """

    family: TerrainKey
    land: Cost | None = None
    water: Cost | None = None
    air: Cost | None = None
    defense: Annotated[int, Field(ge=0)] = 0
    climate: Climate | None = None
    symbol: SymbolOrNone = None
    colour: ColourOrNone = None
    legend: InLegend = None

    @property
    def is_water(self) -> bool:
        """Whether this is a water province: one of the sea family."""
        return self.family == "sea"


class River(Data):
    """A level of rivers (`cohorts.world.rivers-by-land`, `rivers-by-water`)."""

    land_percent: int
    water_cost: Cost
    ships: bool


class Road(Data):
    """A level of roads (`cohorts.improvement.road-effect`, `road-building`)."""

    land_percent: int
    needs: Needs = ()


class Overburden(Data):
    """A step of an overburden table: up to this percent, included, costs this part of the speed."""

    up_to_percent: Annotated[int, Field(ge=1)]
    penalty_percent: Percent


class MovementRules(Data):
    """Costs that do not depend on terrain, and what too much weight costs (`cohorts.movement.*`).

    An overburden above the last step of its table ends movement in that mode. Where a way leads
    through provinces never seen, they count as `unknown_land`, for fleets as `unknown_water`. Items
    that another pack brings weigh `thing_weight` each.
    """

    least_cost_percent: Annotated[int, Field(ge=1, le=100)]
    harbor_cost: Cost
    gate_cost: Cost
    unknown_land: TerrainKey = Field(default="grassland", validate_default=True)
    unknown_water: TerrainKey = Field(default="sea", validate_default=True)
    overburden_land: tuple[Overburden, ...]
    overburden_air: tuple[Overburden, ...]
    overburden_water: tuple[Overburden, ...]
    thing_weight: Annotated[int, Field(ge=0, exclude_if=operator.not_)] = 0


class Resource(Named):
    """A resource (`cohorts.world.resource-table`) and where its deposits lie.

    `level` is the village level that gathers it; it lies in the `families` and the `terrains`
    named, and on any coastal land if `coast`. It is drawn as its `icon` on a plate of its `colour`;
    left out, they are those of its class. On a small plate, `mark` says whether it shows the icon
    or letters; left out, the first of those that share an icon has it.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    class_: Annotated[Literal["food", "resource", "flora", "herd"], Field(alias="class")]
    level: Annotated[int, Field(ge=1, le=4)]
    availability: Literal["common", "uncommon", "rare"]
    families: tuple[TerrainKey, ...] = ()
    terrains: tuple[TerrainKey, ...] = ()
    coast: bool = False
    note: str = ""
    icon: IconOrNone = None
    colour: ColourOrNone = None
    mark: Annotated[Literal["icon", "letters"] | None, Field(exclude_if=operator.not_)] = None
    legend: InLegend = None

    def is_a(self, alternative: Alternative) -> bool:
        """Whether it meets one alternative of a need, such as "oak", "any herd" or "any rare"."""
        return alternative in (self.key, f"any {self.class_}", f"any {self.availability}")


class Seeding(Data):
    """How often deposits lie on generated land (`cohorts.world.resource-seeding`).

    `deposits_percent` holds the chances of 0, 1, 2 ... deposits and adds up to 100.
    """

    deposits_percent: Annotated[tuple[Percent, ...], Field(min_length=1)]
    weights: Mapping[Literal["common", "uncommon", "rare"], Annotated[int, Field(ge=1)]]

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if sum(self.deposits_percent) != 100:
            raise ValueError("deposits_percent must add up to 100")
        if len(self.weights) != 3:
            raise ValueError("weights needs common, uncommon and rare")
        return self
