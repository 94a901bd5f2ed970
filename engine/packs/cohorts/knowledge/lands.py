"""What a view shows of the land: provinces, what stands in them, links, and realms.

Own baronies are shown as they are, what is in view as it is seen, the rest as it is remembered.
Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final, TypeVar

from engine.packs.cohorts.knowledge.memories import LevelLimit, Memory
from engine.packs.cohorts.knowledge.views import Spots, snapshot
from engine.packs.cohorts.pieces.links import Link, link_id, link_ids
from engine.packs.cohorts.pieces.ownership import cities_of
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Map,
    Province,
    Tower,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.world import Record, World

R = TypeVar("R", bound=Record)
Of = TypeVar("Of", Territory, Kingdom)

# Of a province in view these are plain (cohorts.knowledge.view); deposits and the level of
# improvements are not, nor is a limit that has turned nobody back.
_PLACED = ("id", "x", "y", "realm", "terrain", "height")
_PROVINCE = (*_PLACED, "barony", "region", "gate", "pvp_free")
_CITY = ("id", "name", "province", "barony", "faction", "message", "besieged")
_REALM = ("id", "name", "kingdom")


def provinces(world: World, faction: int, view: Spots, seen: World, turn: int) -> None:
    """Provinces with what stands in them: in view as they are, else as remembered."""
    remembered = {memory.province: memory for memory in world.by(Memory, "faction", faction)}
    shown = {id: world.get(Province, id) for id in (*remembered, *view)}
    own = cities_of(world, faction)
    mine = {city.barony for city in own}
    adjacency = world.get(Map, 1).grid.adjacency()
    known: dict[int, Memory] = {}
    for id, province in shown.items():
        if id in view:
            now = snapshot(world, faction, province, turn)
            now["in_view"], now["sides"] = True, _told(adjacency[id - 1], now["sides"], shown)
            known[id] = Memory(id=id, **now)
        else:
            memory = remembered[id]
            sides = _told(adjacency[id - 1], memory.sides, shown)
            known[id] = memory.replace(id=id, sides=sides)
    # The newest look last: what was seen to stand elsewhere since is shown there.
    marked = [memory for memory in known.values() if memory.landmarks]
    for memory in sorted(marked, key=lambda each: (each.in_view, each.turn, each.id)):
        if shown[memory.province].barony not in mine:
            _landmarks(world, memory, seen)
    found = {
        id: province if province.barony in mine else province.only(_PROVINCE)
        for id, province in shown.items()
    }
    for limit in world.by(LevelLimit, "faction", faction):
        province = shown.get(limit.province)
        if province and province.barony not in mine:
            found[province.id] = province.only((*_PROVINCE, "level_limit"))
    for city in own:
        seen.put(city)
        for province in world.by(Province, "barony", city.barony):
            found[province.id] = province
            seen.put_all(world.by(Village, "province", province.id))
            seen.put_all(world.by(Tower, "province", province.id))
    # A world of explored land is mostly these two.
    seen.fill(Memory, known.values())
    seen.fill(Province, found.values())


def _landmarks(world: World, memory: Memory, seen: World) -> None:
    """What a memory shows of a province, as it was then; what is in view as it is.

    Of a city in view it is known whose it is, and not which of the owner's people is its baron: for
    each player somebody with the negative of the player's id stands for the barons of their cities.
    """
    for landmark in memory.landmarks:
        known = {"id": landmark.place.id, "province": memory.province}
        match landmark.place.kind:
            case City.kind if memory.in_view:
                city = world.get(City, landmark.place.id)
                baron = world.find(Character, city.baron)
                lord = baron.player if baron else 0
                seen.put(city.only(_CITY).replace(baron=-lord))
                if lord:
                    seen.put(Character.partly(id=-lord, player=lord))
            case City.kind:
                barony = world.get(Province, memory.province).barony
                seen.put(City.partly(**known, name=landmark.name, barony=barony))
            case Village.kind:
                seen.put(Village.partly(**known, name=landmark.name))
            case _:
                seen.put(Tower.partly(**known, type=landmark.type))


def _told(
    neighbours: Sequence[int], sides: Sequence[int], known: Container[int]
) -> tuple[int, ...]:
    """A province's sides, without those that would tell of provinces that were never seen."""
    if not any(sides):
        return tuple(sides)
    pairs = zip(sides, neighbours, strict=True)
    return tuple([side if neighbour + 1 in known else 0 for side, neighbour in pairs])


def realms(world: World, seen: World) -> None:
    """What the known provinces belong to; the capitals of realms only where they are known."""
    baronies = _those(world, Barony, (province.barony for province in seen.all(Province)))
    territories = _those(world, Territory, (barony.territory for barony in baronies))
    kingdoms = _those(world, Kingdom, (territory.kingdom for territory in territories))
    seen.fill(Barony, baronies)
    seen.fill(Territory, (_realm(each, seen) for each in territories))
    seen.fill(Kingdom, (_realm(each, seen) for each in kingdoms))


def _realm(realm: Of, seen: World) -> Of:
    return realm if seen.find(City, realm.capital) else realm.only(_REALM)


def _those(world: World, cls: type[R], ids: Iterable[int]) -> list[R]:
    """The records that there are of these ids, each once."""
    return [record for record in world.find_each(cls, dict.fromkeys(ids)) if record]


_FORWARD: Final = 3
"""A province counts the links in the first three directions as its own."""


def links(world: World, faction: int, seen: World) -> None:
    """The links between known provinces, each as the side that was seen last shows it.

    Those of own baronies are known as they are. When a road was last raised is known of no other.
    """
    grid = seen.get(Map, 1).grid
    adjacency = grid.adjacency()
    own: dict[int, None] = {}
    for city in cities_of(world, faction):
        for province in world.by(Province, "barony", city.barony):
            ids = link_ids(grid, province.id)
            for id, neighbour in zip(ids, adjacency[province.id - 1], strict=True):
                if seen.find(Province, neighbour + 1):
                    own[id] = None
    known = {link.id: link for link in _those(world, Link, own)}
    for memory in seen.all(Memory):
        if not any(memory.sides):
            continue
        for direction, side in enumerate(memory.sides):
            if not side:
                continue  # what the other province shows of it is asked of that one
            id = link_id(grid, memory.province, direction)
            other = seen.find(Memory, adjacency[memory.province - 1][direction] + 1)
            if other is None or id in own:
                continue
            there, here = (other.in_view, other.turn), (memory.in_view, memory.turn)
            # Of two that are as new, the one that counts the link as its own (`link_id`) tells.
            if there < here or (there == here and direction < _FORWARD):
                known[id] = Link.of_side(id, side)
    seen.fill(Link, known.values())
