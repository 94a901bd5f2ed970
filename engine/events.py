"""What happened, as typed facts: the truth once, and for each faction only what it learns.

A rule emits an event with its audience; the redacted copies are made at that moment, so nothing
that is shown later can tell more than was known then. Rules write no prose: texts, pictures and
statistics are drawn from `Entry.for_`.
"""

from __future__ import annotations

import enum
import functools
import json
import typing
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.facts import Kinded, facts


class Level(enum.IntEnum):
    """How well a faction knows of an event; each level shows what the lower ones show."""

    PUBLIC = 0
    TOLD = 1
    SIGHTED = 2
    OWN = 3


@facts
class Event(Kinded):
    """Something that happened.

    A field annotated with a `Level` is shown from that level on (`Annotated[int, Level.OWN]`); one
    without is shown to everyone who learns of the event at all.
    """

    kind = ""

    def at(self, level: Level) -> Event:
        """The event as it is known at a level."""
        fields = _fields(type(self), level)
        return self if len(fields) == len(self.names) else self.only(fields)


@functools.cache
def _fields(cls: type[Event], level: Level) -> frozenset[str]:
    hints = typing.get_type_hints(cls, include_extras=True)
    shown: set[str] = set()
    for name in cls.names:
        marks = getattr(hints[name], "__metadata__", ())
        if all(mark <= level for mark in marks if isinstance(mark, Level)):
            shown.add(name)
    return frozenset(shown)


@facts
class OrderFailed(Event):
    """An order was not carried out; its faction alone is told (cohorts.turn.failed-orders)."""

    player: int
    path: str
    """The order's command, such as `stack activate`."""
    line: str
    """The order as its player would write it."""
    code: str
    rule: str
    says: str
    instead: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with everyone who learned of it, and the order that it came from."""

    event: Event
    audience: dict[int, Event]
    """The redacted event by faction."""
    player: int = 0
    """Whose order it was; 0 for what no player ordered."""
    order: str = ""
    """The key of the order."""
    _truth: bytes = field(default=b"", init=False, repr=False, compare=False)
    """The truth as it is stored, once it was asked for."""

    def for_(self, faction: int) -> Event | None:
        """What the faction learned, or None."""
        return self.audience.get(faction)

    def dump(self) -> bytes:
        """The truth as it is stored."""
        if not self._truth:
            object.__setattr__(self, "_truth", _body(self.event, self.player, self.order))
        return self._truth

    def dump_for(self, faction: int, players: Container[int]) -> bytes:
        """What a faction learned, as it is stored; whose order it was if that is its own player."""
        told, own = self.audience[faction], self.player in players
        if told is not self.event:
            return _body(told, self.player if own else 0, self.order if own else "")
        # As most that happens is learned in full or not at all.
        if own or not (self.player or self.order):
            return self.dump()
        return _head(told, 0, "") + self.dump()[len(_head(told, self.player, self.order)) :]


@dataclass(frozen=True, slots=True)
class Told:
    """An event as it was read back: what one side knows of it."""

    event: Event
    player: int
    """Whose order brought it about, 0 if that is not known or nobody's."""
    order: str


def read(kinds: Mapping[str, type[Event]], body: bytes) -> Told:
    """The event of a stored body.

    Raises:
        KeyError: its kind is none of these.
    """
    plain: dict[str, Any] = json.loads(body)
    event = kinds[plain["kind"]].load(json.dumps(plain["event"]).encode())
    return Told(event, plain.get("player", 0), plain.get("order", ""))


_quoted = functools.lru_cache(json.dumps)


def _head(event: Event, player: int, order: str) -> bytes:
    """What stands before an event as it is stored."""
    kind, key = _quoted(type(event).kind), _quoted(order)
    return f'{{"kind":{kind},"player":{player},"order":{key},"event":'.encode()


def _body(event: Event, player: int, order: str) -> bytes:
    return b"%b%b}" % (_head(event, player, order), event.dump())


@dataclass(slots=True)
class Log:
    """The events of a tick, in order."""

    factions: tuple[int, ...]
    """Every faction, for events that all learn of."""
    entries: list[Entry] = field(default_factory=list[Entry])

    def emit(
        self,
        event: Event,
        *,
        own: Iterable[int] = (),
        sighted: Iterable[int] = (),
        told: Iterable[int] = (),
        public: bool = False,
        player: int = 0,
        order: str = "",
    ) -> None:
        """Note an event for the factions named; a faction named twice has the higher level."""
        learned = dict.fromkeys(self.factions, event.at(Level.PUBLIC)) if public else {}
        for group, level in ((told, Level.TOLD), (sighted, Level.SIGHTED), (own, Level.OWN)):
            if group:
                learned |= dict.fromkeys(group, event.at(level))
        learned.pop(0, None)
        self.entries.append(Entry(event, dict(sorted(learned.items())), player, order))
