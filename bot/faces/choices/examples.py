"""Example lines of orders, made of a player's own pieces: what could be given now, as it is typed.

The order is asked by its own conditions on what the faction knows, so that an example is one that
would be accepted wherever there is one. It gives nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from pydantic import ValidationError

from bot.faces.choices.asking import planning
from engine.facts import NotKnown
from engine.orders import Order, Parameter, Refused, parameters
from engine.packs import Rules
from engine.sheet import line_of
from engine.state import State
from engine.world import Missing, World

_CHOICES: Final = 4
"""How many choices of a parameter are tried."""
_TRIES: Final = 16
_NUMBER: Final = 25
"""What stands for a number that may be it, for a person would hardly choose 1."""
_WORD: Final = "Dawn"
"""Stands for a name that a player would choose."""


@dataclass(frozen=True, slots=True)
class Example:
    """How an order could be given; one of both."""

    line: str = ""
    """As it is typed."""
    lacks: str = ""
    """What there is nothing to choose from for."""


def examples(
    rules: Rules, view: World, player: int, paths: tuple[tuple[str, str], ...]
) -> dict[tuple[str, str], Example]:
    """How each of these orders could be given, of what a player has and knows."""
    state = planning(rules, view, player)
    found: dict[tuple[str, str], Example] = {}
    for path in paths:
        cls = rules.orders[path]
        order = example(state, cls)
        if order is not None:
            found[path] = Example(line=f"/{line_of(order, state.world)}")
        else:
            found[path] = Example(lacks=_lacking(state, cls))
    return found


def _lacking(state: State, cls: type[Order]) -> str:
    """The first thing that an order asks for and that there is none of."""
    given: dict[str, Any] = {}
    for each in parameters(cls):
        if each.required:
            value = next(_values(state, each, given), None)
            if value is None:
                return each.asks.what if each.asks else each.help
            given[each.name] = value
    return ""


def example(state: State, cls: type[Order]) -> Order | None:
    """An order of that class that would be accepted; else one as it might be given later.

    None where there is nothing to choose from.
    """
    asked = [each for each in parameters(cls) if each.required]
    likely: Order | None = None
    for fields in islice(_filled(state, cls, asked), _TRIES):
        try:
            order = cls.model_validate(fields)
        except ValidationError:
            continue  # what stands for a player's words does not suit all of them
        if _accepted(state, order):
            return order
        likely = likely or order
    return likely


def _filled(state: State, cls: type[Order], asked: list[Parameter]) -> Iterator[dict[str, Any]]:
    """What the order could be given, choice by choice; each choice knows those before it."""
    if not asked:
        yield {}
        yield from _besides(state, cls, {})
        return
    first, *others = asked
    for value in islice(_values(state, first, {}), _CHOICES):
        yield from _further(state, cls, others, {first.name: value})


def _further(
    state: State, cls: type[Order], asked: list[Parameter], given: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    choices: list[list[Any]] = []
    known = dict(given)
    for each in asked:
        found = list(islice(_values(state, each, known), _CHOICES))
        if not found:
            return
        known[each.name] = found[0]
        choices.append(found)
    for chosen in islice(product(*choices), _CHOICES):
        fields = {**given, **dict(zip((each.name for each in asked), chosen, strict=True))}
        yield fields
        yield from _besides(state, cls, fields)


def _besides(state: State, cls: type[Order], given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same with the first optional parameter, for orders that need one of several."""
    for each in parameters(cls):
        if each.name not in given and not each.required and each.kind not in ("flag", "text"):
            for value in islice(_values(state, each, given), 1):
                yield {**given, each.name: value}


def _values(state: State, parameter: Parameter, given: Mapping[str, Any]) -> Iterator[Any]:
    if parameter.asks:
        found: Iterator[Any] = (each.value for each in parameter.asks.among(state, given))
    elif parameter.options:
        found = iter(parameter.options)
    elif parameter.kind == "number":
        least, most = parameter.least or 1, parameter.most
        usual = max(least, _NUMBER if most is None else min(_NUMBER, most))
        found = iter(dict.fromkeys((usual, least)))
    elif parameter.kind == "flag":
        found = iter((True,))
    else:
        found = iter((_WORD,))
    yield from ((value,) if parameter.many else value for value in found)


def _accepted(state: State, order: Order) -> bool:
    try:
        return next(order.conditions(state), None) is None
    except Refused:
        return False
    except (NotKnown, Missing):
        return True  # what is not known stands in nobody's way
