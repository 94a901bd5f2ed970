"""Battle slots: where a character or military unit reports when a battle begins.

What the slots mean in a battle stands with the battle.

Source: cohorts.battle.slot-capacity.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_FIGHTER
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.state import State
from engine.world import Place


@facts
class BattleSlotAssigned(Event):
    """A character or military unit was given a battle slot."""

    piece: Place
    name: str
    slot: int
    reports: bool
    """Whether it reports for battle."""


def reports(piece: Character | Unit) -> bool:
    """Whether a piece reports for battle: not from slot 0 (cohorts.order.assign-battle-slot)."""
    return piece.slot > 0


class AssignBattleSlot(Order):
    """Set the battle slot of a character or military unit; in slot 0 it keeps out of battle."""

    path = ("set", "slot")
    rule = "cohorts.order.assign-battle-slot"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("slot",)}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Whose slot it is")
    slot: int = Field(ge=0, le=10, description="0 to 10; 0 keeps out of battle")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from not_controlled(state, self._piece(state), self.rule)

    def perform(self, state: State) -> None:
        piece = self._piece(state).replace(slot=self.slot)
        state.world.put(piece)
        state.emit(
            BattleSlotAssigned(
                piece=piece.place, name=piece.name, slot=piece.slot, reports=reports(piece)
            )
        )

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)
