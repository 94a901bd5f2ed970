"""Work in one form for everybody of the player's who has nothing to do: rest, drill, practice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from pydantic import Field

from bot.faces.advice import PROMISING
from bot.faces.macros import Recipe
from engine.orders import Order, Refusal, Refused
from engine.packs.cohorts.characters.practising import PracticeSkill, likeliest
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.training_camp import TrainingCamp
from engine.packs.cohorts.worth.levels import counts
from engine.packs.cohorts.worth.mana import capacity
from engine.state import State
from engine.suggesting import refusal_of
from engine.world import Place, Record

Who = Literal["everybody", "stacks", "characters"]


class GiveIdleWork(Recipe):
    """Have everybody without anything to do rest if that heals or restores, else train.

    A stack gives up its march of the week by that. Nobody is asked who already has an order.
    """

    name: ClassVar = "idle-work"
    title: ClassVar = "Work for all who are idle"

    drills: ClassVar = True
    """Whether camps make units better."""

    who: Who = Field(default="everybody", description="Who gets to work")

    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        found = list(self.work(state, self.who))
        if not found:
            says = "Nobody who is idle has anything to gain by rest or training."
            raise Refused(Refusal("nothing", "cohorts.stack.actions", says, "Send them somewhere."))
        keys = {place: key for key, place in queued.items()}
        yield from (_named(order, keys) for order in found)

    @classmethod
    def work(cls, state: State, who: Who = "everybody") -> Iterator[Order]:
        """What idle stacks and characters of the player would do, one order each."""
        if who != "characters":
            for stack in state.world.by(Stack, "player", state.player):
                if order := cls.of_stack(state, stack):
                    yield order
        if who != "stacks":
            for character in state.world.by(Character, "player", state.player):
                if order := practice(state, character) or break_for(state, character):
                    yield order

    @classmethod
    def of_stack(cls, state: State, stack: Stack) -> Order | None:
        """Rest if it heals or restores anybody in a stack that has not moved, else a camp."""
        if stack.used or stack.acted:
            return None
        ways: list[type[Order]] = [Rest] if _tired(state, stack) else []
        ways += [TrainingCamp] if cls.drills else []
        orders = (_order(way, stack=_ref(stack)) for way in ways)
        return next((order for order in orders if refusal_of(state, order) is None), None)


class RestIdle(GiveIdleWork):
    """The same where camps teach units nothing that counts in battles."""

    drills: ClassVar = False


def practice(state: State, character: Character) -> Order | None:
    """The practice that is likeliest to succeed, if it is promising and would be accepted."""
    if not character.knows("actions") or character.actions < 1 or character.dead:
        return None
    found = likeliest(state, character)
    if found is None or found[0] < PROMISING:
        return None
    order = _order(PracticeSkill, character=_ref(character), skill=found[1].key)
    return order if refusal_of(state, order) is None else None


def break_for(state: State, character: Character) -> Order | None:
    """A break, if it heals or restores the character and would be accepted."""
    if not character.knows("actions") or character.actions < 1 or not _worn(state, character):
        return None
    order = _order(TakeABreak, character=_ref(character))
    return order if refusal_of(state, order) is None else None


def _tired(state: State, stack: Stack) -> bool:
    return any(
        counts(piece)
        and (_worn(state, piece) if isinstance(piece, Character) else bool(piece.wounds))
        for piece in pieces_in(state.world, stack.place)
    )


def _worn(state: State, character: Character) -> bool:
    """Whether a character has wounds, or lacks mana."""
    content = state.module.content(Content)
    return bool(character.wounds) or character.mana < capacity(state.world, content, character)


def _order(cls: type[Order], **given: str) -> Order:
    return cls.model_validate(given)


def _ref(thing: Record) -> str:
    return f"{thing.kind}:{thing.id}"


def _named(order: Order, keys: Mapping[Place, str]) -> Order:
    """The order with a thing that an order of the list makes named by that order."""
    named = {
        name: f"{ref.kind}:new:{keys[ref.place]}"
        for name, ref in order.refs().items()
        if ref.place in keys
    }
    return type(order).model_validate({**order.model_dump(), **named}) if named else order
