"""Put down in one form what keeps a stack from moving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from bot.faces.macros import Recipe
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.stacks.burdens import put_down, stuck
from engine.packs.cohorts.stacks.transfers import TransferItems
from engine.state import State
from engine.world import Place


def _stuck(state: State, given: Given) -> Iterator[Choice]:
    for stack in state.world.by(Stack, "player", state.player):
        if stuck(state, stack):
            yield Choice.of(stack, stack.name)


STUCK = Asks("a stack of yours that cannot move for what is in it", _stuck, (Stack.kind,))


class PutDown(Recipe):
    """Leave what a stack cannot carry: with its characters, in your city there, or on the land.

    Prisoners left on the land are free.
    """

    name: ClassVar = "put-down"
    title: ClassVar = "Put down what it cannot carry"

    stack: Annotated[Ref, STUCK] = Field(description="Which stack")

    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        made = queued.get(self.stack.new)
        stack = state.the(Stack, Ref(*made) if made else self.stack)
        orders = list(put_down(state, stack))
        if not orders:
            rule = "cohorts.stack.possessions-and-burden"
            raise Refused(
                Refusal(
                    "nothing",
                    rule,
                    f"{stack.name} has nothing that it cannot carry.",
                    "Look at its speed in its panel.",
                )
            )
        for order in orders:
            gives = isinstance(order, TransferItems)
            # A stack that an order of the list makes is named by that order.
            yield order.model_copy(update={"sponsor": self.stack}) if gives else order
