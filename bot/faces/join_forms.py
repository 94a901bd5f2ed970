"""Taking a seat: what a person may choose on the way to a place in a campaign, and its order.

A face describes the form as values: a draft that keeps each choice, pages that are made anew from
it, ready-made starts and starting places. The form on Discord, the options of `/join`, the store
and the job that draws starting places are made from them; none of them knows the system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from bot.faces.arms.coat import Arms, draw_arms
from bot.faces.embeds import Card, Drawn
from bot.faces.pages import FormPosition, Page
from bot.faces.words.choosing import Option
from engine.names import NAME_LENGTH
from engine.orders import Order
from engine.packs import Rules
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


class Draft(BaseModel):
    """What a person has put down so far; it is kept as JSON until the seat is taken.

    A face's own draft adds what else is chosen, all of it with something to begin with.
    """

    model_config = ConfigDict(frozen=True)

    module: str = ""
    """The digest of the module for which it was made; another one has other things to choose."""
    faction: str = ""
    """The key of the faction; empty for none yet."""
    place: int = 0
    """The id of the starting place; 0 for the first that is free."""
    name: str = ""
    """What the player is called."""

    def but(self, **changes: object) -> Self:
        """The same with other fields."""
        return self.model_copy(update=changes)


D = TypeVar("D", bound=Draft)


PLACE: Final = FormPosition("place")
"""Faction, starting place, ready-made starts and the player's name: the page of every form."""
READY: Final = "ready"
"""The page on which one ready-made start is looked at, with its key."""
ARMS: Final = FormPosition("arms")
"""The coat of arms."""


@dataclass(frozen=True, slots=True)
class Progress(Generic[D]):
    """What a page is made from."""

    rules: Rules
    draft: D
    at: FormPosition
    arms: Arms
    warned: bool = False
    """Whether the person has pressed Take, and is now to read what would be lost."""

    @property
    def shield(self) -> Drawn:
        """The picture of the coat of arms."""
        return Drawn(draw_arms, (self.arms,))


# ---------------------------------------------------------------- where and with what to begin


@dataclass(frozen=True, slots=True)
class Start:
    """A free starting place."""

    number: int
    """As it stands on the map."""
    place: int
    """Its id."""
    faction: int
    name: str
    about: str
    """What it offers, in a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """The starting places of a system, and how the form speaks of them.

    They are read from the truth, in a worker, since a faction without players knows nothing yet. No
    more may be told of them than whom the rules offer a choice may know. `free` and `draw` are
    functions of a module, so that a worker can be given them.
    """

    free: Callable[[Rules, World, int], Iterable[Start]]
    """The free ones of a faction, of all for 0, numbered in order."""
    draw: Callable[[Rules, World, Sequence[Start], int], Picture] | None = None
    """Their map, for a faction, 0 while none is chosen. What draws is imported inside it."""
    ask: str = "Choose where to begin; without this, the first that is free"
    title: str = "Free places"
    none: str = "None is free any more: choose another faction."
    intro: str = "Your place is taken when you join, so until then somebody may be quicker."
    refused: str = "Nobody can begin there for this faction, or another player has it."
    rule: str
    """Refusals of the order by this rule lead back to the choice of a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Generic[D]):
    """Starts that are ready-made, and how the form speaks of them."""

    offered: Callable[[Rules, str], Iterable[Option]]
    """Those for a faction's key, or all for an empty one. What `about` says stands alone too."""
    card: Callable[[Rules, str], Card]
    """One of them, whole."""
    change: Callable[[Rules, D, str], D] | None = None
    """The draft that begins from one; None if it is taken as it is."""
    noun: str = "start"
    ask: str = "Take a ready-made start"
    another: str = "Look at another ready-made start"
    take: str = "Take this"
    change_first: str = "Change it first"
    rule: str


@dataclass(frozen=True, slots=True)
class Missing:
    """What keeps a draft from taking the seat: in words, and with the rule."""

    says: str
    rule: str


# ---------------------------------------------------------------- the seat


def _nothing_missing(_rules: Rules, _draft: Any) -> Sequence[Missing]:
    return ()


def _nothing_lost(_rules: Rules, _draft: Any) -> Sequence[str]:
    return ()


def _nothing_about(_rules: Rules, _faction: str) -> str:
    return ""


def _without_end(_world: World, _faction: int) -> int | None:
    return None


def plain_welcome(rules: Rules, draft: Draft, _ready: str) -> Card:
    """A welcome that tells of the faction alone."""
    faction = rules.module.factions[draft.faction]
    return Card(f"Welcome to {faction.name}", faction.description)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Generic[D]):
    """How a person takes a seat by the rules of one system.

    Without pages, starts and ready-made starts a faction and a name are all that it takes.
    """

    blank: Callable[[Rules], D]
    """The draft in which nothing is chosen."""
    order: Callable[[Rules, D, str], Order]
    """The order that takes the seat, with the ready-made start of that key, else as put down. It is
    asked for with a start that is offered, or a draft of which nothing is missing."""
    welcome: Callable[[Rules, D, str], Card] = plain_welcome
    """What the newcomer reads, of the faction and of what was taken along."""
    about: Callable[[Rules, str], str] = _nothing_about
    """What a newcomer should know of a faction, by its key, in addition to its description."""
    left: Callable[[World, int], int | None] = _without_end
    """How many more can begin for a faction in the true world; None for any number. A function of
    a module, so that a worker can be given it."""
    missing: Callable[[Rules, D], Sequence[Missing]] = _nothing_missing
    lost: Callable[[Rules, D], Sequence[str]] = _nothing_lost
    """What the draft leaves unused, of which its player is warned before the seat is taken."""
    starts: Starts | None = None
    ready: Ready[D] | None = None
    pages: Mapping[str, Callable[[Progress[D]], Page[D]]] = field(
        default_factory=dict[str, Callable[[Progress[D]], Page[D]]]
    )
    """Pages by name, the first of them first, in addition to those that every form has. Nothing
    that draws is imported with them: they are made on the event loop."""
    design: str = "Go on"
    """The button that leads to the first page."""
    back: str = "Back"
    """The button that leads to it from the coat of arms."""
    longest_name: int = NAME_LENGTH
    """Characters of a player's name."""
    invitation: str = "choose a faction."
    """What is chosen with `/join`, for the news that players may join."""
    left_behind: str = "What you have stays, without orders"
    """The consequences, for people asked whether to leave."""

    def __post_init__(self) -> None:
        if taken := [page for page in self.pages if page in (PLACE.page, READY, ARMS.page)]:
            raise ValueError(f"every form has a page {taken[0]!r} already")

    @property
    def first(self) -> FormPosition | None:
        """The first page of the face's own."""
        return next((FormPosition(name) for name in self.pages), None)

    @property
    def formless(self) -> bool:
        """Whether a faction and a name are all that it takes."""
        return not (self.pages or self.starts or self.ready)

    def begun(self, rules: Rules, draft: D) -> bool:
        """Whether something was chosen on the face's own pages."""
        common = set(Draft.model_fields)
        blank = self.blank(rules)
        return draft.model_dump(exclude=common) != blank.model_dump(exclude=common)
