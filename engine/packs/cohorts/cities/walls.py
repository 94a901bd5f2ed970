"""Walls: a city fortifies a province of its barony, level by level.

What walls are worth in battle and how they are brought down is not here.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.cities.acting import spend
from engine.packs.cohorts.cities.building import ProvincialWork, WorkDone
from engine.packs.cohorts.pieces.records import City, Province
from engine.state import State


@facts
class WallsBuilt(Event):
    """A city built or raised the walls of a province (cohorts.order.build-walls)."""

    city: int
    province: int
    level: int


class BuildWalls(ProvincialWork):
    """Build walls in a province of a city's barony, or raise those there by one level."""

    path = ("city", "build-walls")
    rule = "cohorts.order.build-walls"
    work = "fortification"

    def standing(self, state: State, province: Province) -> WorkDone:
        return WorkDone(province.fortification, province.walled)

    def perform(self, state: State) -> None:
        city, province = state.the(City, self.city), state.the(Province, self.province)
        level = province.fortification + 1
        spend(state, city)
        state.world.put(province.replace(fortification=level, walled=state.now.turn))
        state.emit(WallsBuilt(city=city.id, province=province.id, level=level))
