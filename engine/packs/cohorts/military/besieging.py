"""Laying siege to a barony: its city gets nothing more until it drives the intruders out.

What a siege keeps from a city stands with the weekly production; what ends it, in `repelling` and
`marching.conquest`. Sources: cohorts.order.siege-barony, cohorts.order.siege-effects.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle import SIEGE, Clash
from engine.events import Event
from engine.facts import NotKnown, facts
from engine.orders import Refusal
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.marching.encounters import WouldMeet, fight_out
from engine.packs.cohorts.marching.forces import force_against
from engine.packs.cohorts.marching.garrisons import defenders, engages, in_the_way, stay
from engine.packs.cohorts.military.attacking import (
    MilitaryAction,
    no_battles,
    not_at_war,
    raiding,
)
from engine.packs.cohorts.military.expelling import expel, survivors
from engine.packs.cohorts.pieces.ownership import city_of, faction_of
from engine.packs.cohorts.pieces.records import City, Province, Stack
from engine.packs.cohorts.stacks.activation import act
from engine.state import State
from engine.world import Place


@facts
class BaronyBesieged(Event):
    """A barony is under siege from now on; both sides are told."""

    city: int
    name: str
    stack: int
    stack_name: str


class SiegeBarony(MilitaryAction):
    """Lay siege to the enemy barony in which the stack stands; its garrison may come out."""

    path = ("war", "siege")
    rule = "cohorts.order.siege-barony"

    def hindrances(self, state: State, stack: Stack) -> Iterator[Refusal]:
        province = state.world.get(Province, stack.province)
        yield from not_at_war(state, stack, province, self.rule, wild=False)
        city = self._city(state, stack)
        if city.knows("besieged") and city.besieged:
            yield self.refusal(
                "not_allowed",
                f"{city.name} is under siege already.",
                "Keep its garrison from breaking out, or conquer the city.",
            )
        yield from no_battles(state, self.rule)

    def perform(self, state: State) -> None:
        world = state.world
        stack = state.the(Stack, self.stack)
        city = self._city(state, stack)
        act(state, stack, "military")
        if state.planning:
            foes = in_the_way(world, city)
            state.emit(WouldMeet(stack=stack.id, province=city.province, foes=foes))
            return
        raiding(state, stack, city)
        reveal(state, faction_of(world, city), stack)
        force = _led_by(stack, force_against(world, city, stack.province))
        if not engages(state, city, force, city.province):
            _begin(state, city, stack)
            stay(state, city, force)
        elif _sally(state, city, force) != "defender":
            _begin(state, world.get(City, city.id), stack)
        else:
            for each in survivors(state, (each.id for each in force)):
                expel(state, each, city)

    def _city(self, state: State, stack: Stack) -> City:
        """The capital of the barony; in a plan it may be out of sight."""
        city = city_of(state.world, state.world.get(Province, stack.province).barony)
        if city is None:
            raise NotKnown("which city rules this barony")
        return city


def _led_by(stack: Stack, force: tuple[Stack, ...]) -> tuple[Stack, ...]:
    return (stack, *(each for each in force if each.id != stack.id))


def _sally(state: State, city: City, force: tuple[Stack, ...]) -> str:
    """The garrison fights the besiegers before its city; says who won."""
    helpers = (each.place for each in defenders(state.world, city, force))
    clash = Clash(
        sides=(tuple(each.place for each in force), (*helpers, city.place)),
        trigger=SIEGE,
        place=Place(Province.kind, city.province),
    )
    return fight_out(state, clash)


def _begin(state: State, city: City, stack: Stack) -> None:
    state.world.put(city.replace(besieged=True))
    event = BaronyBesieged(city=city.id, name=city.name, stack=stack.id, stack_name=stack.name)
    state.emit(event, own=[faction_of(state.world, city)])
