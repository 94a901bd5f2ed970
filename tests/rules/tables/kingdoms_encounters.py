"""Kingdoms: monsters and where they wander, features and their hoards, items and artifacts."""

from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from tests.rules.scene import module
from tests.rules.tables import Compared, Rows, table

MODULE = module("kingdoms")
KINGDOMS = MODULE.content(EncounterContent)
ARTS = MODULE.content(ArtsContent).arts
_NONE = "none"


def _key(name: str) -> str:
    return key_of(name.replace("'", ""))


def _span(told: str) -> list[int]:
    return [0, 0] if told == _NONE else [int(each) for each in told.split("-")]


def _spells(told: Any) -> tuple[dict[str, int], list[str]]:
    if told == _NONE:
        return {}, []
    return {name: level for name, level in told.items() if name != "cast"}, list(told["cast"])


@table("kingdoms.monster.table")
def monsters(rows: Rows, content: Content) -> Compared:
    told = {
        _key(row["monster"]): (
            [row[name] for name in ("hp", "melee", "missile", "raid")],
            [_span(row["damage"]), _span(row["missile_damage"])],
            [row[name] for name in ("speed", "intelligence", "alignment", "temper", "talk")],
            list(row["kinds"]),
            _spells(row["spells"]),
        )
        for row in rows
    }
    made = {
        key_of(key): (
            [each.hits, each.melee, each.missile, each.raid],
            [list(each.damage), list(each.missile_damage)],
            [each.speed, each.intelligence, each.alignment, each.temper, each.talk],
            list(each.kinds),
            (dict(each.levels), list(each.casts)),
        )
        for key, each in KINGDOMS.beings.items()
    }
    return told, made


@table("kingdoms.monster.table-given")
def monsters_given(rows: Rows, content: Content) -> Compared:
    names = ("hp", "melee", "missile", "speed")
    told = {_key(row["monster"]): [row[name] for name in names] for row in rows}
    made = {
        key_of(key): [each.hits, each.melee, each.missile, each.speed]
        for key, each in KINGDOMS.beings.items()
        if key_of(key) in told
    }
    return told, made


@table("kingdoms.monster.wandering")
def wandering(rows: Rows, content: Content) -> Compared:
    told = {row["terrain"]: [_key(each) for each in row["monsters"]] for row in rows}
    made = {
        ground: [key_of(each) for each in beings] for ground, beings in KINGDOMS.wandering.items()
    }
    return told, made


@table("kingdoms.feature.table")
def features(rows: Rows, content: Content) -> Compared:
    told = [
        [
            row["feature"],
            list(row["terrain"]),
            [_key(each) for each in row["guardians"] if each != _NONE],
            row["hoard"],
            row["benefit"],
        ]
        for row in rows
    ]
    made = [
        [
            each.name,
            list(each.grounds),
            [key_of(being) for being in each.guardians],
            each.hoard or _NONE,
            each.benefit or (f"tax-{each.tax}" if each.tax else _NONE),
        ]
        for each in KINGDOMS.sites.values()
    ]
    return told, made


@table("kingdoms.feature.hoards")
def hoards(rows: Rows, content: Content) -> Compared:
    told = {
        row["hoard"]: (f"{row['gold']}", list(row["item_chances"]))
        for row in rows
        if row["hoard"] != _NONE
    }
    made = {key: (f"{each.gold}d10", list(each.items)) for key, each in KINGDOMS.hoards.items()}
    return told, made


@table("kingdoms.item.table")
def items(rows: Rows, content: Content) -> Compared:
    told: list[list[Any]] = []
    for row in sorted(rows, key=lambda row: row["nr"]):
        casts = ""
        if row["effect"].startswith("casts "):
            name, _, kind = row["effect"].removeprefix("casts ").partition(" (")
            casts = f"{next(a.key for a in ARTS.values() if a.name == name)} {kind[:-1]}"
        told.append([row["item"], casts])
    made = [
        [
            each.name,
            f"{each.casts} combat"
            if each.casts
            else f"{each.performs} action"
            if each.performs
            else "",
        ]
        for each in KINGDOMS.items
    ]
    return told, made


@table("kingdoms.item.artifacts")
def artifacts(rows: Rows, content: Content) -> Compared:
    told = [_key(row["artifact"]) for row in rows]
    return told, [key_of(key) for key, each in KINGDOMS.artifacts.items() if each.unique]
