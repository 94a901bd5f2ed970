"""What can be done with a thing: the orders that take it, tried one by one.

What an order can be given is read off its parameters, so no list of orders is kept here, and every
system is served alike. What is asked first of a form is in `bot.faces.choices.filling`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError

from engine.forms import given_by_players
from engine.orders import Chooser, Order, Parameter, Ref, parameters
from engine.state import State
from engine.suggesting import OrderWays, outcome_of
from engine.world import Record

_WIDE: Final = 6
"""How many choices of a parameter are tried before an order counts as hindered."""
_TRIES: Final = 12
"""How many ways to give it are tried in all."""
_FUTILE: Final = ("It would change nothing, even if it succeeded.", "Send somebody more skilled.")
_HELPERS: Final = 8
"""How many others are tried that might do something to a thing."""


@dataclass(frozen=True, slots=True)
class Action:
    """An order that something could be given."""

    path: tuple[str, str]
    hindered: str
    """What stands in the way; empty if nothing does."""
    instead: str = ""
    """What to do about that."""
    given: tuple[tuple[str, str], ...] = ()
    """Parameters that are known already, in the stored form of a choice's value."""
    asks: int = 0
    """How much it still asks for before it can be given."""
    idle: bool = False
    """Whether it would be accepted, and yet change nothing."""

    @property
    def words(self) -> str:
        """The order's name as people say it: "guild train character", "trade open"."""
        return " ".join(self.path).replace("-", " ")


def orders_for(
    state: State, thing: Record, groups: Container[str] | None = None
) -> Iterator[tuple[type[Order], Parameter]]:
    """The orders that take a thing first, with the parameter that does; of some groups alone."""
    for order in given_by_players(state.rules).values():
        first = next(iter(parameters(order)), None)
        if first and _takes(first, thing) and (groups is None or order.path[0] in groups):
            yield order, first


def offers(
    state: State, parameter: Parameter, thing: Record, given: Mapping[str, Any] | None = None
) -> bool:
    """Whether a parameter lists a thing among its choices, what is `given` before it."""
    assert parameter.asks is not None
    wanted = str(Ref(*thing.place))
    return any(choice.value == wanted for choice in parameter.asks.among(state, given or {}))


def deeds(state: State, thing: Record) -> tuple[Action, ...]:
    """Every order for a thing, those that would be accepted now before the others.

    An order that takes more is tried with the first choices of each; what a plan cannot foresee
    counts as free.
    """
    found: list[Action] = []
    offered: dict[Chooser, bool] = {}
    """By what finds the choices: many orders ask for the same."""
    for order, parameter in orders_for(state, thing):
        assert parameter.asks is not None
        asks = parameter.asks.chooser
        if asks not in offered:
            offered[asks] = offers(state, parameter, thing)
        if offered[asks]:
            found.append(tried(state, order, parameter, thing))
        else:
            found.append(Action(order.path, f"It takes {parameter.asks.what}."))
    return tuple(sorted(found, key=lambda deed: bool(deed.hindered)))


def done_to(state: State, thing: Record) -> Iterator[Action]:
    """What others of the player's could do to a thing now, each with the first who could.

    These are the orders that take it in second place, such as the city that a stack attacks.
    """
    for order in given_by_players(state.rules).values():
        first, second = ([each for each in parameters(order) if each.required] + [None, None])[:2]
        if not first or not second or first.many or not first.asks or not _takes(second, thing):
            continue
        for choice in islice(first.asks.among(state, {}), _HELPERS):
            given = {first.name: choice.value}
            if choice.value != str(Ref(*thing.place)) and offers(state, second, thing, given):
                deed = tried(state, order, second, thing, given)
                if not deed.hindered:
                    yield deed
                    break


def ranked(found: Iterable[Action], likely: Iterable[str]) -> list[Action]:
    """What would be accepted now, likeliest first.

    What changes something goes first, then the list of `likely` orders (such as `stack move`)
    counts, then how much is still to be asked.
    """
    places = {path: place for place, path in enumerate(likely)}

    def rank(deed: Action) -> tuple[bool, int, int]:
        return deed.idle, places.get(" ".join(deed.path), len(places)), deed.asks

    return sorted((deed for deed in found if not deed.hindered), key=rank)


def tried(
    state: State,
    order: type[Order],
    taking: Parameter,
    thing: Record,
    before: Mapping[str, str] | None = None,
) -> Action:
    """An order for a thing that it offers, tried in several ways until one is taken.

    `before` is what is given of it already.
    """
    plain = {**(before or {}), taking.name: str(Ref(*thing.place))}
    ways, refusal, futile = OrderWays(state, order, _WIDE, flags=False), None, False
    asks = sum(each.required and each.name not in plain for each in parameters(order))
    for fields in islice(ways.of(plain), _TRIES):
        try:
            made = order.model_validate(fields)
        except ValidationError:
            continue  # what stands for a player's words is not fit for all of them
        outcome = outcome_of(state, made)
        if outcome.futile:
            futile = True
        elif outcome.refusal is None:
            idle = not asks and not outcome.tells
            return Action(order.path, "", "", tuple(plain.items()), asks, idle)
        refusal = refusal or outcome.refusal
    if refusal is None and futile:
        return Action(order.path, *_FUTILE)
    if refusal is None and (lacks := ways.nothing_for(plain)):
        what = lacks.asks.what if lacks.asks else lacks.help
        return Action(order.path, f"There is nothing to choose from: {what}.")
    if refusal is None:
        return Action(order.path, "", "", tuple(plain.items()), asks)
    return Action(order.path, refusal.says, refusal.instead)


def _takes(parameter: Parameter, thing: Record) -> bool:
    asks = parameter.asks
    return asks is not None and thing.kind in asks.kinds and not parameter.many
