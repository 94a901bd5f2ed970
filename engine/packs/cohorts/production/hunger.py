"""Hungry garrisons: a city feeds soldiers by the number of its people, and under siege none.

Source: cohorts.city.hunger.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.people import feeds, head_count, unfed
from engine.packs.cohorts.pieces.records import City, Unit
from engine.state import State
from engine.world import World


@facts
class GarrisonHungered(Event):
    """A city had more soldiers than it could feed, who lost strength; its faction is told."""

    city: int
    soldiers: int
    fed: int
    """How many of them it could feed."""
    wounds: int
    """Percent points that each of its units lost."""


@dataclass(frozen=True, slots=True)
class Rations:
    """How far a city feeds its garrison."""

    soldiers: int
    """In it."""
    feeds: int
    """How many it could feed."""
    wounds: int
    """Percent points that each of its units loses in a week."""


def rations(world: World, content: Content, city: City) -> Rations:
    """How far a city feeds the soldiers in it, as things stand; a wild one feeds all."""
    soldiers = sum(each.soldiers for each in _garrison(world, city))
    people = 0 if city.besieged else head_count(city)
    share = unfed(content, people, soldiers) if faction_of(world, city) else 0
    return Rations(soldiers, feeds(content, people), floor(content.cities.hunger * share))


def hunger(state: State) -> None:
    """Wear down the units of garrisons that are larger than their cities can feed."""
    world, content = state.world, state.module.content(Content)
    most = content.cities.hunger_most
    for city in world.all(City):
        found = rations(world, content, city)
        worn = [each for each in _garrison(world, city) if each.wounds < most]
        if not (found.wounds and worn):
            continue
        for each in worn:
            world.put(each.replace(wounds=min(most, each.wounds + found.wounds)))
        event = GarrisonHungered(
            city=city.id, soldiers=found.soldiers, fed=found.feeds, wounds=found.wounds
        )
        state.emit(event, own=(faction_of(world, city),))


def _garrison(world: World, city: City) -> list[Unit]:
    return [each for each in world.by(Unit, "holder", city.place) if not imprisoned(each)]
