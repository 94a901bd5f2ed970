"""How far a faction's towers, castles, cities and pieces see or reach, read off its view.

Allies' towers count where the view tells enough of them: those that see by a level which it does
not know are left out. What is seen there stands in the view itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cohorts.map.land_history import Holders
from bot.faces.map import chart
from bot.faces.map.survey import Survey
from engine.campaign import Faction
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.towers import BUILT_AS, reach
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Map, Province, Tower


def costs(rules: Rules) -> chart.Costs:
    """The points of each terrain, and what roads and rivers change in percent."""
    content = rules.module.content(Content)
    terrains = [(each.key, each.land) for each in content.terrains.values() if each.land]
    return chart.Costs(
        tuple(sorted(terrains, key=lambda each: each[1])),
        tuple(road.land_percent for road in content.roads),
        tuple(river.land_percent for river in content.rivers),
    )


def reaches(survey: Survey) -> Iterator[chart.Reach]:
    """What the faction's pieces and cities in a realm see together, then each tower and castle."""
    view, faction, realm = survey.view, survey.faction, survey.realm
    content, holders = survey.rules.module.content(Content), Holders(view, faction)
    grid = view.get(Map, 1).grid
    around = content.sighting.range
    seen = dict.fromkeys(
        hex_
        for spot in present(view, faction)
        if grid.at(spot - 1).realm == realm
        for hex_ in grid.within(grid.at(spot - 1), around)
    )
    own = view.get(Faction, faction).key
    if seen:
        yield chart.Reach("presence", tuple(hex_.spot for hex_ in seen), radius=around, owner=own)
    for tower in view.all(Tower):
        if grid.at(tower.province - 1).realm != realm:
            continue
        province = view.get(Province, tower.province)
        holder = holders.of(province)
        radius = _radius(content, tower)
        if radius is not None and relation(view, faction, holder) == "allied":
            centre = grid.at(tower.province - 1)
            yield chart.Reach(
                tower.type,
                tuple(hex_.spot for hex_ in grid.within(centre, radius)),
                centre=(centre.x, centre.y),
                radius=radius,
                owner=view.get(Faction, holder).key,
            )


def _radius(content: Content, tower: Tower) -> int | None:
    """How far a tower sees, or shoots or guards if it sees nothing; None if that is not known."""
    built = content.province_improvements[BUILT_AS[tower.type]]
    if not built.view:
        return built.range
    return reach(content, tower) if tower.knows("level") else None
