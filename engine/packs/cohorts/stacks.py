"""Stacks: what they are called by their contents, and putting them into and out of play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.choices import PROVINCE
from engine.packs.cohorts.records import Province, Stack
from engine.state import State


@facts
class StackActivated(Event):
    """A stack was put into play."""

    kind = "stack-activated"

    stack: int
    name: str
    province: int
    player: Annotated[int, Level.OWN]


class ActivateStack(Order):
    """Put a new stack into play in a province where you have a piece."""

    path = ("stack", "activate")
    rule = "cohorts.order.activate-stack"
    phases = ("basic",)
    makes = "stack"

    province: Annotated[Ref, PROVINCE] = Field(description="Where it is put into play")
    name: Annotated[str, Field(min_length=1, max_length=32)] = Field(
        description="What it is called"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        state.the(Province, self.province)
        mine = list(state.world.by(Stack, "player", state.player))
        if len(mine) >= 15:
            yield Refusal(
                "not_allowed", self.rule, "You have 15 stacks already.", "Deactivate one."
            )

    def perform(self, state: State) -> None:
        stack = state.make(
            Stack,
            name=self.name,
            player=state.player,
            province=self.province.id,
            used=Fraction(0),
            acted="",
            banner=0,
            message="",
        )
        state.emit(
            StackActivated(
                stack=stack.id, name=stack.name, province=stack.province, player=state.player
            )
        )
