"""Who is bound to whom: treaties between kingdoms, and kingdoms of one faction.

Sources: kingdoms.treaty.effects, kingdoms.mapping.kingdom.
"""

from __future__ import annotations

from engine.packs.kingdoms.arts.provinces import Owner
from engine.packs.kingdoms.pieces.records import Crown, Holding, Truce
from engine.world import World


def truce_between(world: World, one: int, other: int) -> Truce | None:
    """The treaty of two kingdoms, if they have one."""
    for truce in world.by(Truce, "crowns", one):
        if other in truce.crowns:
            return truce
    return None


def bound(world: World, one: int, other: int) -> bool:
    """Whether two kingdoms have a treaty that nobody has broken by notice."""
    truce = truce_between(world, one, other)
    return truce is not None and not truce.notice


def kin(world: World, one: int, other: int) -> bool:
    """Whether two kingdoms are of one faction, and so bound for good (kingdoms.mapping.kingdom)."""
    first, second = world.find(Crown, one), world.find(Crown, other)
    return first is not None and second is not None and first.faction == second.faction


def partners(world: World, one: int, other: int) -> bool:
    """Whether two kingdoms have a treaty, or are one."""
    return one == other or kin(world, one, other) or truce_between(world, one, other) is not None


def owner_for(world: World, crown: int, holding: Holding) -> Owner:
    """Whose a province is to a kingdom, as spells ask (kingdoms.magic.targets)."""
    if holding.owner == crown:
        return "own"
    partner = holding.owner and partners(world, crown, holding.owner)
    return "partner" if partner else "enemy"
