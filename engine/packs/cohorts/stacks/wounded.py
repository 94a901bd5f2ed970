"""Abandon Wounded: a military unit leaves its wounded behind and is whole again.

How wounds come and heal stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_UNIT
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.things.equipment import worn
from engine.state import State
from engine.world import Place


@facts
class WoundedAbandoned(Event):
    """A military unit left its wounded behind to die (cohorts.order.abandon-wounded)."""

    unit: int
    name: str
    abandoned: int
    """Soldiers."""
    soldiers: int
    """Those who are left."""
    to: Place
    items: dict[str, int]
    """What was taken off the wounded, into the container."""


def unhurt(unit: Unit) -> int:
    """The soldiers that its wounds leave, rounded down."""
    return unit.soldiers * (100 - unit.wounds) // 100


class AbandonWounded(Order):
    """Leave a unit's wounded soldiers to die; the rest are at full health."""

    path = ("unit", "abandon-wounded")
    rule = "cohorts.order.abandon-wounded"
    phases = ("basic",)
    unforeseen: ClassVar = {"unit": ("soldiers", "wounds")}

    unit: Annotated[Ref, MY_UNIT] = Field(description="Which unit leaves its wounded")
    strip: bool = Field(
        default=False,
        title="equipment kept",
        description="Whether their equipment goes to the stack, city or cache",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        unit = state.the(Unit, self.unit)
        yield from not_controlled(state, unit, self.rule)
        if unit.arm != "soldier":
            yield self.refusal(
                "bad_target",
                f"{unit.name} is not a unit of soldiers.",
                "The crews of ships and engines stay together.",
            )
        elif not unit.wounds:
            yield self.refusal(
                "not_qualified", f"{unit.name} has no wounded.", "Choose a unit that has wounds."
            )
        elif not unhurt(unit):
            yield self.refusal(
                "not_qualified", f"Nobody would be left of {unit.name}.", "Let it heal first."
            )

    def perform(self, state: State) -> None:
        unit = state.the(Unit, self.unit)
        left = unhurt(unit)
        abandoned = unit.soldiers - left
        items: dict[str, int] = {}
        for item in worn(unit) if self.strip else ():
            give(state.world, unit.holder, item, abandoned)
            items[item] = items.get(item, 0) + abandoned
        state.world.put(unit.replace(soldiers=left, wounds=0))
        state.emit(
            WoundedAbandoned(
                unit=unit.id,
                name=unit.name,
                abandoned=abandoned,
                soldiers=left,
                to=unit.holder,
                items=dict(sorted(items.items())),
            )
        )
