"""Peoples, land and things: races, classes, terrains, resources, arms, gear and ships."""

from collections.abc import Mapping
from typing import Any

from engine.hexes import DIRECTION_NAMES, Grid, Hex
from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.items import Carrying, Made
from engine.packs.cohorts.content.land import Needs, Overburden
from tests.rules.tables import TABLES, Compared, Rows, by, keys, needed, rows_of, table


@table("cohorts.race.starter-attributes")
def race_attributes(rows: Rows, content: Content) -> Compared:
    return by("race", rows), {
        key_of(race.key): {
            **{name.lower(): score for name, score in race.attributes.model_dump().items()},
            "growth": race.growth,
            "conscription": race.conscription,
            "size": race.size,
            "weight": race.weight,
            "type": race.type,
        }
        for race in content.races.values()
    }


@table("cohorts.race.starter-movement")
def race_movement(rows: Rows, content: Content) -> Compared:
    made: dict[str, dict[str, int]] = {}
    for race in content.races.values():
        row = made[key_of(race.key)] = {}
        for mode in ("land", "air", "water"):
            travel = getattr(race, mode)
            row |= {mode: travel.rate, f"{mode}_cc": travel.capacity}
    return by("race", rows), made


@table("cohorts.race.starter-combat")
def race_combat(rows: Rows, content: Content) -> Compared:
    made: dict[str, dict[str, Any]] = {}
    for race in content.races.values():
        row = race.combat.model_dump()
        row["pow"], row["res"] = row.pop("power"), row.pop("resistance")
        made[key_of(race.key)] = {**row, "talents": list(race.combat.talents)}
    return by("race", rows), made


@table("cohorts.race.kill-resources")
def kill_resources(rows: Rows, content: Content) -> Compared:
    told = {(row["race"], row["item"]): row["quantity"] for row in rows}
    return told, {
        (race.key, item): count
        for race in content.races.values()
        for item, count in race.spoils.items()
    }


@table("cohorts.skill.catalogue")
def skills(rows: Rows, content: Content) -> Compared:
    told = {key_of(row["skill"]): row["aliases"] for row in rows}
    return told, {key_of(each.key): list(each.aliases) for each in content.skills.values()}


@table("cohorts.class.list")
def classes(rows: Rows, content: Content) -> Compared:
    told: dict[str, object] = {}
    for row in rows:
        if row["attributes"] == "by religion":
            attributes, trained = [], ["stealth", "healing"]
            assert row["trained"] == "stealth and healing, plus those of the religion"
        else:
            attributes, trained = row["attributes"], row["trained"]
        told[key_of(row["class"])] = (attributes, keys(row["built_in"]), sorted(keys(trained)))
    return told, {
        key_of(each.key): (
            list(each.attributes),
            keys(list(each.built_in)),
            sorted(keys(list(each.trained))),
        )
        for each in content.classes.values()
    }


@table("cohorts.talent.list")
def talents(rows: Rows, content: Content) -> Compared:
    told = {
        key_of(row["talent"].replace("(", "").replace(")", "")): row["start_up"] for row in rows
    }
    return told, {key_of(each.key): each.start_up for each in content.talents.values()}


@table("cohorts.table.guild-talents")
def guild_talents(told: Mapping[str, Any], content: Content) -> Compared:
    return sorted(told["rows"]), sorted(
        [talent.key, guild, level]
        for talent in content.talents.values()
        for guild, level in talent.guilds.items()
    )


@table("cohorts.magic.spell-catalogue")
def spells(rows: Rows, content: Content) -> Compared:
    told = {key_of(spell): row["level"] for row in rows for spell in row["spells"]}
    made = {key_of(each.key): each.level for each in content.spells.values()}
    made.pop("invisibility")  # not counted among those of the book, cohorts.magic.invisibility
    return told, made


@table("cohorts.magic.deities")
def deities(rows: Rows, content: Content) -> Compared:
    told = {
        key_of(row["deity"]): {
            "domain": row["domain"],
            "attributes": row["attributes"],
            "trained": keys(row["trained"]),
            "spells": {level: keys(spells) for level, spells in row["spells"].items()},
        }
        for row in rows
    }
    return told, {
        key_of(each.key): {
            "domain": each.domain,
            "attributes": list(each.attributes),
            "trained": keys(list(each.trained)),
            "spells": {level: keys(list(spells)) for level, spells in each.spells.items()},
        }
        for each in content.deities.values()
    }


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


def _made(each: Made) -> dict[str, Any]:
    return {
        "cost": each.cost,
        "yield": each.yields,
        "resource": needed(each.needs),
        "weight": each.weight,
    }


def _bound(each: Made) -> dict[str, Any]:
    return {
        "race": each.race,
        "guild": f"{each.guild.kind} {each.guild.level}" if each.guild else None,
        "item_level": each.item_level,
    }


@table("cohorts.item.armor-table")
def armor(told: Mapping[str, Any], content: Content) -> Compared:
    return by("name", rows_of(told)), {
        key_of(each.key): {
            **_made(each),
            "smithy": each.level,
            "df": each.df,
            "mar": each.mar,
            "sar": each.sar,
        }
        for each in content.armors.values()
    }


WEAPON = (
    *("class", "hands", "cost", "yield", "resource", "smithy", "weight", "melee_damage"),
    *("melee_pow", "missile_damage", "missile_pow", "df", "race"),
)


def _weapons(content: Content) -> dict[str, dict[str, Any]]:
    return {
        key_of(each.key): {
            **_made(each),
            **_bound(each),
            "class": ", ".join(each.classes),
            "hands": each.hands[0] if len(each.hands) == 1 else "1 or 2",
            "smithy": each.level,
            "melee_damage": each.melee_damage,
            "melee_pow": each.melee_power,
            "missile_damage": each.missile_damage,
            "missile_pow": each.missile_power,
            "df": each.df,
            "mar": each.mar,
            "sar": each.sar,
        }
        for each in content.weapons.values()
    }


@table("cohorts.item.starter-weapons")
def starter_weapons(told: Mapping[str, Any], content: Content) -> Compared:
    rows = by("name", rows_of(told))
    made = {key: row for key, row in _weapons(content).items() if key in rows}
    return rows, {key: {name: row[name] for name in WEAPON} for key, row in made.items()}


@table("cohorts.table.further-weapons")
def further_weapons(told: Mapping[str, Any], content: Content) -> Compared:
    """All weapons that are not among the common ones."""
    common = by("name", rows_of(TABLES["cohorts.item.starter-weapons"]))
    made = {key: row for key, row in _weapons(content).items() if key not in common}
    return by("name", rows_of(told)), made


def _moves(**ways: Carrying | None) -> dict[str, int]:
    return {
        name: figure
        for mode, way in ways.items()
        if way
        for name, figure in ((f"{mode}_rate", way.rate), (f"{mode}_cc", way.capacity))
    }


@table("cohorts.table.gear")
def gear(told: Mapping[str, Any], content: Content) -> Compared:
    return by("name", rows_of(told)), {
        key_of(each.key): {
            **_made(each),
            **_bound(each),
            "place": each.place,
            "made_in": f"{each.made_in} {each.level}",
            "df": each.df,
            "mar": each.mar,
            "sar": each.sar,
            "modifiers": {
                **each.modifiers,
                **_moves(land=each.land, air=each.air, water=each.water),
            },
        }
        for each in content.gear.values()
    }


@table("cohorts.item.mount-table")
def mounts(told: Mapping[str, Any], content: Content) -> Compared:
    """Each is made of the resource of the same name."""
    made: dict[str, dict[str, Any]] = {}
    for each in content.mounts.values():
        assert each.needs == ((each.key,),)
        none = Carrying(rate=0, capacity=0)
        land, air = each.land or none, each.air or none
        special = each.special
        made[key_of(each.key)] = {
            "livery": each.level,
            "cost": each.cost,
            "yield": each.yields,
            "land": land.rate,
            "land_cc": land.capacity,
            "air": air.rate,
            "air_cc": air.capacity,
            "weight": each.weight,
            "hp": each.hp,
            "largest_rider": each.largest_rider,
            "special": f"{special.type} {special.strength}" if special else None,
        }
    return by("name", rows_of(told)), made


def _all_of(needs: Needs) -> list[str]:
    return [resource for (resource,) in needs]


@table("cohorts.table.artillery")
def artillery(told: Mapping[str, Any], content: Content) -> Compared:
    return by("name", rows_of(told)), {
        key_of(each.key): {
            **each.model_dump(exclude={"key", "name", "crew", "needs", "spares"}),
            "resources": _all_of(each.needs),
        }
        for each in content.artillery.values()
    }


@table("cohorts.table.ships")
def ships(told: Mapping[str, Any], content: Content) -> Compared:
    """What a ship bombards with follows from the engines aboard."""
    rows = by("name", rows_of(told))
    made: dict[str, dict[str, Any]] = {}
    for each in content.ships.values():
        engines = [(content.artillery[key], count) for key, count in each.artillery.items()]
        made[key_of(each.key)] = {
            "points": each.points,
            "recruits": each.recruits,
            "resources": _all_of(each.needs),
            "speed": each.speed,
            "troop_cc": each.troop_capacity,
            "cargo_cc": each.cargo_capacity,
            "artillery": dict(each.artillery),
            "bombard_range": max((engine.range for engine, _ in engines), default=0),
            "bombard_count": sum(engine.damage_count * count for engine, count in engines),
            "bombard_amount": max((engine.damage_amount for engine, _ in engines), default=0),
        }
    return rows, made
