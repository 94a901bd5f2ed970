"""Messages that pieces, stacks and cities show to everyone who sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.names import PLAIN
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_MESSENGER
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.state import State
from engine.world import Place

Messenger = Character | Unit | Stack | City
_MESSENGERS: dict[str, type[Messenger]] = {c.kind: c for c in (Character, Unit, Stack, City)}


@facts
class MessageChanged(Event):
    """A character, military unit, stack or city now shows another message."""

    bearer: Place
    name: str
    message: str


class ChangeMessage(Order):
    """Change what a character, military unit, stack or city of yours says to those who see it."""

    path = ("set", "message")
    rule = "cohorts.order.change-message"
    phases = ("basic",)

    bearer: Annotated[Ref, MY_MESSENGER] = Field(description="Who or what shows it")
    message: Annotated[str, Field(max_length=200), PLAIN] = Field(
        default="", description="The message; leave it out to clear it"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from not_controlled(state, self._bearer(state), self.rule)

    def perform(self, state: State) -> None:
        bearer = self._bearer(state).replace(message=self.message)
        state.world.put(bearer)
        state.emit(MessageChanged(bearer=bearer.place, name=bearer.name, message=bearer.message))

    def _bearer(self, state: State) -> Messenger:
        return state.the(_MESSENGERS[self.bearer.kind], self.bearer)
