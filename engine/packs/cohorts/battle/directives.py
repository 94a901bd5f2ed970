"""Directives: which of equally near enemies a character or military unit prefers in battle.

What a directive does is in `targets`. Source: cohorts.battle.directives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content.battle import DIRECTIVES
from engine.packs.cohorts.knowledge.choices import MY_FIGHTER
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.state import State
from engine.world import Place

NONE = "none"
_CALLED: Final = {
    "HP": "hit points",
    "AF": "attack factor",
    "RES": "resistance",
    "POW": "power",
    "DF": "defense",
}
"""The ratings by their whole words (cohorts.setup.abbreviations)."""


def _said(directive: str) -> str:
    """A directive in whole words, such as "lowest defense"."""
    end, _, rating = directive.partition(" ")
    return f"{end} {_CALLED[rating]}"


@facts
class DirectiveSet(Event):
    """A character or military unit was given a directive for battles, or has none any more."""

    piece: Place
    name: str
    directive: str
    """Empty for none."""


def _directives(state: State, given: Given) -> Iterator[Choice]:
    yield Choice(NONE, NONE)
    for each in DIRECTIVES:
        yield Choice(each, _said(each))


DIRECTIVE = Asks("the highest or lowest of a rating, or none", _directives)


class SetDirective(Order):
    """Say which of equally near enemies someone prefers in battle."""

    path = ("set", "directive")
    rule = "cohorts.order.combat-directive"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("directive",)}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Who gets the directive")
    directive: Annotated[str, DIRECTIVE] = Field(
        max_length=24, description="Such as lowest defense; none leaves it to chance"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from not_controlled(state, self._piece(state), self.rule)
        if self._wanted() is None:
            yield self.refusal(
                "bad_target",
                "There is no such directive.",
                "Choose highest or lowest with hit points, attack factor, resistance, power or "
                "defense, such as lowest defense; or none.",
            )

    def perform(self, state: State) -> None:
        piece = self._piece(state).replace(directive=self._wanted() or "")
        state.world.put(piece)
        state.emit(DirectiveSet(piece=piece.place, name=piece.name, directive=piece.directive))

    def _wanted(self) -> str | None:
        """The directive as battles know it, empty for none; None if there is no such one."""
        wanted = " ".join(self.directive.casefold().split())
        if wanted == NONE:
            return ""
        return next((d for d in DIRECTIVES if wanted in (d.casefold(), _said(d))), None)

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)
