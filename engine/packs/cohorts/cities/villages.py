"""Villages of a barony: building and improving them, so that the capital gets their deposits.

What a village opens stands in `access`; moving or razing one is not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Order, Ref, Refusal
from engine.packs.cohorts.choices import MY_CITY, label
from engine.packs.cohorts.cities.access import copies
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.people import bereft, everyone, head_count, settlers
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.control import controls
from engine.packs.cohorts.records import Barony, City, Province, Village
from engine.state import State

_SPREAD = 2654435761  # an odd factor that scatters neighbouring provinces over the names
_LEAST_PEOPLE = 2  # cohorts.city.build-village


@facts
class VillageBuilt(Event):
    """A city built a village (cohorts.order.construct-village)."""

    kind = "village-built"

    city: int
    province: int
    village: int
    settlers: dict[str, int]
    opened: tuple[str, ...]
    """The resources of which the city now works its first deposit."""


@facts
class VillageImproved(Event):
    """A city improved a village (cohorts.order.improve-village)."""

    kind = "village-improved"

    city: int
    province: int
    village: int
    level: int
    opened: tuple[str, ...]
    """The resources of which the city now works its first deposit."""


# ---------------------------------------------------------------- choices


def _sites(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    for city in _cities(state, given):
        for province in state.world.by(Province, "barony", city.barony):
            if next(_unfit(state, city, province), None) is None:
                yield Choice(str(Ref(*province.place)), label(state, province))


def _villages(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    for city in _cities(state, given):
        for province in state.world.by(Province, "barony", city.barony):
            for village in state.world.by(Village, "province", province.id):
                where = f"{province.x},{province.y}"
                yield Choice(
                    str(Ref(*village.place)), f"{village.name} {where}, level {village.level}"
                )


def _cities(state: State, given: Mapping[str, Any]) -> Iterator[City]:
    """The city named before, or every city of the player."""
    named = given.get("city")
    for city in state.world.all(City):
        if controls(state, city) and named in (None, "", f"city:{city.id}"):
            yield city


SITE = Asks("a province of the city's barony without a village", _sites, ("province",))
VILLAGE = Asks("a village of the city's barony", _villages, ("village",))


# ---------------------------------------------------------------- orders


def village_name(content: Content, settlers: Mapping[str, int], province: int) -> str:
    """What a village is called: in the tongue of most of its settlers, and always the same there.

    It is not drawn, so that a plan and the turn call it alike.
    """
    race = max(sorted(settlers), key=lambda each: settlers[each])
    syllables = content.names.cities[race]
    spread = province * _SPREAD % (1 << 32)
    first = syllables.first[spread % len(syllables.first)]
    return first + syllables.last[spread // 4096 % len(syllables.last)]


class ConstructVillage(Order):
    """Build a village in a province of a city's barony; 5% of the city's people settle there."""

    path = ("city", "construct-village")
    rule = "cohorts.order.construct-village"
    phases = ("city",)
    unforeseen: ClassVar = {"city": ("population", "slaves", "actions")}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that builds")
    province: Annotated[Ref, SITE] = Field(description="Where it builds, in its barony")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = acting(state, self.city)
        yield from _unfit(state, city, state.the(Province, self.province))
        if head_count(city) < _LEAST_PEOPLE:
            yield Refusal(
                "too_few_people",
                "cohorts.city.build-village",
                f"{city.name} has too few people to settle a village.",
                f"It needs at least {_LEAST_PEOPLE}.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city, province = state.the(City, self.city), state.the(Province, self.province)
        leaving = settlers(everyone(city), content.cities.village_population_percent)
        before = copies(state.world, content, city)
        spend(state, bereft(city, leaving))
        village = state.world.add(
            Village,
            name=village_name(content, leaving, province.id),
            province=province.id,
            level=1,
            changed=state.now.turn,
        )
        state.emit(
            VillageBuilt(
                city=city.id,
                province=province.id,
                village=village.id,
                settlers=leaving,
                opened=_opened(state, city, before),
            )
        )


class ImproveVillage(Order):
    """Raise a village of a city's barony by one level, so that it gathers more resources."""

    path = ("city", "improve-village")
    rule = "cohorts.order.improve-village"
    phases = ("city",)
    unforeseen: ClassVar = {
        "city": ("actions",),
        "village": ("level", "changed"),
    }

    city: Annotated[Ref, MY_CITY] = Field(description="The city that improves it")
    village: Annotated[Ref, VILLAGE] = Field(description="The village, in the city's barony")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = acting(state, self.city)
        village = state.the(Village, self.village)
        province = state.world.get(Province, village.province)
        if province.barony != city.barony:
            yield _outside(state, city, province, self.rule)
            return
        most = state.module.content(Content).cities.village_levels
        if village.level >= most:
            yield Refusal(
                "maximum_level",
                self.rule,
                f"The village at {province.x},{province.y} has level {most}, the highest there is.",
                "Choose another village.",
            )
        elif village.changed == state.now.turn:
            built = village.level == 1
            yield Refusal(
                "built_this_turn" if built else "upgraded_this_turn",
                "cohorts.city.improve-village",
                f"The village at {province.x},{province.y} was "
                f"{'built' if built else 'improved'} this turn already.",
                "Improve it next turn.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city, village = state.the(City, self.city), state.the(Village, self.village)
        before = copies(state.world, content, city)
        spend(state, city)
        state.world.put(village.replace(level=village.level + 1, changed=state.now.turn))
        state.emit(
            VillageImproved(
                city=city.id,
                province=village.province,
                village=village.id,
                level=village.level + 1,
                opened=_opened(state, city, before),
            )
        )


# ---------------------------------------------------------------- conditions


def _unfit(state: State, city: City, province: Province) -> Iterator[Refusal]:
    """Why a city cannot have a village in a province, its place before what stands there."""
    rule = ConstructVillage.rule
    where = f"{province.x},{province.y}"
    if province.barony != city.barony:
        yield _outside(state, city, province, rule)
        return
    if state.module.content(Content).terrains[province.terrain].is_water:
        yield Refusal(
            "sea_province",
            "cohorts.world.baronies",
            f"{where} is water, and villages need land.",
            "Choose a land province of the barony.",
        )
    if province.id == city.province:
        yield Refusal(
            "capital_province",
            "cohorts.world.baronies",
            f"{city.name} itself stands at {where} and works its deposits.",
            "Choose another province of the barony.",
        )
    if state.world.first(Village, "province", province.id):
        yield Refusal(
            "village_present",
            rule,
            f"There is a village at {where} already.",
            "Improve that one, or choose a province without a village.",
        )


def _outside(state: State, city: City, province: Province, rule: str) -> Refusal:
    barony = state.world.get(Barony, city.barony)
    return Refusal(
        "outside_barony",
        rule,
        f"{province.x},{province.y} does not lie in {barony.name}, the barony of {city.name}.",
        "Choose a province of that barony, or the city of the other one.",
    )


def _opened(state: State, city: City, before: Mapping[str, int]) -> tuple[str, ...]:
    now = copies(state.world, state.module.content(Content), city)
    return tuple(resource for resource in now if resource not in before)
