"""Warmaster: army lists, spells, items, and its campaign."""

from typing import get_args

from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.warmaster.battle.blunders import (
    BACKWARDS,
    CONFUSION,
    HALF_HEARTED,
    HEADLONG,
    LOSS_OF_FACE,
    STANDSTILL,
)
from engine.packs.warmaster.battle.ground import COVER
from engine.packs.warmaster.battle.values import Directive, Terrain
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.items import ROLES, MagicItem
from engine.packs.warmaster.content.lists import CARRIERS, NO_ARMOUR, Kind
from engine.packs.warmaster.content.spells import WarSpell
from tests.rules.adapters.warmaster.commanding import LISTS as LIST_KEYS
from tests.rules.adapters.warmaster.scene import FIELDS, LISTS, LORE
from tests.rules.scene import module
from tests.rules.tables import TABLES, Compared, Rows, table


def armour(value: int) -> str:
    """An Armour in the rulebook's words."""
    return "none" if value == NO_ARMOUR else f"{value}+"


def listed(key: str) -> Compared:
    """What the rulebook and the module say of an army list."""
    told, made = TABLES[f"warmaster.army.{key}"], LISTS[key]
    units = [{"shots": 0, "range": 0, "special": [], **row} for row in told["units"]]
    return (
        {**told, "units": units},
        {
            "units": [
                {
                    "type": each.name,
                    "kind": each.kind,
                    "attacks": each.attacks,
                    "hits": each.hits,
                    "armour": armour(each.armour),
                    "stands": each.stands,
                    "pace": each.pace,
                    "shots": each.shots,
                    "range": each.range,
                    "points": each.points,
                    "min": each.least,
                    "max": each.most,
                    "special": list(each.special),
                }
                for each in made.units.values()
            ],
            "characters": [
                {
                    "character": role,
                    "command": each.command,
                    "attack_bonus": each.bonus,
                    "points": each.points,
                }
                for role, each in made.characters.items()
            ],
            "spells": list(made.spells),
        },
    )


for name in LIST_KEYS:
    table(f"warmaster.army.{name}")(lambda rows, content, name=name: listed(name))


@table("warmaster.army.lists")
def lists(rows: Rows, content: Content) -> Compared:
    made = [
        {"list": key, "unit_types": len(each.units), "spells": len(each.spells)}
        for key, each in LISTS.items()
    ]
    return rows, made


@table("warmaster.field.generation")
def features(rows: dict[str, list[str]], content: Content) -> Compared:
    told = {
        key_of(word): features
        for names, features in rows.items()
        for name in names.split(", ")
        for word in (name.split() if key_of(name) not in map(key_of, FIELDS) else [name])
    }
    made = {key_of(base): list(features) for base, features in FIELDS.items() if features}
    return told, made


@table("warmaster.field.terrain")
def terrain(rows: Rows, content: Content) -> Compared:
    told = {kind: row["cover"] for row in rows for kind in row["kind"].split(", ")}
    return told, {kind: COVER.get(kind, 0) for kind in get_args(Terrain)}


@table("warmaster.unit.attributes")
def usual(rows: Rows, content: Content) -> Compared:
    told = {row["kind"]: (row["items"], str(row["stands"])[0], str(row["pace"])[0]) for row in rows}
    made = {
        kind: (kind in CARRIERS, _most_often(kind, "stands"), _most_often(kind, "pace"))
        for kind in get_args(Kind)
    }
    return told, made


def _most_often(kind: Kind, figure: str) -> str:
    """The figure that most unit types of a kind have that do not fly."""
    found = [
        getattr(each, figure)
        for one in LISTS.values()
        for each in one.units.values()
        if each.kind == kind and "flyer" not in each.special
    ]
    return str(max(sorted(set(found)), key=found.count))


@table("warmaster.directive.units")
def directives(rows: Rows, content: Content) -> Compared:
    told = {name for row in rows for name in row["directive"].split(", ")}
    return told, set(get_args(Directive))


@table("warmaster.command.blunder")
def blunders(rows: Rows, content: Content) -> Compared:
    told = [(row["die"], row["name"]) for row in rows]
    made = [
        (CONFUSION, "Confusion"),
        (STANDSTILL, "Standstill"),
        (BACKWARDS, "Backwards"),
        (HALF_HEARTED, "Half-hearted"),
        (HEADLONG, "Headlong"),
        (LOSS_OF_FACE, "Loss of face"),
    ]
    return told, made


@table("warmaster.map.naval")
def ships(rows: Rows, content: Content) -> Compared:
    made = [
        {
            "ship": ship.name,
            "attacks": ship.attacks,
            "hits": ship.hits,
            "armour": "none" if ship.armour == NO_ARMOUR else f"{ship.armour}+",
            "stands": ship.stands,
        }
        for ship in module("warmaster").content(WarmasterContent).war_ships.values()
    ]
    return rows, made


def target(spell: WarSpell) -> str:
    """At whom a spell is aimed, in the rulebook's words."""
    if spell.aim in ("path", "self"):
        return {"path": "path", "self": "the Wizard"}[spell.aim]
    if spell.aim == "all own":
        return "all own engaged units in range"
    whose = "enemy unit" if spell.aim == "enemy" else "own unit"
    if spell.engaged:
        whose = f"engaged {whose}" if spell.aim == "enemy" else f"own engaged {whose[4:]}"
    said = [whose]
    if spell.engaged is False and "rush" not in [each.does for each in spell.effects]:
        said.append("not engaged")
    if spell.engaged is None and spell.aim == "enemy":
        said.append("engaged or not")
    if spell.sight:
        said.append("in sight")
    return ", ".join(said)


def cast(key: str) -> Compared:
    """What the rulebook and the module say of a spell."""
    spell = LORE.spells[key]
    (home,) = (each.key for each in LISTS.values() if key in each.spells)
    return TABLES[f"warmaster.spell.{key}"], {
        "list": home,
        "score": spell.score,
        "range": spell.range,
        "target": target(spell),
    }


for name in LORE.spells:
    table(f"warmaster.spell.{name}")(lambda rows, content, name=name: cast(name))


def carriers(item: MagicItem) -> str:
    """Who may carry an item, in the rulebook's words."""
    everyone = set(item.roles) == set(ROLES)
    return ", ".join([*item.units, *(["any character"] if everyone else item.roles)])


def carried(key: str) -> Compared:
    """What the rulebook and the module say of an item."""
    item = LORE.items[key]
    if item.ranks:
        rows = TABLES[f"warmaster.item.{key}"]
        sizes = "hits" in rows[0]
        return rows, [
            {
                "rank": rank.name,
                "cost": rank.cost,
                **(
                    {"hits": sorted(rank.hits, reverse=True)}
                    if sizes
                    else {"armour": [armour(each) for each in rank.armour]}
                ),
            }
            for rank in item.ranks
        ]
    made = {"cost": item.cost, "carriers": carriers(item), "kind": item.kind}
    return TABLES[f"warmaster.item.{key}"], made


for name in LORE.items:
    table(f"warmaster.item.{name}")(lambda rows, content, name=name: carried(name))


@table("warmaster.item.kinds")
def kinds(rows: Rows, content: Content) -> Compared:
    return {row["kind"]: row["items"] for row in rows}, {
        kind: [key for key, each in LORE.items.items() if each.kind == kind]
        for kind in ("standard", "weapon", "device")
    }
