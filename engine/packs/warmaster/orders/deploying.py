"""Where units stand when a battle begins, for attack and defence apart.

The row of a hex says which of the two it is for. Sources: warmaster.map.orders,
warmaster.deploy.zones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_UNIT, mine_in
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.warmaster.battle.deployment import COLUMNS, ROWS, in_zone
from engine.packs.warmaster.battle.values import Spot
from engine.packs.warmaster.standing import UnitPost, keep, unit_post
from engine.refusals import quoted
from engine.state import State
from engine.world import World

ZONES: Final = "warmaster.deploy.zones"
NONE: Final = "none"
_SPOT: Final = re.compile(r"\s*(\d{1,2})\s*[,;/ ]\s*(\d{1,2})\s*")

Part = Literal["attack", "defence"]
PARTS: Final[tuple[Part, Part]] = ("attack", "defence")


@facts
class UnitDeployed(Event):
    """A unit was given a hex to stand in when a battle begins, or has none any more."""

    kind = "warmaster-deployed"

    unit: int
    name: str
    part: str
    """`attack` or `defence`; `both` where it has none any more."""
    spot: Spot | None


def spot_of(text: str) -> Spot | None:
    """The hex that a text names by column and row, such as `8, 11`; None if it names none."""
    found = _SPOT.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def part_of(spot: Spot) -> Part | None:
    """In which part a hex is in the own zone; None for hexes outside both (warmaster.deploy.zones).

    The defender deploys in rows 0 to 2, the attacker in rows 11 to 13.
    """
    return next((part for side, part in enumerate(PARTS) if in_zone(side, spot)), None)


def placed(post: UnitPost, part: Part) -> Spot | None:
    """Where a unit stands in that part."""
    return post.attack if part == "attack" else post.defence


def holder_of(world: World, unit: Unit, spot: Spot, part: Part) -> Unit | None:
    """Who else of the unit's player and stack has that hex already."""
    for other in world.by(Unit, "holder", unit.holder):
        mine = other.player == unit.player and other.id != unit.id
        if mine and placed(unit_post(world, other), part) == spot:
            return other
    return None


def _hexes(state: State, given: Given) -> Iterator[Choice]:
    unit = mine_in(state, given, "unit", Unit)
    yield Choice(NONE, "None: the engine finds places")
    for line, *rows in zip(("front", "second", "last"), *ROWS, strict=True):
        for column in COLUMNS:
            for part, row in zip(PARTS, rows, strict=True):
                if not (unit and holder_of(state.world, unit, (column, row), part)):
                    yield Choice(f"{column},{row}", f"{column},{row}: {part}, {line} row")


HEX = Asks("a hex of your zone, as column and row", _hexes)


class DeployUnit(Order):
    """Say in which hex a unit stands when a battle begins: rows 11-13 attacking, 0-2 defending."""

    path = ("army", "deploy")
    rule = "warmaster.map.orders"
    phases = ("basic",)
    unforeseen: ClassVar = {"unit": ("ext",)}

    unit: Annotated[Ref, MY_UNIT] = Field(description="Which unit")
    hex: Annotated[str, HEX] = Field(
        max_length=10, description="Column and row, such as 8,11; none leaves it to the engine"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        unit = state.the(Unit, self.unit)
        yield from not_controlled(state, unit, self.rule)
        if self.hex.casefold() == NONE:
            return
        spot = spot_of(self.hex)
        part = part_of(spot) if spot else None
        if spot is None or part is None:
            yield Refusal(
                "bad_target",
                ZONES,
                f"{quoted(self.hex)} is no hex of a zone of yours.",
                "Name a column from 0 to 17 and a row: 11 to 13 to attack, 0 to 2 to defend; "
                "such as 8,11. Or none.",
            )
            return
        other = holder_of(state.world, unit, spot, part)
        if other:
            yield Refusal(
                "not_allowed",
                ZONES,
                f"{other.name} stands there already.",
                "Choose another hex, or move that unit first.",
            )

    def perform(self, state: State) -> None:
        unit = state.the(Unit, self.unit)
        post, spot = unit_post(state.world, unit), spot_of(self.hex)
        part = part_of(spot) if spot else None
        match part:
            case "attack":
                post = post.replace(attack=spot)
            case "defence":
                post = post.replace(defence=spot)
            case None:
                post = post.replace(attack=None, defence=None)
        keep(state.world, post)
        state.emit(UnitDeployed(unit=unit.id, name=unit.name, part=part or "both", spot=spot))
