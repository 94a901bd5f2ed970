"""Cities that act: their actions and limit, and the orders that move their people.

Villages, training and the productions stand in files of their own; the arithmetic of people in
`people`.

Source: cohorts.city.action-kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import CityRules, Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.knowledge.choices import MY_CITY
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.people import added, growth, head_count, recruits, removed
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.refusals import no_action_left, not_your_city
from engine.packs.cohorts.trade.access import access, food_deposits, foods
from engine.state import State
from engine.world import World


@facts
class RecruitsConscripted(Event):
    """A city turned people into recruits (cohorts.order.conscript-recruits)."""

    city: int
    recruits: dict[str, int]


@facts
class PeopleAttracted(Event):
    """A city drew in people with its food (cohorts.order.attract-population)."""

    city: int
    growth: dict[str, int]
    foods: tuple[str, ...]


# ---------------------------------------------------------------- figures


def actions_of(rules: CityRules, people: int) -> int:
    """How many actions a city with that many people gets in a turn (cohorts.city.actions)."""
    return min(rules.most_actions, rules.least_actions + people // rules.people_per_action)


def actions_in_turn(content: Content, city: City, *, strife: bool) -> int:
    """How many actions a city gets when a turn begins, fewer in strife.

    Source: cohorts.order.cause-strife-in-city.
    """
    lost = content.covert.strife_actions if strife else 0
    return max(0, actions_of(content.cities, head_count(city)) - lost)


def population_limit(world: World, content: Content, city: City) -> int:
    """How many people a city can grow to (cohorts.city.population-limit)."""
    figures = content.cities
    more = food_deposits(world, content, city) * figures.limit_per_food
    return figures.population_limit + more


def room(world: World, content: Content, city: City) -> int:
    """How many more people a city can hold, 0 if it is over-stuffed (cohorts.city.overstuffed)."""
    return max(0, population_limit(world, content, city) - head_count(city))


# ---------------------------------------------------------------- acting


def acting(state: State, ref: Ref) -> City:
    """The city that an order has act.

    Source: cohorts.order.city-action-rules.

    Raises:
        Refused: the player does not control it, or it has no action left.
    """
    city = state.the(City, ref)
    if not controls(state, city):
        raise Refused(not_your_city("cohorts.order.city-action-rules", city.name))
    if city.actions < 1:
        people = state.module.content(Content).cities.people_per_action
        raise Refused(
            no_action_left(
                "cohorts.order.city-action-rules",
                city.name,
                "Break the siege with Repel Intruders: until then it gets no new ones."
                if city.besieged
                else f"It gets new actions at the weekly production, one more for every full "
                f"{people:,} people.",
            )
        )
    return city


def spend(state: State, city: City) -> None:
    """Put the city as it is now, with one action less."""
    state.world.put(city.replace(actions=city.actions - 1))


# ---------------------------------------------------------------- conscription


class ConscriptRecruits(Order):
    """Turn people of every free race of a city into recruits."""

    path = ("city", "conscript")
    rule = "cohorts.order.conscript-recruits"
    phases = ("city",)
    unforeseen: ClassVar = {"city": ("population", "actions")}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that conscripts")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = acting(state, self.city)
        if not recruits(state.module.content(Content), city.population):
            yield self.refusal(
                "no_recruits",
                f"No race of {city.name} has people to conscript.",
                "Slaves are never conscripted; wait until more free people live there.",
            )

    def perform(self, state: State) -> None:
        city = state.the(City, self.city)
        taken = recruits(state.module.content(Content), city.population)
        spend(state, city.replace(population=removed(city.population, taken)))
        for race, number in taken.items():
            give(state.world, city.place, recruits_item(race), number)
        state.emit(RecruitsConscripted(city=city.id, recruits=taken))


# ---------------------------------------------------------------- attraction


class AttractPopulation(Order):
    """Use a city's food to draw in people; each different food adds to it."""

    path = ("city", "attract")
    rule = "cohorts.order.attract-population"
    phases = ("city",)
    unforeseen: ClassVar = {"city": ("population", "actions")}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that draws in people")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from attraction_refused(state, acting(state, self.city))

    def perform(self, state: State) -> None:
        city = state.the(City, self.city)
        state.emit(attract(state, city))


def attraction_refused(state: State, city: City) -> Iterator[Refusal]:
    """Why a city cannot attract people (cohorts.city.attract-population)."""
    content = state.module.content(Content)
    rule = AttractPopulation.rule
    food = foods(content, access(state.world, content, city))
    if not food:
        kinds = ", ".join(r.name for r in content.resources.values() if r.class_ == "food")
        yield Refusal(
            "resources_missing",
            rule,
            f"{city.name} has no food to draw people with.",
            f"Build a village on a deposit of one of these: {kinds}.",
        )
        return
    limit = population_limit(state.world, content, city)
    if head_count(city) >= limit:
        yield Refusal(
            "population_limit",
            rule,
            f"{city.name} is full: {head_count(city)} people, and it holds {limit}.",
            "Each further food deposit that its barony works makes room for "
            f"{content.cities.limit_per_food}.",
        )
    elif not attracted(state.world, content, city, food):
        yield Refusal(
            "zero_result",
            rule,
            f"Too few people live in {city.name} for anyone to follow them.",
            "Let the city grow first, or gather more kinds of food.",
        )


def attract(state: State, city: City) -> PeopleAttracted:
    """Draw people to a city for one of its actions; returns the result."""
    content = state.module.content(Content)
    food = foods(content, access(state.world, content, city))
    more = attracted(state.world, content, city, food)
    spend(state, city.replace(population=added(city.population, more)))
    return PeopleAttracted(city=city.id, growth=more, foods=food)


def attracted(world: World, content: Content, city: City, food: tuple[str, ...]) -> dict[str, int]:
    """How many people of each free race come for these foods; each further kind attracts more."""
    part = Fraction(content.cities.attract_percent_per_food * len(food), 100)
    percents = {race: content.races[race].growth * part for race in city.population}
    return growth(city.population, percents, room(world, content, city))
