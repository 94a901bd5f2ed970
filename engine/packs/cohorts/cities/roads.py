"""Roads: a city builds them between a province of its barony and a neighbour, level by level.

What a road saves stands in `movement.steps`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.hexes import DIRECTION_NAMES, opposite
from engine.orders import Refusal
from engine.packs.cohorts.cities.acting import spend
from engine.packs.cohorts.cities.building import ProvincialWork, WorkDone, in_water
from engine.packs.cohorts.content import Content, Needs
from engine.packs.cohorts.knowledge.choices import label
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.movement.steps import barred_modes, link_between
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import faction_of, owner_of, relation
from engine.packs.cohorts.pieces.records import City, Map, Province
from engine.state import State

_BUILDING = "cohorts.improvement.road-building"

Side = Literal["north-east", "east", "south-east", "south-west", "west", "north-west"]


@facts
class RoadBuilt(Event):
    """A city built or raised a road between two provinces (cohorts.order.build-road)."""

    city: int
    province: int
    neighbour: int
    level: int


class BuildRoad(ProvincialWork):
    """Build a road to a neighbouring province, or raise the one there by one level."""

    path = ("city", "build-road")
    rule = "cohorts.order.build-road"
    work = "road"

    side: Side = Field(description="The side of the province over which it leads")

    @property
    def direction(self) -> int:
        """The side as a direction, 0 to 5 (cohorts.world.hex-directions)."""
        return DIRECTION_NAMES.index(self.side)

    def needs(self, content: Content, level: int) -> Needs:
        return content.roads[level - 1].needs

    def standing(self, state: State, province: Province) -> WorkDone:
        link = link_between(state.world, province.id, self.direction)
        return WorkDone(link.road, link.paved) if link else WorkDone()

    def elsewhere(self, state: State, city: City, province: Province) -> Iterator[Refusal]:
        work = state.module.content(Content).province_improvements[self.work]
        neighbour = self._neighbour(state, province)
        if neighbour is None:
            yield Refusal(
                "not_here",
                _BUILDING,
                f"The map ends {self.side} of {label(state, province)}.",
                "Choose another side.",
            )
            return
        where = label(state, neighbour)
        if not neighbour.barony:
            yield Refusal(
                "outside_barony",
                _BUILDING,
                f"{where} lies in no barony.",
                "Choose a neighbour that a city rules.",
            )
        if state.module.content(Content).terrains[neighbour.terrain].is_water:
            yield in_water(state, neighbour, work)
        link = link_between(state.world, province.id, self.direction)
        ways = (self.direction, opposite(self.direction))
        if link and any("land" in barred_modes(link.barrier, way) for way in ways):
            yield Refusal(
                "not_here",
                _BUILDING,
                f"A natural barrier lies between {label(state, province)} and {where}.",
                "Choose another side.",
            )

    def unwelcome(self, state: State, city: City, province: Province) -> Iterator[Refusal]:
        neighbour = self._neighbour(state, province)
        assert neighbour, "elsewhere has seen to it"
        mine = faction_of(state.world, city)
        if relation(state.world, mine, _owner(state, neighbour)) == "at_war":
            yield Refusal(
                "relation",
                _BUILDING,
                f"Whoever rules {label(state, neighbour)} is at war with you.",
                "Choose another side, or make peace first.",
            )

    def perform(self, state: State) -> None:
        city, province = state.the(City, self.city), state.the(Province, self.province)
        neighbour = self._neighbour(state, province)
        assert neighbour, "conditions have seen to it"
        id = link_id(state.world.get(Map, 1).grid, province.id, self.direction)
        link = state.world.find(Link, id) or Link(id=id, river=0, road=0, barrier=0)
        spend(state, city)
        state.world.put(link.replace(road=link.road + 1, paved=state.now.turn))
        state.emit(
            RoadBuilt(
                city=city.id, province=province.id, neighbour=neighbour.id, level=link.road + 1
            )
        )

    def _neighbour(self, state: State, province: Province) -> Province | None:
        """The province that the road leads to; None beyond the edge of the map."""
        index = state.world.get(Map, 1).grid.adjacency()[province.id - 1][self.direction]
        return state.world.get(Province, index + 1) if index >= 0 else None


def _owner(state: State, province: Province) -> int:
    """The faction that holds a province; in a plan as it was when it was seen last."""
    memory = state.world.find(Memory, province.id) if state.planning else None
    return memory.owner if memory else owner_of(state.world, province)
