"""The missions of thieves that take items: from possessions, or from somebody's very body.

Nothing is made or lost: what a thief takes lies in its own possessions afterwards. Source:
cohorts.covert.stealing-capacity.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.module import key_of
from engine.orders import Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.choosing import CHARACTER, CITY, LAND, LOOT, STACK
from engine.packs.cohorts.covert.mission import Mission, MissionUnderway, Target
from engine.packs.cohorts.movement.burden import item_weight
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.control import subject
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.things.equipment import EquipPlace, by_place
from engine.state import State
from engine.world import Place


@facts
class ItemsStolen(Event):
    """A thief took items, or did not find them; who it was the owner does not learn.

    Source: cohorts.covert.outcomes.
    """

    item: str
    count: int
    """0 if they were not there."""
    start: Place
    owner: str
    """What they were taken from, by name."""
    province: int
    worn: bool
    """Whether it was taken from the body."""
    character: Annotated[int, Level.OWN]
    name: Annotated[str, Level.OWN]
    """The thief's."""


def capacity(content: Content, thief: Character) -> Fraction:
    """What a thief can still carry on foot: its race's land capacity less what it wears.

    Its mount is left out, and so are its possessions. Source: cohorts.covert.stealing-capacity.
    """
    worn = (item for place, item in thief.equipment.items() if place != "mount")
    load = sum((item_weight(content, item) for item in worn), Fraction(0))
    return max(Fraction(0), content.races[thief.race].land.capacity - load)


def loot(room: Fraction, weight: Fraction, present: int, wanted: int | None = None) -> int:
    """How many of the items `present` a thief takes: one, and as many more as it has room for.

    Of weightless items it takes all; never more than are wanted. Source:
    cohorts.covert.stealing-capacity.
    """
    most = min(present, 1 + floor(room / weight)) if weight else present
    return most if wanted is None else min(most, wanted)


class Stealing(Mission):
    """A mission of the thief skill that takes an item."""

    craft = "thief"
    unforeseen: ClassVar = {"character": ("actions", "holder", "captor")}

    def tell(
        self, state: State, venture: MissionUnderway, item: str, count: int, *, worn: bool = False
    ) -> None:
        """Tell both sides what was taken; a count of 0 is of what was not there."""
        event = ItemsStolen(
            item=item,
            count=count,
            start=venture.target.place,
            owner=subject(venture.target),
            province=self.spot(state, venture.target),
            worn=worn,
            character=venture.sponsor.id,
            name=venture.sponsor.name,
        )
        state.emit(event, told=self.victims(state, venture))


# ---------------------------------------------------------------- from possessions


class StealingPossessions(Stealing):
    """A mission that takes items of one kind from possessions; equipped ones are safe from it."""

    item: Annotated[str, LOOT] = Field(min_length=1, max_length=60, description="What to steal")
    count: int | None = Field(
        default=None, ge=1, description="How many at most; else as many as the thief can carry"
    )

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        world, content = state.world, state.module.content(Content)
        start = venture.target.place
        found = possessions.find(world, start, self.item)
        taken = 0
        if found:
            room = capacity(content, venture.sponsor)
            number = loot(room, item_weight(content, found.item), found.count, self.count)
            taken = possessions.move(world, start, venture.sponsor.place, found.item, number)
        self.tell(state, venture, found.item if found else self.item, taken)


class StealItemFromProvincialPossessions(StealingPossessions):
    """Steal items from the cache of a province."""

    path = ("covert", "steal-province")
    rule = "cohorts.order.steal-item-from-provincial-possessions"
    rating = "L1"

    target: Annotated[Ref, LAND] = Field(description="The province whose cache to steal from")


class StealItemFromCharacterPossessions(StealingPossessions):
    """Steal items from the possessions of a character."""

    path = ("covert", "steal-character")
    rule = "cohorts.order.steal-item-from-character-possessions"
    rating = "L2"

    target: Annotated[Ref, CHARACTER] = Field(description="Whom to steal from")


class StealItemFromStackPossessions(StealingPossessions):
    """Steal items from the possessions of a stack."""

    path = ("covert", "steal-stack")
    rule = "cohorts.order.steal-item-from-stack-possessions"
    rating = "L2"

    target: Annotated[Ref, STACK] = Field(description="The stack to steal from")


class StealItemFromCityPossessions(StealingPossessions):
    """Steal items from the possessions of a city."""

    path = ("covert", "steal-city")
    rule = "cohorts.order.steal-item-from-city-possessions"
    rating = "L2"

    target: Annotated[Ref, CITY] = Field(description="The city to steal from")


# ---------------------------------------------------------------- from the body


class StealEquippedItem(Stealing):
    """Steal something that a character wears or wields; it is harder than from possessions."""

    path = ("covert", "steal-equipped")
    rule = "cohorts.order.steal-equipped-item"
    rating = "L3"

    target: Annotated[Ref, CHARACTER] = Field(description="Whom to steal from")
    item: Annotated[str, LOOT] = Field(min_length=1, max_length=60, description="What to steal")

    def favour(self, state: State, target: Target) -> int:
        percent = state.module.content(Content).covert.equipped_percent
        return percent if possessions.count(state.world, target.place, self.item) else -percent

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        world, thief = state.world, venture.sponsor.place
        found = possessions.find(world, venture.target.place, self.item)
        if found:
            possessions.move(world, venture.target.place, thief, found.item, 1)
            self.tell(state, venture, found.item, 1)
            return
        victim = world.get(Character, venture.target.id)
        place = self._worn_in(victim)
        if place is None:
            self.tell(state, venture, self.item, 0)
            return
        item = victim.equipment[place]
        left = {each: worn for each, worn in victim.equipment.items() if each != place}
        world.put(victim.replace(equipment=left))
        possessions.give(world, thief, item, 1)
        self.tell(state, venture, item, 1, worn=True)

    def _worn_in(self, victim: Character) -> EquipPlace | None:
        """The first place where the victim wears or wields the item."""
        wanted = key_of(self.item)
        worn = by_place(victim.equipment)
        return next((place for place, item in worn if key_of(item) == wanted), None)
