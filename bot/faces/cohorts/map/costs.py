"""What steps by land cost in a module, for the legend of the roads."""

from __future__ import annotations

from bot.faces.map import chart
from engine.packs import Rules
from engine.packs.cohorts.content import Content


def costs(rules: Rules) -> chart.Costs:
    """The points of each terrain, and what roads and rivers change in percent."""
    content = rules.module.content(Content)
    terrains = [(each.key, each.land) for each in content.terrains.values() if each.land]
    return chart.Costs(
        tuple(sorted(terrains, key=lambda each: each[1])),
        tuple(road.land_percent for road in content.roads),
        tuple(river.land_percent for river in content.rivers),
    )
