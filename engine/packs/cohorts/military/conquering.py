"""Conquering a city: a stack beside it attacks its defenders, and it falls if they lose.

What becomes of the city then stands in `marching.conquest`. Source: cohorts.order.conquer-city.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from engine.battle import CONQUER, Clash
from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.diplomacy.hostility import no_attack
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.marching.conquest import conquer
from engine.packs.cohorts.marching.encounters import WouldMeet, fight_out
from engine.packs.cohorts.marching.garrisons import defenders, in_the_way
from engine.packs.cohorts.military.attacking import (
    MilitaryAction,
    no_battles,
    not_at_war,
    raiding,
)
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import blocked, link_between
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.distance import how_far
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack
from engine.packs.cohorts.stacks.activation import act
from engine.packs.cohorts.worth.levels import bars, counts
from engine.state import State
from engine.world import Place

_BARRIERS = "cohorts.world.barriers"
_LEVELS = "cohorts.world.level-restriction"


@facts
class CityAssailed(Event):
    """A stack attacked a city; the result is told as well. Both sides learn of it."""

    city: int
    name: str
    stack: int
    stack_name: str


def _targets(state: State, given: Given) -> Iterator[Choice]:
    """The known cities that the stack named before, or any of the player's, could attack."""
    named = named_in(state, given, "stack", Stack)
    stacks = [named] if named else list(state.world.by(Stack, "player", state.player))
    for city in state.world.all(City):
        beside = (each for each in stacks if _distance(state, each, city.province) <= 1)
        stack = next(beside, None)
        if stack and city.knows("baron") and next(no_attack(state, stack, city), None) is None:
            yield Choice.of(city, city.name)


TARGET = Asks("an enemy or wild city next to the stack", _targets, (City.kind,))


class ConquerCity(MilitaryAction):
    """Attack a city next to the stack; if you win, the city and its barony are yours."""

    path = ("war", "conquer")
    rule = "cohorts.order.conquer-city"

    city: Annotated[Ref, TARGET] = Field(description="The city that it attacks")

    def hindrances(self, state: State, stack: Stack) -> Iterator[Refusal]:
        city = state.the(City, self.city)
        away = _distance(state, stack, city.province)
        if away > 1:
            yield self.refusal(
                "out_of_range",
                f"{city.name} is {how_far(away)}, and {stack.name} is not next to it.",
                "Move the stack into a province next to the city first.",
            )
            return
        yield from _shut_out(state, stack, city, self.rule)
        if state.planning and not city.knows("baron"):  # whose it was when it was seen last
            province = state.world.get(Province, city.province)
            yield from not_at_war(state, stack, province, self.rule, wild=True)
        else:
            yield from no_attack(state, stack, city)
        yield from no_battles(state, self.rule)

    def perform(self, state: State) -> None:
        world = state.world
        stack, city = state.the(Stack, self.stack), state.the(City, self.city)
        act(state, stack, "military")
        if state.planning:
            foes = in_the_way(world, city)
            state.emit(WouldMeet(stack=stack.id, province=city.province, foes=foes))
            return
        event = CityAssailed(city=city.id, name=city.name, stack=stack.id, stack_name=stack.name)
        state.emit(event, own=[faction_of(world, city)])
        helpers = defenders(world, city, (stack,))
        raiding(state, stack, city)
        stack = world.get(Stack, stack.id)
        if not helpers and not any(map(counts, pieces_in(world, city.place))):
            leave(state, faction_of(world, stack), stack.province)
            conquer(state, city, (stack,))
            return
        clash = Clash(
            sides=((stack.place,), (*(each.place for each in helpers), city.place)),
            trigger=CONQUER,
            place=Place(Province.kind, city.province),
        )
        won = fight_out(state, clash) == "attacker"
        left = world.find(Stack, stack.id)
        if left and not won:
            world.put(left.replace(used=Fraction(1)))  # cohorts.battle.attacker-defeated


def _distance(state: State, stack: Stack, province: int) -> int:
    grid = state.world.get(Map, 1).grid
    return grid.distance(grid.at(stack.province - 1), grid.at(province - 1))


def _shut_out(state: State, stack: Stack, city: City, rule: str) -> Iterator[Refusal]:
    """Why a stack beside a city could not step into its province, whatever movement it has left."""
    world = state.world
    if stack.province == city.province:
        return
    grid = world.get(Map, 1).grid
    direction = grid.direction_between(grid.at(stack.province - 1), grid.at(city.province - 1))
    assert direction is not None, "they are neighbours"
    link = link_between(world, stack.province, direction)
    left, entered = world.get(Province, stack.province), world.get(Province, city.province)
    gaits = [Stamina.of(state, stack, mode) for mode in MODES]
    ways = [each.gait for each in gaits if each.rate]
    passable = [
        gait
        for gait in ways
        if (gait.mode == "water" and gait.base[left.terrain])
        or gait.into(world, left, entered, link)
    ]
    if not passable:
        yield Refusal(
            "unable",
            rule,
            f"{stack.name} could not enter the province of {city.name} by land, water or air.",
            "Lighten its load, or bring a stack that can.",
        )
    tried = passable or ways
    if link and tried and all(blocked(link.barrier, direction, gait.mode) for gait in tried):
        yield Refusal(
            "not_allowed",
            _BARRIERS,
            f"A barrier lies between {stack.name} and {city.name}.",
            "Go round it, or have it removed if it is magic.",
        )
    if bars(entered, gaits[0].gait.level):
        yield Refusal(
            "not_allowed",
            _LEVELS,
            f"No force as strong as {stack.name} may enter the province of {city.name}.",
            "Attack with a smaller stack.",
        )
