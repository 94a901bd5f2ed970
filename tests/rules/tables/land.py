"""Terrains, rivers, roads, overburden, resources and the world at the start."""

from collections.abc import Mapping
from typing import Any

from engine.hexes import DIRECTION_NAMES, Grid, Hex
from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Overburden
from tests.rules.tables import Compared, Rows, by, needed, table


@table("cohorts.world.terrain-types")
def terrain_types(rows: Rows, content: Content) -> Compared:
    made: dict[str, list[str]] = {}
    for terrain in content.terrains.values():
        kinds = made.setdefault(terrain.family, [])
        if terrain.key != terrain.family:
            kinds.append(terrain.key)
    return {row["primary"]: row["subtypes"] for row in rows}, made


@table("cohorts.world.terrain-movement-costs")
def terrain_costs(rows: Rows, content: Content) -> Compared:
    made = {
        each.key: {"land": each.land, "water": each.water, "air": each.air}
        for each in content.terrains.values()
    }
    return {row.pop("terrain"): row for row in map(dict, rows)}, made


@table("cohorts.world.terrain-defense")
def terrain_defense(rows: Rows, content: Content) -> Compared:
    told = {row["terrain"]: row["defender_df_percent"] for row in rows}
    return told, {each.key: each.defense for each in content.terrains.values()}


@table("cohorts.world.terrain-racial-movement")
def racial_movement(rows: Rows, content: Content) -> Compared:
    told = {(row["race"], row["family"]): row["cost_percent"] for row in rows}
    return told, {
        (race.key, family): percent
        for race in content.races.values()
        for family, percent in race.terrain_percent.items()
    }


@table("cohorts.world.rivers-by-land")
def rivers_by_land(rows: Rows, content: Content) -> Compared:
    rivers = enumerate(content.rivers, 1)
    return rows, [{"level": n, "land_cost_percent": each.land_percent} for n, each in rivers]


@table("cohorts.world.rivers-by-water")
def rivers_by_water(rows: Rows, content: Content) -> Compared:
    return rows, [
        {"level": level, "water_cost": each.water_cost, "ships": each.ships}
        for level, each in enumerate(content.rivers, 1)
    ]


@table("cohorts.improvement.road-effect")
def road_effect(rows: Rows, content: Content) -> Compared:
    told = {row["level"]: row["land_cost_percent"] for row in rows}
    return told, {level: -abs(each.land_percent) for level, each in enumerate(content.roads, 1)}


@table("cohorts.improvement.road-building")
def road_building(rows: Rows, content: Content) -> Compared:
    roads = enumerate(content.roads, 1)
    return rows, [{"level": level, "needs": needed(each.needs)} for level, each in roads]


def _overburden(steps: tuple[Overburden, ...]) -> Rows:
    made: Rows = []
    least = 0
    for step in steps:
        made.append(
            {
                "overburden_percent": f"above {least}, up to {step.up_to_percent}",
                "speed_penalty_percent": step.penalty_percent,
            }
        )
        least = step.up_to_percent
    return [*made, {"overburden_percent": f"above {least}", "speed_penalty_percent": 100}]


@table("cohorts.movement.overburden-land")
def overburden_land(rows: Rows, content: Content) -> Compared:
    return rows, _overburden(content.movement.overburden_land)


@table("cohorts.movement.overburden-air")
def overburden_air(rows: Rows, content: Content) -> Compared:
    return rows, _overburden(content.movement.overburden_air)


@table("cohorts.movement.overburden-water")
def overburden_water(rows: Rows, content: Content) -> Compared:
    return rows, _overburden(content.movement.overburden_water)


@table("cohorts.world.resource-table")
def resources(rows: Rows, content: Content) -> Compared:
    made = {
        each.key: {"level": each.level, "availability": each.availability, "class": each.class_}
        for each in content.resources.values()
    }
    told = by("name", rows)
    for row in told.values():
        row.pop("note", None)
        row.pop("added", None)  # marks what the source lacks
    return told, {key_of(key): row for key, row in made.items()}


@table("cohorts.world.resource-seeding")
def resource_seeding(told: Mapping[str, Any], content: Content) -> Compared:
    seeding = content.seeding
    return told, {
        "deposits_per_land_province": {
            str(n): percent for n, percent in enumerate(seeding.deposits_percent)
        },
        "availability_weight": dict(seeding.weights),
    }


@table("cohorts.world.resource-terrain")
def resource_terrain(rows: Rows, content: Content) -> Compared:
    """A terrain's row names what it has in addition to what its family has."""
    told = {
        row.get("family") or row.get("terrain") or "coast": sorted(
            row.get("resources") or row["adds"]
        )
        for row in rows
    }
    made: dict[str, list[str]] = {}
    for each in content.resources.values():
        for where in (*each.families, *each.terrains, *(["coast"] if each.coast else [])):
            made.setdefault(where, []).append(each.key)
    return told, {where: sorted(found) for where, found in made.items()}


@table("cohorts.world.starter-world")
def starter_world(told: Mapping[str, Any], content: Content) -> Compared:
    """The size of the map is the module's own."""
    other = {"columns", "rows"}
    world = content.world
    return {name: value for name, value in told.items() if name not in other}, {
        "land_percent": world.land_percent,
        "barony_provinces": world.barony_provinces.model_dump(),
        "territory_baronies": world.territory_baronies.model_dump(),
        "kingdom_territories": world.kingdom_territories.model_dump(),
        "capitals_at_least_apart": world.capitals_at_least_apart,
        "river_sources_percent_of_mountain_and_hill_provinces": world.river_sources_percent,
        "hot_spots_percent_of_land_provinces": world.hot_spots_percent,
        "caches_percent_of_land_provinces": world.caches_percent,
        "wild_city_population": world.wild_city_population.model_dump(),
    }


@table("cohorts.world.hex-directions")
def hex_directions(rows: Rows, content: Content) -> Compared:
    grid = Grid(8, 8)
    made: Rows = []
    for direction, name in enumerate(DIRECTION_NAMES):
        row: dict[str, Any] = {"direction": direction, "name": name}
        for parity, start in (("even_row", Hex(4, 4)), ("odd_row", Hex(4, 5))):
            there = grid.neighbour(start, direction)
            assert there is not None
            row[parity] = [there.x - start.x, there.y - start.y]
        made.append(row)
    return [{**row, "name": key_of(row["name"])} for row in rows], [
        {**row, "name": key_of(row["name"])} for row in made
    ]
