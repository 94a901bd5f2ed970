"""What becomes of an army that was bought: where its units stand, what they do, and its dismissal.

Sources: warmaster.directive.units, warmaster.deploy.zones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.orders.deploying import NONE, ZONES, part_of, spot_of
from engine.packs.warmaster.orders.directing import Told
from engine.packs.warmaster.pitched.buying import KINDS, MY_ARMY
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.state import State


@facts
class ArmyDismissed(Event):
    """A player gave up an army of points."""

    kind = "warmaster-army-dismissed"

    army: int
    name: str


@facts
class ArmyArranged(Event):
    """A unit of a bought army was told where to stand or what to do."""

    kind = "warmaster-army-arranged"

    army: int
    name: str
    number: int
    unit: str
    directive: str
    """Empty for what is usual."""


def my_army(state: State, ref: Ref, rule: str) -> Iterator[Refusal]:
    """Refuses an army that another player bought."""
    army = state.the(BoughtArmy, ref)
    if army.player != state.player:
        yield not_yours(rule, army.name)


class ArrangeUnit(Order):
    """Say where a unit of a bought army stands, and what it does."""

    path = ("pitched", "arrange")
    rule = "warmaster.directive.units"
    phases = ("basic",)
    at_once = True
    unforeseen: ClassVar = {"army": ("units",)}

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")
    number: int = Field(ge=1, le=MOST_UNITS, description="The number of the unit in the army")
    directive: Told | None = Field(default=None, description="What it does, or usual")
    hex: str = Field(
        default="",
        max_length=10,
        description="Column and row: rows 11-13 attacking, 0-2 defending; none for no place",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)
        army = state.the(BoughtArmy, self.army)
        if self.number > len(army.units):
            yield Refusal(
                "bad_target",
                self.rule,
                f"{army.name} has {len(army.units)} units.",
                "Choose a number up to that.",
            )
        if not self.hex or self.hex.casefold() == NONE:
            return
        spot = spot_of(self.hex)
        part = part_of(spot) if spot else None
        if part is None:
            yield Refusal(
                "bad_target",
                ZONES,
                f"{self.hex!r} is no hex of a zone.",
                "Name a column from 0 to 17 and a row: 11 to 13 to attack, 0 to 2 to defend.",
            )
        elif any(
            (unit.attack if part == "attack" else unit.defence) == spot
            for number, unit in enumerate(army.units, start=1)
            if number != self.number
        ):
            yield Refusal(
                "not_allowed", ZONES, "Another unit stands there already.", "Choose another hex."
            )

    def perform(self, state: State) -> None:
        army = state.the(BoughtArmy, self.army)
        unit = army.units[self.number - 1]
        if self.directive:
            unit = unit.replace(directive=None if self.directive == "usual" else self.directive)
        spot = spot_of(self.hex)
        if spot and part_of(spot) == "attack":
            unit = unit.replace(attack=spot)
        elif spot:
            unit = unit.replace(defence=spot)
        elif self.hex:
            unit = unit.replace(attack=None, defence=None)
        units = (*army.units[: self.number - 1], unit, *army.units[self.number :])
        state.world.put(army.replace(units=units))
        own = state.module.content(WarmasterContent).army_lists[army.list]
        state.emit(
            ArmyArranged(
                army=army.id,
                name=army.name,
                number=self.number,
                unit=own.units[unit.type].name,
                directive=unit.directive or "",
            )
        )


class DismissArmy(Order):
    """Give up an army that you bought."""

    path = ("pitched", "dismiss")
    rule = KINDS
    phases = ("basic",)
    at_once = True

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)

    def perform(self, state: State) -> None:
        army = state.the(BoughtArmy, self.army)
        state.world.remove(army)
        state.emit(ArmyDismissed(army=army.id, name=army.name))
