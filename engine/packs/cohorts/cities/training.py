"""New military units: a city makes recruits into soldiers, who join its garrison.

Sources: cohorts.order.train-military-units, cohorts.unit.creation. What units do afterwards, and
artillery and ships, are not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import closest
from engine.names import Label
from engine.orders import Asks, Choice, Order, Ref, Refusal
from engine.packs.cohorts.choices import MY_CITY
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.people import race_called, race_of_recruits, recruits_item
from engine.packs.cohorts.content import Content, Race
from engine.packs.cohorts.control import controls
from engine.packs.cohorts.possessions import count, held, take
from engine.packs.cohorts.records import City, Unit
from engine.state import State

BARRACKS = "barracks"  # cohorts.city.barracks


@facts
class UnitTrained(Event):
    """A city trained a unit (cohorts.order.train-military-units)."""

    kind = "unit-trained"

    city: int
    unit: int
    name: str
    race: str
    type: str
    soldiers: int
    slot: int
    recruits: int
    """The recruits that it took."""


def most_soldiers(content: Content, barracks: int) -> int:
    """The most soldiers that one order makes with barracks of this level (0 without any)."""
    per_level = content.improvements[BARRACKS].per_level
    return min(content.training.most_soldiers, per_level * barracks)


def _recruits(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    """The races whose recruits are in the city named before, or in any city of the player."""
    races = state.module.content(Content).races
    offered: dict[str, str] = {}
    for city in state.world.all(City):
        if controls(state, city) and given.get("city") in (None, "", f"city:{city.id}"):
            for possession in held(state.world, city.place):
                race = race_of_recruits(possession.item)
                if race in races and race not in offered:
                    offered[race] = f"{races[race].name}: {possession.count} in {city.name}"
    for race, text in offered.items():
        yield Choice(race, text)


RECRUITS = Asks("a race that the city has recruits of", _recruits)


class TrainMilitaryUnits(Order):
    """Train recruits of one race as a military unit, which joins the city's garrison."""

    path = ("city", "train")
    rule = "cohorts.order.train-military-units"
    phases = ("city",)
    makes = "unit"
    unforeseen: ClassVar = {"city": ("actions",)}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that trains")
    race: Annotated[str, RECRUITS] = Field(description="The race of the recruits")
    quantity: Annotated[int, Field(ge=1)] = Field(
        description="How many soldiers; as many as possible if it can be no more"
    )
    name: Label = Field(description="What the unit is called")
    slot: int | None = Field(
        default=None, description="The battle slot it reports to, 0 to 10, by default 3"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        city = acting(state, self.city)
        race = race_called(content, self.race)
        if race is None:
            yield self._no_such_race(content)
            return
        if not city.improvements.get(BARRACKS):
            yield Refusal(
                "improvement_missing",
                "cohorts.city.barracks",
                f"{city.name} has no barracks.",
                "Only a city with barracks trains units; build them first.",
            )
        elif not self._soldiers(state, city, race):
            yield Refusal(
                "no_recruits",
                self.rule,
                f"{city.name} has no {race.name.lower()} recruits.",
                "Conscript some, bring some there, or train another race.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city = state.the(City, self.city)
        race = race_called(content, self.race)
        assert race, "conditions have seen to it"
        figures = content.training
        soldiers = self._soldiers(state, city, race)
        recruits = -(-soldiers // figures.soldiers_per_recruit)
        take(state.world, city.place, recruits_item(race.key), recruits)
        spend(state, city)
        # A slot that does not exist is as good as none (cohorts.order.train-military-units).
        wanted = self.slot
        slot = wanted if wanted is not None and 0 <= wanted <= 10 else figures.battle_slot
        unit = state.make(
            Unit,
            name=self.name,
            player=state.player,
            holder=city.place,
            used=Fraction(0),
            acted=False,
            message="",
            race=race.key,
            arm="soldier",
            type="soldiers",
            soldiers=soldiers,
            level=figures.level,
            xp=figures.xp,
            talents=(),
            equipment=(),
            slot=slot,
            wounds=0,
            morale=figures.morale,
            statuses=(),
            ext=None,
        )
        state.emit(
            UnitTrained(
                city=city.id,
                unit=unit.id,
                name=unit.name,
                race=unit.race,
                type=unit.type,
                soldiers=soldiers,
                slot=slot,
                recruits=recruits,
            )
        )

    def _soldiers(self, state: State, city: City, race: Race) -> int:
        """How many soldiers the order makes (cohorts.city.train-military-units)."""
        content = state.module.content(Content)
        waiting = count(state.world, city.place, recruits_item(race.key))
        return min(
            self.quantity,
            waiting * content.training.soldiers_per_recruit,
            most_soldiers(content, city.improvements.get(BARRACKS, 0)),
        )

    def _no_such_race(self, content: Content) -> Refusal:
        near = closest(self.race, [race.name for race in content.races.values()])
        return Refusal(
            "bad_target",
            "cohorts.action.order-failure",
            f"There is no race called {self.race[:40]!r}.",
            f"Did you mean {near}?" if near else "Choose one from the list that appears.",
        )
