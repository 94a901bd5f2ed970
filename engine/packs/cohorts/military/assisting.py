"""Whether a stack helps neutral baronies to defend themselves (cohorts.order.assist-barony)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_STACK
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State


@facts
class AssistanceSet(Event):
    """A stack was told whether to help neutral baronies; its own faction is told."""

    stack: int
    name: str
    assists: bool


class AssistBarony(Order):
    """Say whether a stack helps a neutral barony in which it stands against its attackers."""

    path = ("war", "assist")
    rule = "cohorts.order.assist-barony"
    phases = ("encounter",)

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack")
    assist: bool = Field(description="Whether it helps from now on")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from not_controlled(state, state.the(Stack, self.stack), self.rule)

    def perform(self, state: State) -> None:
        stack = state.the(Stack, self.stack)
        state.world.put(stack.replace(assists=self.assist))
        state.emit(AssistanceSet(stack=stack.id, name=stack.name, assists=self.assist))
