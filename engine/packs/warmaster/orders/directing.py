"""Directives of units, and brigades that one order moves together.

Sources: warmaster.directive.units, warmaster.army.brigades, warmaster.map.orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.names import Label
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_UNIT
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.packs.warmaster.battle.brigades import LARGEST, may_be_brigade
from engine.packs.warmaster.standing import Brigade, keep, members, unit_post
from engine.state import State

BRIGADES: Final = "warmaster.army.brigades"
Told = Literal[
    "attack", "advance", "hold", "counter", "stand-off", "flank-left", "flank-right", "usual"
]


@facts
class DirectiveGiven(Event):
    """A unit was given a directive for battles, or does what is usual again."""

    kind = "warmaster-directive"

    unit: int
    name: str
    directive: str
    """Empty for what is usual."""


@facts
class BrigadeChanged(Event):
    """Units form a brigade, or one was dissolved."""

    kind = "warmaster-brigade"

    brigade: int
    name: str
    units: tuple[str, ...]
    formed: bool
    """False: it was dissolved."""


class GiveDirective(Order):
    """Say what a unit does in battle: attack, hold, counter, stand off, flank ..."""

    path = ("army", "directive")
    rule = "warmaster.directive.units"
    phases = ("basic",)
    unforeseen: ClassVar = {"unit": ("ext",)}

    unit: Annotated[Ref, MY_UNIT] = Field(description="Which unit")
    directive: Told = Field(description="What it does; usual leaves it to its kind and side")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from not_controlled(state, state.the(Unit, self.unit), self.rule)

    def perform(self, state: State) -> None:
        unit = state.the(Unit, self.unit)
        told = None if self.directive == "usual" else self.directive
        keep(state.world, unit_post(state.world, unit).replace(directive=told))
        state.emit(DirectiveGiven(unit=unit.id, name=unit.name, directive=told or ""))


def _my_brigades(state: State, given: Given) -> Iterator[Choice]:
    for brigade in state.world.by(Brigade, "player", state.player):
        names = ", ".join(unit.name for unit in members(state.world, brigade.id))
        yield Choice.of(brigade, f"{brigade.name}: {names}")


MY_BRIGADE = Asks("a brigade of yours", _my_brigades, (Brigade.kind,))


class FormBrigade(Order):
    """Put one to four units together, so that one order moves them all."""

    path = ("army", "brigade")
    rule = BRIGADES
    phases = ("basic",)
    makes = "brigade"

    units: Annotated[tuple[Annotated[Ref, MY_UNIT], ...], Field(min_length=1)] = Field(
        description="One to four units"
    )
    name: Label | None = Field(default=None, description="What it is called")

    def conditions(self, state: State) -> Iterator[Refusal]:
        for unit in self.units:
            yield from not_controlled(state, state.the(Unit, unit), self.rule)
        if not may_be_brigade(len(self.units)) or len(dict.fromkeys(self.units)) < len(self.units):
            yield self.refusal(
                "not_allowed",
                f"A brigade has one to {LARGEST} different units.",
                "Name fewer, and each once.",
            )

    def perform(self, state: State) -> None:
        units = [state.the(Unit, unit) for unit in self.units]
        name = self.name or f"{units[0].name}'s brigade"
        brigade = state.make(Brigade, player=state.player, name=name)
        for unit in units:
            keep(state.world, unit_post(state.world, unit).replace(brigade=brigade.id))
        names = tuple(unit.name for unit in units)
        state.emit(BrigadeChanged(brigade=brigade.id, name=name, units=names, formed=True))


class DissolveBrigade(Order):
    """Have the units of a brigade ordered each by itself, or as is usual."""

    path = ("army", "dissolve")
    rule = BRIGADES
    phases = ("basic",)

    brigade: Annotated[Ref, MY_BRIGADE] = Field(description="Which brigade")

    def conditions(self, state: State) -> Iterator[Refusal]:
        brigade = state.the(Brigade, self.brigade)
        if brigade.player != state.player:
            yield not_yours(self.rule, brigade.name)

    def perform(self, state: State) -> None:
        brigade = state.the(Brigade, self.brigade)
        units = members(state.world, brigade.id)
        for unit in units:
            keep(state.world, unit_post(state.world, unit).replace(brigade=0))
        state.world.remove(brigade)
        names = tuple(unit.name for unit in units)
        state.emit(BrigadeChanged(brigade=brigade.id, name=brigade.name, units=names, formed=False))
