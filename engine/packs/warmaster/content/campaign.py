"""What a module says of Warmaster in a campaign: who uses which list, and what leads to it.

The shapes of the TOML tables alone; the figures are in `data/modules/warmaster`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, ValidationInfo, field_validator

from engine.module.sections import Data, KeyOf, Named, Sections, Table, Validation
from engine.packs.cohorts.content.cities import Level, Positive
from engine.packs.cohorts.content.items import ImprovementKey
from engine.packs.cohorts.content.land import Percent
from engine.packs.warmaster.content.lists import Armour, Kind

ListKey = Annotated[str, KeyOf(("army_lists",))]
ItemKey = Annotated[str, KeyOf(("magic_items",))]
RaceKey = Annotated[str, KeyOf(("races",))]
EngineKey = Annotated[str, KeyOf(("artillery",))]
ShipKey = Annotated[str, KeyOf(("ships",))]


class Needed(Data):
    """The improvements that a city needs for units of this many points and more."""

    points: Annotated[int, Field(ge=0)] = 0
    works: Mapping[ImprovementKey, Level]


class ConvertedEngine(Data):
    """How an engine of the base game fights (warmaster.map.conversion)."""

    stands: Annotated[int, Field(ge=1, le=3)]
    attacks: Positive
    hits: Positive
    shots: Positive
    range: Positive
    pierce: bool = False


class ArmourStep(Data):
    """From which armor DF on a unit without a type has an Armour."""

    df: Positive
    armour: Armour


class Conversion(Data):
    """How units without a type fight (warmaster.map.conversion).

    Attacks are `attacks` and one more for each `attack_levels` of the encounter level, up to
    `most_attacks`; Hits `hits`, one more from `tough_level` on.
    """

    attacks: Positive
    attack_levels: Positive
    most_attacks: Positive
    hits: Positive
    tough_level: Positive
    stands: Annotated[int, Field(ge=1, le=3)]
    armour: tuple[ArmourStep, ...]
    """In rising order of DF."""
    pace: Mapping[Kind, Positive]
    shots: Positive
    range: Positive
    engines: Mapping[EngineKey, ConvertedEngine]


class WarShip(Named):
    """How ships fight (warmaster.map.naval): `bodies` are the ships of the base game."""

    attacks: Positive
    hits: Positive
    armour: Armour
    stands: Annotated[int, Field(ge=1, le=3)]
    bodies: tuple[ShipKey, ...]


class Leading(Data):
    """Who leads armies and how well (warmaster.map.character)."""

    most_wizards: Positive
    most_heroes: Positive
    wizards: tuple[str, ...]
    """The classes of characters who may be Wizards or Runesmiths ..."""
    wizardry: tuple[str, ...]
    """... with at least 1 in one of these skills."""
    green_below: Positive
    """Below this level Command is 1 less ..."""
    master_from: Positive
    """... and from this one on 1 more."""
    captain: Annotated[int, Field(ge=7, le=10)]
    """The Command of an unnamed captain."""


class Workshop(Data):
    """Colleges that make magic items (warmaster.map.items)."""

    points_per_level: Positive
    """A college makes what costs up to this many points for each of its heroic levels."""
    materials: Annotated[tuple[Annotated[str, KeyOf(("resources",))], ...], Field(min_length=1)]


class Starts(Data):
    """What stands in the world at the start: first troops, garrisons, hidden items.

    `units` are a player's first, by the list of the faction's home race; `garrison_points` what a
    unit of a wild city may cost at most, for units of level 1, 2, 3 ... on. A cache holds one of
    `hidden` with a chance of `hidden_percent`.
    """

    units: Mapping[ListKey, tuple[str, ...]]
    items: tuple[ItemKey, ...] = ()
    garrison_points: Annotated[tuple[Positive, ...], Field(min_length=1)]
    hidden: tuple[ItemKey, ...] = ()
    hidden_percent: Percent = 0


class PitchedFigures(Data):
    """Pitched battles (warmaster.battle.kinds): points in steps, and for how many turns they wait.

    `terrain` is that on which they are fought unless another is agreed.
    """

    least: Positive
    most: Positive
    step: Positive
    waits: Positive
    terrain: Annotated[str, KeyOf(("terrains",))]
    armies: Positive
    """The most armies that a player may keep."""


class Figures(Data):
    """The figures of a Warmaster campaign.

    `experience_points` of a unit at full strength count as one level (warmaster.map.experience).
    A unit of the winner that was destroyed rallies on a die of `rally`, a slain character lives
    with `mercy_wounds` percent of wounds on one of `mercy` (warmaster.map.result).
    """

    training: Mapping[Kind, tuple[Needed, ...]]
    """By kind, in rising order of points; kinds left out cannot be trained."""
    trained_at_once: Positive
    engines: Mapping[str, EngineKey] = Field(default_factory=dict)
    """Which engine of the base game a type of machine bombards as."""
    experience_points: Positive
    rally: Annotated[int, Field(ge=1, le=6)]
    mercy: Annotated[int, Field(ge=1, le=6)]
    mercy_wounds: Percent
    trials: Positive
    """The most trial battles of a forecast."""
    naval_rounds: Positive
    naval_hit: Annotated[int, Field(ge=1, le=6)]
    leading: Leading
    college: Workshop
    starts: Starts
    pitched: PitchedFigures


class CampaignSections(Sections):
    """The sections of Warmaster that a campaign asks for, by the names of their tables."""

    armies: Mapping[RaceKey, ListKey]
    """Which army list each race uses (warmaster.map.training)."""
    war_ships: Table[WarShip]
    conversion: Conversion
    warmaster: Figures

    @field_validator("armies", mode="after")
    @classmethod
    def _every_race_has_one(
        cls, armies: Mapping[str, str], info: ValidationInfo
    ) -> Mapping[str, str]:
        return _complete(armies, info, "races", "armies", "needs its army list")

    @field_validator("war_ships", mode="after")
    @classmethod
    def _every_ship_fights(
        cls, ships: Mapping[str, WarShip], info: ValidationInfo
    ) -> Mapping[str, WarShip]:
        bodies = {body: ship for ship in ships.values() for body in ship.bodies}
        _complete(bodies, info, "ships", "war_ships", "needs its figures in a battle at sea")
        return ships


def _complete(
    table: Mapping[str, Any], info: ValidationInfo, of: str, section: str, message: str
) -> Mapping[str, Any]:
    """Finds records of the base game of which a table says nothing."""
    if isinstance(info.context, Validation):
        for key in info.context.tables.get(of, ()):
            if key not in table:
                info.context.fault((section, key), message)
    return table
