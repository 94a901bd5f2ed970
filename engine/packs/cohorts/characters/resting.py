"""A character takes a break: some wounds heal, some mana comes back.

The rest of a whole stack is in `stacks.rest`. Source: cohorts.order.take-a-break.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import ClassVar

from engine.events import Event
from engine.facts import facts
from engine.numbers import Exact
from engine.orders import Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth import mana
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.healing import after_rest
from engine.state import State


@facts
class BreakTaken(Event):
    """A character took a break; regained mana is told as well."""

    character: int
    name: str
    healed: Exact
    """Percent points of wounds."""
    wounds: Exact
    """Those left."""


class TakeABreak(CharacterAction):
    """Let a character take a break, once a month: it heals and regains some mana."""

    path = ("character", "take-a-break")
    rule = "cohorts.order.take-a-break"
    rating = "L3"
    unforeseen: ClassVar = {"character": ("actions", "wounds", "mana")}

    def conditions(self, state: State) -> Iterator[Refusal]:
        acting(state, self)
        return iter(())

    def perform(self, state: State) -> None:
        character = acting(state, self)
        if not begin(state, character, self):
            return
        content = state.module.content(Content)
        resting = state.world.get(Character, character.id)
        constitution = attribute(state.world, content, resting, "CON").value
        wounds = after_rest(resting.wounds, constitution)
        state.world.put(resting.replace(wounds=wounds))
        state.emit(
            BreakTaken(
                character=resting.id,
                name=resting.name,
                healed=ceil(resting.wounds - wounds),
                wounds=ceil(wounds),
            )
        )
        mana.rest(state, state.world.get(Character, character.id))
