"""Armor, weapons, gear, mounts, artillery and ships."""

from collections.abc import Mapping
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.items import Carrying, Made
from engine.packs.cohorts.content.land import Needs
from tests.rules.tables import TABLES, Compared, by, needed, rows_of, table


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
