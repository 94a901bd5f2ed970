"""Equipment and mounts that cities make: who can make what, why not, and how many at a time.

Sources: cohorts.order.make-equipment, cohorts.city.make-equipment-quantity,
cohorts.table.makeable-equipment. Potions are brewed by guilds, units trained in `training`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.numbers import square_root
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.supplies import Supplies, supplies, use_up
from engine.packs.cohorts.content import Content, Mount
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.knowledge.choices import MY_CITY, my_cities
from engine.packs.cohorts.pieces.guilds import guild_level
from engine.packs.cohorts.pieces.people import everyone, head_count
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.refusals import no_recipe, without
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.secrets import knows_how
from engine.refusals import quoted, suggestion
from engine.state import State
from engine.world import World

_RULE = "cohorts.order.make-equipment"


@facts
class EquipmentMade(Event):
    """A city made equipment or mounts (cohorts.order.make-equipment)."""

    city: int
    item: str
    number: int
    used: dict[str, int]
    """The resource items that took the place of access, by name."""


# ---------------------------------------------------------------- who can make what


def makeable(content: Content) -> Iterator[Made]:
    """Everything that cities make: weapons, armor, gear and mounts, in the module's order."""
    for table in (content.weapons, content.armors, content.gear, content.mounts):
        yield from table.values()


def most(world: World, content: Content, city: City, item: Made) -> int:
    """How many of an item a city makes with one action, if nothing else stands in the way.

    The root of its people times the item's ratio, and where items take the place of access no more
    than these last for. Sources: cohorts.city.make-equipment-quantity, cohorts.race.kill-resources.
    """
    return _needs_of(world, content, city, item).limits(_quantity(city, item))


def obstacles(world: World, content: Content, city: City, item: Made) -> Iterator[Refusal]:
    """Why a city cannot make an item; nothing if it can."""
    yield from requirements(world, content, city, item)
    if not knows_how(city, item):
        yield no_recipe(
            "cohorts.city.equipment-knowledge", city.name, item.name.lower(), code="secret_missing"
        )
    if not _quantity(city, item):
        yield Refusal(
            "zero_result",
            "cohorts.city.make-equipment-quantity",
            f"{city.name} has {head_count(city)} people, too few to make even one.",
            f"One alone takes {-(-(item.cost**2) // item.yields**2)}; make something simpler.",
        )


def requirements(world: World, content: Content, city: City, item: Made) -> Iterator[Refusal]:
    """What a city lacks to make an item even if it knew how.

    Its guild, resources, improvement and race, in the order of
    cohorts.order.city-guild-reason-codes.
    """
    need = item.guild
    if need and guild_level(world, city, need.kind) < need.level:
        guild = content.guilds[need.kind].name.lower()
        yield Refusal(
            "guild_missing",
            "cohorts.table.further-weapons",
            f"{city.name} has no {guild} of level {need.level}.",
            f"Build a {guild} there, or improve the one there is.",
        )
    missing = _needs_of(world, content, city, item).missing
    if missing:
        yield without(
            _RULE,
            city.name,
            item.name.lower(),
            missing,
            "Work such a deposit with a village, get it by trade, or bring some of it there.",
        )
    level = city.improvements.get(item.made_in, 0)
    if level < item.level:
        works = content.improvements[item.made_in].name.lower()
        there = f"{city.name} has {f'one of level {level}' if level else 'none'}"
        yield Refusal(
            "improvement_missing",
            "cohorts.city.livery" if isinstance(item, Mount) else "cohorts.city.smithy",
            f"To make {item.name.lower()} takes a {works} of level {item.level}; {there}.",
            f"{'Improve' if level else 'Build'} the {works} first.",
        )
    if item.race and not everyone(city).get(item.race):
        people = content.races[item.race].plural.lower()
        yield Refusal(
            "race_missing",
            _RULE,
            f"No {people} live in {city.name}, and only they make {item.name.lower()}.",
            f"A city where some {people} live can make it, even if they are slaves.",
        )


def _needs_of(world: World, content: Content, city: City, item: Made) -> Supplies:
    return supplies(world, content, city, ((need, 1) for need in item.needs))


def _quantity(city: City, item: Made) -> int:
    """What the people of a city make of an item: floor(sqrt(people) * yields / cost)."""
    return square_root(head_count(city) * Fraction(item.yields, item.cost) ** 2)


# ---------------------------------------------------------------- the order


def _offered(state: State, given: Given) -> Iterator[Choice]:
    """What the city named before can make, or any city of the player, with the most of each."""
    content = state.module.content(Content)
    offered: dict[str, str] = {}
    for city in my_cities(state, given):
        for item in makeable(content):
            if item.key in offered:
                continue
            if next(obstacles(state.world, content, city, item), None) is None:
                number = most(state.world, content, city, item)
                offered[item.key] = f"{item.name}, up to {number} in {city.name}"
    for key, text in offered.items():
        yield Choice(key, text)


EQUIPMENT = Asks("an item that the city can make", _offered)


class MakeEquipment(Order):
    """Make weapons, armor, gear or war mounts of one kind; the city's people decide how many."""

    path = ("city", "make")
    rule = _RULE
    phases = ("city",)
    unforeseen: ClassVar = {"city": ("actions",)}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that makes them")
    item: Annotated[str, EQUIPMENT] = Field(description="What it makes")
    number: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="How many at most; as many as it can if left out"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        city = acting(state, self.city)
        item = kind_called(makeable(content), self.item)
        if item is None:
            yield Refusal(
                "bad_target",
                "cohorts.table.makeable-equipment",
                f"Cities make nothing that is called {quoted(self.item)}.",
                suggestion(self.item, makeable(content)),
            )
            return
        yield from obstacles(state.world, content, city, item)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city = state.the(City, self.city)
        item = kind_called(makeable(content), self.item)
        assert item, "conditions have seen to it"
        number = most(state.world, content, city, item)
        number = min(number, self.number or number)
        used = use_up(state.world, city, _needs_of(state.world, content, city, item), number)
        give(state.world, city.place, item.key, number)
        spend(state, city)
        state.emit(EquipmentMade(city=city.id, item=item.key, number=number, used=used))
