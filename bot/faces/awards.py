"""Medals and records of a campaign: what is looked for in all that happened, once it has ended.

What every campaign has, such as its bloodiest battle, is found without its systems; each system's
face adds its awards. Nobody wins what did not happen; those who are level share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.faces.words.names import Names
from bot.faces.words.text import listed
from engine.events import Event
from engine.packs import Rules
from engine.world import Record, World

E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=Record)

_SHARED = 3  # ties named at most


class Annals(Protocol):
    """A whole campaign, looked back on. Everything in it is the truth."""

    @property
    def rules(self) -> Rules: ...

    @property
    def world(self) -> World:
        """As it was in the end."""
        ...

    @property
    def names(self) -> Names:
        """What things were called in the end."""
        ...

    @property
    def last_turn(self) -> int:
        """The last turn that was played."""
        ...

    def deeds(self, cls: type[E]) -> Iterator[tuple[int, int, E]]:
        """What happened of one of the award's events, in order: turn, player, event."""
        ...

    def lives(self, cls: type[R]) -> Mapping[int, list[tuple[int, R | None]]]:
        """By id the states of every record of a kind, each with its turn, the earliest first.

        None is the end of one.
        """
        ...


@dataclass(frozen=True, slots=True)
class Won:
    """Who has won an award, and with what."""

    who: tuple[str, ...]
    """Several if they are level; as they are shown."""
    what: str
    """Such as "12 quests"."""

    @property
    def line(self) -> str:
        """In words."""
        return f"{listed(self.who, _SHARED)}, {self.what}" if self.what else listed(self.who)


@dataclass(frozen=True, slots=True)
class Award:
    """A medal or record."""

    name: str
    """Such as "Most quests"."""
    sign: str
    """An emoji."""
    events: tuple[type[Event], ...]
    """What `Annals.deeds` may be asked for."""
    award: Callable[[Annals], Won | None]
    """Who has won it; None for nobody."""


T = TypeVar("T")


def most(
    counts: Mapping[T, int], called: Callable[[T], str], what: Callable[[int], str]
) -> Won | None:
    """Those who have most; all who are level, in their order. None if nobody has anything."""
    top = max(counts.values(), default=0)
    if top <= 0:
        return None
    who = [called(each) for each, count in counts.items() if count == top]
    return Won(tuple(dict.fromkeys(who)), what(top))


def tallied(things: Iterable[tuple[T, int]]) -> dict[T, int]:
    """The sums by what they are of, in order of first coming."""
    sums: dict[T, int] = {}
    for thing, count in things:
        sums[thing] = sums.get(thing, 0) + count
    return sums
