"""The Bombard order: a stack's artillery fires at a province within its range.

What the hits do stands in `bombardment`. Sources: cohorts.order.bombard, cohorts.bombard.basics.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.content import Artillery, Content
from engine.packs.cohorts.knowledge.choices import label, mine_in
from engine.packs.cohorts.military.attacking import (
    MilitaryAction,
    lord_of,
    not_at_war,
    raiding,
)
from engine.packs.cohorts.military.bombardment import bombard
from engine.packs.cohorts.pieces.distance import how_far
from engine.packs.cohorts.pieces.ownership import city_of, imprisoned, relation
from engine.packs.cohorts.pieces.records import Map, Province, Stack, Unit
from engine.packs.cohorts.stacks.activation import act
from engine.packs.cohorts.things.arms import pieces, reach
from engine.state import State


@facts
class BombardmentBegun(Event):
    """A stack fires at a province; its hits are told as well. Its own side alone is told."""

    stack: int
    name: str
    province: int
    pieces: int
    """How many are in range."""
    shots: int
    """How many targets they can hit."""


def _targets(state: State, given: Given) -> Iterator[Choice]:
    """The known provinces that the stack named before could fire at, nearest first."""
    stack = mine_in(state, given, "stack", Stack)
    if stack is None:
        return
    content, mine = state.module.content(Content), state.me.faction
    far = max((reach(content, unit) for unit in _gunners(state, stack)), default=-1)
    spots = [(_distance(state, stack, each), each) for each in state.world.all(Province)]
    for away, province in sorted(spots, key=lambda spot: spot[0]):
        lord = lord_of(state, province)
        if away <= far and (not lord or relation(state.world, mine, lord) == "at_war"):
            yield Choice.of(province, label(state, province))


TARGET = Asks("an enemy or wild province in range", _targets, (Province.kind,))


class Bombard(MilitaryAction):
    """Fire at an enemy province with the artillery of a stack: walls first, then anything there."""

    path = ("war", "bombard")
    rule = "cohorts.order.bombard"

    province: Annotated[Ref, TARGET] = Field(description="The province it fires at")

    def hindrances(self, state: State, stack: Stack) -> Iterator[Refusal]:
        province = state.the(Province, self.province)
        content = state.module.content(Content)
        far = max((reach(content, unit) for unit in _gunners(state, stack)), default=-1)
        away = _distance(state, stack, province)
        if far < 0:
            yield self.refusal(
                "missing",
                f"{stack.name} has neither artillery nor ships that carry some.",
                "Transfer some into it, or choose another stack.",
            )
        elif far < away:
            yield self.refusal(
                "out_of_range",
                f"The target is {how_far(away)}, and the artillery of {stack.name} reaches {far}.",
                "Move closer, or choose a nearer target.",
            )
        yield from not_at_war(state, stack, province, self.rule, wild=True)

    def perform(self, state: State) -> None:
        world = state.world
        stack, province = state.the(Stack, self.stack), state.the(Province, self.province)
        away = _distance(state, stack, province)
        firing = [each for each in _pieces(state, stack) if each.range >= away]
        act(state, stack, "military")
        raiding(state, stack, city_of(world, province.barony))
        begun = BombardmentBegun(
            stack=stack.id,
            name=stack.name,
            province=province.id,
            pieces=len(firing),
            shots=sum(each.damage_count for each in firing),
        )
        state.emit(begun)
        if not state.planning:
            bombard(state, stack, province.id, firing)


def _gunners(state: State, stack: Stack) -> list[Unit]:
    """The stack's artillery by id, then its ships with artillery (cohorts.bombard.basics)."""
    content = state.module.content(Content)
    units = [unit for unit in state.world.by(Unit, "holder", stack.place) if not imprisoned(unit)]
    armed = [unit for unit in units if any(True for _ in pieces(content, unit))]
    return sorted(armed, key=lambda unit: (unit.arm == "ship", unit.id))


def _pieces(state: State, stack: Stack) -> Iterator[Artillery]:
    """The stack's pieces one by one, in the order in which they fire."""
    content = state.module.content(Content)
    for unit in _gunners(state, stack):
        for piece, number in pieces(content, unit):
            yield from [piece] * number


def _distance(state: State, stack: Stack, province: Province) -> int:
    grid = state.world.get(Map, 1).grid
    return grid.distance(grid.at(stack.province - 1), grid.at(province.id - 1))
