"""What a city could train where a campaign has another order for it than the base game's.

Such an order names a type and a race of recruits, and says how many it makes at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from engine.orders import Given, Order, Ref, Refusal, parameters
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, waiting_in
from engine.packs.cohorts.content.peoples import Race
from engine.packs.cohorts.pieces.records import City
from engine.state import State
from engine.suggesting import refusal_of

_TYPE: Final = "type"
"""The parameter of such orders that says what is trained."""


class _Counting(Protocol):
    """An order of training."""

    @staticmethod
    def at_most(state: State, given: Given, city: City, waiting: int) -> int | None:
        """Most units that `recruits` can form."""
        ...


@dataclass(frozen=True, slots=True)
class Trainable:
    """Units of a type that a city could train of the recruits of a race."""

    type: str
    """Its key."""
    name: str
    race: Race
    waiting: int
    most: int
    """With one action; 0 if it cannot train any."""
    refusal: Refusal | None


def trains_otherwise(rules: Rules) -> type[Order] | None:
    """The order that trains in a campaign with a special one; else None."""
    order = rules.orders.get(TrainMilitaryUnits.path)
    return None if order is TrainMilitaryUnits else order


def trainable(state: State, order: type[Order], city: City) -> Iterator[Trainable]:
    """Every type of which the city could train units, by every race of which recruits wait."""
    asks = next(each.asks for each in parameters(order) if each.name == _TYPE)
    assert asks is not None, "an order of training offers its types"
    given: dict[str, Any] = {"city": str(Ref(*city.place))}
    for choice in asks.among(state, given):
        for race, waiting in waiting_in(state, city):
            asked = {**given, _TYPE: choice.value}
            refusal = refusal_of(state, order.model_validate({**asked, "race": race.key}))
            most = cast("_Counting", order).at_most(state, Given(asked), city, waiting)
            name = choice.label.partition(":")[0]
            yield Trainable(choice.value, name, race, waiting, 0 if refusal else most or 0, refusal)
