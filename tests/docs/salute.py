"""A stack salutes, and those who see it are told."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs import Pack
from engine.packs.cohorts.knowledge.choices import MY_STACK
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State


@facts
class StackSaluted(Event):
    """A stack saluted."""

    stack: int
    name: str
    player: Annotated[int, Level.OWN]  # only the own side is told whose order it was


class Salute(Order):
    """Have a stack salute."""

    path = ("stack", "salute")  # the slash command /stack salute
    rule = "salutes.order.salute"  # the rulebook's entry
    phases = ("basic",)  # when it runs; the first is the usual one

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack salutes")

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        if not any(True for _ in pieces_in(state.world, stack.place)):
            yield self.refusal(
                "unable",
                f"Nobody is in {stack.name} who could salute.",
                "Transfer somebody into it first.",
            )

    def perform(self, state: State) -> None:
        stack = state.the(Stack, self.stack)
        state.emit(StackSaluted(stack=stack.id, name=stack.name, player=state.player))


PACK = Pack(name="salutes", builds_on=("cohorts",), events=(StackSaluted,), orders=(Salute,))
