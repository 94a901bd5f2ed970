"""What majorities bring about: relations that change at once, or when their counter is full.

Sources: cohorts.diplomacy.counters, cohorts.diplomacy.relations and the orders' entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts, unless_plain
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy import wars
from engine.packs.cohorts.diplomacy.parting import part
from engine.packs.cohorts.diplomacy.votes import (
    LEADS_TO,
    MATTERS,
    WHILE,
    Counter,
    Matter,
    Vote,
    between,
    counter,
    decided,
    settled,
)
from engine.packs.cohorts.diplomacy.wars import Cause, War
from engine.packs.cohorts.pieces.ownership import Relation, relation
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade import settling as trade
from engine.state import State
from engine.world import World

AT_ONCE: tuple[Matter, ...] = ("peace", "alliance", "breaking")
"""The matters that come about the moment both majorities stand; war waits for the production."""


@facts
class RelationChanged(Event):
    """Two factions stand otherwise to each other from now on; all the world learns of it."""

    one: int
    other: int
    before: Relationship
    relation: Relationship
    over: Annotated[tuple[str, ...], unless_plain()] = ()
    """The names of the cities that a war was declared over, as those who voted for it said."""
    sought: Annotated[tuple[int, ...], unless_plain()] = ()
    """The factions of the two whose majority stood for it."""
    cause: Annotated[Cause | None, unless_plain()] = None
    """Of a war that began."""
    war: Annotated[War | None, unless_plain()] = None
    """Of a war that is over: the result."""


@facts
class CounterAdvanced(Event):
    """A majority has stood for another production (cohorts.diplomacy.counters)."""

    faction: int
    target: int
    matter: Matter
    productions: int
    needed: int


def settle(state: State, one: int, other: int) -> None:
    """Carry out what both factions want alike, as far as it does not wait for a production."""
    stands = relation(state.world, one, other)
    for matter in AT_ONCE:
        both = decided(state.world, one, other, matter) and decided(state.world, other, one, matter)
        if WHILE[matter] == stands and both:
            change(state, one, other, LEADS_TO[matter])
            return


def count(state: State) -> None:
    """A step of weekly production: every standing majority counts on, full counters decide."""
    world = state.world
    voters = ((world.find(Player, vote.player), vote.target) for vote in world.all(Vote))
    pairs = [(voter.faction, target) for voter, target in voters if voter]
    for one, other in sorted({(min(pair), max(pair)) for pair in pairs}):
        settle(state, one, other)
        _count(state, one, other)


def _count(state: State, one: int, other: int) -> None:
    needed = _needed(state)
    by_voters = state.module.content(Content).diplomacy.war_by_voters
    for matter in ("war", "peace", "breaking"):
        if relation(state.world, one, other) != WHILE[matter]:
            continue
        advanced = [
            _advance(state, faction, target, matter)
            for faction, target in ((one, other), (other, one))
            if decided(state.world, faction, target, matter, by_voters=by_voters)
        ]
        both = matter == "war" and len(advanced) == 2  # cohorts.order.declare-war
        if both or any(each >= needed[matter] for each in advanced):
            change(state, one, other, LEADS_TO[matter])


def _needed(state: State) -> dict[Matter, int]:
    figures = state.module.content(Content).diplomacy
    return {"war": figures.war, "peace": figures.peace, "breaking": figures.breaking}


def _advance(state: State, faction: int, target: int, matter: Matter) -> int:
    """Count one production for a faction's majority; says how many it are now."""
    held = counter(state.world, faction, target, matter)
    if held is None:
        held = state.world.add(
            Counter, faction=faction, target=target, matter=matter, productions=0
        )
    held = held.replace(productions=held.productions + 1)
    state.world.put(held)
    event = CounterAdvanced(
        faction=faction,
        target=target,
        matter=matter,
        productions=held.productions,
        needed=_needed(state)[matter],
    )
    state.emit(event, public=True)
    return held.productions


def change(state: State, one: int, other: int, to: Relationship) -> None:
    """Let two factions stand so to each other; votes and counters between them are cleared.

    Source: cohorts.diplomacy.relations.
    """
    world = state.world
    low, high = sorted((one, other))
    before = relation(world, low, high)
    over = _declared(world, low, high) if to == "at_war" else ()
    sought = tuple(_seeking(state, low, high, before, to))
    cause = wars.cause(state, sought, low, high) if to == "at_war" else None
    held = settled(world, low, high) or world.add(Relation, one=low, other=high, relation=before)
    world.put(held.replace(relation=to, since=state.now.turn, over=over, was=before))
    war = wars.end(state, low, high) if before == "at_war" else None
    if to == "at_war":
        wars.begin(world, low, high, state.now.turn)
    for each in list(between(world, low, high)):
        world.remove(each)
    trade.settle(state)  # war ends it
    if before == "allied":
        part(state, low, high)
    event = RelationChanged(
        one=low,
        other=high,
        before=before,
        relation=to,
        over=tuple(dict.fromkeys(world.get(City, city).name for _, city in over)),
        sought=sought,
        cause=cause,
        war=war,
    )
    state.emit(event, public=True)


def _declared(world: World, one: int, other: int) -> tuple[tuple[int, int], ...]:
    """What a war between two factions is declared over: by whom, and which city, in order."""
    cast = (each for each in between(world, one, other) if isinstance(each, Vote))
    wars_over = (each for each in cast if each.matter == "war" and world.find(City, each.over))
    return tuple(
        sorted({(world.get(Player, each.player).faction, each.over) for each in wars_over})
    )


def _seeking(
    state: State, one: int, other: int, before: Relationship, to: Relationship
) -> Iterator[int]:
    """Which of two factions have a majority that stands for such a change."""
    by_voters = state.module.content(Content).diplomacy.war_by_voters
    for faction, target in ((one, other), (other, one)):
        if any(
            decided(state.world, faction, target, matter, by_voters=by_voters)
            for matter in MATTERS
            if (WHILE[matter], LEADS_TO[matter]) == (before, to)
        ):
            yield faction
