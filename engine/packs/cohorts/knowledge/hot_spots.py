"""Which hot spots a faction's view holds, and how much of each.

The icon is shown to every faction that has once sighted the province, quests and uses to one with a
piece there, a hidden one to nobody. Source: cohorts.world.hot-spots.
"""

from __future__ import annotations

from engine.packs import Rules
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Province
from engine.world import World

_FROM_AFAR = ("id", "province", "type", "name", "icon", "text")


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Put into a view the hot spots of the provinces that it holds."""
    here = present(world, faction)
    known = (province.id for province in seen.all(Province))
    for spot in world.among(HotSpot, "province", known):
        if not spot.hidden:
            seen.put(spot if spot.province in here else spot.only(_FROM_AFAR))
