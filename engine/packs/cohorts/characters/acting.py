"""Characters that act: what keeps them from it, what an action costs, and how soon again.

What each action does stands in the files of its subject. Sources: cohorts.action.order-failure,
cohorts.action.phases, cohorts.action.action-points, cohorts.action.ratings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.acting import Rating
from engine.packs.cohorts.knowledge.choices import MY_HERO
from engine.packs.cohorts.magic.lasting import begin_countdown, waits
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.worth.active_spells import Countdown
from engine.packs.cohorts.worth.chances import attempt
from engine.state import State
from engine.world import Place

PHASES = ("character-1", "character-2")
"""Where the actions of characters run; the first unless the order names the other."""

_FAILURE = "cohorts.action.order-failure"
_RATINGS = "cohorts.action.ratings"
_POINTS = "cohorts.action.action-points"


@facts
class ActionConfused(Event):
    """An insane character lost its action in confusion (cohorts.status.insane)."""

    character: int
    name: str
    action: str
    """The order's command, such as `character drink`."""


class CharacterAction(Order):
    """Something a character does with its action of the turn, or for an action point."""

    phases = PHASES
    rating: ClassVar[Rating | None] = "L1"
    """How soon it may be done again, and whether it takes an action; None if something else says
    how soon (cohorts.action.ratings)."""

    character: Annotated[Ref, MY_HERO] = Field(description="Who does it")
    point: bool = Field(
        default=False,
        title="an action point may pay",
        description="Whether an action point may pay for it",
    )


# ---------------------------------------------------------------- what must hold


def commanded(state: State, ref: Ref) -> Character:
    """The character that an order names, able to do something; with an action left or not.

    Raises:
        Refused: the player does not control it, or it is dead, a prisoner, a husk or stone.
    """
    character = state.the(Character, ref)
    for refusal in (*not_controlled(state, character, _FAILURE), *_unable(state, character)):
        raise Refused(refusal)
    return character


def acting(state: State, order: CharacterAction) -> Character:
    """The character that an order has act.

    Raises:
        Refused: as `commanded`; it has neither an action nor an action point that it may spend; or
            it is too soon to do the same again.
    """
    character = state.the(Character, order.character)
    for refusal in not_controlled(state, character, _FAILURE):
        raise Refused(refusal)
    return ready(state, character, order)


def ready(state: State, character: Character, order: CharacterAction) -> Character:
    """The character of an order, if it is able to and has an action for it.

    Unlike `acting` it asks neither whose it is nor whether it is a prisoner.

    Raises:
        Refused: it is dead, a husk or stone; it has neither an action nor an action point that it
            may spend; or it is too soon to do the same again.
    """
    for refusal in _unable(state, character):
        raise Refused(refusal)
    if _takes_action(order) and not character.actions:
        for refusal in _no_point(state, character, order):
            raise Refused(refusal)
    for refusal in too_soon(state, character.place, character.name, order):
        raise Refused(refusal)
    return character


def too_soon(state: State, actor: Place, name: str, order: Order) -> Iterator[Refusal]:
    """Refuses what an actor has done too lately to do again (cohorts.action.ratings)."""
    waiting = waits(state.world, actor, deed(order))
    if waiting:
        yield Refusal(
            "cooling_down",
            _RATINGS,
            f"{name} has done that too lately.",
            f"It can be done again {until(waiting)}.",
        )


def until(waiting: Countdown) -> str:
    """When a countdown ends, in words."""
    for count, what in ((waiting.months, "monthly"), (waiting.weeks, "weekly")):
        if count:
            return f"after {count} {what} production{'s' * (count > 1)}"
    return "never"


def _no_point(state: State, character: Character, order: CharacterAction) -> Iterator[Refusal]:
    most = state.module.content(Content).acting.points_per_turn
    instead = "A character has one action a turn, and a new one after the weekly production."
    if not order.point:
        says = f"{character.name} has acted this turn."
        if character.action_points:
            instead = "Allow the order to spend an action point, or give it next turn."
        yield Refusal("no_action", "cohorts.action.phases", says, instead)
    elif character.points_spent >= most:
        says = f"{character.name} has acted and spent {most} action points this turn, the most."
        yield Refusal("no_action", _POINTS, says, instead)
    elif not character.action_points:
        says = f"{character.name} has acted this turn and has no action point."
        yield Refusal("no_action", _POINTS, says, instead)


def _unable(state: State, character: Character) -> Iterator[Refusal]:
    helpless = ["dead"] if character.dead else []
    content = state.module.content(Content)
    helpless += [status.being for status in borne(content, character) if not status.acts]
    if helpless:
        yield Refusal(
            "unable",
            _FAILURE,
            f"{character.name} is {helpless[0]} and can do nothing.",
            "Have another character do it, or have this one restored first.",
        )


# ---------------------------------------------------------------- what it costs


def begin(state: State, character: Character, order: CharacterAction) -> bool:
    """Use up the action of a character that acts now; False if madness makes it fail.

    Conditions must have been seen to. Source: cohorts.status.insane.
    """
    pay(state, character, order)
    return not confused(state, character, order)


def pay(state: State, character: Character, order: CharacterAction) -> None:
    """Put the character as it is now with its action, else an action point, used up.

    It must wait from now on before it does the same again.
    """
    if _takes_action(order):
        if character.actions:
            character = character.replace(actions=character.actions - 1)
        else:
            character = character.replace(
                action_points=character.action_points - 1, points_spent=character.points_spent + 1
            )
    state.world.put(character)
    if order.rating:
        done(state, character.place, order, order.rating)


def done(state: State, actor: Place, order: Order, rating: Rating) -> None:
    """Have an actor wait as the rating of what it did asks for (cohorts.action.ratings)."""
    wait = state.module.content(Content).acting.ratings[rating]
    begin_countdown(state.world, actor, deed(order), wait)


def confused(state: State, character: Character, order: Order) -> bool:
    """Whether an insane character fails at what it does, and then tell of it.

    Source: cohorts.status.insane.
    """
    lost = loses_its_wits(state, character)
    if lost:
        state.emit(ActionConfused(character=character.id, name=character.name, action=deed(order)))
    return lost


def loses_its_wits(state: State, character: Character) -> bool:
    """Roll whether a status makes what a character does fail (cohorts.status.insane)."""
    fails = [each.fails for each in borne(state.module.content(Content), character) if each.fails]
    return bool(fails) and attempt(state, character.place, "insanity", max(fails)).succeeds


def deed(order: Order) -> str:
    """The kind of an order, as countdowns name it; no spell has such a name."""
    return " ".join(order.path)


def _takes_action(order: CharacterAction) -> bool:
    return order.rating != "L0"
