"""Hungry garrisons: a city feeds soldiers by the number of its people, and under siege none.

Source: cohorts.city.hunger.
"""

from __future__ import annotations

from math import floor

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.people import head_count, unfed
from engine.packs.cohorts.pieces.records import City, Unit
from engine.state import State


@facts
class GarrisonHungered(Event):
    """A city had more soldiers than it could feed, who lost strength; its faction is told."""

    city: int
    soldiers: int
    fed: int
    """How many of them it could feed."""
    wounds: int
    """Percent points that each of its units lost."""


def hunger(state: State) -> None:
    """Wear down the units of garrisons that are larger than their cities can feed."""
    world, content = state.world, state.module.content(Content)
    most = content.cities.hunger_most
    for city in world.all(City):
        units = [each for each in world.by(Unit, "holder", city.place) if not imprisoned(each)]
        soldiers = sum(each.soldiers for each in units)
        share = unfed(content, 0 if city.besieged else head_count(city), soldiers)
        wounds = floor(content.cities.hunger * share)
        worn = [each for each in units if each.wounds < most]
        if not (wounds and worn and faction_of(world, city)):
            continue
        for each in worn:
            world.put(each.replace(wounds=min(most, each.wounds + wounds)))
        fed = soldiers - int(soldiers * share)
        event = GarrisonHungered(city=city.id, soldiers=soldiers, fed=fed, wounds=wounds)
        state.emit(event, own=(faction_of(world, city),))
