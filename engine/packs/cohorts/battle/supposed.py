"""A battle that somebody only asks about: who would fight in it, as far as a view tells.

Whether it will come to that, and whether the two may fight at all, is not asked here.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.battle import MOVEMENT, REPEL, Clash
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import City, Province, Stack
from engine.world import Place, World


def attack(world: World, stacks: Sequence[Stack], target: Stack | City) -> Clash:
    """Stacks attack a stack or city where it was seen last.

    The friends who were seen there help it, and a city of theirs with its garrison. Sources:
    cohorts.battle.sides, cohorts.world.faction-war-attack-on-sight.
    """
    side = _side(world, target)
    helping = [
        each.place
        for each in world.by(Stack, "province", target.province)
        if each == target or _friends(world, side, each)
    ]
    city = target if isinstance(target, City) else _city_there(world, side, target.province)
    garrison = [city.place] if city else []
    return Clash(
        sides=(tuple(each.place for each in stacks), (*helping, *garrison)),
        trigger=MOVEMENT,
        place=Place(Province.kind, target.province),
    )


def defence(world: World, mine: Sequence[Stack | City], enemy: Stack | City) -> Clash:
    """A stack falls upon others where the first of these is, or a garrison comes out to them.

    In their own city its garrison fights with them. Sources: cohorts.battle.sides,
    cohorts.order.repel-intruders.
    """
    place = Place(Province.kind, mine[0].province)
    stacks = tuple(each.place for each in mine if isinstance(each, Stack))
    if isinstance(enemy, City):
        return Clash(sides=((enemy.place,), stacks), trigger=REPEL, place=place)
    city = _city_there(world, _side(world, mine[0]), place.id)
    garrison = [city.place] if city else []
    return Clash(sides=((enemy.place,), (*stacks, *garrison)), trigger=MOVEMENT, place=place)


def _city_there(world: World, side: int, province: int) -> City | None:
    """The city in a province, if a side or a friend of it is known to hold it."""
    city = world.first(City, "province", province)
    return city if city and _friends(world, side, city) else None


def _friends(world: World, side: int, thing: Stack | City) -> bool:
    other = _side(world, thing)
    return other != 0 and relation(world, side, other) == "allied"


def _side(world: World, thing: Stack | City) -> int:
    """Whose it is; 0 if that is not known."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return 0
    return faction_of(world, thing)
