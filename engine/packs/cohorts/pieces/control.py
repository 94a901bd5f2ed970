"""What a player controls: which things may be ordered about, and what there is in a province."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Refusal
from engine.packs.cohorts.pieces.contents import PIECES
from engine.packs.cohorts.pieces.ownership import imprisoned, of_player, province_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Province, Stack, Unit
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.state import State
from engine.world import Record, World


def own_in(world: World, player: int, province: int) -> Iterator[Stack | City | Piece]:
    """A player's stacks, cities and pieces in a province; of characters only the living and free.

    Pieces are found wherever in the province they are: in a stack, in a city or loose.
    """
    for stack in world.by(Stack, "player", player):
        if stack.province == province:
            yield stack
    for city in world.by(City, "province", province):
        if of_player(world, city, player):
            yield city
    for cls in PIECES:
        for piece in world.by(cls, "player", player):
            if imprisoned(piece) or (isinstance(piece, Character) and piece.dead):
                continue
            if province_of(world, piece.holder) == province:
                yield piece


def may_activate(world: World, player: int, province: int) -> bool:
    """Whether a player has a city, stack, character or military unit in a province.

    Source: cohorts.order.activate-stack.
    """
    return any(not isinstance(thing, Agent) for thing in own_in(world, player, province))


def may_reach_cache(world: World, player: int, province: int) -> bool:
    """Whether a player has a city, stack, character or agent in a province.

    Sources: cohorts.order.transfer-items, cohorts.world.caches.
    """
    return any(not isinstance(thing, Unit) for thing in own_in(world, player, province))


def controls(state: State, thing: Record) -> bool:
    """Whether a thing is the player's whose orders run (cohorts.action.order-failure)."""
    return of_player(state.world, thing, state.player)


def held_captive(state: State, thing: Record) -> bool:
    """Whether a thing is a prisoner of the player, who knows whom it holds."""
    captured = isinstance(thing, Character | Unit) and thing.knows("captor")
    return captured and thing.captor == state.player


def not_controlled(state: State, thing: Record, rule: str) -> Iterator[Refusal]:
    """Refuses orders to what is not the player's, and to characters who are held prisoner.

    Sources: cohorts.action.order-failure, cohorts.covert.prisoners.
    """
    if not controls(state, thing):
        yield not_yours(rule, subject(thing))
    elif isinstance(thing, Character | Unit) and imprisoned(thing):
        yield Refusal(
            "unable",
            "cohorts.covert.prisoners",
            f"{thing.name} is a prisoner and takes no orders.",
            "Have it rescued, or let it attempt to escape.",
        )


def subject(thing: Record) -> str:
    """What a thing is called where a sentence begins with it."""
    match thing:
        case Stack() | City() | Piece():
            return thing.name
        case Province():
            return f"Province {thing.location}"
        case _:
            return f"The {thing.kind}"
