"""Which of the choices for a parameter an order would take: the order is tried with each.

The order itself is asked, on what the player knows: its conditions, then its effect, which is
undone. What else it takes is filled in as a person would who reads the lists that appear. How long
one may go on trying is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, combinations, islice, tee
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from engine.dice import Streams
from engine.events import Entry
from engine.facts import NotKnown
from engine.orders import Asks, Choice, Order, Parameter, Refusal, Refused, parameters
from engine.state import State
from engine.world import Missing

T = TypeVar("T")
WIDE: Final = 12
"""As many choices of any other parameter are tried, and as many ways to fill in all of them before
what need not be given."""
TRIES: Final = 60
"""As many ways to fill in the others are tried for one choice."""
SAME: Final = 10
"""After as many ways in a row that are refused for one and the same reason, it is the choice."""
HELPS: Final = 6
"""As many choices of a parameter are tried to find whether it is lacking."""
_NUMBERS: Final = (1, 10, 100, 1000)
_WORD: Final = "x"
_WRONG: Final = Refusal(
    "bad_target", "cohorts.action.order-failure", "It does not go with what else is given."
)
Values = Mapping[str, Any]
"""Parameters with what is given for them, as the order reads it; references as `Ref` or text."""


class OrderWays:
    """Ways to give an order, the likeliest first: what is open is filled in from its lists."""

    def __init__(
        self,
        state: State,
        order: type[BaseModel],
        wide: int = WIDE,
        word: str = _WORD,
        numbers: Sequence[int] = _NUMBERS,
        *,
        flags: bool = True,
    ) -> None:
        """As many choices of a parameter are tried as it is `wide`; what asks as orders do will do.

        `word` and `numbers` stand for what a player would write. Without `flags` what need not be
        ticked is not: it makes another order of it.
        """
        self._state, self._wide, self._word, self._numbers = state, wide, word, numbers
        self._flags = flags
        self._all = parameters(order)
        self._listed: dict[tuple[str, str], Iterator[Any]] = {}
        """The first choices of a parameter by what stood before it: some are long to find, so they
        are looked for no further than somebody asks."""

    def of(self, start: Values) -> Iterator[dict[str, Any]]:
        """What the order could be given with what is given already."""
        start = dict(start)
        missing = [each for each in self._all if each.required and each.name not in start]
        optional = [
            each
            for each in self._all
            if not each.required and each.name not in start
            if self._flags or each.kind != "flag"
        ]
        some: list[dict[str, Any]] = []
        for filled in islice(chain.from_iterable(self._filled(start, missing)), WIDE):
            yield filled
            some.append(filled)
        for filled in some:
            for each in optional:
                for one in islice(self._values(each, filled), 2):
                    yield {**filled, each.name: one}
        for filled in some[:1]:
            yield from self._paired(filled, optional)

    def nothing_for(self, start: Values) -> Parameter | None:
        """The first required parameter that there is nothing to choose for, if any."""
        filled = dict(start)
        for each in self._all:
            if each.required and each.name not in filled:
                for value in self.first(each, filled):
                    filled[each.name] = value
                    break
                else:
                    return each
        return None

    def first(self, parameter: Parameter, filled: Values) -> Iterator[Any]:
        """The first choices for a parameter, by what is given before it."""
        key = parameter.name, str(filled)
        if key not in self._listed:
            self._listed[key] = islice(self._values(parameter, dict(filled)), self._wide)
        self._listed[key], found = tee(self._listed[key])
        return found

    def _paired(
        self, start: dict[str, Any], optional: Sequence[Parameter]
    ) -> Iterator[dict[str, Any]]:
        """Two parameters filled in that need not be given, such as what a spell is cast on and how.

        Only a few choices of each are tried.
        """
        for one, other in combinations(optional, 2):
            for first in islice(self._values(one, start), 2):
                filled = {**start, one.name: first}
                for second in islice(self._values(other, filled), 2):
                    yield {**filled, other.name: second}

    def _filled(
        self, start: dict[str, Any], missing: Sequence[Parameter]
    ) -> Iterator[list[dict[str, Any]]]:
        """What is missing filled in, by first choices, then by those further down the lists.

        No list is gone through before the others have had their turn: ways come together whose
        choices stand equally far down, all counted.
        """
        if not missing:
            yield [start]
            return
        first, *rest = missing
        values, begun = self.first(first, start), list[Iterator[list[dict[str, Any]]]]()
        while True:
            for value in values:
                begun.append(self._filled({**start, first.name: value}, rest))
                break
            else:
                if not begun:
                    return
            found = [(ways, next(ways, None)) for ways in begun]
            begun = [ways for ways, some in found if some is not None]
            yield [filled for _, some in found for filled in some or ()]

    def _values(self, parameter: Parameter, filled: Values) -> Iterator[Any]:
        return values(self._state, parameter, filled, self._word, self._numbers)


class ParameterTrial:
    """One parameter of an order, with what is given for the others."""

    def __init__(
        self, states: Sequence[State], order: type[Order], name: str, given: Values
    ) -> None:
        """`states` are those on which the order may be tried, such as a plan and the view it is of.

        What the order takes on one of them it takes; what may be chosen is read off the first.
        """
        self._states = states
        self._order, self._name = order, name
        others = {key: value for key, value in given.items() if key != name}
        self._given = self._readable(others)
        self._ways = OrderWays(states[0], order)
        self._before: dict[str, Any] = {}
        """What else was filled in when last a choice was taken: most likely it serves again."""

    def refusal(self, value: Any) -> Refusal | None:
        """Why the order would not take a value, however the rest is filled in; None if it would.

        Of a parameter that is a list, the value is the list. A value is refused for the reason that
        came up first.
        """
        first: Refusal | None = None
        last, times = "", 0
        start = {**self._given, self._name: value}
        for filled in islice(chain(self._again(start), self._ways.of(start)), TRIES):
            refusal = self._tried(filled)
            if refusal is None:
                self._before = {key: one for key, one in filled.items() if key not in start}
                return None
            first = refusal if first in (None, _WRONG) else first
            times = times + 1 if refusal.says == last else 1
            last = refusal.says
            if times == SAME and refusal is not _WRONG:
                break
        return first or _WRONG

    def _again(self, start: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The rest as it was taken last, if it is offered for this choice too."""
        filled = dict(start)
        for each in parameters(self._order):
            if each.name in self._before:
                value = self._before[each.name]
                if value not in self._ways.first(each, filled):
                    return
                filled[each.name] = value
        if self._before:
            yield filled

    def _tried(self, values: Values) -> Refusal | None:
        """Why the order would be refused; None if it would not, as far as can be foreseen."""
        try:
            order = self._order.model_validate(values)
        except ValidationError:
            return _WRONG
        refusal: Refusal | None = None
        for state in self._states:
            found = refusal_of(state, order)
            if found is None:
                return None
            refusal = refusal or found
        return refusal

    def _readable(self, given: dict[str, Any]) -> dict[str, Any]:
        """What is given without what the order cannot read: somebody is still typing it."""
        if not given:
            return given
        try:
            self._order.model_validate(given)
        except ValidationError as error:
            faulty = {str(each["loc"][0]) for each in error.errors() if each["loc"]}
            return {key: value for key, value in given.items() if key not in faulty}
        return given


def choices(asks: Asks, state: State, given: Values) -> Iterator[Choice]:
    """What may be chosen; nothing more once a record is missed that the player does not know."""
    try:
        yield from asks.among(state, given)
    except Missing:
        return


@dataclass(frozen=True, slots=True)
class Prospect:
    """The results of an order, as far as can be foreseen."""

    refusal: Refusal | None
    """Why it would be refused; None if it would not."""
    tells: bool
    """Whether it would have any result that is told; what cannot be foreseen counts."""
    futile: bool = False
    """Whether it would be taken, and could change nothing (`Order.futile`)."""


def outcome_of(state: State, order: Order) -> Prospect:
    """The results of an order now: it is asked, carried out and undone.

    Its conditions alone are not enough: some orders notice only when carried out that nothing is
    available.
    """
    first, told, futile = len(state.log.entries), False, False
    refusal: Refusal | None = None
    try:
        with state.attempt():
            refusal = next(order.conditions(state), None)
            if refusal is None:
                futile = order.futile(state)
                order.perform(state)
                told = len(state.log.entries) > first
            raise _Undo
    except _Undo:
        return Prospect(refusal, told, futile)
    except Refused as refused:
        return Prospect(refused.refusal, tells=False)
    except (NotKnown, Missing):
        return Prospect(None, tells=True)
    except Exception:  # noqa: BLE001 - an order that breaks is told of when it is given
        return Prospect(_WRONG, tells=False)


def seen_after(state: State, order: Order, look: Callable[[], T]) -> T | None:
    """What is seen of the world when an order has been carried out, which is then undone.

    None if it is refused, or if its results hang on what is not known.
    """
    found: T | None = None
    with suppress(Refused, NotKnown, Missing, _Undo), state.attempt():
        order.perform(state)
        found = look()
        raise _Undo
    return found


def brought_by(state: State, order: Order, dice: Streams) -> tuple[Entry, ...] | None:
    """What would happen by an order if chance fell as these dice have it, which is then undone.

    It is carried out as in a tick, so that nothing stays open that a plan leaves to chance. None as
    in `seen_after`.
    """
    usual, planning, first = state.dice, state.planning, len(state.log.entries)
    state.dice, state.planning = dice, False
    try:
        return seen_after(state, order, lambda: tuple(state.log.entries[first:]))
    finally:
        state.dice, state.planning = usual, planning


def refusal_of(state: State, order: Order) -> Refusal | None:
    """Why an order would be refused now, asked or carried out; None if it would not be."""
    return outcome_of(state, order).refusal


def lacking(state: State, order: type[Order], given: Values) -> tuple[str, ...]:
    """The parameters, each of which alone would have an order taken that is refused without.

    `given` holds all that the order requires. Such is the destination of a teleport, which no
    other spell takes, or any place of equipment where the order names none.
    """
    if _refused(state, order, given) is None:
        return ()
    return tuple(
        each.name
        for each in parameters(order)
        if not each.required and each.name not in given
        if any(
            _refused(state, order, {**given, each.name: value}) is None
            for value in islice(values(state, each, given), HELPS)
        )
    )


def _refused(state: State, order: type[Order], given: Values) -> Refusal | None:
    try:
        return refusal_of(state, order.model_validate(given))
    except ValidationError:
        return _WRONG


def values(
    state: State,
    parameter: Parameter,
    given: Values,
    word: str = _WORD,
    numbers: Sequence[int] = _NUMBERS,
) -> Iterator[Any]:
    """What a person would give for a parameter."""
    if parameter.asks:
        found: Iterator[Any] = (each.value for each in choices(parameter.asks, state, given))
    elif parameter.options:
        found = iter(parameter.options)
    elif parameter.kind == "number":
        least, most = parameter.least or 0, parameter.most
        tried = {max(least, each): None for each in numbers if most is None or each <= most}
        found = iter(tried or {least: None})
    elif parameter.kind == "flag":
        found = iter((True, False) if parameter.required else (True,))
    else:
        found = iter((word * (parameter.least or 1) if len(word) == 1 else word,))
    return ([each] for each in found) if parameter.many else found


class _Undo(Exception):
    """Ends a trial; the state is then as it was."""
