"""What a system adds to reports: sections for its own events, what a faction is to see to, notices.

What has no section stands with the order that brought it about, or else under the news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.faces.words.names import Names
from bot.faces.words.pages import Table
from bot.faces.words.telling import Line
from engine.events import Event
from engine.packs import Rules


@dataclass(frozen=True, slots=True)
class Learned:
    """What a faction learned in a tick: an event, and which of its orders brought it about."""

    event: Event
    player: int
    """0 if no order of its players did."""
    order: str
    tick: int = 0
    place: int = 0
    """Its number in that tick."""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A section of a faction's report, for events of some classes."""

    title: str
    events: tuple[type[Event], ...]
    table: Callable[[Names, int, Sequence[Learned]], Table | None] | None = None
    """The section as a table, for a faction."""
    lines: Callable[[Any, Sequence[Learned]], Iterable[str]] | None = None
    """The section as lines, by `Names`; without it and without a table a line for each event."""
    late: bool = False
    """Whether it stands in the full text alone, with the details."""
    apart: bool = False
    """Whether also what an own order brought about stands here, not with the order."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a faction is to see to after what it learned, found in what it knows now."""

    name: str
    lines: Callable[[Rules, Any, Sequence[Learned]], Iterable[str]]
    """Each thing with the way out; the `Names` hold the faction's view and who reads."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A section of the moderators' report: what happened of some class, told from the truth."""

    title: str
    event: type[Event]
    line: Line[Any, Any]
