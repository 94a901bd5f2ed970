"""Pages of a guided form: what stands on one, and what a press on it does to a draft.

Plain values that a face makes anew from what is put down so far; a message shows them
(`bot.guided`). Neither knows what is being made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.faces.embeds import Card
from bot.faces.words.choosing import Option
from engine.names import NAME_LENGTH

D = TypeVar("D")
"""What is put down so far: an immutable value."""


@dataclass(frozen=True, slots=True)
class FormPosition:
    """Where a person stands in the form: a page, and its open part."""

    page: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Turns to another page."""

    to: FormPosition


@dataclass(frozen=True, slots=True)
class Change(Generic[D]):
    """Changes the draft, then turns to another page unless one stays."""

    edit: Callable[[D], D]
    """It is given what is kept when it runs, which another open form may have changed."""
    to: FormPosition | None = None


@dataclass(frozen=True, slots=True)
class Ask(Generic[D]):
    """Asks for a name in a line of text, checks that others may be shown it, and puts it down."""

    title: str
    label: str
    what: str
    """What a refusal calls it: `A character's name`."""
    present: str
    edit: Callable[[D, str], D]
    longest: int = NAME_LENGTH


@dataclass(frozen=True, slots=True)
class Take:
    """Ends the form with what is put down; for a seat, instead with a ready-made start."""

    ready: str = ""


@dataclass(frozen=True, slots=True)
class Button(Generic[D]):
    """A button; the `main` one leads on."""

    id: str
    label: str
    act: Turn | Change[D] | Ask[D] | Take
    main: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Menu(Generic[D]):
    """A menu of any number of options; what was chosen stays chosen."""

    id: str
    about: str
    """What it says while nothing is chosen."""
    options: Sequence[Option]
    act: Callable[[tuple[str, ...]], Turn | Change[D]]
    """What the chosen values do."""
    chosen: tuple[str, ...] = ()
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Page(Generic[D]):
    """A page of the form; at most five rows of controls, a menu or five buttons in each."""

    card: Card
    controls: tuple[Menu[D] | Button[D], ...] = ()
