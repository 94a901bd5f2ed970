"""Orders for the weekly production: goods and soldiers sent between cities of one kingdom.

They are given with a turn and wait for the production (`engine.turn.Turn.keep`). They use no
action. Source: cohorts.production.orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import (
    MY_CITY,
    MY_UNIT,
    beside,
    items_in,
    named_in,
)
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.control import controls, not_controlled
from engine.packs.cohorts.pieces.ownership import of_faction, of_player, province_of
from engine.packs.cohorts.pieces.records import City, Province, Stack, Unit
from engine.packs.cohorts.pieces.refusals import apart, no_teammate, not_yours
from engine.packs.cohorts.pieces.territories import Barony, Territory
from engine.packs.cohorts.stacks.transfers import hand_over
from engine.packs.cohorts.things.uniques import Unique
from engine.state import State
from engine.world import World

PHASE = "production"


@facts
class ItemsSent(Event):
    """A city sent items to another (cohorts.production.order-transfer-items)."""

    city: int
    target: int
    item: str
    count: int


@facts
class UnitSent(Event):
    """A military unit went where a production order sent it."""

    unit: int
    name: str
    target: str
    """The name of the city or stack that it is in now."""
    far: bool
    """Whether it went from city to city (cohorts.production.order-send-reinforcements)."""


# ---------------------------------------------------------------- cities of one kingdom


def kingdom_of(world: World, city: City) -> int:
    """The kingdom of the map that a city's barony lies in, 0 for none."""
    barony = world.find(Barony, city.barony)
    territory = world.find(Territory, barony.territory) if barony else None
    return territory.kingdom if territory else 0


def _sisters(state: State, given: Given) -> Iterator[Choice]:
    """The faction's cities that lie in the kingdom of the city named before."""
    sponsor = named_in(state, given, "city", City)
    for city in state.world.all(City):
        mine = of_faction(state.world, city, state.me.faction)
        sisters = sponsor is None or (
            city != sponsor and kingdom_of(state.world, sponsor) == kingdom_of(state.world, city)
        )
        if mine and sisters:
            yield Choice.of(city, city.name)


SISTER = Asks("a city of your faction in the same kingdom", _sisters, (City.kind,))


def _goods(state: State, given: Given) -> Iterator[Choice]:
    """What lies in the city named before."""
    city = named_in(state, given, "city", City)
    return items_in(state, city.place) if city else iter(())


def _beside(state: State, given: Given) -> Iterator[Choice]:
    """The player's stacks and cities in the province of the unit named before."""
    for stack in beside(state, given, Stack, "unit"):
        if stack.player == state.player:
            yield Choice.of(stack, stack.name)
    for city in beside(state, given, City, "unit"):
        if of_player(state.world, city, state.player):
            yield Choice.of(city, city.name)


SENT_ITEM = Asks("an item that lies in the city", _goods, ids=Unique.kind)
STACK_OR_CITY = Asks("a stack or city of yours", _beside, (Stack.kind, City.kind))


def _unconnected(
    state: State, sponsor: City, target: City, sent: int, rule: str
) -> Iterator[Refusal]:
    """Why nothing can be sent from one city to another; `sent` is the turn of the last time."""
    world = state.world
    if sent == state.now.turn:
        yield Refusal(
            "no_action",
            rule,
            f"{sponsor.name} has sent something of this kind at this production.",
            "Each city sends once at a production; send the rest at the next.",
        )
    if not of_faction(world, target, state.me.faction):
        yield no_teammate(rule, target.name, "Choose a city of yours or of a teammate.")
    here, there = kingdom_of(world, sponsor), kingdom_of(world, target)
    if here != there or not here:
        yield Refusal(
            "not_here",
            rule,
            f"{sponsor.name} and {target.name} do not lie in one kingdom.",
            "Carry it there with a stack, or choose a city of the same kingdom.",
        )
    for city in (sponsor, target):
        if city.besieged:
            yield Refusal(
                "not_here",
                rule,
                f"{city.name} is under siege, and nothing gets in or out.",
                "Break the siege first.",
            )


# ---------------------------------------------------------------- orders


class SendItems(Order):
    """Send items from a city to another of the same kingdom at the weekly production."""

    path = ("production", "send-items")
    rule = "cohorts.production.order-transfer-items"
    phases = (PHASE,)

    city: Annotated[Ref, MY_CITY] = Field(description="The city that sends")
    target: Annotated[Ref, SISTER] = Field(description="The city that receives")
    item: Annotated[str, SENT_ITEM] = Field(description="The item", max_length=100)
    count: Annotated[int, Field(ge=1)] = Field(description="How many; what is there at most")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city, target = state.the(City, self.city), state.the(City, self.target)
        yield from not_controlled(state, city, self.rule)
        yield from _unconnected(state, city, target, city.shipped, self.rule)
        if not possessions.count(state.world, city.place, self.item):
            yield self.refusal(
                "missing",
                f"{city.name} has none of these.",
                "Choose an item that lies in the city.",
            )

    def perform(self, state: State) -> None:
        world = state.world
        city, target = state.the(City, self.city), state.the(City, self.target)
        held = possessions.find(world, city.place, self.item)
        assert held, "conditions have seen to it"
        count = possessions.move(world, city.place, target.place, held.item, self.count)
        world.put(city.replace(shipped=state.now.turn))
        state.emit(ItemsSent(city=city.id, target=target.id, item=held.item, count=count))


class SendUnit(Order):
    """Move a military unit between stacks and cities of one province at the weekly production."""

    path = ("production", "send-unit")
    rule = "cohorts.production.order-transfer-military-unit"
    phases = (PHASE,)

    unit: Annotated[Ref, MY_UNIT] = Field(description="Who goes")
    target: Annotated[Ref, STACK_OR_CITY] = Field(description="Where to, in the same province")

    def conditions(self, state: State) -> Iterator[Refusal]:
        unit = state.the(Unit, self.unit)
        yield from not_controlled(state, unit, self.rule)
        target = state.the(_HOLDERS[self.target.kind], self.target)
        if not controls(state, target):
            yield not_yours(self.rule, target.name, "Choose a stack or city of your own.")
        if province_of(state.world, unit.holder) != province_of(state.world, target.place):
            yield apart(self.rule, unit.name, target.name, "Choose one where the unit is.")

    def perform(self, state: State) -> None:
        unit = state.the(Unit, self.unit)
        target = state.the(_HOLDERS[self.target.kind], self.target)
        hand_over(state, unit, target.place)
        state.emit(UnitSent(unit=unit.id, name=unit.name, target=target.name, far=False))


class SendReinforcements(Order):
    """Send a military unit from a city's barony to the garrison of another city of the kingdom."""

    path = ("production", "send-reinforcements")
    rule = "cohorts.production.order-send-reinforcements"
    phases = (PHASE,)

    city: Annotated[Ref, MY_CITY] = Field(description="The city that sends")
    unit: Annotated[Ref, MY_UNIT] = Field(description="Who goes, from anywhere in its barony")
    target: Annotated[Ref, SISTER] = Field(description="The city whose garrison it joins")

    def conditions(self, state: State) -> Iterator[Refusal]:
        world = state.world
        city, target = state.the(City, self.city), state.the(City, self.target)
        unit = state.the(Unit, self.unit)
        yield from not_controlled(state, city, self.rule)
        yield from not_controlled(state, unit, self.rule)
        yield from _unconnected(state, city, target, city.reinforcing, self.rule)
        spot = world.get(Province, province_of(world, unit.holder))
        water = state.module.content(Content).terrains[spot.terrain].is_water
        if spot.barony != city.barony or water:
            yield self.refusal(
                "outside_barony",
                f"{unit.name} is not within the borders of {city.name}"
                + (", but over open water." if water else "."),
                "Choose a unit on the land of that city's barony.",
            )

    def perform(self, state: State) -> None:
        city, target = state.the(City, self.city), state.the(City, self.target)
        unit = state.the(Unit, self.unit)
        hand_over(state, unit, target.place)
        state.world.put(city.replace(reinforcing=state.now.turn))
        state.emit(UnitSent(unit=unit.id, name=unit.name, target=target.name, far=True))


_HOLDERS: dict[str, type[Stack | City]] = {Stack.kind: Stack, City.kind: City}
