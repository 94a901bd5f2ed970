"""What the pack adds to a world and a module: scars on units, trophies, their figures."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.facts import facts
from engine.module.sections import Data, Named, Sections, Table, declare
from engine.packs.cohorts.pieces.extension import Extension
from engine.packs.cohorts.pieces.records import Unit
from engine.world import Record


class Figures(Data):
    """How scarred a unit can be."""

    most: Annotated[int, Field(ge=1)]


class Charm(Named):
    """An item that the pack brings; it does nothing but look well."""


class ValourRules(Sections):
    """The pack's sections of a module."""

    things: ClassVar[tuple[str, ...]] = ("charms",)

    valour: Figures
    charms: Table[Charm] = Field(default_factory=dict[str, Charm])


declare("seam", ValourRules)


@facts
class Valour(Extension):
    """What the drill has made of a unit."""

    tag = "seam.valour"

    scars: int


@facts
class Trophy(Record):
    """What a player keeps of a victory; its own faction alone knows of it."""

    kind = "trophy"
    indexes = ("player",)

    player: int
    province: int
    turn: int


def scars_of(unit: Unit) -> int:
    """The scars of a unit; none are seen on a foreign unit."""
    ext = unit.ext if unit.knows("ext") else None
    return ext.scars if isinstance(ext, Valour) else 0
