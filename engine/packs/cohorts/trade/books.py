"""The books of trade: what each city has set open, gives away and receives.

A copy (worked deposit) of a resource is in own use, open for trade or traded away; the last two are
written here and the first is what remains of the deposits (`trade.access`). Who may write, and
what a loss does, is not here. Source: cohorts.order.trade-bookkeeping.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final

from engine.facts import facts
from engine.module.sections import Key
from engine.world import Record, World

_GOODS: Final = Key(("resources",))

Counts = Mapping[str, int]
"""Copies by resource; resources that there are none of are left out."""


@facts
class Market(Record):
    """The Open for Trade list of a city with a merchant guild; its id is the city's.

    There is one from the first opening on. All the world knows it, also who has never seen the
    city: so it has the city's name, and in views it says whose it is, but not where.
    """

    laid = True

    name: str
    """The city's."""
    faction: int = 0
    """Whose the city is. Only views say so; in truth the city does."""
    open: Annotated[dict[str, int], _GOODS]
    wanted: Annotated[tuple[str, ...], _GOODS]
    """Resources asked for in return: a note without force."""


@facts
class Offer(Record):
    """An agreement that a city has offered to another; it reserves nothing.

    Source: cohorts.order.offer-trade-agreement.
    """

    refers: ClassVar[Mapping[str, str]] = {
        "target": "city",
        "sender": "player",
        "receiver": "player",
    }
    indexes = ("city",)

    name: str
    city: int
    target: int
    """The city that may accept it."""
    offered: Annotated[dict[str, int], _GOODS]
    wanted: Annotated[dict[str, int], _GOODS]
    sender: int
    """The player of the city when it was made."""
    receiver: int
    """The player of the target city when it was made."""


@facts
class Agreement(Record):
    """What two cities give each other, until it ends; of two the one of the higher id is newer.

    Source: cohorts.order.accept-offer-for-trade.
    """

    refers: ClassVar[Mapping[str, str]] = {"one": "city", "other": "city"}
    indexes = ("one", "other")

    name: str
    one: int
    other: int
    gives: Annotated[dict[str, int], _GOODS]
    """By the one to the other."""
    takes: Annotated[dict[str, int], _GOODS]
    """By the other to the one."""

    def given_by(self, city: int) -> dict[str, int]:
        """What a city of the agreement gives; what it receives is given by its `partner`."""
        return self.gives if city == self.one else self.takes

    def partner(self, city: int) -> int:
        """The city on the other side."""
        return self.other if city == self.one else self.one


def agreements_of(world: World, city: int) -> Iterator[Agreement]:
    """The agreements in force of a city, those it was the first side of before the others."""
    yield from world.by(Agreement, "one", city)
    yield from world.by(Agreement, "other", city)


def open_copies(world: World, city: int) -> dict[str, int]:
    """What a city has open for trade."""
    market = world.find(Market, city)
    return market.open if market else {}


def traded_away(world: World, city: int) -> dict[str, int]:
    """What a city gives by all its agreements."""
    given: dict[str, int] = {}
    for agreement in agreements_of(world, city):
        given = plus(given, agreement.given_by(city))
    return given


def received(world: World, city: int) -> dict[str, int]:
    """What a city gets by all its agreements."""
    got: dict[str, int] = {}
    for agreement in agreements_of(world, city):
        got = plus(got, agreement.given_by(agreement.partner(city)))
    return got


def relisted(market: Market, open: Counts) -> Market:
    """The market with another list; nobody is asked for anything in return for nothing."""
    return market.replace(open=dict(open), wanted=market.wanted if open else ())


# ---------------------------------------------------------------- counts


def plus(one: Counts, other: Counts) -> dict[str, int]:
    """Both together, in alphabetical order."""
    return {each: one.get(each, 0) + other.get(each, 0) for each in sorted({**one, **other})}


def minus(one: Counts, other: Counts) -> dict[str, int]:
    """The one without the other, in alphabetical order; never fewer than none."""
    left = {each: count - other.get(each, 0) for each, count in sorted(one.items())}
    return {each: count for each, count in left.items() if count > 0}


def within(part: Counts, whole: Counts) -> bool:
    """Whether there are as many copies in the whole as the part asks for."""
    return not minus(part, whole)
