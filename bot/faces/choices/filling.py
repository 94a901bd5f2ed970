"""What somebody has filled in of a form by tapping, and what the form shows and asks next.

Values only; the form of an order or a recipe is made in `bot.faces.forms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.faces.embeds import Drawn
from engine.orders import Order, Queued, parameters

PHASE: Final = " phase"
"""The focus on the phase in which an order runs; no parameter is called so."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A value in its stored form, and what it is called; empty until it is looked up."""

    value: str
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """What somebody has filled in of a form, and where they are in it."""

    order: tuple[str, str] | None = None
    """The path of an order; None for a recipe."""
    recipe: str = ""
    values: tuple[tuple[str, tuple[Picked, ...]], ...] = ()
    phase: str = ""
    """In which phase it is to run, if not as the rules choose."""
    key: str = ""
    """Of the queued order that it changes; empty for a new one."""
    focus: str = ""
    """The parameter whose menu is open; empty for the next one that is needed."""
    page: int = 0
    search: str = ""
    """What is looked for in the open menu."""
    fresh: str = ""
    """The parameter that was filled last: what no longer goes with it is taken out."""
    alone: tuple[str, ...] = ()
    """Parameters that took the only choice there was."""
    usual: tuple[str, ...] = ()
    """Parameters that have what is usual, as long as nobody chose for them."""
    offered: tuple[str, ...] = ()
    """Parameters that were filled in so once."""

    def of(self, parameter: str) -> tuple[Picked, ...]:
        """What is filled in for a parameter."""
        return dict(self.values).get(parameter, ())

    def with_values(self, parameter: str, picked: Iterable[Picked]) -> Filling:
        """The same with other values for a parameter; none takes it out."""
        values = {**dict(self.values), parameter: tuple(picked)}
        kept = tuple((name, each) for name, each in values.items() if each)
        alone = tuple(name for name in self.alone if name != parameter)
        usual = tuple(name for name in self.usual if name != parameter)
        return replace(self, values=kept, alone=alone, usual=usual)

    def filled_in(self, parameter: str, picked: Iterable[Picked]) -> Filling:
        """The same once somebody chose for a parameter; what is needed next comes up."""
        if parameter == PHASE:
            found = next(iter(picked), Picked(""))
            return replace(self, phase=found.value, focus="", page=0, search="")
        made = self.with_values(parameter, picked)
        return replace(made, fresh=parameter, focus="", page=0, search="")

    def at(self, focus: str) -> Filling:
        """The same with another menu open."""
        return replace(self, focus=focus, page=0, search="", fresh="")


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One entry of a menu."""

    value: str
    label: str
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """The open menu of a form, a page of it."""

    parameter: str
    title: str
    help: str
    options: tuple[MenuEntry, ...]
    many: bool
    most: int
    """How many may be chosen on this page."""
    page: int
    pages: int
    repeats: bool
    """Whether what is chosen is added, and may be chosen again."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What can be typed for the parameter that is open."""

    parameter: str
    title: str
    help: str
    least: int
    most: int
    """Bounds of the length of the text."""
    now: str
    searches: bool
    """Whether it looks through the menu."""


@dataclass(frozen=True, slots=True)
class FilledLine:
    """What is filled in for a parameter, as it is shown."""

    title: str
    text: str
    how: str = ""
    """How it came about if nobody chose it."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a form shows and asks next."""

    filling: Filling
    title: str
    does: str
    lines: tuple[FilledLine, ...]
    needs: tuple[str, ...]
    """What has to be filled in still, in words."""
    menu: OpenMenu | None
    writing: Writing | None
    more: tuple[MenuEntry, ...]
    """What else can be filled in or changed; the value is a parameter's name."""
    notes: tuple[str, ...]
    """What the form did by itself, and what is wrong."""
    lacks: tuple[str, ...]
    """Parameters of which the order takes one, though in general none need be given."""
    bodies: tuple[str, ...]
    """The orders in their stored form once nothing is needed any more, with provisional keys."""
    at_once: bool = False
    """Whether they are carried out at once, and stand in no list."""
    picture: Drawn | None = None
    """What the form shows of what is filled in so far."""

    @property
    def complete(self) -> bool:
        """Whether it makes orders."""
        return bool(self.bodies)


def toggled(filling: Filling, parameter: str) -> Filling:
    """The form with a flag turned the other way."""
    on = [each.value for each in filling.of(parameter)] == ["yes"]
    made = filling.with_values(parameter, () if on else (Picked("yes", "yes"),))
    return replace(made, fresh=parameter)


def of_order(queued: Queued) -> Filling:
    """The form of a queued order, to be changed under its key."""
    cls = type(queued.order)
    values = {each.name: getattr(queued.order, each.name) for each in parameters(cls)}
    return replace(of_values(cls, values, queued.phase), key=queued.key)


def of_values(order: type[Order], values: Mapping[str, Any], phase: str = "") -> Filling:
    """The form of an order with these values of its parameters, as far as they say anything."""
    found: list[tuple[str, tuple[Picked, ...]]] = []
    for parameter in parameters(order):
        value = values.get(parameter.name, parameter.default)
        if value is not None and (parameter.required or value != parameter.default):
            each = value if parameter.many else (value,)
            found.append((parameter.name, tuple(Picked(_text(one)) for one in each)))
    return Filling(order=order.path, values=tuple(found), phase=phase)


def of_given(given: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[Picked, ...]], ...]:
    """What a lead fills in, several of one parameter as a list."""
    found: dict[str, tuple[Picked, ...]] = {}
    for name, value in given:
        found[name] = (*found.get(name, ()), Picked(value))
    return tuple(found.items())


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
