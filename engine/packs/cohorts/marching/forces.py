"""Forces: the stacks of one side in one province, what they are worth, and who has seen them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.packs.cohorts.battle.muster import slot_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.worth.levels import counts, stack_level
from engine.state import State
from engine.world import Place, World


def armed(world: World, stack: Stack) -> bool:
    """Whether a stack is a force at all: agents alone are none, nor is an empty stack."""
    return any(map(counts, pieces_in(world, stack.place)))


def able(world: World, content: Content, place: Place) -> Iterator[Character | Unit]:
    """Who of a stack or garrison would take part in a battle (cohorts.battle.participants)."""
    for piece in pieces_in(world, place):
        if counts(piece) and slot_of(content, piece):
            yield piece


def force_level(world: World, content: Content, stacks: Iterable[Stack]) -> int:
    """The encounter level of all who would take part together (cohorts.encounter.garrison-duty)."""
    return stack_level(piece for stack in stacks for piece in able(world, content, stack.place))


def hostile(world: World, city: City, stack: Stack) -> bool:
    """Whether a stack is an enemy to a city: at war with it, or it has attacked its barony.

    Source: cohorts.encounter.garrison-duty.
    """
    stands = relation(world, faction_of(world, city), faction_of(world, stack))
    raids = stack.knows("raids") and stack.raids == city.barony
    return stands == "at_war" or (stands == "neutral" and raids)


def force_against(world: World, city: City, province: int) -> tuple[Stack, ...]:
    """The enemy force in a province: all that is hostile to a city there, by id."""
    there = world.by(Stack, "province", province)
    return tuple(stack for stack in there if armed(world, stack) and hostile(world, city, stack))


# ---------------------------------------------------------------- who has seen whom


def sighted(state: State, faction: int, stack: Stack) -> bool:
    """Whether a faction or one of its allies has sighted the stack where it is in this tick."""
    rows = _sightings(state, faction, stack)
    return any(row.tick == state.now.tick for row in rows)


def known(state: State, faction: int, stack: Stack) -> bool:
    """Whether a faction or one of its allies knows, of whatever tick, that the stack is there."""
    return any(True for _ in _sightings(state, faction, stack))


def _sightings(state: State, faction: int, stack: Stack) -> Iterator[Sighting]:
    for side in state.log.factions:
        if relation(state.world, side, faction) == "allied":
            row = state.world.first(Sighting, "about", (side, stack.place))
            if row and row.province == stack.province:
                yield row
