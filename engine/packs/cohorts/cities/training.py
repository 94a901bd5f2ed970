"""New military units: a city makes recruits into soldiers, engines or ships for its garrison.

What units do afterwards, and how they change their equipment and talents, is not here. Sources:
cohorts.order.train-military-units, cohorts.city.train-military-units, cohorts.unit.creation,
cohorts.ship.overview, cohorts.artillery.overview.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.names import NAME_LENGTH, Label
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.improvements import at_work
from engine.packs.cohorts.cities.models import (
    BARRACKS,
    SOLDIERS,
    Model,
    model_called,
    models,
    most_of,
)
from engine.packs.cohorts.content import Content, Race
from engine.packs.cohorts.content.item_keys import race_of_recruits, recruits_item
from engine.packs.cohorts.knowledge.choices import MY_CITY, my_cities, named_in, once
from engine.packs.cohorts.pieces.people import race_called
from engine.packs.cohorts.pieces.possessions import count, held, take
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.pieces.refusals import no_barracks, without
from engine.packs.cohorts.stacks.equipping import wardrobe_of
from engine.packs.cohorts.things.arms import outfit
from engine.packs.cohorts.things.equipment import by_place, wearable, worn_by_all
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.worth.talents import given_at_training, supplied
from engine.refusals import no_such
from engine.state import State


@facts
class UnitTrained(Event):
    """A city trained one unit, or several engines or ships at once."""

    city: int
    units: tuple[int, ...]
    name: str
    """What was asked for; several are told apart by a number."""
    race: str
    type: str
    soldiers: int
    """Of each unit: its soldiers or crew."""
    slot: int
    recruits: int
    """The recruits that it took."""
    equipment: tuple[str, ...]
    """What every one of them has."""
    talents: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    """The equipment and talents that they did not get, and why."""


# ---------------------------------------------------------------- choices


def waiting_in(state: State, city: City) -> list[tuple[Race, int]]:
    """The recruits that wait in a city, the race with most of them first."""
    races = state.module.content(Content).races
    found = [
        (races[race], possession.count)
        for possession in held(state.world, city.place)
        if (race := race_of_recruits(possession.item)) in races
    ]
    return sorted(found, key=lambda each: (-each[1], each[0].key))


def recruits_for(most: Callable[[State, Given, City, int], int | None]) -> Asks:
    """Asks for a race of which recruits wait, and says how many do and how many can be made.

    `most` says of a city and its recruits how many they make of what is trained; None while that
    is not given.
    """

    def choose(state: State, given: Given) -> Iterator[Choice]:
        for city in my_cities(state, given):
            for race, waiting in waiting_in(state, city):
                made = most(state, given, city, waiting)
                limit = "" if made is None else f" · at most {made:,} now"
                yield Choice(race.key, f"{race.name} · {waiting:,} wait in {city.name}{limit}")

    return Asks(
        "a race that the city has recruits of", lambda state, given: once(choose(state, given))
    )


def _most(state: State, given: Given, city: City, waiting: int) -> int | None:
    content = state.module.content(Content)
    model = model_called(content, given.text("type") or SOLDIERS)
    if model is None:
        return None
    works = at_work(state.world, content, city)
    return min(model.from_recruits(waiting), most_of(content, model, works))


def _types(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    for model in models(content):
        works = (at_work(state.world, content, city) for city in my_cities(state, given))
        most = max((most_of(content, model, each) for each in works), default=0)
        if most:
            each = f", {model.recruits} recruits each" if model.workshop else ""
            yield Choice(model.type, f"{model.name}: up to {most}{each}")


def _equipment(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    return once(
        Choice(item, f"{item_name(content, state.world, item)}: {count} in {city.name}")
        for city in my_cities(state, given)
        for item, count in ((each.item, each.count) for each in held(state.world, city.place))
        if wearable(content, item)
    )


def _best(state: State, given: Given) -> Iterator[Choice]:
    """The best arms that lie in the city for all soldiers whom it would train."""
    content, city = state.module.content(Content), named_in(state, given, "city", City)
    race, wanted = race_called(content, given.text("race")), given.text("quantity")
    if city is None or race is None or not wanted.isdecimal():
        return
    if not given.leaves("type", SOLDIERS):
        return
    waiting = {each.key: count for each, count in waiting_in(state, city)}.get(race.key, 0)
    count = min(int(wanted), _most(state, given, city, waiting) or 0)
    for item in outfit(state.world, content, city.place, count) if count else ():
        yield Choice(item, item_name(content, state.world, item))


def _talents(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    return once(
        Choice(key, content.talents[key].name)
        for city in my_cities(state, given)
        for key in supplied(state.world, content, city)
    )


RECRUITS = recruits_for(_most)
TYPE = Asks("what the city's workshops can make", _types)
EQUIPMENT = Asks("equipment that lies in the city", _equipment, ids=Unique.kind, usual=_best)
TALENTS = Asks("a talent that the city's guilds teach", _talents)


# ---------------------------------------------------------------- the order


class TrainMilitaryUnits(Order):
    """Train recruits of one race as soldiers, artillery or ships, which join the garrison."""

    path = ("city", "train")
    rule = "cohorts.order.train-military-units"
    phases = ("city",)
    makes = "unit"
    unforeseen: ClassVar = {"city": ("actions",)}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that trains")
    race: Annotated[str, RECRUITS] = Field(description="The race of the recruits")
    quantity: Annotated[int, Field(ge=1)] = Field(
        description="How many soldiers, engines or ships; as many as possible if it can be no more"
    )
    name: Label = Field(description="What the unit is called; several are numbered")
    type: Annotated[str, TYPE] = Field(
        default=SOLDIERS, max_length=60, description="Soldiers, or a type of artillery or ship"
    )
    slot: int | None = Field(
        default=None, description="The battle slot it reports to, 0 to 10, by default 3"
    )
    equipment: tuple[Annotated[str, EQUIPMENT], ...] = Field(
        default=(),
        max_length=20,
        description="Items for every one of them; what is short is left out",
    )
    talents: tuple[Annotated[str, TALENTS], ...] = Field(
        default=(),
        max_length=20,
        description="At most 3 that the city's guilds teach; others are left out",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        city = acting(state, self.city)
        race, model = race_called(content, self.race), model_called(content, self.type)
        if race is None:
            yield no_such("cohorts.action.order-failure", "race", self.race, content.races.values())
        elif model is None:
            yield no_such(
                "cohorts.action.order-failure", "type of unit", self.type, models(content)
            )
        else:
            yield from self._unmet(state, city, model)
            yield from self._nothing(state, city, race, model)

    def _unmet(self, state: State, city: City, model: Model) -> Iterator[Refusal]:
        """Refuses a city without the resources and improvements that the type needs."""
        content = state.module.content(Content)
        missing = content.missing(model.needs, access(state.world, content, city))
        if missing:
            yield without(
                self.rule,
                city.name,
                f"a {model.name.lower()}",
                (" or ".join(need) for need in missing),
            )
        if not city.improvements.get(BARRACKS):
            yield no_barracks(city.name)
        if model.workshop and not at_work(state.world, content, city).get(model.workshop):
            works = content.improvements[model.workshop].name.lower()
            idle = model.workshop in city.improvements
            yield Refusal(
                "improvement_missing",
                "cohorts.spell.teleport-city" if idle else self.rule,
                f"The {works} of {city.name} stands idle, far from the sea."
                if idle
                else f"A {model.name.lower()} takes a {works}, and {city.name} has none.",
                "Train it in a city by the sea." if idle else f"Build a {works} first.",
            )

    def _nothing(self, state: State, city: City, race: Race, model: Model) -> Iterator[Refusal]:
        """Refuses what would make not even one."""
        content = state.module.content(Content)
        waiting = count(state.world, city.place, recruits_item(race.key))
        if not model.from_recruits(waiting):
            few = f", and a {model.name.lower()} takes {model.recruits}" if model.workshop else ""
            yield self.refusal(
                "no_recruits",
                f"{city.name} has {waiting or 'no'} {race.name.lower()} recruits{few}.",
                "Conscript some, bring some there, or train another race.",
            )
        if not most_of(content, model, at_work(state.world, content, city)):
            works = content.improvements[model.workshop].name.lower()
            yield self.refusal(
                "points",
                f"A {model.name.lower()} takes {model.points} points, more than the {works} of "
                f"{city.name} gives.",
                f"Improve the {works}.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city = state.the(City, self.city)
        race, model = race_called(content, self.race), model_called(content, self.type)
        assert race, "conditions have seen to it"
        assert model, "conditions have seen to it"
        waiting = count(state.world, city.place, recruits_item(race.key))
        most = most_of(content, model, at_work(state.world, content, city))
        made = min(self.quantity, model.from_recruits(waiting), most)
        recruits = model.recruits_for(made)
        take(state.world, city.place, recruits_item(race.key), recruits)
        spend(state, city)
        sizes = model.sizes(made)
        recruit, left_out = self._outfitted(state, city, race, model, sum(sizes))
        shared = {name: value for name, value in recruit.known().items() if name != "id"}
        units = [
            state.make(Unit, **{**shared, "name": name, "soldiers": size})
            for name, size in zip(numbered(self.name, len(sizes)), sizes, strict=True)
        ]
        state.emit(
            UnitTrained(
                city=city.id,
                units=tuple(unit.id for unit in units),
                name=self.name,
                race=race.key,
                type=model.type,
                soldiers=sizes[0],
                slot=recruit.slot,
                recruits=recruits,
                equipment=tuple(item for _, item in by_place(recruit.equipment)),
                talents=recruit.talents,
                left_out=left_out,
            )
        )

    def _outfitted(
        self, state: State, city: City, race: Race, model: Model, soldiers: int
    ) -> tuple[Unit, tuple[tuple[str, str], ...]]:
        """All new soldiers as one unit, equipped from the city; and what they did not get."""
        content = state.module.content(Content)
        figures = content.training
        taught = supplied(state.world, content, city)
        talents, untaught = given_at_training(content, taught, self.talents)
        # A slot that does not exist is as good as none (cohorts.order.train-military-units).
        wanted = self.slot
        recruit = Unit(
            id=0,
            name=self.name,
            player=state.player,
            holder=city.place,
            used=Fraction(0),
            acted=False,
            message="",
            race=race.key,
            arm=model.arm,
            type=model.type,
            soldiers=soldiers,
            level=figures.level,
            xp=figures.xp,
            talents=talents,
            slot=wanted if wanted is not None and 0 <= wanted <= 10 else figures.battle_slot,
            wounds=0,
            morale=figures.morale,
            statuses={},
            ext=None,
        )
        wardrobe = wardrobe_of(state, recruit, city.place)
        wardrobe.add(self.equipment)
        for item, number in worn_by_all(wardrobe.piece).items():
            take(state.world, city.place, item, number)
        return recruit.replace(equipment=wardrobe.piece.equipment), (
            *wardrobe.left_out,
            *untaught,
        )


def numbered(name: str, units: int) -> list[str]:
    """What new units are called; several end in a number."""
    if units == 1:
        return [name]
    ends = [f" {number}" for number in range(1, units + 1)]
    return [name[: NAME_LENGTH - len(end)] + end for end in ends]
