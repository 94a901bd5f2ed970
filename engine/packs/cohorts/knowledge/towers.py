"""Towers: how far each one sees, and which of them overlook a province.

Whether they sight who moves there stands in `sighting`, what their owners know by them in
`knowledge`; building them and the shots of guard towers are not here.
"""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.records import Map, Tower
from engine.world import World

_FARTHEST: Final = 4  # the highest level of a tower, cohorts.improvement.placement


def reach(tower: Tower) -> int:
    """How many provinces away a tower sees, 0 for its own alone.

    A guard tower itself sights nothing. Sources: cohorts.improvement.watch-tower,
    cohorts.improvement.wizard-tower, cohorts.improvement.guard-tower-attack.
    """
    return tower.level if tower.type in ("watch", "wizard") else 0


def overlooking(world: World, province: int) -> list[tuple[Tower, int]]:
    """The towers in whose reach a province lies, each with its distance, by id."""
    if not world.count(Tower):
        return []
    grid = world.get(Map, 1).grid
    here = grid.at(province - 1)
    found: list[tuple[Tower, int]] = []
    # Around the province rather than tower by tower: this is asked at every step of every stack.
    for hex_ in grid.within(here, _FARTHEST):
        for tower in world.by(Tower, "province", grid.index(hex_) + 1):
            distance = grid.distance(here, hex_)
            if distance <= reach(tower):
                found.append((tower, distance))
    return sorted(found, key=lambda each: each[0].id)
