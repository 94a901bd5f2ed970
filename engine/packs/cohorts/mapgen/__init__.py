"""The map generator of Cohorts: a whole new world from a module, a size and dice.

Pure, and the same plan for the same seed everywhere. Each part of the work has a module here and
its own streams, so that a change in one leaves the others' draws alone. What a module has drawn
stays as it is drawn; the rest is made around it. Founding a campaign on the plan is not its matter.
"""

from collections.abc import Sequence

from engine.dice import Streams
from engine.hexes import Grid
from engine.module.schema import Module
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen.apart import RealmSite, lay_realms
from engine.packs.cohorts.mapgen.borders import BaronyBorders, Group
from engine.packs.cohorts.mapgen.cities import NoRoomError, check_room
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.cohorts.mapgen.fairness import shares_of
from engine.packs.cohorts.mapgen.plan import (
    BaronyPlan,
    BarrierPlan,
    CityPlan,
    Counts,
    GuildPlan,
    HotSpotPlan,
    KingdomPlan,
    LinkPlan,
    ProvincePlan,
    RegionPlan,
    TerritoryPlan,
    UnitPlan,
    VillagePlan,
    WorldPlan,
)
from engine.packs.cohorts.mapgen.realms import part_baronies, part_kingdoms, part_territories
from engine.packs.cohorts.mapgen.rivers import run_rivers
from engine.packs.cohorts.mapgen.roads import build_roads, link_of, raise_barriers
from engine.packs.cohorts.mapgen.settling import settle
from engine.packs.cohorts.mapgen.wilds import WildLand, fill_wilds
from engine.packs.lands.climate import make_weather, paint
from engine.packs.lands.regions import name_regions
from engine.packs.lands.relief import Shape, raise_land

__all__ = [
    "BaronyPlan",
    "BarrierPlan",
    "CityPlan",
    "Counts",
    "GuildPlan",
    "HotSpotPlan",
    "KingdomPlan",
    "LinkPlan",
    "NoRoomError",
    "ProvincePlan",
    "RegionPlan",
    "TerritoryPlan",
    "UnitPlan",
    "VillagePlan",
    "WorldPlan",
    "generate",
]


def generate(module: Module, width: int, height: int, streams: Streams) -> WorldPlan:
    """A new world of `width` by `height` provinces (`cohorts.world.starter-world`).

    Further realms are as large as the module says.

    Raises:
        ValueError: the size is too small for a map, or not that of a drawn one.
        NoRoomError: a ValueError; there are fewer baronies than players need starting cities.
    """
    content, size = module.content(Content), module.extent
    if content.drawing and (width, height) != (size.width, size.height):
        raise ValueError(
            f"the map of this module is drawn: it has {size.width} by {size.height} provinces "
            "and comes in no other size"
        )
    first = RealmSite(Grid(width, height, size.wraps), content, module.factions)
    if not content.alternate_realms:
        return lay(first, streams)
    return lay_realms(module, first, lay, streams)


def lay(site: RealmSite, streams: Streams, before: Sequence[WorldPlan] = ()) -> WorldPlan:
    """The land of one realm and all that is on it, by the site's own rules.

    Names that the realms `before` have are not given again, and starts are made fair beside
    theirs.
    """
    grid, content, factions = site.grid, site.content, site.factions
    rules, terrains = content.world, content.terrains
    drawn = DrawnRealm(content, grid, cities=site.cities)
    shape = Shape(
        land_percent=rules.land_percent,
        least_island=rules.barony_provinces.min,
        drawn=drawn.land,
        heights=drawn.heights(),
    )
    relief = raise_land(grid, shape, streams)
    weather = make_weather(grid, relief, streams)
    painted = paint(grid, relief, weather, terrains, streams)
    for index, terrain in drawn.painted.items():
        painted[index] = terrain

    baronies = part_baronies(grid, relief.land, rules, drawn)
    check_room(factions, baronies)
    territories = drawn.territories() or part_territories(grid, baronies, rules)
    kingdoms = drawn.kingdoms() or part_kingdoms(grid, baronies, territories, rules)

    others = [share for plan in before for share in shares_of(plan, content).values()]
    taken = [barony.city.name for plan in before for barony in plan.baronies]
    ground, cities = settle(
        site, drawn, painted, relief.land, baronies, streams, taken=taken, others=others
    )
    painted = ground.painted

    rivers, roads, barriers = drawn.rivers(), drawn.roads(), drawn.barriers()
    if drawn.open("rivers"):
        known = {link.at: None for link in rivers}
        more = run_rivers(grid, relief, painted, terrains, rules, streams)
        rivers += [link for link in more if link.at not in known]
    if drawn.open("roads"):
        known = {(link.at, link.direction): None for link in roads}
        more = build_roads(grid, painted, terrains, baronies, territories, kingdoms)
        roads += [link for link in more if (link.at, link.direction) not in known]
    if drawn.open("barriers"):
        more = raise_barriers(grid, painted, terrains, rules, [*rivers, *roads], streams)
        known = {link_of(grid, wall.at, wall.direction): None for wall in barriers}
        barriers += [w for w in more if link_of(grid, w.at, w.direction) not in known]
    called = [region.name for plan in before for region in plan.regions]
    hexes, names = grid.hexes(), content.names
    regions = drawn.regions() or [
        RegionPlan(*each)
        for each in name_regions(
            grid, painted, terrains, names.regions, names.qualifiers, streams, called
        )
    ]

    in_barony = {i: place for place, barony in enumerate(baronies) for i in barony.provinces}
    in_region = {at: place for place, region in enumerate(regions) for at in region.provinces}
    ends = [(link.at, grid.neighbour(link.at, link.direction)) for link in roads]
    travelled = {grid.index(at): None for pair in ends for at in pair if at}
    land = _land(grid, painted, relief.land, baronies, cities, travelled)
    wilds = fill_wilds(land, content, drawn, streams)
    return WorldPlan(
        grid=grid,
        provinces=tuple(
            ProvincePlan(
                at=at,
                terrain=painted[index],
                height=relief.height[index],
                resources=tuple(ground.deposits[index]),
                barony=in_barony.get(index),
                region=in_region.get(at),
                cache=wilds.caches.get(index, ()),
                gate=hexes[wilds.gates[index]] if index in wilds.gates else None,
                level_limit=wilds.level_limits.get(index, 0),
                pvp_free=index in wilds.pvp_free,
            )
            for index, at in enumerate(hexes)
        ),
        rivers=tuple(rivers),
        roads=tuple(roads),
        barriers=tuple(barriers),
        baronies=tuple(
            BaronyPlan(
                drawn.barony_name(place) or names.barony.format(capital=city.name),
                city,
                tuple(hexes[index] for index in barony.provinces),
            )
            for place, (barony, city) in enumerate(zip(baronies, cities, strict=True))
        ),
        territories=tuple(
            TerritoryPlan(_called(group, names.territory, cities), group.members, group.capital)
            for group in territories
        ),
        kingdoms=tuple(
            KingdomPlan(_called(group, names.kingdom, cities), group.members, group.capital)
            for group in kingdoms
        ),
        regions=tuple(regions),
        hot_spots=tuple(wilds.hot_spots),
    )


def _called(group: Group, form: str, cities: Sequence[CityPlan]) -> str:
    return group.name or form.format(capital=cities[group.capital].name)


def _land(
    grid: Grid,
    painted: Sequence[str],
    dry: Sequence[bool],
    baronies: Sequence[BaronyBorders],
    cities: Sequence[CityPlan],
    travelled: dict[int, None],
) -> WildLand:
    """The land as the wilds find it."""
    settled: dict[int, None] = {}
    for barony, city in zip(baronies, cities, strict=True):
        settled.update(dict.fromkeys(barony.provinces if city.faction else (barony.capital,)))
    wild = {i: None for i, is_dry in enumerate(dry) if is_dry and i not in settled}
    return WildLand(grid, painted, wild, travelled, sum(dry))
