"""Races, skills, classes, talents, spells and deities."""

from collections.abc import Mapping
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from tests.rules.tables import Compared, Rows, by, keys, table


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
