"""What cities can train: soldiers, types of artillery and of ships, and how many in one order.

The order that trains them is in `training`; what workshops cost stands with improvements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from engine.module import key_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Needs

BARRACKS = "barracks"  # cohorts.city.barracks
LUMBER_MILL = "lumber_mill"  # cohorts.city.lumber-mill
SHIPYARD = "shipyard"  # cohorts.city.shipyard
SOLDIERS = "soldiers"


@dataclass(frozen=True, slots=True)
class Model:
    """Something that a city can train."""

    arm: Literal["soldier", "artillery", "ship"]
    type: str
    name: str
    recruits: Fraction
    """For each soldier, engine or ship."""
    crew: int
    """A separate unit for each engine or ship; 0 for soldiers, who are one unit of any size."""
    points: int
    """Of its workshop, for each."""
    workshop: str
    """The improvement it needs in addition to barracks; empty for soldiers."""
    needs: Needs

    def from_recruits(self, waiting: int) -> int:
        """How many can be made of the waiting recruits."""
        return int(waiting // self.recruits)

    def recruits_for(self, made: int) -> int:
        """How many recruits these take."""
        return ceil(made * self.recruits)

    def sizes(self, made: int) -> list[int]:
        """How many soldiers or crew each unit has when `made` are made."""
        return [self.crew] * made if self.workshop else [made]


def models(content: Content) -> Iterator[Model]:
    """Everything that the module lets cities train.

    Sources: cohorts.order.train-military-units, cohorts.table.artillery, cohorts.table.ships.
    """
    each = Fraction(1, content.training.soldiers_per_recruit)
    yield Model("soldier", SOLDIERS, "Soldiers", each, 0, 0, "", ())
    for engine in content.artillery.values():
        yield Model(
            "artillery",
            engine.key,
            engine.name,
            Fraction(engine.recruits),
            engine.crew,
            engine.points,
            LUMBER_MILL,
            engine.needs,
        )
    for ship in content.ships.values():
        yield Model(
            "ship",
            ship.key,
            ship.name,
            Fraction(ship.recruits),
            ship.recruits,
            ship.points,
            SHIPYARD,
            ship.needs,
        )


def model_called(content: Content, name: str) -> Model | None:
    """What is trained under that name, however it is spelt, or None."""
    wanted = key_of(name)
    found = (each for each in models(content) if wanted in (key_of(each.type), key_of(each.name)))
    return next(found, None)


def most_soldiers(content: Content, barracks: int) -> int:
    """The most soldiers that one order makes with barracks of this level (0 without any)."""
    per_level = content.improvements[BARRACKS].per_level
    return min(content.training.most_soldiers, per_level * barracks)


def most_of(content: Content, model: Model, improvements: Mapping[str, int]) -> int:
    """The most soldiers, engines or ships that one order makes with improvements of these levels.

    Sources: cohorts.city.barracks, cohorts.city.lumber-mill, cohorts.city.shipyard.
    """
    if not model.workshop:
        return most_soldiers(content, improvements.get(BARRACKS, 0))
    per_level = content.improvements[model.workshop].per_level
    return per_level * improvements.get(model.workshop, 0) // model.points
