"""The map generator of Cohorts: a whole new world from a module, a size and dice.

Pure, and the same plan for the same seed everywhere. Each part of the work has a module here and
its own streams, so that a change in one leaves the others' draws alone. Founding a campaign on the
plan is not its matter.
"""

from engine.dice import Streams
from engine.hexes import Grid
from engine.module.schema import Module
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen.cities import (
    NoRoomError,
    check_room,
    seat_factions,
    starting_city,
    wild_city,
)
from engine.packs.cohorts.mapgen.climate import make_weather, paint
from engine.packs.cohorts.mapgen.deposits import Ground, lay_deposits, new_ground
from engine.packs.cohorts.mapgen.naming import Namer
from engine.packs.cohorts.mapgen.plan import (
    BaronyPlan,
    BarrierPlan,
    CityPlan,
    Counts,
    KingdomPlan,
    LinkPlan,
    ProvincePlan,
    RegionPlan,
    TerritoryPlan,
    VillagePlan,
    WorldPlan,
)
from engine.packs.cohorts.mapgen.realms import (
    Barony,
    part_baronies,
    part_kingdoms,
    part_territories,
)
from engine.packs.cohorts.mapgen.regions import name_regions
from engine.packs.cohorts.mapgen.relief import raise_land
from engine.packs.cohorts.mapgen.rivers import run_rivers
from engine.packs.cohorts.mapgen.roads import build_roads, raise_barriers

__all__ = [
    "BaronyPlan",
    "BarrierPlan",
    "CityPlan",
    "Counts",
    "KingdomPlan",
    "LinkPlan",
    "NoRoomError",
    "ProvincePlan",
    "RegionPlan",
    "TerritoryPlan",
    "VillagePlan",
    "WorldPlan",
    "generate",
]


def generate(module: Module, width: int, height: int, streams: Streams) -> WorldPlan:
    """A new world of ``width`` by ``height`` provinces (``cohorts.world.starter-world``).

    ValueError if the size is too small for a map, NoRoomError (one of these) if there are fewer
    baronies than players need starting cities.
    """
    grid, content = Grid(width, height), module.content(Content)
    rules, terrains = content.world, content.terrains
    relief = raise_land(grid, rules, streams)
    weather = make_weather(grid, relief, streams)
    painted = paint(grid, relief, weather, terrains, streams)

    baronies = part_baronies(grid, relief.land, rules)
    check_room(module.factions, baronies)
    territories = part_territories(grid, baronies, rules)
    kingdoms = part_kingdoms(grid, baronies, territories, rules)

    ground = new_ground(grid, content, painted, relief.land)
    lay_deposits(ground, streams)
    cities = _found_cities(module, ground, baronies, streams)

    rivers = run_rivers(grid, relief, painted, terrains, rules, streams)
    roads = build_roads(grid, painted, terrains, baronies, territories, kingdoms)
    barriers = raise_barriers(grid, painted, terrains, rules, [*rivers, *roads], streams)
    regions = name_regions(grid, painted, terrains, content.names, streams)

    hexes, names = grid.hexes(), content.names
    in_barony = {i: place for place, barony in enumerate(baronies) for i in barony.provinces}
    in_region = {at: place for place, region in enumerate(regions) for at in region.provinces}
    caches = _caches(content, relief.land, streams)
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
                cache=caches.get(index, ()),
            )
            for index, at in enumerate(hexes)
        ),
        rivers=tuple(rivers),
        roads=tuple(roads),
        barriers=tuple(barriers),
        baronies=tuple(
            BaronyPlan(
                names.barony.format(capital=city.name),
                city,
                tuple(hexes[index] for index in barony.provinces),
            )
            for barony, city in zip(baronies, cities, strict=True)
        ),
        territories=tuple(
            TerritoryPlan(
                names.territory.format(capital=cities[group.capital].name),
                group.members,
                group.capital,
            )
            for group in territories
        ),
        kingdoms=tuple(
            KingdomPlan(
                names.kingdom.format(capital=cities[group.capital].name),
                group.members,
                group.capital,
            )
            for group in kingdoms
        ),
        regions=tuple(regions),
    )


def _found_cities(
    module: Module, ground: Ground, baronies: list[Barony], streams: Streams
) -> list[CityPlan]:
    """The city of every barony, in their order; names in the factions' lists come first."""
    content = ground.content
    seats = seat_factions(ground, baronies, module.factions, content.realms, streams)
    namer = Namer(streams.stream("world", "names of cities"), content.names.qualifiers)
    listed = {key: list(realm.cities) for key, realm in content.realms.items()}
    for cities in listed.values():
        for city in cities:
            namer.take(city)
    founded: list[CityPlan] = []
    for place, barony in enumerate(baronies):
        faction = seats.get(place)
        if faction is None:
            founded.append(wild_city(ground, content, barony, namer, streams))
        else:
            race = content.realms[faction].home_race
            unused = listed[faction]
            name = unused.pop(0) if unused else namer.draw(content.names.cities[race])
            founded.append(starting_city(ground, content, barony, faction, name, streams))
    return founded


def _caches(content: Content, land: list[bool], streams: Streams) -> dict[int, Counts]:
    """What lies hidden where: one of the module's finds in some land provinces."""
    dice, rules = streams.stream("world", "caches"), content.world
    caches: dict[int, Counts] = {}
    for index, dry in enumerate(land):
        if dry and rules.cache_items and dice.whole(100) <= rules.caches_percent:
            caches[index] = tuple(dice.pick(rules.cache_items).items())
    return caches
