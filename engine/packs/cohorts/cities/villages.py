"""Villages of a barony: building, improving and moving them, so that the capital gets deposits.

What a village opens stands in `access`; razing one is not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.building import misplaced, outside_barony
from engine.packs.cohorts.cities.improvements import lose_support, supported
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_CITY, label, my_cities
from engine.packs.cohorts.pieces.ownership import city_of
from engine.packs.cohorts.pieces.people import bereft, everyone, head_count, settlers
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.pieces.refusals import highest_level
from engine.packs.cohorts.trade.access import copies
from engine.packs.cohorts.trade.gains import Gain, gain, told
from engine.packs.cohorts.trade.settling import settle
from engine.state import State

_SPREAD = 2654435761  # an odd factor that scatters neighbouring provinces over the names
_LEAST_PEOPLE = 2  # cohorts.city.build-village


@facts
class VillageBuilt(Event):
    """A city built a village (cohorts.order.construct-village)."""

    city: int
    province: int
    village: int
    settlers: dict[str, int]
    opened: tuple[str, ...]
    """The resources of which the city now works its first deposit."""


@facts
class VillageImproved(Event):
    """A city improved a village (cohorts.order.improve-village)."""

    city: int
    province: int
    village: int
    level: int
    opened: tuple[str, ...]
    """The resources of which the city now works its first deposit."""


@facts
class VillageMoved(Event):
    """A city moved a village, which lost a level on the way (cohorts.order.relocate-village)."""

    city: int
    village: int
    start: int
    province: int
    level: int
    opened: tuple[str, ...]
    """The resources of which the city now works its first deposit."""
    closed: tuple[str, ...]
    """The resources of which the city no longer works a deposit."""


# ---------------------------------------------------------------- choices


def sites(state: State, given: Given) -> Iterator[tuple[City, Province, Gain]]:
    """Where the player's cities could have a village, and what one would gather there at first.

    What gives a city most that is new to it comes first.
    """
    content = state.module.content(Content)
    for city in my_cities(state, given):
        fit = (
            (province, gain(state.world, content, city, province, 1))
            for province in state.world.by(Province, "barony", city.barony)
            if next(_unfit(state, city, province), None) is None
        )
        for province, found in sorted(fit, key=lambda each: each[1].worth, reverse=True):
            yield city, province, found


def _sites(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    for _, province, found in sites(state, given):
        gathers = told(content, found) or "no resources"
        yield Choice.of(province, f"{label(state, province)} · {gathers}")


def _villages_there(state: State, given: Given) -> Iterator[tuple[City, Province, Village]]:
    for city in my_cities(state, given):
        for province in state.world.by(Province, "barony", city.barony):
            for village in state.world.by(Village, "province", province.id):
                yield city, province, village


def _villages(state: State, given: Given) -> Iterator[Choice]:
    """With what each gathers now."""
    content = state.module.content(Content)
    for city, province, village in _villages_there(state, given):
        found = gain(state.world, content, city, province, village.level)
        gathers = told(content, Gain(found.now, (), frozenset())) or "no resources"
        yield Choice.of(village, f"{_placed(village, province)} · {gathers}")


def improvable(state: State, given: Given) -> list[tuple[Province, Village, Gain]]:
    """The villages of the player's cities, each with what its next level would open.

    Those come first of which it is most.
    """
    content = state.module.content(Content)
    found: list[tuple[Province, Village, Gain]] = []
    for city, province, village in _villages_there(state, given):
        more = gain(state.world, content, city, province, village.level)
        opens = [e for e in more.later if content.resources[e].level == village.level + 1]
        found.append((province, village, Gain(tuple(opens), (), more.new)))
    return sorted(found, key=lambda each: (each[2].worth[0], len(each[2].now)), reverse=True)


def _improvable(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    for province, village, opens in improvable(state, given):
        says = f"next level: {told(content, opens) or 'nothing more'}"
        yield Choice.of(village, f"{_placed(village, province)} · {says}")


def _placed(village: Village, province: Province) -> str:
    return f"{village.name} {province.location}, level {village.level}"


SITE = Asks("a province of the city's barony without a village", _sites, ("province",))
VILLAGE = Asks("a village of the city's barony", _villages, ("village",))
IMPROVABLE = Asks("a village of the city's barony", _improvable, ("village",))


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


def lower_village(state: State, village: Village, levels: int) -> int:
    """Take levels from a village, which is destroyed if it has no more; how many it lost.

    City improvements that lose the last village for what they need fall with it. Source:
    cohorts.magic.building-loss.
    """
    _diminish(state, village, village.level - levels)
    return min(levels, village.level)


def destroy_village(state: State, village: Village) -> None:
    """Take a village off the map, of whatever level, with what that means for its city.

    Source: cohorts.city.improvement-support-loss.
    """
    _diminish(state, village, 0)


def _diminish(state: State, village: Village, left: int) -> None:
    """Put a village at a lower level; below 1 it is gone."""
    world = state.world
    city = city_of(world, world.get(Province, village.province).barony)
    before = supported(state, city) if city else ()
    if left > 0:
        world.put(village.replace(level=left))
    else:
        world.remove(village)
    if city:
        lose_support(state, city, before)
    settle(state)


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
    village: Annotated[Ref, IMPROVABLE] = Field(description="The village, in the city's barony")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = acting(state, self.city)
        village = state.the(Village, self.village)
        province = state.world.get(Province, village.province)
        if province.barony != city.barony:
            yield outside_barony(state, city, province, self.rule)
            return
        most = state.module.content(Content).cities.village_levels
        if village.level >= most:
            yield highest_level(
                self.rule, f"The village at {province.location}", most, "Choose another village."
            )
        elif village.changed == state.now.turn:
            built = village.level == 1 and village.moved != state.now.turn
            yield Refusal(
                "built_this_turn" if built else "upgraded_this_turn",
                "cohorts.city.improve-village",
                f"The village at {province.location} was "
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


class RelocateVillage(Order):
    """Move a village to another province of its barony; it loses one level."""

    path = ("city", "relocate-village")
    rule = "cohorts.order.relocate-village"
    phases = ("city",)
    unforeseen: ClassVar = {
        "city": ("actions", "improvements"),
        "village": ("province", "level", "moved"),
    }

    city: Annotated[Ref, MY_CITY] = Field(description="The city that moves it")
    village: Annotated[Ref, VILLAGE] = Field(description="The village, in the city's barony")
    province: Annotated[Ref, SITE] = Field(description="Where it goes, in the same barony")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = acting(state, self.city)
        village = state.the(Village, self.village)
        start = state.world.get(Province, village.province)
        if start.barony != city.barony:
            yield outside_barony(state, city, start, self.rule)
            return
        yield from _unfit(state, city, state.the(Province, self.province), self.rule)
        if village.level < 2:
            yield self.refusal(
                "village_level_1",
                f"The village at {start.location} has level 1 and would be lost on the way.",
                "Improve it before you move it.",
            )
        elif village.moved == state.now.turn:
            yield self.refusal(
                "upgraded_this_turn",
                f"The village at {start.location} has moved this turn already.",
                "Move it on next turn.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city, village = state.the(City, self.city), state.the(Village, self.village)
        before, upheld = copies(state.world, content, city), supported(state, city)
        spend(state, city)
        there = village.replace(
            province=self.province.id, level=village.level - 1, moved=state.now.turn
        )
        state.world.put(there)
        now = copies(state.world, content, city)
        state.emit(
            VillageMoved(
                city=city.id,
                village=village.id,
                start=village.province,
                province=there.province,
                level=there.level,
                opened=tuple(resource for resource in now if resource not in before),
                closed=tuple(resource for resource in before if resource not in now),
            )
        )
        # Support first: what an agreement gave that the move breaks is lost in another way.
        lose_support(state, city, upheld)
        settle(state)


# ---------------------------------------------------------------- conditions


def _unfit(
    state: State, city: City, province: Province, rule: str = ConstructVillage.rule
) -> Iterator[Refusal]:
    """Why a city cannot have a village in a province, its place before what stands there."""
    work = state.module.content(Content).province_improvements["village"]
    yield from misplaced(state, city, province, work, rule)
    if state.world.first(Village, "province", province.id):
        yield Refusal(
            "village_present",
            rule,
            f"There is a village at {province.location} already.",
            "Improve that one, or choose a province without a village.",
        )


def _opened(state: State, city: City, before: Mapping[str, int]) -> tuple[str, ...]:
    now = copies(state.world, state.module.content(Content), city)
    return tuple(resource for resource in now if resource not in before)
