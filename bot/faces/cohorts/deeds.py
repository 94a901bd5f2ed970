"""What a guild, character, unit or stack can do: the orders that take it first, asked one by one.

What an order can be given is read off its parameters, so no list of orders is kept here.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from bot.faces.cohorts.asking import refusal_of
from engine.orders import Order, Parameter, Ref, parameters
from engine.state import State
from engine.world import Record

_TRIED: Final = 4
"""How many choices of a parameter are tried before an order counts as hindered."""
_TRIES: Final = 12
"""How many orders are tried in all."""
_WORDS: Final = "x"
"""Stands for a text that a player would write."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An order that something could be given."""

    path: tuple[str, str]
    hindered: str
    """What stands in the way; empty if nothing does."""
    instead: str = ""
    """What to do about that."""

    @property
    def words(self) -> str:
        """The order's name as people say it: "guild train character", "trade open"."""
        return " ".join(self.path).replace("-", " ")


def orders_for(
    state: State, thing: Record, groups: Container[str] | None = None
) -> Iterator[tuple[type[Order], Parameter]]:
    """The orders that take a thing first, with the parameter that does; of some groups alone."""
    for order in state.rules.orders.values():
        first = next(iter(parameters(order)), None)
        takes = first and first.asks and thing.kind in first.asks.kinds and not first.many
        if first and takes and (groups is None or order.path[0] in groups):
            yield order, first


def offers(state: State, parameter: Parameter, thing: Record) -> bool:
    """Whether a parameter lists a thing among its choices."""
    assert parameter.asks is not None
    wanted = str(Ref(*thing.place))
    return any(choice.value == wanted for choice in parameter.asks.among(state, {}))


def deeds(state: State, thing: Record) -> tuple[Deed, ...]:
    """Every order for a thing, those that would be accepted now before the others.

    An order that takes more is tried with the first choices of each; what a plan cannot foresee
    counts as free.
    """
    found: list[Deed] = []
    for order, parameter in orders_for(state, thing):
        if offers(state, parameter, thing):
            found.append(tried(state, order, parameter, thing))
        else:
            assert parameter.asks is not None
            found.append(Deed(order.path, f"It takes {parameter.asks.what}."))
    return tuple(sorted(found, key=lambda deed: bool(deed.hindered)))


def tried(state: State, order: type[Order], first: Parameter, thing: Record) -> Deed:
    """An order for a thing that it offers, asked with the first choices of all else it takes.

    Further choices are tried only if it is refused, and then what it may be given besides.
    """
    given: dict[str, Any] = {first.name: str(Ref(*thing.place))}
    for each in _required(order, first):
        value = next(_values(state, each, given), None)
        if value is None:
            assert each.asks is not None
            return Deed(order.path, f"There is nothing to choose from: {each.asks.what}.")
        given[each.name] = value
    refusal = None
    for fields in islice(_filled(state, order, first, given), _TRIES):
        refusal = refusal_of(state, order.model_validate(fields))
        if refusal is None:
            return Deed(order.path, "")
    assert refusal is not None
    return Deed(order.path, refusal.says, refusal.instead)


def _required(order: type[Order], first: Parameter) -> list[Parameter]:
    return [each for each in parameters(order) if each.required and each is not first]


def _filled(
    state: State, order: type[Order], first: Parameter, given: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """What an order could be given, what is `given` before anything else."""
    yield given
    required = _required(order, first)
    choices = [list(islice(_values(state, each, given), _TRIED)) for each in required]
    for chosen in islice(product(*choices), 1, None):
        names = (each.name for each in required)
        yield {**given, **dict(zip(names, chosen, strict=True))}
    for each in parameters(order):
        if each is not first and not each.required and each.kind != "flag":
            for value in islice(_values(state, each, given), 1):
                yield {**given, each.name: value}


def _values(state: State, parameter: Parameter, given: dict[str, Any]) -> Iterator[Any]:
    if parameter.asks:
        found = (choice.value for choice in parameter.asks.among(state, given))
    elif parameter.options:
        found = iter(parameter.options)
    elif parameter.kind == "number":
        found = iter((parameter.least or 1,))
    elif parameter.kind == "flag":
        found = iter((False,))
    else:
        found = iter((_WORDS * (parameter.least or 1),))
    yield from ((value,) if parameter.many else value for value in found)
