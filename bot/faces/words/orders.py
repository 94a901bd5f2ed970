"""What orders and their parameters are called in words, read off their classes."""

from __future__ import annotations

import re

from bot.faces.words.text import word
from engine.orders import Order

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def order_title(order: type[Order]) -> str:
    """An order as the head of a form: `TrainMilitaryUnits` is "Train military units".

    Who carries it out is left out where it comes first, as in "Make potion" of a guild: that is a
    parameter of the order.
    """
    first, *others = _HUMP.sub(" ", order.__name__).split()
    if others and first.lower() == order.path[0] and order.path[0] in order.model_fields:
        first, *others = others
    return " ".join((first, *(each.lower() for each in others)))


def parameter_title(name: str) -> str:
    """A parameter as the head of a line: `max_el` is "Max el"."""
    text = word(name)
    return text[:1].upper() + text[1:]
