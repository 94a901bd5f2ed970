"""How the factions stand: by their cities, and where these are equal by the people in them.

Source: cohorts.campaign.end (its order where points are equal).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Faction, Player
from engine.ending import Standing, Tally, ranked
from engine.packs import Rules
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City
from engine.world import Place, World


def standing(rules: Rules, world: World) -> tuple[Standing, ...]:
    """The factions that have players, the one with the most cities first; needs the truth."""
    return ranked(_sides(world))


def _sides(world: World) -> Iterator[tuple[Place, tuple[Tally, ...], tuple[int, ...]]]:
    for faction in world.all(Faction):
        if world.first(Player, "faction", faction.id) is None:
            continue
        cities = [city for city in world.all(City) if faction_of(world, city) == faction.id]
        held = Tally(what="cities", count=len(cities), points=len(cities))
        yield faction.place, (held,), (sum(map(head_count, cities)),)
