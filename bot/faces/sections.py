"""What a system's own events get in reports: a section of the factions', a notice of moderators'.

What has none stands with the order that brought it about, or else under the news.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.faces.words.names import Names
from bot.faces.words.pages import Table
from bot.faces.words.telling import Line
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
    """A section of a faction's report, for events of some classes."""

    title: str
    events: tuple[type[Event], ...]
    table: Callable[[Names, int, Sequence[Learned]], Table | None] | None = None
    """The section as a table, for a faction; without it a line for each event."""
    late: bool = False
    """Whether it stands behind the map, with the details."""
    apart: bool = False
    """Whether also what an own order brought about stands here, not with the order."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A section of the moderators' report: what happened of some class, told from the truth."""

    title: str
    event: type[Event]
    line: Line[Any, Any]
