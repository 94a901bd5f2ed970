"""Panels: what `/show` shows of one thing or subject, made from what a faction knows.

A panel is a value that its face lists. The slash command with its autocomplete, the job in a worker
and the message with tabs and buttons are made from it; none of them knows what it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.faces.words.tabs import Tab
from engine.packs import Rules
from engine.world import Record, World

if TYPE_CHECKING:
    from bot.faces.face import Faces
    from bot.faces.paint.picture import Picture


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks, and what the faction knows."""

    faces: Faces
    view: World
    faction: int
    player: int
    """0 where nobody in particular asks."""

    @property
    def rules(self) -> Rules:
        """The rules of the campaign."""
        return self.faces.rules


Past = Callable[[type[Record], str, object], Sequence[tuple[int, int, str | None]]]
"""The stored states of the records of a class in which a JSON path has a value, as rows of
record, tick and body (None for gone). It is the truth: a panel tells no more of it than what the
faction could know."""


@dataclass(frozen=True, slots=True)
class Look(Asking):
    """What a panel is made from, in a worker."""

    tick: int
    past: Past


class NotMeant(Exception):
    """What a person named is not among what the faction knows; nothing was changed."""

    def __init__(self, says: str, way_out: str, rule: str = "") -> None:
        super().__init__(says, way_out, rule)
        self.says, self.way_out, self.rule = says, way_out, rule

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that autocomplete offers."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class About:
    """What a panel is about, as a person names it in an option of the command."""

    option: str
    help: str
    offers: Callable[[Asking], Iterable[Offer]]
    """Everything that may be named, the nearest first; what was typed is sought in the labels."""
    meant: Callable[[Asking, str | None], str]
    """What the panel's `make` takes, from what was typed; None if nothing was. Raises NotMeant."""
    required: bool = True


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
    """A function of a module, which takes the `Look` and then `about`."""
    about: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class PanelMade:
    """A panel ready to be shown."""

    title: str
    turn: int
    tabs: tuple[Tab, ...]
    picture: Picture | None
    """It goes with the first tab."""
    further: tuple[Further, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel: the name of its command, and how it is made."""

    name: str
    help: str
    make: Callable[[Look, str], PanelMade]
    """Takes what `about.meant` gave, or an empty text. What draws is imported inside it, so that
    the event loop never loads it."""
    about: About | None = None
