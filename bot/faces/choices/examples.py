"""Example lines of orders, made of a player's own pieces: what could be given now, as it is typed.

The order is asked by its own conditions on what the faction knows, so that an example is one that
would be accepted wherever there is one. It gives nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

from pydantic import ValidationError

from bot.faces.choices.asking import planning
from engine.orders import Order
from engine.packs import Rules
from engine.sheet import line_of
from engine.state import State
from engine.suggesting import OrderWays, refusal_of
from engine.world import World

_WIDE: Final = 4
"""How many choices of a parameter are tried."""
_TRIES: Final = 16
_NUMBERS: Final = (25, 10, 1)
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
    return {path: _example(state, rules.orders[path]) for path in paths}


def _example(state: State, cls: type[Order]) -> Example:
    """An order that would be accepted; else one as it might be given later."""
    ways = OrderWays(state, cls, _WIDE, _WORD, _NUMBERS, flags=False)
    likely: Order | None = None
    for fields in islice(ways.of({}), _TRIES):
        try:
            order = cls.model_validate(fields)
        except ValidationError:
            continue  # what stands for a player's words does not suit all of them
        likely = likely or order
        if refusal_of(state, order) is None:
            likely = order
            break
    if likely is None and (lacks := ways.nothing_for({})):
        return Example(lacks=lacks.asks.what if lacks.asks else lacks.help)
    return Example(line=f"/{line_of(likely, state.world)}" if likely else "")
