"""Razing: a stack left alone in an enemy's province lays it waste.

Source: cohorts.order.raze-improvements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Refusal
from engine.packs.cohorts.cities.villages import destroy_village
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.marching.forces import known
from engine.packs.cohorts.military.attacking import (
    MilitaryAction,
    lord_of,
    not_at_war,
    raiding,
)
from engine.packs.cohorts.movement.steps import links_of
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, relation
from engine.packs.cohorts.pieces.records import City, Province, Stack, Tower, Village
from engine.packs.cohorts.stacks.activation import act
from engine.state import State


@facts
class ImprovementsRazed(Event):
    """A stack laid a province waste; who has sighted it knows which."""

    province: int
    villages: tuple[str, ...]
    """Their names."""
    towers: tuple[str, ...]
    """Their types, castles among them."""
    walls: bool
    roads: bool
    stack: Annotated[int, Level.SIGHTED]
    name: Annotated[str, Level.SIGHTED]


@dataclass(frozen=True, slots=True)
class Works:
    """What stands in a province to be razed."""

    villages: tuple[Village, ...]
    towers: tuple[Tower, ...]
    walls: bool
    roads: tuple[Link, ...]

    @classmethod
    def of(cls, state: State, province: Province) -> Works:
        """What stands there, in a plan as far as it is known."""
        world = state.world
        return cls(
            tuple(world.by(Village, "province", province.id)),
            tuple(world.by(Tower, "province", province.id)),
            _walled(state, province),
            tuple(link for link in links_of(world, province.id) if link.road),
        )

    @property
    def none(self) -> bool:
        """Whether nothing stands there."""
        return not (self.villages or self.towers or self.walls or self.roads)


def _walled(state: State, province: Province) -> bool:
    if province.knows("fortification"):
        return province.fortification > 0
    seen = state.world.find(Memory, province.id)
    return seen is not None and seen.fortified


class RazeImprovements(MilitaryAction):
    """Destroy village, walls, roads, towers and castle of the enemy province the stack is in."""

    path = ("war", "raze")
    rule = "cohorts.order.raze-improvements"

    def hindrances(self, state: State, stack: Stack) -> Iterator[Refusal]:
        world = state.world
        province = world.get(Province, stack.province)
        yield from not_at_war(state, stack, province, self.rule, wild=False)
        if stack.repulsed:
            yield self.refusal(
                "not_allowed",
                f"The garrison has beaten {stack.name} this turn.",
                "Wait until next turn.",
            )
        guard = next(_guards(state, province, stack), None)
        if guard:
            yield self.refusal(
                "not_allowed",
                f"{stack.name} is not left alone: {guard.name} defends the province.",
                "Drive it out first.",
            )
        city = world.first(City, "province", province.id)
        if city:
            yield self.refusal(
                "bad_target",
                f"{city.name} itself stands there.",
                "Conquer the city, or choose another province of its barony.",
            )
        if Works.of(state, province).none:
            yield self.refusal(
                "bad_target",
                f"Nothing is left to raze at {province.location}.",
                "Go where a village, walls, a tower or a road stand.",
            )

    def perform(self, state: State) -> None:
        world = state.world
        stack = state.the(Stack, self.stack)
        province = world.get(Province, stack.province)
        works, lord = Works.of(state, province), lord_of(state, province)
        act(state, stack, "military")
        raiding(state, stack, city_of(world, province.barony))
        for link in works.roads:
            world.put(link.replace(road=0))
        for tower in works.towers:
            world.remove(tower)
        if works.walls:
            world.put(province.replace(fortification=0))
        event = ImprovementsRazed(
            province=province.id,
            villages=tuple(village.name for village in works.villages),
            towers=tuple(tower.type for tower in works.towers),
            walls=works.walls,
            roads=bool(works.roads),
            stack=stack.id,
            name=stack.name,
        )
        seen = not state.planning and known(state, lord, stack)
        state.emit(event, sighted=[lord] if seen else (), told=[lord])
        for village in works.villages:
            destroy_village(state, village)


def _guards(state: State, province: Province, stack: Stack) -> Iterator[Stack]:
    """The stacks of the barony's faction and of its allies in the province."""
    world, lord = state.world, lord_of(state, province)
    for other in world.by(Stack, "province", province.id):
        friend = relation(world, lord, faction_of(world, other)) == "allied"
        if friend and any(True for _ in pieces_in(world, other.place)):
            yield other
