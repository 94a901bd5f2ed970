"""What is in a stack, a city or a province, and what a stack is called by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.packs.cohorts.ownership import imprisoned
from engine.packs.cohorts.records import Agent, Character, Piece, Unit
from engine.world import Place, World

StackType = Literal["party", "legion", "agitator", "fleet"]
PIECES: tuple[type[Piece], ...] = (Character, Unit, Agent)


def pieces_in(world: World, place: Place) -> Iterator[Piece]:
    """The characters, military units and agents there, each kind by id; prisoners and dead too."""
    for cls in PIECES:
        yield from world.by(cls, "holder", place)


def stack_type(world: World, place: Place) -> StackType:
    """What a stack is called by its contents; the dead and prisoners do not count.

    Source: cohorts.stack.types.
    """
    units = [unit for unit in world.by(Unit, "holder", place) if not imprisoned(unit)]
    if any(unit.arm == "ship" for unit in units):
        return "fleet"
    if units:
        return "legion"
    if any(not c.captor and not c.dead for c in world.by(Character, "holder", place)):
        return "party"
    if any(True for _ in world.by(Agent, "holder", place)):
        return "agitator"
    return "party"
