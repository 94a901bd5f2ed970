"""How events become lines of a report: one function for each class of event, and `tell`.

A line is told from the event as its reader learned it and from names that the reader knows. What
an event holds back is left out, so a line never says more than its reader knows. It tells what
happened in the past tense, and what is only planned with "would" (`Names.did`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, TypeVar, cast

from bot.faces.words.names import Names
from bot.faces.words.news import PLAIN, Kind, News
from bot.faces.words.text import word
from engine.events import Event
from engine.facts import NotKnown
from engine.world import Place

_NAMELESS: Final = re.compile(r"^(a|an|the|somebody|nobody)\b")
"""How a line begins about somebody or something without a name."""

E = TypeVar("E", bound=Event)
N = TypeVar("N", bound=Names)
Line = Callable[[E, N], str]
Gist = Callable[[Sequence[Any], Any], str]
"""A week's events of one sort in a line, from them and `Names`; empty if nothing is left to say."""
Together = Callable[[Sequence[Any], Any], Iterable[str]]
"""Several events of a class in fewer lines, from them and `Names`."""


class Lines:
    """How events are told, class by class, and what they are to their readers."""

    def __init__(self, parts: Iterable[Lines] = ()) -> None:
        self.told: dict[type[Event], Line[Any, Any]] = {}
        """How each event is told."""
        self.kinds: dict[type[Event], Kind] = {}
        """What each event is to who reads of it."""
        self.heralded: dict[type[Event], Gist | None] = {}
        """Those that the herald tells to all the world when every faction learns of them: each by
        itself, or all of a week by their gist."""
        self.together: dict[type[Event], Together] = {}
        """Of which several are told in fewer lines where they stand together in a report."""
        for part in parts:
            for event, told in part.told.items():
                self._add(event, told, part.kinds[event])
            self.heralded |= part.heralded
            self.together |= part.together

    def of(
        self,
        event: type[E],
        kind: Kind = PLAIN,
        *,
        herald: bool | Gist = False,
        together: Together | None = None,
    ) -> Callable[[Line[E, N]], Line[E, N]]:
        """The function tells events of this class, which are of that kind.

        With a gist the herald tells all of a week that share it in one line; `together` does so
        for several that stand in one place of a report.
        """

        def add(function: Line[E, N]) -> Line[E, N]:
            self._add(event, function, kind)
            if herald:
                self.heralded[event] = None if herald is True else herald
            if together:
                self.together[event] = together
            return function

        return add

    def _add(self, event: type[Event], told: Line[Any, Any], kind: Kind) -> None:
        if event in self.told:
            raise ValueError(f"{event.__name__} is told twice")
        self.told[event] = told
        self.kinds[event] = kind


def news_of(event: Event, names: Names) -> News:
    """What an event is to the reader of these names; plain news if too little of it is known."""
    kind = names.kinds.get(type(event), PLAIN)
    if isinstance(kind, News):
        return kind
    try:
        return kind(event, names)
    except NotKnown:
        return PLAIN


def tell(event: Event, names: Names) -> str:
    """What happened, in a sentence or two; as far as it is known if not all of it is.

    An event for which there is no line is told by its fields.
    """
    try:
        told = names.lines.get(type(event), _as_known)(event, names)
    except NotKnown:
        return _as_known(event, names)
    # A name keeps the letters that its player gave it.
    return _NAMELESS.sub(lambda first: first[0].capitalize(), told)


def tell_all(events: Iterable[Event], names: Names) -> Iterator[str]:
    """Several events in lines; of those that are told together all where the first stands."""
    every = list(events)
    done: set[type[Event]] = set()
    for event in every:
        kind = type(event)
        if kind in done:
            continue
        alike = [each for each in every if type(each) is kind]
        together = names.together.get(kind)
        if together and len(alike) > 1:
            done.add(kind)
            yield from together(alike, names)
        else:
            yield tell(event, names)


def headed(heads: Iterable[tuple[Event, News]], names: Names) -> Iterator[str]:
    """The lines of headlines in the order of their weight, each with its sign and its word."""
    every = sorted(heads, key=lambda each: each[1].weight)
    for sign, alike in groupby(every, key=lambda each: each[1].sign):
        assert sign
        for told in tell_all((event for event, _ in alike), names):
            yield f"{sign.mark} **{sign.word}.** {told}"


def _as_known(event: Event, names: Names) -> str:
    """The event by its name and the fields that are known."""
    what = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).capitalize()
    told = [f"{word(name)} {_shown(name, value, names)}" for name, value in event.known().items()]
    return f"{what}: {', '.join(told)}." if told else f"{what}."


def _shown(name: str, value: object, names: Names) -> str:
    match value:
        case Place():
            return names.thing(value)
        case bool():
            return names.show(str(value))
        case int():
            return names.by_field(name, value)
        case dict():
            counts = cast("dict[Any, Any]", value)
            return ", ".join(f"{each} {names.show(str(key))}" for key, each in counts.items())
        case tuple() | list():
            parts = cast("tuple[object, ...]", value)
            return ", ".join(_shown("", each, names) for each in parts)
        case _:
            return names.show(str(value))
