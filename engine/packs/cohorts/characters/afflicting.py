"""Characters who give their own supernatural status to friends.

What such a status does stands in `bonuses`, by the module's table. Source:
cohorts.order.afflict-unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge import captives
from engine.packs.cohorts.knowledge.choices import MY_HERO, beside
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.pieces.refusals import apart, dead, no_friend
from engine.packs.cohorts.pieces.statuses import nature_of
from engine.packs.cohorts.stacks.harm import transform
from engine.state import State
from engine.world import Place


@facts
class UnitAfflicted(Event):
    """A character gave its supernatural status to another piece (cohorts.order.afflict-unit)."""

    character: int
    name: str
    target: Place
    target_name: str
    nature: str


def _friends_there(state: State, given: Given) -> Iterator[Choice]:
    """Friends in the province of the character named before, as far as they can be afflicted."""
    for cls in (Character, Unit):
        for piece in beside(state, given, cls, "character"):
            if not piece.knows("holder") or (piece.knows("nature") and piece.nature):
                continue
            if isinstance(piece, Character) and piece.knows("dead") and piece.dead:
                continue
            if _allied(state, piece):
                yield Choice.of(piece, piece.name)


def _allied(state: State, piece: Character | Unit) -> bool:
    return relation(state.world, state.me.faction, faction_of(state.world, piece)) == "allied"


_FRIEND = Asks(
    "a character or unit of a friend who is there too",
    _friends_there,
    (Character.kind, Unit.kind),
)


class AfflictUnit(CharacterAction):
    """Have a character pass its supernatural status on to a friend in the same province."""

    path = ("character", "afflict")
    rule = "cohorts.order.afflict-unit"
    unforeseen: ClassVar = {"character": ("actions",), "target": ("nature",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who afflicts")
    target: Annotated[Ref, _FRIEND] = Field(
        description="The character or military unit that becomes like it"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor = acting(state, self)
        target = self._target(state)
        nature = nature_of(state.module.content(Content), sponsor)
        # Of those who are no friends nothing else is told, not even whether they live.
        if not _allied(state, target):
            yield no_friend(self.rule, target.name)
            return
        if isinstance(target, Character) and target.dead:
            yield dead(self.rule, target.name)
        if province_of(state.world, target.place) != province_of(state.world, sponsor.place):
            yield apart(self.rule, target.name, sponsor.name)
        if nature is None or not nature.afflicts:
            fault = f"is marked as {nature.name} and cannot pass it on" if nature else "is ordinary"
            yield self.refusal(
                "not_allowed",
                f"{sponsor.name} {fault}.",
                "Have somebody do it whose supernatural status can be passed on, as a vampire's.",
            )
        if target.nature:
            yield self.refusal(
                "not_allowed",
                f"{target.name} has a supernatural status already, and nobody has two.",
                "Choose somebody without one.",
            )

    def perform(self, state: State) -> None:
        sponsor, target = acting(state, self), self._target(state)
        if not begin(state, sponsor, self):
            return
        target = state.world.get(type(target), target.id)
        transform(state.world, target, sponsor.nature)
        captives.change(state.world, target, faction_of(state.world, target))
        state.emit(
            UnitAfflicted(
                character=sponsor.id,
                name=sponsor.name,
                target=target.place,
                target_name=target.name,
                nature=sponsor.nature,
            ),
            own=(faction_of(state.world, target),),
        )

    def _target(self, state: State) -> Character | Unit:
        return state.the(Unit if self.target.kind == Unit.kind else Character, self.target)
