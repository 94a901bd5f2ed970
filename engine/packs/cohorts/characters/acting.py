"""Characters that act: whose they are, what keeps them from it, and their one action a turn.

What each action does stands in the files of its subject. Sources: cohorts.action.order-failure,
cohorts.action.phases.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Ref, Refusal, Refused
from engine.packs.cohorts.control import not_controlled
from engine.packs.cohorts.records import Character
from engine.state import State

PHASES = ("character-1", "character-2")
"""Where the actions of characters run; the first unless the order names the other."""

_FAILURE = "cohorts.action.order-failure"
_HELPLESS = {"husk": "a husk", "stoned": "turned to stone"}


def commanded(state: State, ref: Ref) -> Character:
    """The character that an order names, able to do something; with an action left or not.

    Raises:
        Refused: the player does not control it, or it is dead, a prisoner, a husk or stone.
    """
    character = state.the(Character, ref)
    for refusal in (*not_controlled(state, character, _FAILURE), *_unable(character)):
        raise Refused(refusal)
    return character


def acting(state: State, ref: Ref) -> Character:
    """The character that an order has act.

    Raises:
        Refused: as `commanded`, or it has no action left.
    """
    character = commanded(state, ref)
    if character.actions < 1:
        raise Refused(
            Refusal(
                "no_action",
                "cohorts.action.phases",
                f"{character.name} has acted this turn.",
                "A character has one action a turn, and a new one after the weekly production.",
            )
        )
    return character


def spend(state: State, character: Character) -> None:
    """Put the character as it is now, with one action less."""
    state.world.put(character.replace(actions=character.actions - 1))


def _unable(character: Character) -> Iterator[Refusal]:
    state = "dead" if character.dead else ""
    for status, words in _HELPLESS.items():
        if status in character.statuses:
            state = state or words
    if state:
        yield Refusal(
            "unable",
            _FAILURE,
            f"{character.name} is {state} and can do nothing.",
            "Have another character do it, or have this one restored first.",
        )
