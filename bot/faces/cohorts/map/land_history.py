"""Who held which land: every province is held by the holder of its barony's city."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.faces.land_history import LandHistory, Town
from engine.campaign import Now, Player
from engine.facts import NotKnown
from engine.hexes import Hex
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction, owner_of
from engine.packs.cohorts.pieces.records import Character, City, Map, Province
from engine.world import World


class Holders:
    """Who holds what in a faction's view; faction 0 is nobody, who remembers nothing."""

    def __init__(self, view: World, faction: int) -> None:
        self._view = view
        self._faction = faction
        cities = (city for city in view.all(City) if of_faction(view, city, faction))
        self._own = {city.barony for city in cities}

    def is_own(self, province: Province) -> bool:
        """Whether it belongs to a barony of the faction itself."""
        return province.barony in self._own

    def of(self, province: Province) -> int:
        """The faction that holds it, or held it when it was seen last; 0 for none."""
        if not self._faction:
            return self._as_it_stands(province)
        if self.is_own(province):
            return self._faction
        memory = self._view.find(Memory, province.id)
        return memory.owner if memory else self._faction

    def _as_it_stands(self, province: Province) -> int:
        """Whose city rules it, if the view holds that."""
        try:
            return owner_of(self._view, province)
        except NotKnown:
            return 0


def _holders(world: World) -> Mapping[Hex, int]:
    grid = world.get(Map, 1).grid
    held = {
        city.barony: faction
        for city in world.all(City)
        if city.barony and (faction := faction_of(world, city))
    }
    return {
        grid.at(each.id - 1): held[each.barony]
        for each in world.all(Province)
        if each.barony in held
    }


def _towns(world: World) -> Iterator[Town]:
    grid = world.get(Map, 1).grid
    for city in world.all(City):
        yield Town(grid.at(city.province - 1), city.name)


def _revealed(world: World) -> World:
    """Every province in view of everybody, and nothing only sighted."""
    shown = World(world.kinds.values())
    for cls in world.kinds.values():
        if cls not in (Memory, Sighting):
            shown.share(cls, world)
    grid, held, turn = world.get(Map, 1).grid, _holders(world), world.get(Now, 1).turn
    memories = (
        Memory(
            id=each.id,
            faction=0,
            province=each.id,
            turn=turn,
            in_view=True,
            owner=held.get(grid.at(each.id - 1), 0),
            landmarks=(),
            fortified=False,
            sides=(),
        )
        for each in world.all(Province)
    )
    shown.fill(Memory, memories)
    return shown


LAND_HISTORY: Final = LandHistory(
    kinds=(Player, Character, City, Province, Map),
    holders=_holders,
    towns=_towns,
    revealed=_revealed,
)
