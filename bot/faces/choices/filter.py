"""Which of the choices for a parameter an order would take: it is tried with each.

Who types and who taps are told the same. How long one may go on trying is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.faces.choices.offering import NOTE, as_planned
from engine.labels import Labels
from engine.orders import Choice, Order, Parameter, Ref
from engine.state import State
from engine.suggesting import ParameterTrial


class ChoiceFilter:
    """The choices for a parameter, by what the order would make of them, as they came."""

    def __init__(
        self,
        states: Sequence[State],
        order: type[Order],
        parameter: Parameter,
        labels: Labels,
        given: Mapping[str, Any],
    ) -> None:
        """`states`: as in `ParameterTrial`; `given`: the values of the other parameters."""
        self._parameter, self._labels = parameter, labels
        values = {name: as_planned(value, labels) for name, value in given.items()}
        self._trial = ParameterTrial(states, order, parameter.name, values)
        self.taken: list[Choice] = []
        self.untried: list[Choice] = []
        self.refused: list[Choice] = []
        """With the reason in the label."""

    def reason(self, choice: Choice, before: Sequence[Any] = ()) -> str:
        """Why the order would not take a choice behind those before it in a list; else empty."""
        value: Any = choice.value
        if self._parameter.kind == "ref":
            value = as_planned(Ref.parse(value), self._labels)
        if self._parameter.many:
            value = (*(as_planned(each, self._labels) for each in before), value)
        refusal = self._trial.refusal(value)
        return refusal.says if refusal else ""

    def put(self, choice: Choice, reason: str | None) -> None:
        """Note what was found out about a choice; None if it was not tried."""
        if reason is None:
            self.untried.append(choice)
        elif reason:
            label = f"{head_of(choice.label)}{NOTE}not now: {reason}"
            self.refused.append(Choice(choice.value, label))
        else:
            self.taken.append(choice)


def head_of(label: str) -> str:
    """A choice's label without its reason."""
    return label.partition(NOTE)[0]
