"""How events become lines of a report: one function for each class of event, and `tell`.

A line is told from the event as its reader learned it and from names that the reader knows. What
an event holds back is left out, so a line never says more than its reader knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

from bot.reports.names import Names, word
from engine.events import Event
from engine.facts import NotKnown
from engine.world import Place

E = TypeVar("E", bound=Event)
Line = Callable[[E, Names], str]

LINES: dict[type[Event], Line[Any]] = {}
"""How each event is told."""
HERALDED: dict[type[Event], None] = {}
"""Events that the herald tells to all the world when every faction learns of them."""


def line(event: type[E], *, herald: bool = False) -> Callable[[Line[E]], Line[E]]:
    """Register the function as the one that tells events of this class."""

    def register(function: Line[E]) -> Line[E]:
        if event in LINES:
            raise ValueError(f"{event.__name__} is told twice")
        LINES[event] = function
        if herald:
            HERALDED[event] = None
        return function

    return register


def tell(event: Event, names: Names) -> str:
    """What happened, in a sentence or two; as far as it is known if not all of it is.

    An event of a pack that registers no line is told by its fields.
    """
    try:
        return LINES.get(type(event), _as_known)(event, names)
    except NotKnown:
        return _as_known(event, names)


def _as_known(event: Event, names: Names) -> str:
    """The event by its name and the fields that are known."""
    what = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).capitalize()
    told = [f"{word(name)} {_shown(name, value, names)}" for name, value in event.known().items()]
    return f"{what}: {', '.join(told)}." if told else f"{what}."


def _shown(name: str, value: object, names: Names) -> str:
    match value:
        case Place():
            return names.thing(value)
        case int() if name in _BY_ID:
            return _BY_ID[name](names, value)
        case dict():
            counts = cast("dict[Any, Any]", value)
            return ", ".join(f"{each} {names.show(str(key))}" for key, each in counts.items())
        case tuple() | list():
            parts = cast("tuple[object, ...]", value)
            return ", ".join(_shown("", each, names) for each in parts)
        case _:
            return names.show(str(value))


_BY_ID: dict[str, Callable[[Names, int], str]] = {
    "province": Names.province,
    "stack": Names.stack,
    "city": Names.city,
    "player": Names.player,
    "faction": Names.faction,
}
