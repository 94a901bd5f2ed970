"""How pieces are lost: units leave the game, characters leave bodies, their goods stay behind.

What killed them stands with the rule that did.
"""

from __future__ import annotations

from engine.packs.cohorts.equipment.places import worn
from engine.packs.cohorts.possessions import give, move_all
from engine.packs.cohorts.records import Character, Unit
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


def drown(world: World, character: Character, province: int) -> None:
    """Make a character a body in the water, its possessions flotsam; what it wears it keeps.

    Sources: cohorts.production.drowning, cohorts.ship.sinking.
    """
    spot = Place("province", province)
    move_all(world, character.place, spot)
    world.put(character.replace(dead=True, wounds=100, captor=0, holder=spot))
