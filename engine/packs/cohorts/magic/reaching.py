"""Whom a spell reaches that is cast on a whole province or stack."""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.world import Place, World


def holders_in(world: World, province: int) -> Iterator[Place]:
    """Everything in a province that pieces can be in: its stacks, its cities and the ground."""
    for cls in (Stack, City):
        for holder in world.by(cls, "province", province):
            yield holder.place
    yield Place("province", province)


def fighters_at(world: World, holder: Place) -> Iterator[Character | Unit]:
    """The living characters and the military units that are there, prisoners among them."""
    for character in world.by(Character, "holder", holder):
        if not character.dead:
            yield character
    yield from world.by(Unit, "holder", holder)


def fighters_in(world: World, province: int) -> Iterator[Character | Unit]:
    """The same of a whole province, with all its owners."""
    for holder in holders_in(world, province):
        yield from fighters_at(world, holder)
