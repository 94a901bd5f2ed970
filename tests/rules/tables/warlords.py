"""Warlords: the roster, heroes, relics and war spells, medals and battlefields."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.content import Content
from engine.packs.warlords.battle.checks import medal_die
from engine.packs.warlords.content import WarContent
from tests.rules.harness import folded
from tests.rules.scene import module
from tests.rules.tables import TABLES, Compared, Rows, table

WAR = module("warlords").content(WarContent)
_QUEST = "quest"


def _effect(told: Mapping[str, Any]) -> dict[str, int]:
    """What the rulebook says that something gives, slayers by kind and a yes as 1."""
    found: dict[str, int] = {}
    for name, value in told.items():
        if name == "slayer":
            found.update({f"slayer_{kind}": plus for kind, plus in value.items()})
        else:
            found["flying" if name == "flight" else name] = int(value)
    return found


def _train(told: str) -> dict[str, int]:
    if told == _QUEST:
        return {}
    needs = [need.rpartition(" ") for need in told.split(", ")]
    return {name.replace(" ", "_"): int(level) for name, _, level in needs}


@table("warlords.roster.units")
@table("warlords.roster.ships")
def roster(rows: Rows, content: Content) -> Compared:
    told = {
        row["type"]: (
            [row[name] for name in ("strength", "hits", "move", "recruits")],
            row.get("terrain", {}),
            _effect(row.get("abilities", {})),
            list(row.get("kinds", ())),
            _train(row["train"]),
        )
        for row in rows
    }
    made = {
        each.name: (
            [each.strength, each.hits, each.move, each.recruits],
            dict(each.terrain),
            dict(each.abilities),
            list(each.kinds),
            dict(each.train),
        )
        for each in WAR.unit_types.values()
        if each.name in told
    }
    return told, made


@table("warlords.hero.types")
def heroes(rows: Rows, content: Content) -> Compared:
    told = [
        (
            row["hero"],
            row["cls"].lower(),
            [row[name] for name in ("strength", "hits", "move")],
            row["grows"],
            row.get("fixed", {}),
            row.get("terrain", {}),
        )
        for row in rows
    ]
    made = [
        (
            each.name,
            each.job,
            [each.strength, each.hits, each.move],
            dict(each.grows),
            dict(each.fixed),
            dict(each.terrain),
        )
        for each in WAR.hero_types.values()
    ]
    return told, made


@table("warlords.item.table")
def relics(rows: Rows, content: Content) -> Compared:
    told = {row["item"]: (folded(row["place"]), _effect(row["effect"])) for row in rows}
    made = {each.name: (folded(each.place), dict(each.effect)) for each in WAR.relics.values()}
    return told, made


def spell(name: str) -> None:
    """Compare the table of one spell."""

    @table(f"warlords.spell.{name}")
    def compare(told: Mapping[str, Any], content: Content) -> Compared:
        found = next(
            each
            for each in WAR.war_spells.values()
            if folded(each.name.replace("'", "")) == folded(name)
        )
        effect = "bless stack" if found.blesses else dict(found.effect)
        made = {
            "level": found.level,
            "school": found.school,
            "mana": found.level * WAR.warlords.mana_per_level,
            "effect": effect,
        }
        expected = told["effect"]
        if not isinstance(expected, str):
            expected = _effect(expected)
        return {**told, "effect": expected}, made


for _rule, _table in TABLES.items():
    if _rule.startswith("warlords.spell.") and _table:
        spell(_rule.removeprefix("warlords.spell."))


@table("warlords.aftermath.medals")
def medals(rows: Rows, content: Content) -> Compared:
    return tuple(row["points"] for row in rows), WAR.warlords.medal_points


@table("warlords.die.size")
def dice(rows: Rows, content: Content) -> Compared:
    told = {row["medals"]: row["sides_with_d20"] for row in rows}
    return told, {medals: medal_die(20, medals) for medals in told}


@table("warlords.map.terrain")
def battlefields(rows: Rows, content: Content) -> Compared:
    told: dict[str, str] = {}
    for row in rows:
        named = [row["base"]]
        if row["base"] == "Arid Plateaus":
            named = row["base"].split()  # two terrains of the module
        told.update({folded(name): row["warlords"] for name in named})
    return told, {folded(key): ground for key, ground in WAR.battlefields.items()}
