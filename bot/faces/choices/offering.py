"""What may be chosen for a parameter of an order, with what queued orders will make.

Who types and who taps are offered the same. Whether a choice is any good is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from engine.labels import Labels
from engine.orders import Choice, Parameter, Ref
from engine.preview import Planned
from engine.state import State
from engine.world import Place, World

NOTE: Final = " · "
"""Behind it a choice's label says more than what it is: where, in which state, why not now."""


class Planning(Protocol):
    """A plan of queued orders on a view."""

    @property
    def view(self) -> World:
        """What is known now."""
        ...

    @property
    def world(self) -> World:
        """The view as the orders would leave it."""
        ...

    @property
    def orders(self) -> Sequence[Planned]:
        """What each order would do."""
        ...


def labels_of(plan: Planning) -> Labels:
    """What things are called while orders are queued: as they are known now, and the new ones.

    A thing keeps its name whatever the queued orders do to it.
    """
    made: dict[Place, str] = {}
    for planned in plan.orders:
        if planned.made and plan.view.at(planned.made) is None:
            made.setdefault(planned.made, planned.key)
    return Labels(plan.view, made, plan.world)


def offered(
    parameter: Parameter, state: State, labels: Labels, others: Mapping[str, str]
) -> Iterator[Choice]:
    """The choices for a parameter, those that queued orders will make by the orders' keys."""
    assert parameter.asks is not None
    for choice in parameter.asks.among(state, others):
        key = labels.made.get(_place(choice.value)) if labels.made else None
        if key:
            kind = choice.value.partition(":")[0]
            yield Choice(str(Ref(kind, 0, key)), f"{choice.label} (order {key})")
        else:
            head, mark, rest = choice.label.partition(NOTE)
            number = _number(parameter, labels, choice)
            yield Choice(choice.value, f"{head}{number}{mark}{rest}")


def _number(parameter: Parameter, labels: Labels, choice: Choice) -> str:
    """What tells a thing apart from others of its name, or of its kind without one: " #2"."""
    ref = ref_of(choice.value) if parameter.kind == "ref" else None
    if ref is None or parameter.asks is None:
        return ""
    _, mark, number = labels.of(ref, parameter.asks.kinds).rpartition("#")
    return f" {mark}{number}" if mark and number.isdecimal() else ""


def as_planned(value: Any, labels: Labels) -> Any:
    """A reference, or a list of them, with what a queued order will make as it is in the plan.

    Any other value stays as it is.
    """
    if isinstance(value, Ref):
        place = labels.by_key.get(value.new)
        return Ref(*place) if place else value
    if isinstance(value, tuple):
        return tuple(as_planned(each, labels) for each in cast("tuple[Any, ...]", value))
    return value


def _place(value: str) -> Place:
    ref = ref_of(value)
    return ref.place if ref else Place("", 0)


def ref_of(value: str) -> Ref | None:
    """The reference of a text such as `stack:12`; None if it is no such text."""
    try:
        return Ref.parse(value)
    except ValueError:
        return None
