"""Repelling intruders: a city sends out all it has against every enemy in its barony.

It is the only way to break a siege. Source: cohorts.order.repel-intruders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.battle import REPEL, Clash
from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.diplomacy.hostility import SAFE, calm
from engine.packs.cohorts.knowledge.choices import MY_CITY
from engine.packs.cohorts.marching.encounters import fight_out
from engine.packs.cohorts.marching.forces import force_against
from engine.packs.cohorts.marching.garrisons import allies_in
from engine.packs.cohorts.military.attacking import no_battles
from engine.packs.cohorts.military.expelling import expel, survivors
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import faction_of, player_of, relation
from engine.packs.cohorts.pieces.possessions import held, move, move_all
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Map,
    Possession,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.stacks.activation import note_deactivated
from engine.packs.cohorts.stacks.captivity import put_away
from engine.state import State
from engine.world import Place, World


@facts
class WouldRepel(Event):
    """In a plan: whom a city would send its garrison against, as far as its faction knows."""

    city: int
    foes: tuple[Place, ...]


@facts
class IntrudersRepelled(Event):
    """A city's sally is over; its own faction is told."""

    city: int
    name: str
    battles: int
    won: bool
    """Whether no battle was lost."""
    siege: Literal["none", "broken", "goes on"]


@facts
class StackTaken(Event):
    """A beaten stack had nowhere to go and was taken whole; both sides are told."""

    name: str
    province: int
    city: int
    city_name: str


class RepelIntruders(Order):
    """Send a city's garrison and all friends in its barony against every enemy there."""

    path = ("war", "repel")
    rule = "cohorts.order.repel-intruders"
    phases = ("military-1", "military-2")
    unforeseen: ClassVar = {"city": ("besieged", "sallied")}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that sends its garrison")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = state.the(City, self.city)
        yield from not_controlled(state, city, self.rule)
        if city.sallied == state.now.turn:
            yield self.refusal(
                "no_action",
                f"{city.name} has sent out its garrison this turn.",
                "It can do so once a turn; wait for the next.",
            )
        if calm(state.world, city.province):
            yield Refusal(
                "relation",
                SAFE,
                f"{city.name} stands in a safe province, and its garrison attacks nobody.",
                "Let stacks outside the safe province do it.",
            )
        yield from no_battles(state, self.rule)

    def perform(self, state: State) -> None:
        city = state.the(City, self.city)
        state.world.put(city.replace(sallied=state.now.turn))
        if state.planning:
            known = [stack.place for _, force in _intruders(state, city) for stack in force]
            state.emit(WouldRepel(city=city.id, foes=tuple(known)))
            return
        battles, won = 0, True
        for province, force in list(_intruders(state, city)):
            battles += 1
            if not _beaten(state, city, province, force):
                won = False
                break
        city = state.world.get(City, city.id)
        if won:
            state.world.put(city.replace(besieged=False))
        state.emit(
            IntrudersRepelled(
                city=city.id,
                name=city.name,
                battles=battles,
                won=won,
                siege="none" if not city.besieged else "broken" if won else "goes on",
            )
        )


def _intruders(state: State, city: City) -> Iterator[tuple[int, tuple[Stack, ...]]]:
    """The provinces of a barony with the enemies in each, nearest to the capital first."""
    world = state.world
    grid = world.get(Map, 1).grid
    home = grid.at(city.province - 1)
    lands = list(world.by(Province, "barony", city.barony))
    for land in sorted(lands, key=lambda each: grid.distance(home, grid.at(each.id - 1))):
        force = force_against(world, city, land.id)
        if force and not calm(world, land.id):
            yield land.id, force


def _beaten(state: State, city: City, province: int, force: tuple[Stack, ...]) -> bool:
    """Attack the enemies in one province; whether they were beaten, and so driven out."""
    clash = sally(state.world, city, province, force)
    goods = {stack.id: list(held(state.world, stack.place)) for stack in force}
    if fight_out(state, clash) != "attacker":
        return False
    for stack in survivors(state, (each.id for each in force)):
        if not expel(state, stack, city):
            _take(state, stack, city, goods[stack.id])
    return True


def sally(world: World, city: City, province: int, force: Iterable[Stack]) -> Clash:
    """The battle of a garrison and its friends against the enemies in a province."""
    allies = (each.place for each in allies_in(world, city))
    return Clash(
        sides=((*allies, city.place), tuple(each.place for each in force)),
        trigger=REPEL,
        place=Place(Province.kind, province),
    )


def _take(state: State, stack: Stack, city: City, goods: list[Possession]) -> None:
    """A stack that has nowhere to go: its people are the city's prisoners, its goods the city's.

    The goods lie where it was beaten by now. Its own prisoners change hands, and the city's friends
    among them are free. Agents are left where they are.
    """
    world, owner = state.world, player_of(state.world, city)
    side, ground = faction_of(world, city), Place(Province.kind, stack.province)
    for piece in list(pieces_in(world, stack.place)):
        if isinstance(piece, Character | Unit):
            friend = relation(world, side, faction_of(world, piece)) == "allied"
            put_away(world, piece, city.place, 0 if friend else owner)
        else:
            world.put(piece.replace(holder=ground))
    for lost in goods:
        move(world, ground, city.place, lost.item, lost.count)
    move_all(world, stack.place, city.place)
    if stack.player:
        note_deactivated(world, stack.player, stack.name)
    event = StackTaken(name=stack.name, province=stack.province, city=city.id, city_name=city.name)
    state.emit_to(event, own=[side, faction_of(world, stack)])
    world.remove(stack)
