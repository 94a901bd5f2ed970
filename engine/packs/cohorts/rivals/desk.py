"""Where a computer player writes its orders down: each is tried on the plan before it is given.

The plan is the faction's view with all earlier orders carried out, so that what comes later knows
what came before: who has acted, what is left of a stock, who stands where. Orders must be given in
the order in which the parts of a turn run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any, Final, cast

from pydantic import ValidationError

from engine.facts import NotKnown
from engine.orders import Order, Ref, Refused, parameters
from engine.rivals import Intent, Reason
from engine.state import State
from engine.world import Missing, Place

_WIDE: Final = 12
"""As many choices of a parameter are looked at."""


class Desk:
    """The orders of one turn, on the plan that they leave."""

    def __init__(self, state: State, needless: Collection[tuple[str, ...]] = ()) -> None:
        """`needless` are orders, by path, that the rules have and nobody gives."""
        self.state, self._needless = state, needless
        self._known = state.world.fork()
        """The view before all orders."""
        self.given: list[Intent] = []
        self.open: dict[Place, None] = {}
        """Whom orders name of which nobody can say beforehand how they come out."""

    def give(
        self,
        order: type[Order],
        reason: Reason,
        values: Mapping[str, Any],
        *,
        phase: str = "",
        bold: bool = False,
    ) -> bool:
        """Give an order if the rules of the campaign have it and would take it; whether it was.

        If it is `bold`, it is given though not all is known that it hangs on.
        """
        made = self._made(order, values)
        return made is not None and self._take(made, reason, phase, bold=bold)

    def first(
        self,
        order: type[Order],
        reason: Reason,
        values: Mapping[str, Any],
        *,
        tries: int = 6,
        wide: int = _WIDE,
        phase: str = "",
        bold: bool = False,
    ) -> bool:
        """Give an order, what is left open of it chosen from its lists; whether one was taken.

        Of each list the first choices are looked at, `wide` of them, and a limited number of orders
        is tried. If it is `bold`, what hangs on the unknown is given as well.
        """
        form = self.form(order)
        if form is None:
            return False
        ways = islice(self._ways(form, _named(form, values), wide), tries)
        return any(self._take(each, reason, phase, bold=bold) for each in ways)

    def form(self, order: type[Order]) -> type[Order] | None:
        """The order as the rules of the campaign have it, None if they or players do without.

        A pack that builds on this one may have put its own in its place.
        """
        if order.path in self._needless:
            return None
        return self.state.rules.orders.get(order.path)

    # ------------------------------------------------------------ inside

    def _allowed(self, order: Order, *, bold: bool = False) -> bool:
        """Whether nothing stands in an order's way; the bold give what is not sure."""
        try:
            return next(iter(order.conditions(self.state)), None) is None
        except Refused:
            return False
        except (NotKnown, Missing):
            return bold

    def _made(self, order: type[Order], values: Mapping[str, Any]) -> Order | None:
        form = self.form(order)
        if form is None:
            return None
        try:
            return form.model_validate(_named(form, values))
        except ValidationError:
            return None

    def _take(self, order: Order, reason: Reason, phase: str, *, bold: bool = False) -> bool:
        state = self.state
        if not self._names_what_is_there(order):
            return False
        state.order = f"r{len(self.given)}"
        try:
            if not self._allowed(order, bold=bold):
                return False
            with state.attempt():
                order.perform(state)
        except Refused:
            return False
        except (NotKnown, Missing):
            # Its result is open, and it may be given all the same.
            self.open |= dict.fromkeys(each.place for each in order.refs().values() if each.id)
        finally:
            state.order = ""
        self.given.append(Intent(order, reason, phase=phase))
        return True

    def _names_what_is_there(self, order: Order) -> bool:
        """Whether all that it names by number stood there before this turn's orders.

        What an earlier one makes has another number on the plan than in the world.
        """
        named = (each for each in order.refs().values() if each.id and not each.name)
        return all(self._known.at(each.place) is not None for each in named)

    def _ways(self, order: type[Order], given: Mapping[str, Any], wide: int) -> Iterator[Order]:
        """The order with every required parameter that is open filled in from its list."""
        left = [each for each in parameters(order) if each.required and each.name not in given]
        if not left:
            made = self._made(order, given)
            if made is not None:
                yield made
            return
        asked = left[0]
        typed = {key: _typed(value) for key, value in given.items()}
        values: Iterator[str]
        if asked.options:
            values = iter(asked.options)
        elif asked.asks:
            values = (each.value for each in asked.asks.among(self.state, typed))
        else:
            values = iter(())
        for value in islice(values, wide):
            yield from self._ways(order, {**given, asked.name: _list(value, asked.many)}, wide)


def _typed(value: Any) -> str:
    """A value as somebody would have typed it."""
    if isinstance(value, tuple) and not isinstance(value, Ref):
        return ", ".join(str(each) for each in cast("tuple[object, ...]", value))
    return str(cast("object", value))


def _named(order: type[Order], values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that the order asks for; not every form of it asks for all."""
    return {name: value for name, value in values.items() if name in order.model_fields}


def _list(value: str, many: bool) -> Any:
    return (value,) if many else value


def ref(thing: Any) -> Ref:
    """A record as orders name it."""
    return Ref(*thing.place)
