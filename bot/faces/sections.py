"""Sections of a faction's report besides its orders and other news: what has a place of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.faces.words.names import Names
from bot.faces.words.pages import Table
from engine.events import Event


@dataclass(frozen=True, slots=True)
class Learned:
    """What a faction learned in a tick: an event, and which of its own orders brought it about."""

    event: Event
    player: int
    """0 if no order of its own players did."""
    order: str


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the report, for events of some classes."""

    title: str
    events: tuple[type[Event], ...]
    table: Callable[[Names, int, Sequence[Learned]], Table | None] | None = None
    """The section as a table, for a faction; without it a line for each event."""
    late: bool = False
    """Whether it stands behind the map, with the details."""
    apart: bool = False
    """Whether also what an own order brought about stands here, not with the order."""
