"""Towers: how far each one sees, and which of them overlook a province.

Whether they sight who moves there stands in `sighting`, what their owners know by them in
`knowledge`; building them and the shots of guard towers are not here.
"""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Map, Tower
from engine.world import World

BUILT_AS: Final = {
    "watch": "watch_tower",
    "guard": "guard_tower",
    "wizard": "wizard_tower",
    "castle": "castle",
}
"""The module's provincial improvement by the type of a tower."""


def reach(content: Content, tower: Tower) -> int:
    """How many provinces away a tower sees, 0 for its own alone.

    On a view one whose level is not known counts as one of level 1, the least there is. A guard
    tower itself sights nothing. Sources: cohorts.improvement.watch-tower,
    cohorts.improvement.wizard-tower, cohorts.improvement.guard-tower-attack.
    """
    view = content.province_improvements[BUILT_AS[tower.type]].view
    level = tower.level if tower.knows("level") else 1
    return view[min(level, len(view)) - 1] if view else 0


def _farthest(content: Content) -> int:
    views = (content.province_improvements[each].view for each in BUILT_AS.values())
    return max((far for view in views for far in view), default=0)


def overlooking(world: World, content: Content, province: int) -> list[tuple[Tower, int]]:
    """The towers in whose reach a province lies, each with its distance, by id."""
    if not world.count(Tower):
        return []
    grid = world.get(Map, 1).grid
    here = grid.at(province - 1)
    found: list[tuple[Tower, int]] = []
    # Around the province rather than tower by tower: this is asked at every step of every stack.
    around = [index + 1 for index in grid.indexes_within(here, _farthest(content))]
    for tower in world.among(Tower, "province", around):
        distance = grid.distance(here, grid.at(tower.province - 1))
        if distance <= reach(content, tower):
            found.append((tower, distance))
    return sorted(found, key=lambda each: each[0].id)
