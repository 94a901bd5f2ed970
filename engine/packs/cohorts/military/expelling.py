"""Driving a beaten stack out of a barony, whole (cohorts.order.repel-intruders)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from engine.events import Event, Level
from engine.facts import facts
from engine.packs.cohorts.battle.dispersal import may_stand
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack
from engine.state import State


@facts
class StackExpelled(Event):
    """A beaten stack was driven out of a barony; its own side is told where it went."""

    stack: int
    name: str
    city: int
    city_name: str
    province: int
    """Where it was."""
    to: Annotated[int, Level.OWN]


def expel(state: State, stack: Stack, city: City) -> bool:
    """Move a stack to the nearest province outside a city's barony in which it can stand.

    Its movement for the turn is over. Of equally near provinces it is any of them. Whether there
    was such a province; else it stays where it is.
    """
    world = state.world
    spots = _nearest_outside(state, stack, city.barony)
    if not spots:
        return False
    to = state.stream(f"{Stack.kind}:{stack.id}", "displacement").pick(spots)
    side = faction_of(world, stack)
    if side:
        leave(state, side, stack.province, to)
    world.put(stack.replace(province=to, used=Fraction(1)))
    event = StackExpelled(
        stack=stack.id,
        name=stack.name,
        city=city.id,
        city_name=city.name,
        province=stack.province,
        to=to,
    )
    state.emit_to(event, own=[side], sighted=[faction_of(world, city)])
    return True


def _nearest_outside(state: State, stack: Stack, barony: int) -> list[int]:
    """The nearest provinces outside a barony that take the stack, by row and column."""
    world, content = state.world, state.module.content(Content)
    grid = world.get(Map, 1).grid
    here = grid.at(stack.province - 1)
    pieces = tuple(pieces_in(world, stack.place))
    found: list[int] = []
    nearest = len(grid)
    for province in world.all(Province):
        away = grid.distance(here, grid.at(province.id - 1))
        if province.barony == barony or away > nearest:
            continue
        if may_stand(state, content, province.id, pieces):
            found = [*found, province.id] if away == nearest else [province.id]
            nearest = away
    return found


def survivors(state: State, stacks: Iterable[int]) -> list[Stack]:
    """Those of some stacks that are still on the map."""
    found = (state.world.find(Stack, id) for id in stacks)
    return [stack for stack in found if stack]
