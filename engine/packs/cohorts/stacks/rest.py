"""The Rest order: a stack spends all its movement before it moves, and heals.

How much a rest heals and gives back stands in `healing` and `mana`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.numbers import Exact
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_STACK
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.stacks.activation import act, may_act
from engine.packs.cohorts.worth import healing, mana
from engine.packs.cohorts.worth.levels import counts
from engine.state import State
from engine.world import Place


@facts
class StackRested(Event):
    """A stack rested."""

    stack: int
    name: str
    province: int
    healed: tuple[tuple[Place, Exact], ...]
    """The pieces whose wounds healed, each with the percent points."""


class Rest(Order):
    """Let a stack rest: it does not move, its people heal and regain mana."""

    path = ("stack", "rest")
    rule = "cohorts.order.rest"
    phases = ("military-1",)
    unforeseen: ClassVar = {"stack": ("used", "acted")}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack rests")

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        yield from may_act(state, stack, self.rule, all_movement=True)

    def perform(self, state: State) -> None:
        stack = state.the(Stack, self.stack)
        act(state, stack, "military", all_movement=True)
        healed: list[tuple[Place, Exact]] = []
        for piece in pieces_in(state.world, stack.place):
            if not counts(piece):
                continue
            points = healing.rest(state, piece)
            if points:
                healed.append((piece.place, points))
            if isinstance(piece, Character):
                mana.rest(state, state.world.get(Character, piece.id))
        state.emit(
            StackRested(
                stack=stack.id, name=stack.name, province=stack.province, healed=tuple(healed)
            )
        )
