"""A character with the led armies, in its province.

Sources: kingdoms.character.leading, kingdoms.action.move.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.packs.kingdoms.arts.provinces import FLOOD, PART_SEA, SEA, Tract
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.provinces import ground_of, is_coastal
from engine.packs.kingdoms.crowns.ventures.marching import Lead, Marcher, Way
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.enchantments import is_on
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.state import State
from engine.world import World


def led(world: World, ruler: Ruler) -> list[Army]:
    """The armies that a character leads, by id."""
    return list(world.by(Army, "leader", ruler.id))


def garrison(world: World, crown: int, holding: int) -> list[Army]:
    """The armies of a kingdom that stand in a province without a leader, by id."""
    return [
        army
        for army in world.by(Army, "holding", holding)
        if army.crown == crown and not army.leader
    ]


def tract_of(world: World, content: ArmyContent, holding: Holding) -> Tract:
    """The real terrain of a province, and what spells have made of it this turn."""
    return Tract(
        SEA if ground_of(content, holding).sea else holding.terrain,
        parted=is_on(world, holding, PART_SEA),
        flooded=is_on(world, holding, FLOOD),
    )


def way(state: State, crown: int, start: Holding, goal: Holding) -> Way:
    """The step from a province to an adjacent one, for a kingdom.

    A kingdom knows all that it owns, so what it does not know the owner of is not its own.
    """
    world, content = state.world, state.module.content(ArmyContent)
    return Way(
        tract_of(world, content, start),
        tract_of(world, content, goal),
        goal_coastal=is_coastal(world, content, goal.id),
        own=all(each.knows("owner") and each.owner == crown for each in (start, goal)),
    )


def lead_of(state: State, ruler: Ruler) -> Lead:
    """What helps the armies of a character on."""
    devices = state.module.content(VentureContent).devices
    owned = state.world.get(Crown, ruler.crown).inventions
    return Lead(
        march=level_in(ruler.skill, "MA"),
        naval=level_in(ruler.skill, "NA"),
        roads=boon(devices, owned, "road_moves"),
        sextant=boon(devices, owned, "naval_moves"),
    )


def marchers(state: State, armies: Iterable[Army]) -> list[Marcher]:
    """Armies as their march is judged."""
    types = state.module.content(ArmyContent).army_types
    return [Marcher(types[army.type], army.moves) for army in armies]


def crowded(force: Iterable[Marcher]) -> bool:
    """Whether armies at sea have fewer berths than they need (kingdoms.action.move-naval)."""
    force = list(force)
    return sum(1 for army in force if army.on_foot) > sum(army.type.carries for army in force)
