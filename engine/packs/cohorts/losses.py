"""How a unit is lost: it leaves the game, and its goods stay behind.

What killed it stands with the rule that did; how characters die in `harm`.
"""

from __future__ import annotations

from engine.packs.cohorts.equipment.places import worn
from engine.packs.cohorts.possessions import give, move_all
from engine.packs.cohorts.records import Unit
from engine.world import Place, World


def destroy(world: World, unit: Unit, province: int) -> None:
    """Take a unit out of the game; what its soldiers wore joins the province's cache.

    Sources: cohorts.battle.dead-units, cohorts.unit.hit-points-and-wounds.
    """
    spot = Place("province", province)
    move_all(world, unit.place, spot)
    for item in worn(unit):
        give(world, spot, item, unit.soldiers)
    world.remove(unit)
