"""What a person names in a question: what they may choose from, and what they mean.

All of it from what their faction knows, so that nobody learns by asking that a thing exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from bot.faces.words.text import plain, word
from engine.dice import ForeseeDice
from engine.labels import Labels, NoSuch
from engine.module.names import key_of
from engine.orders import Ref
from engine.packs import Rules
from engine.state import State
from engine.world import Record, World

if TYPE_CHECKING:
    from bot.faces.face import Faces

_TELLING: Final = frozenset("#:")
"""What a value may hold that tells a thing from its namesakes, and no label does."""
R = TypeVar("R", bound=Record)

LONGEST: Final = 80
"""Characters of what somebody typed that an answer repeats."""
FROM_LIST: Final = "Choose from the list that appears as you type."
"""The way out for people who named something that does not exist."""


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


class Unanswered(Exception):
    """A question that has no answer: why, what to ask instead, and the rule behind it, if any.

    Its words are shown as they are, so whatever people typed is made safe in them. It survives the
    way out of a worker.
    """

    def __init__(self, says: str, way_out: str = "", rule: str = "") -> None:
        super().__init__(says, way_out, rule)
        self.says, self.way_out, self.rule = says, way_out, rule

    def __str__(self) -> str:
        return self.says


def planning(rules: Rules, view: World, player: int) -> State:
    """A plan's state on a copy of a view, in the place of a player."""
    state = State(rules, view.fork(), ForeseeDice())
    state.planning, state.player = True, player
    return state


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that autocomplete offers."""

    label: str
    value: str


Offers = Callable[[Asking, str], Iterable[Offer]]
"""What may be named that has the typed text in its label, the nearest first. Made as it is taken:
the view takes only as many as there is room for."""


@dataclass(frozen=True, slots=True)
class About:
    """What a panel is about, as a person names it in an option of the command."""

    option: str
    help: str
    offers: Offers
    meant: Callable[[Asking, str | None], str]
    """What the panel's `make` takes, from what was typed; None if nothing was. Raises
    `Unanswered`."""
    required: bool = True

    def named(self, asking: Asking, text: str | None) -> str:
        """What `meant` gives, also of what autocomplete shows of a thing.

        Raises:
            Unanswered: nothing is meant.
        """
        try:
            return self.meant(asking, text)
        except Unanswered:
            shown = by_label(self.offers(asking, text or ""), text or "")
            if shown is None:
                raise
            return self.meant(asking, shown)


def by_label(offers: Iterable[Offer], text: str) -> str | None:
    """The value of the one offer that is shown so; None where none is, or several are."""
    wanted = key_of(text)
    meant = {offer.value: None for offer in offers if key_of(offer.label) == wanted}
    return next(iter(meant)) if len(meant) == 1 else None


def found(view: World, kinds: Sequence[str], text: str) -> Record:
    """The thing of one of the kinds that a text means.

    Raises:
        Unanswered: the view knows none by that name.
    """
    either = " or ".join(map(word, kinds))
    try:
        ref = Labels(view).find(text, kinds)
    except NoSuch as error:
        near = f"Did you mean {error.suggestion}? " if error.suggestion else ""
        raise Unanswered(
            f"I find no {either} “{plain(text[:LONGEST])}” among those that you know of.",
            f"{near}{FROM_LIST}",
        ) from None
    record = view.at(ref.place)
    if record is None or not record.knows("name"):
        raise Unanswered(f"There is no such {either} that you know of.", FROM_LIST)
    return record


def offered(
    view: World, things: Iterable[R], kinds: Sequence[str], typed: str, shown: Callable[[R], str]
) -> Iterator[Offer]:
    """The things as offers whose values `found` reads with the same kinds.

    A typed value of that kind is offered its thing, though the label does not hold it.
    """
    labels, meant = Labels(view), None
    if not _TELLING.isdisjoint(typed):
        with suppress(NoSuch):
            meant = labels.find(typed, kinds).place
    for thing in things:
        label = shown(thing)
        if has(label, typed) or thing.place == meant:
            yield Offer(label, labels.of(Ref(*thing.place), kinds))


def has(label: str, typed: str) -> bool:
    """Whether what was typed is in a label."""
    return typed.strip().casefold() in label.casefold()
