"""City improvements: building and raising them, and losing them with the village behind them.

What they are good for stands with what they make (`training`, `making`). Sources:
cohorts.city.improvement-levels, cohorts.city.improvement-support-loss.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import key_of
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.building import unmet
from engine.packs.cohorts.content import Content, Improvement
from engine.packs.cohorts.knowledge.choices import MY_CITY, my_cities
from engine.packs.cohorts.movement.steps import is_coastal
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Province
from engine.packs.cohorts.pieces.refusals import highest_level
from engine.packs.cohorts.trade.access import access
from engine.refusals import no_such
from engine.state import State
from engine.world import World

_REQUIREMENTS = "cohorts.city.improvement-requirements"


@facts
class ImprovementBuilt(Event):
    """A city built or raised an improvement (cohorts.order.build-city-improvement)."""

    city: int
    improvement: str
    level: int


@facts
class ImprovementsLost(Event):
    """A city lost improvements with the village that gathered what they need.

    Source: cohorts.city.improvement-support-loss.
    """

    city: int
    improvements: tuple[str, ...]


# ---------------------------------------------------------------- support


def supported(state: State, city: City) -> tuple[str, ...]:
    """The improvements of a city that have access to the resources they need.

    Ask this before a village is destroyed, moved or lowered, and `lose_support` after. Of a city
    whose improvements a view does not know, none are.
    """
    if not city.knows("improvements"):
        return ()
    content = state.module.content(Content)
    at_hand = access(state.world, content, city)
    return tuple(
        key
        for key in city.improvements
        if not content.missing(content.improvements[key].needs, at_hand)
    )


def lose_support(state: State, city: City, before: Collection[str]) -> None:
    """Destroy the improvements that were supported before and now are no more; tells their faction.

    For orders that destroy, move or lower a village of the city's barony; access lost in any other
    way destroys nothing. Source: cohorts.city.improvement-support-loss.
    """
    if not before:
        return
    city = state.world.get(City, city.id)
    still = supported(state, city)
    lost = tuple(key for key in city.improvements if key in before and key not in still)
    if not lost:
        return
    left = {key: level for key, level in city.improvements.items() if key not in lost}
    state.world.put(city.replace(improvements=left))
    event = ImprovementsLost(city=city.id, improvements=lost)
    state.emit_to(event, own=[faction_of(state.world, city)])


def at_work(world: World, content: Content, city: City) -> dict[str, int]:
    """The levels of a city's improvements, those left out that stand idle.

    That is what needs the coast, in a city that was carried inland (cohorts.spell.teleport-city).
    """
    province = world.get(Province, city.province)
    coastal = is_coastal(world, content, province)
    return {
        key: level
        for key, level in city.improvements.items()
        if coastal or not content.improvements[key].coastal
    }


# ---------------------------------------------------------------- the order


def improvement_called(content: Content, name: str) -> Improvement | None:
    """The city improvement of that name, however it is spelt, or None."""
    wanted = key_of(name)
    for each in content.improvements.values():
        if wanted in (key_of(each.key), key_of(each.name)):
            return each
    return None


def _improvements(state: State, given: Given) -> Iterator[Choice]:
    cities = list(my_cities(state, given))
    for each in state.module.content(Content).improvements.values():
        levels = [city.improvements.get(each.key, 0) for city in cities]
        if any(level < each.levels for level in levels):
            text = f"{each.name}, level {levels[0]} now" if len(levels) == 1 else each.name
            yield Choice(each.key, text)


IMPROVEMENT = Asks("a city improvement, such as barracks", _improvements)


class BuildImprovement(Order):
    """Build barracks, a smithy or another improvement of a city, or raise it by one level."""

    path = ("city", "build-improvement")
    rule = "cohorts.order.build-city-improvement"
    phases = ("city",)
    unforeseen: ClassVar = {"city": ("actions", "improvements")}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that builds")
    improvement: Annotated[str, IMPROVEMENT] = Field(description="What it builds or raises")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        city = acting(state, self.city)
        wanted = improvement_called(content, self.improvement)
        if wanted is None:
            yield self._no_such_thing(content)
            return
        province = state.world.get(Province, city.province)
        if wanted.coastal and not is_coastal(state.world, content, province):
            yield Refusal(
                "not_here",
                _REQUIREMENTS,
                f"{city.name} does not lie by the sea, and a {wanted.name.lower()} does.",
                "Choose a city in a coastal province.",
            )
        level = city.improvements.get(wanted.key, 0)
        if level >= wanted.levels:
            yield highest_level(
                self.rule, f"{wanted.name} in {city.name}", level, "Choose another improvement."
            )
        yield from unmet(state, city, wanted.needs, wanted.improvements, wanted.name, _REQUIREMENTS)

    def perform(self, state: State) -> None:
        city = state.the(City, self.city)
        wanted = improvement_called(state.module.content(Content), self.improvement)
        assert wanted, "conditions have seen to it"
        level = city.improvements.get(wanted.key, 0) + 1
        improvements = dict(sorted({**city.improvements, wanted.key: level}.items()))
        spend(state, city.replace(improvements=improvements))
        state.emit(ImprovementBuilt(city=city.id, improvement=wanted.key, level=level))

    def _no_such_thing(self, content: Content) -> Refusal:
        return no_such(
            "cohorts.action.order-failure",
            "city improvement",
            self.improvement,
            content.improvements.values(),
        )
