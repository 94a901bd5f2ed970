"""Forecasts: what `/odds` tells of a fight that a person only thinks of.

The command, its autocomplete and the job in a worker are made from the value that a face has; none
of them knows who fights or how. Estimates become ever better, and the caller stops when their time
is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.faces.choices.asking import Asking, Offer
from bot.faces.leads import Lead

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture
    from engine.orders import Order
    from engine.preview import Planned


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight as a person names it."""

    mine: tuple[str, ...]
    """At least one name."""
    enemy: str
    defending: bool = False
    """Whether the enemy attacks."""


@dataclass(frozen=True, slots=True)
class ForecastSide:
    """Whom a person names in one option."""

    help: str
    offers: Callable[[Asking, str, str], Iterable[Offer]]
    """What may be named, as `Offers` of `choices.asking`; takes also what was typed for the
    first of the person's own, for those who stand near it."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """An answer ready to be shown."""

    title: str
    turn: int
    text: str
    picture: Picture
    counting: bool
    """Whether a longer look will tell more."""
    hint: str = ""
    """What else one can look at."""
    leads: tuple[Lead, ...] = ()
    """Leads to orders that would reveal more."""


class Brief(NamedTuple):
    """What a fight would bring to which an order leads."""

    says: str
    """In a few sentences."""
    hopeful: bool = True
    """Whether it is as likely as not that one has what one is after."""


def _none(_: Planned) -> tuple[Any, ...]:
    return ()


def of_groups(*groups: str) -> Callable[[type[Order]], bool]:
    """Heeds the orders of some groups: those that only tell people how to fight, and with what."""
    return lambda order: order.path[0] in groups


def _none_heeded(_: type[Order]) -> bool:
    return False


def _as_it_stands(asking: Asking, question: Any) -> tuple[Asking, Any]:
    return asking, question


def _untold(*_: Any) -> Brief:
    return Brief("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecasts:
    """How the forecasts of a campaign are asked for and made."""

    help: str
    mine: ForecastSide
    enemy: ForecastSide
    more: ForecastSide | None = None
    """Whom one names to fight beside the first; None where nobody does."""
    defending: str = ""
    """What it means to say that the enemy attacks; empty where nobody can."""
    asked: Callable[[Asking, Fight], Any]
    """The question that is meant, for the way into a worker. Raises `Unanswered`."""
    estimates: Callable[[Asking, Any], Iterator[Any]]
    """Answers to a question, each better than the one before; at least one. Raises `Unanswered`
    while they are taken, if too little is known."""
    heeds: Callable[[type[Order]], bool] = _none_heeded
    """Of which class an order of the list counts also for a fight that is only thought of: what
    is told people beforehand, such as how to fight."""
    foreseen: Callable[[Planned], Iterable[Any]] = _none
    """The questions of the fights that an order of a plan would bring."""
    staged: Callable[[Asking, Any], tuple[Asking, Any]] = _as_it_stands
    """Such a question where those stand there whom it is about."""
    brief: Callable[[Asking, Any, Any], Brief] = _untold
    """What an estimate says of a question."""
    tell: Callable[[Asking, Any, Any, bool], Forecast]
    """A question with its answer in words and a picture; the last says whether a better one is on
    its way. What draws is imported inside it."""
