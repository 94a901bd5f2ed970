"""What is in a stack, a city or a province, and what a stack is called by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal

from engine.packs.cohorts.pieces.ownership import imprisoned
from engine.packs.cohorts.pieces.records import Agent, Character, Piece, Unit
from engine.world import Place, World

StackType = Literal["party", "legion", "agitator", "fleet"]
PIECES: tuple[type[Piece], ...] = (Character, Unit, Agent)


def pieces_in(world: World, place: Place) -> Iterator[Piece]:
    """The characters, military units and agents there, each kind by id; prisoners and dead too."""
    return chain(
        world.by(Character, "holder", place),
        world.by(Unit, "holder", place),
        world.by(Agent, "holder", place),
    )


def stack_type(world: World, place: Place) -> StackType:
    """What a stack is called by its contents; the dead and prisoners do not count.

    Source: cohorts.stack.types.
    """
    return type_with(list(pieces_in(world, place)))


def type_with(pieces: Sequence[Piece]) -> StackType:
    """What a stack of these pieces is called, as `stack_type`."""
    units = [piece for piece in pieces if isinstance(piece, Unit) and not imprisoned(piece)]
    if any(unit.arm == "ship" for unit in units):
        return "fleet"
    if units:
        return "legion"
    if any(isinstance(each, Character) and not each.captor and not each.dead for each in pieces):
        return "party"
    if any(isinstance(piece, Agent) for piece in pieces):
        return "agitator"
    return "party"


def ship_of(world: World, piece: Piece) -> Unit | None:
    """The ship that a piece has a place on; none once either has left their stack.

    A prisoner has no place on a ship any more, and is cargo.
    """
    if imprisoned(piece):
        return None
    ship = world.find(Unit, piece.ship) if piece.ship else None
    return ship if ship and ship.arm == "ship" and ship.holder == piece.holder else None
