"""Standing orders in words: how long one is given, what it waits for, why it has ended.

A face says what may be waited for (`Face.waits`), each as what follows "until": "Ada reaches level
3". How long an order is given is `engine.repeats`' matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.faces.words.names import Names
from bot.faces.words.telling import tell
from bot.faces.words.text import number
from engine.repeats import Repeat, Until, Verdict

Wait = Callable[[Any, Any], str]
"""What is waited for, by names that the player knows."""
Waits = Mapping[type[Until], Wait]


@dataclass(frozen=True, slots=True)
class EndedOrder:
    """A standing order that has ended, as its faction is told."""

    player: int
    line: str
    """The order as its player would write it."""
    why: str
    """In a sentence, safe to be shown."""


def waited_for(until: Until, waits: Waits, names: Names) -> str:
    """What is waited for, as it follows "until"."""
    told = waits.get(type(until))
    return told(until, names) if told else until.kind


def how_long(repeat: Repeat, waits: Waits, names: Names) -> str:
    """How long an order is given again, such as "each turn until Ada reaches level 3"."""
    if repeat.weeks == 1:
        turns = "once more"
    elif repeat.weeks:
        turns = f"for {number(repeat.weeks, 'turn')}"
    else:
        turns = "each turn"
    if repeat.until is None:
        return turns
    return f"{turns} until {waited_for(repeat.until, waits, names)}"


def why_ended(verdict: Verdict, waits: Waits, names: Names) -> str:
    """Why a standing order has ended, in a sentence."""
    match verdict.why:
        case "failed" | "halted" if verdict.event:
            return tell(verdict.event, names)
        case "until" if verdict.repeat.until:
            return f"It was to go on until {waited_for(verdict.repeat.until, waits, names)}."
        case "weeks":
            return "It was given as often as was asked."
        case _:
            return "It had nothing left to do."
