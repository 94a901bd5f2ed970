"""What a province is: its ground, whether it has a coast, who is around it, who may hold it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType, Ground
from engine.packs.kingdoms.pieces.records import Holding, Lands, LastingSpell
from engine.world import World

PARTED = "PA"
"""The code of the spell that parts a sea (kingdoms.spell.part-sea)."""


def around(world: World, holding: int) -> Iterator[int]:
    """The adjacent provinces, in the order of directions (kingdoms.mapping.province)."""
    for there in world.get(Lands, 1).grid.adjacency()[holding - 1]:
        if there >= 0:
            yield there + 1


def adjacent(world: World, holding: int) -> tuple[int, ...]:
    """The adjacent provinces in order of id."""
    return tuple(sorted(around(world, holding)))


def distance(world: World, one: int, other: int) -> int:
    """How many provinces lie between two, the second included (kingdoms.mapping.province)."""
    grid = world.get(Lands, 1).grid
    return grid.distance(grid.at(one - 1), grid.at(other - 1))


def ground_of(content: ArmyContent, holding: Holding) -> Ground:
    """The real ground of a province."""
    return content.grounds[holding.terrain]


def is_parted(world: World, holding: Holding) -> bool:
    """Whether it is a sea that is parted for the rest of the turn."""
    spells = world.by(LastingSpell, "on", holding.place)
    return any(each.art == PARTED for each in spells)


def is_sea(world: World, content: ArmyContent, holding: Holding) -> bool:
    """Whether it is Sea at this moment: a parted sea counts as a Plain (kingdoms.map.coast)."""
    return ground_of(content, holding).sea and not is_parted(world, holding)


def is_coastal(world: World, content: ArmyContent, holding: int) -> bool:
    """Whether a land province has Sea next to it (kingdoms.map.coast)."""
    if is_sea(world, content, world.get(Holding, holding)):
        return False
    return any(
        is_sea(world, content, world.get(Holding, there)) for there in around(world, holding)
    )


def holds(type: ArmyType, *, sea: bool) -> bool:
    """Whether an army of the type may hold land, or Sea (kingdoms.map.ownership)."""
    return type.sails or type.swims or type.flies if sea else not type.sails
