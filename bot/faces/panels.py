"""Panels: what `/show` shows of one thing or subject, made from what a faction knows.

A panel is a value that its face lists. The slash command with its autocomplete, the job in a worker
and the message with tabs and buttons are made from it; none of them knows what it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from bot.faces.choices.asking import About, Asking
from bot.faces.leads import Beside
from bot.faces.words.tabs import Tab
from engine.world import Record

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


@dataclass(frozen=True, slots=True)
class Past:
    """Something that the faction learned in a past tick."""

    tick: int
    turn: int
    number: int
    """Among all events of the tick, in the order in which they happened."""
    body: bytes
    """As `engine.events.read` takes it; of a battle without what happened in it."""
    battle: str
    """Of a battle of which the faction has the account: where it was, against whom, how it ended;
    else empty."""
    battles: int = 0
    """Of such a battle its number among those of the tick, from 1."""


class History(Protocol):
    """What a view does not hold: past ticks, what was learned in them, what is in drafts.

    Of the truth of past ticks a panel tells no more than what the faction could know.
    """

    def states(
        self, cls: type[Record], where: str, equals: str | int
    ) -> Sequence[tuple[int, int, bytes | None]]:
        """Every stored state of the records of a class in which a JSON path has a value.

        As (id, tick that wrote it, body or None once it is no longer so), by id and tick.
        """
        ...

    def turns(self) -> Sequence[tuple[int, str, int]]:
        """Every tick of the campaign as (number, kind, turn), in order; later ones too."""
        ...

    def learned(self, most: int) -> Sequence[Past]:
        """The last things that the faction learned, `most` of them at most, the latest first."""
        ...

    def holders(self) -> Mapping[int, int]:
        """Who holds which seat now: by player the person, 0 for a computer, below for strangers."""
        ...

    def taken_back(self) -> Sequence[tuple[int, int, datetime]]:
        """The turns of which something was taken back: the first, the last, and when."""
        ...

    def drafted(self, player: int) -> Sequence[tuple[str, str]]:
        """The orders in the draft of a player of the faction, as keys and stored forms."""
        ...


@dataclass(frozen=True, slots=True)
class Look(Asking):
    """What a panel is made from, in a worker."""

    tick: int
    """The last that the view knows."""
    history: History


@dataclass(frozen=True, slots=True)
class Sight:
    """A further picture of a panel, and what is said beside it."""

    picture: Picture
    words: str = ""
    """A page in place of the tab's; empty to leave that as it is."""


@dataclass(frozen=True, slots=True)
class Further:
    """A picture that a panel offers by a button or in a menu, and what draws it in a worker."""

    label: str
    draw: Callable[..., Sight]
    """A function of a module, so that it finds its way; takes the `Look` and then `about`."""
    about: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class PanelMade:
    """A panel ready to be shown."""

    title: str
    turn: int
    tabs: tuple[Tab, ...]
    """1 to 25, as many as a menu of Discord holds."""
    picture: Picture | None
    """It goes with the first tab."""
    further: tuple[Further, ...] = ()
    """At most 75, in three menus."""
    thing: str = ""
    """What it is about, such as `stack:12`: the panel offers what can be done with it."""
    leads: Mapping[str, Beside] = field(default_factory=dict[str, Beside])
    """Where the lines of a tab lead, by its name and page by page; with them at most 50 further
    pictures."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel: its command and how it is made."""

    name: str
    """That of its command, as Discord takes them: in lower case, of at most 32 characters."""
    help: str
    """What it tells, in at most 100 characters."""
    make: Callable[[Look, str], PanelMade]
    """Takes what `about.meant` gave, or an empty text. What draws is imported inside it, so that
    the event loop never loads it."""
    about: About | None = None
    """What a person names; None for a panel about a whole subject."""
    by_itself: bool = False
    """Whether its command is a word that people type, such as `/roster`, and not below `/show`."""
