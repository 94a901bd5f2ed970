"""How a unit or character is lost: a unit leaves the game, of a character the body stays.

What killed it stands with the rule that did, wounds in `harm`, ships that go down in `sinking`.
"""

from __future__ import annotations

from engine.packs.cohorts.pieces.possessions import give, move_all
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.equipment import worn
from engine.world import Place, World

LOST_SOUL = "lost_soul"
"""The mark of a dead character whose soul is gone (cohorts.status.soulless)."""
_MOST = 100  # wounds, percent


def destroy(world: World, unit: Unit, province: int) -> None:
    """Take a unit out of the game; what its soldiers wore joins the province's cache.

    Sources: cohorts.battle.dead-units, cohorts.unit.hit-points-and-wounds.
    """
    spot = Place("province", province)
    move_all(world, unit.place, spot)
    for item in worn(unit):
        give(world, spot, item, unit.soldiers)
    world.remove(unit)


def die(world: World, character: Character) -> None:
    """Leave a character's body where it is; death ends all statuses, a lost soul is marked."""
    left = {LOST_SOUL: 0} if "soulless" in character.statuses else {}
    world.put(character.replace(dead=True, wounds=_MOST, statuses=left, nature=""))


def drown(world: World, character: Character, province: int) -> None:
    """Make a character a body in the water; what it wore and had with it is flotsam.

    Sources: cohorts.production.drowning, cohorts.ship.sinking.
    """
    spot = Place("province", province)
    move_all(world, character.place, spot)
    for item in worn(character):
        give(world, spot, item, 1)
    die(world, character.replace(captor=0, ship=0, holder=spot, equipment={}))
