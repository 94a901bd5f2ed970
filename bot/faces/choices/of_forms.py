"""What may be chosen in a form, and which of it the order would take.

It stands on what the form's reader knows and has queued. What is asked next, and how the form
looks, is in `bot.faces.forms`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from bot.faces.choices.filling import Filling, Picked
from bot.faces.choices.filter import ChoiceFilter, head_of
from bot.faces.choices.offering import as_planned, offered, ref_of
from bot.faces.macros import Recipe
from bot.faces.words.text import word
from engine.labels import Labels, called, name_of
from engine.orders import Choice, Given, Order, Parameter, parameters
from engine.sheet import item_of
from engine.state import State
from engine.suggesting import lacking, refusal_of

OPTIONS: Final = 25
"""Options on a page of a menu, as Discord takes them."""
_AMOUNTS: Final = (
    *(1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500),
    *(750, 1000, 1500, 2000, 5000),
)
"""What is offered of a number without narrow bounds; any other can be typed."""
_TRIED: Final = 50
"""Choices of a menu that are tried in the order itself."""


class Asked:
    """What a form asks for: the parameters of an order or a recipe, on what is known."""

    def __init__(self, asked: type[BaseModel], state: State, labels: Labels) -> None:
        self.order = asked if issubclass(asked, Order) else None
        self.recipe = asked if issubclass(asked, Recipe) else None
        self.parameters = {each.name: each for each in parameters(asked)}
        self._state, self._labels = state, labels

    def needed(self, parameter: Parameter, filling: Filling) -> bool:
        """Whether it has to be filled in still."""
        return parameter.required and not filling.of(parameter.name)

    def values(self, filling: Filling) -> dict[str, Any]:
        """What is filled in, as an order takes it."""
        found: dict[str, Any] = {}
        for name, picked in filling.values:
            parameter = self.parameters.get(name)
            if parameter and picked:
                each = tuple(_value(parameter, one.value) for one in picked)
                found[name] = each if parameter.many else each[0]
        return found

    def given(self, filling: Filling) -> Given:
        """What is filled in, as choosers read it."""
        return Given({name: self._bound(name, picked) for name, picked in filling.values})

    def choices(self, parameter: Parameter, filling: Filling) -> Iterator[Choice]:
        """What may be chosen for a parameter, each once."""
        if parameter.asks:
            others = {
                name: self._bound(name, picked)
                for name, picked in filling.values
                if name != parameter.name or parameter.asks.repeats
            }
            found = offered(parameter, self._state, self._labels, others)
        elif parameter.options:
            found = (Choice(each, each.replace("-", " ")) for each in parameter.options)
        elif parameter.kind == "number":
            amounts = self._amounts(parameter, filling)
            found = (Choice(str(each), f"{each:,}") for each in amounts)
        elif parameter.kind == "flag":
            found = iter((Choice("yes", "Yes"), Choice("no", "No")))
        else:
            return
        seen: set[str] = set()
        for choice in found:
            if choice.value not in seen:
                seen.add(choice.value)
                yield choice

    def sifted(self, parameter: Parameter, filling: Filling, every: list[Choice]) -> list[Choice]:
        """What the order would take before what it would refuse, with the reason against it.

        Only the first of many are tried; the rest stands between.
        """
        if self.order is None or parameter.kind in ("number", "flag") or not every:
            return every
        given = self.values(filling)
        chosen = given.pop(parameter.name, ())
        before = chosen if parameter.asks and parameter.asks.repeats else ()
        sieve = ChoiceFilter([self._state], self.order, parameter, self._labels, given)
        for place, choice in enumerate(every):
            sieve.put(choice, sieve.reason(choice, before) if place < _TRIED else None)
        return [*sieve.taken, *sieve.untried, *sieve.refused]

    def lacking(self, filling: Filling) -> tuple[str, ...]:
        """What need not be given in general and yet is wanted of this order."""
        if self.order is None:
            return ()
        given = self.values(filling)
        bound = {name: as_planned(value, self._labels) for name, value in given.items()}
        return lacking(self._state, self.order, bound)

    def label(self, parameter: Parameter, filling: Filling, value: str) -> str:
        """What a value is called that was not chosen from the menu."""
        for choice in self.choices(parameter, filling) if parameter.asks else ():
            if choice.value == value:
                return head_of(choice.label)
        ref = ref_of(value) if parameter.kind == "ref" else None
        if ref is None:
            return word(value)
        place = self._labels.by_key.get(ref.new)
        if place:
            name = name_of(self._labels.planned.at(place)) or f"a {ref.kind}"
            return f"{name} (order {ref.new})"
        return called(ref, self._labels.world)

    def _bound(self, name: str, picked: tuple[Picked, ...]) -> str:
        """What is filled in, for choosers: a thing that an order will make as that thing."""
        parameter = self.parameters.get(name)
        if parameter is None:
            return ""
        each = [_as_chosen(parameter, one.value, self._labels) for one in picked]
        return ",".join(map(item_of, each)) if parameter.many else "".join(each)

    def _amounts(self, parameter: Parameter, filling: Filling) -> list[int]:
        """Sensible amounts: all where there are few, else those that would be accepted."""
        least = 1 if parameter.least is None else parameter.least
        most = parameter.most
        if most is not None and most - least < OPTIONS:
            return list(range(least, most + 1))
        amounts = [least, *(each for each in _AMOUNTS if each > least)]
        amounts = [each for each in amounts if most is None or each <= most][: OPTIONS - 1]
        if self.order is None or any(
            self.needed(each, filling) for each in self.parameters.values() if each is not parameter
        ):
            return amounts
        good = [each for each in amounts if self._stands(parameter, filling, each)]
        if not good or good[-1] == amounts[-1]:
            return good or amounts
        low, high = good[-1], amounts[amounts.index(good[-1]) + 1]
        while high - low > 1:
            middle = (low + high) // 2
            good_enough = self._stands(parameter, filling, middle)
            low, high = (middle, high) if good_enough else (low, middle)
        return good if low == good[-1] else [*good, low]

    def _stands(self, parameter: Parameter, filling: Filling, amount: int) -> bool:
        """Whether nothing would stand in the order's way with that amount."""
        assert self.order is not None
        values = self.values(filling) | {parameter.name: amount}
        try:
            order = self.order.model_validate(values).bound(self._labels.by_key)
        except ValidationError:
            return False
        return refusal_of(self._state, order) is None


def _value(parameter: Parameter, stored: str) -> Any:
    """What a value means, of which the form keeps the stored form."""
    ref = ref_of(stored) if parameter.kind == "ref" else None
    return ref or stored


def _as_chosen(parameter: Parameter, stored: str, labels: Labels) -> str:
    """A value as choosers read it: a thing that an order will make as that thing."""
    names = parameter.kind == "ref" or (parameter.asks is not None and parameter.asks.repeats)
    ref = ref_of(stored) if names else None
    return str(as_planned(ref, labels)) if ref else stored
