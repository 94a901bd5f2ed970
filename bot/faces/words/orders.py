"""What orders and their parameters are called in words, read off their classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.faces.words.text import listed, word
from engine.orders import Order, parameters
from engine.written import Unfit, WrittenValue, paired, values_in

Orders = Mapping[tuple[str, str], type[Order]]
"""The orders of a campaign by their paths."""
_NEW = re.compile(r"new:(k\d+)")
_ARTICLE = re.compile(r"^an? ")
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


def order_words(line: str, orders: Orders, key: Callable[[str], str] = word) -> str:
    """A line of a sheet as people say it, such as "Train military units: Harrowford, race human".

    `key` says what a key of the module is called. A line that is none stays as it is, so that what
    an older version wrote can still be told.
    """
    title, given = told_apart(line, orders, key)
    return f"{title}: {given}" if given else title


def told_apart(line: str, orders: Orders, key: Callable[[str], str] = word) -> tuple[str, str]:
    """The same as what the order is called, and what it gives, which may be nothing."""
    try:
        path, values = values_in(line)
    except Unfit:
        return line, ""
    order = orders.get(path)
    title = order_title(order) if order else parameter_title(" ".join(path)).replace("-", " ")
    # Who carries the order out needs no name: the title says it.
    parts = [
        value if name == path[0] else _named(name, value, order)
        for name, value in _said(values, order, key)
    ]
    return title, ", ".join(parts)


def _named(name: str, value: str, order: type[Order] | None) -> str:
    """A value with what it is of; of a switch alone whether it is on: "allow war", "not assist".

    A switch whose name says little by itself has a title.
    """
    field = order.model_fields.get(name) if order else None
    if field and field.annotation is bool:
        return f"{'' if value == 'yes' else 'not '}{field.title or word(name)}"
    return f"{word(name)} {value}"


def in_short(line: str, orders: Orders, key: Callable[[str], str], actor: str) -> str:
    """A line of a sheet as what somebody could do, such as "research spell: detect magic".

    `actor` is the parameter that says who, if there is one.
    """
    path, values = values_in(line)
    order = orders[path]
    said = [value for name, value in _said(values, order, key) if name != actor]
    title = order_title(order).lower()
    return f"{title}: {', '.join(said)}" if said else title


def _said(
    values: Mapping[str, list[WrittenValue]],
    order: type[Order] | None,
    key: Callable[[str], str],
) -> Iterator[tuple[str, str]]:
    """The values of an order in words, by parameter."""
    choices = {p.name for p in parameters(order) if p.asks and not p.asks.kinds} if order else ()
    for name, items in values.items():
        said = [_value(each, key, named=name not in choices) for each in paired(items)]
        yield name, listed(_counted(said), most=len(items))


def _counted(values: Sequence[str]) -> Iterator[str]:
    """Each value once; of equal ones how many there are, such as "2 × army of Bowmen"."""
    for value, count in Counter(values).items():
        yield value if count == 1 else f"{count} × {_ARTICLE.sub('', value)}"


def _value(item: WrittenValue, key: Callable[[str], str], *, named: bool) -> str:
    """A value in words; what is `named` by people and has blanks stays as they wrote it."""
    if item.quoted and named:
        return item.text
    if not item.text:
        return "nothing"
    new = _NEW.fullmatch(item.text)
    return f"what order {new[1]} makes" if new else key(item.text)
