"""Potions, poisons, antidotes and healing draughts, and the names of their qualities."""

from collections.abc import Mapping
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.peoples import Keyword
from engine.packs.cohorts.worth.levels import heroic_level
from tests.rules.tables import Compared, Rows, by, keys, table


def _recipes(
    rows: Rows, content: Content, keyword: Keyword, column: str, *same: str
) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The rows by name, and for the same potions their recipe and the columns that are alike."""
    told = by(column, rows)
    for row in told.values():
        row["ingredients"] = {key_of(name): count for name, count in row["ingredients"].items()}
    return told, {
        key_of(each.key): {
            "item_level": each.item_level,
            "ingredients": {key_of(name): count for name, count in each.ingredients.items()},
            **{name: getattr(each, name) for name in same},
        }
        for each in content.potions.values()
        if each.keyword == keyword
    }


def _effect(potion: Potion) -> str:
    """What a potion does, in the rulebook's words."""
    said: list[str] = []
    if potion.mana:
        said.append(f"restores {potion.mana}*Q mana, up to capacity")
    for word, percent in potion.modifiers.items():
        what = word.removesuffix("_percent").upper()
        bonus = "AF bonus" if what == "AF" else what
        said.append(f"{bonus} +{percent:g}*Q percent")
    if potion.shell:
        strength = f"{potion.shell}*Q"
        said.append(f"Character Shell of strength {strength} on the drinker (usual replacement)")
    if potion.heals:
        said.append(f"wounds -{potion.heals}*Q")
    if potion.cures:
        cured = " and ".join(status.capitalize() for status in potion.cures)
        said.append(f"cures {cured} below level {potion.severity}*Q")
    if potion.action_points:
        said.append(f"{potion.action_points} action point")
    if potion.least_quality > 1:
        said.append(f"can only be made at Q {potion.least_quality} or more")
    return "; ".join(said)


@table("cohorts.action.potion-recipes")
def potions(rows: Rows, content: Content) -> Compared:
    told, made = _recipes(rows, content, "magic", "potion")
    for key, row in made.items():
        row["effect"] = _effect(_potion(content, key))
    return told, made


@table("cohorts.action.healing-draught-recipes")
def draughts(rows: Rows, content: Content) -> Compared:
    told, made = _recipes(rows, content, "healing", "draught")
    for key, row in made.items():
        row["effect"] = _effect(_potion(content, key))
    return told, made


@table("cohorts.action.poison-recipes")
def poisons(rows: Rows, content: Content) -> Compared:
    told, made = _recipes(rows, content, "poison", "poison")
    for key, row in made.items():
        poison = _potion(content, key)
        coating = poison.coating
        assert coating
        damage = f"{coating.damage}*Q" if coating.damage else "0"
        special = f"special attack {coating.type.capitalize()}"
        row["weapon_classes"] = [each.capitalize() for each in coating.classes]
        row["weapon_effect"] = f"{special}: damage {damage}, value {coating.value}*Q"
        row["if_drunk"] = (
            f"{poison.inflicts.capitalize()}, level {poison.severity}*Q"
            if poison.inflicts
            else f"{poison.wounds} wounds"
        )
    return told, made


@table("cohorts.action.antidote-recipes")
def antidotes(rows: Rows, content: Content) -> Compared:
    """That each cures what is below level 5*Q stands in the ruling."""
    told, made = _recipes(rows, content, "antidote", "antidote", "cures")
    for row in told.values():
        row["cures"] = keys(row["cures"])
    for key, row in made.items():
        row["cures"] = list(row["cures"])
        assert _potion(content, key).severity == 5
    return told, made


def _potion(content: Content, key: str) -> Potion:
    return next(each for each in content.potions.values() if key_of(each.key) == key)


@table("cohorts.skill.potions")
def qualities(rows: Rows, content: Content) -> Compared:
    """By the first and the last level of each row, of an open one also a far higher level."""
    told: dict[int, tuple[int, str]] = {}
    for row in rows:
        first, _, last = row["character_level"].partition("-")
        levels = (int(first.rstrip("+")), int(last) if last else 99)
        told.update(dict.fromkeys(levels, (row["quality_index"], row["quality"])))
    made: Mapping[int, int] = {
        level: content.brewing.quality_at(heroic_level(level)) for level in told
    }
    return told, {level: (index, content.brewing.name_of(index)) for level, index in made.items()}


@table("cohorts.order.make-poison-weapons")
def poisoning(rows: Rows, content: Content) -> Compared:
    last = len(content.brewing.poisoning)
    made: Rows = [
        {
            "heroic_level": level if level < last else f"{level} or more",
            "vials": each.vials,
            "weapons_per_vial": each.weapons,
            "most": each.vials * each.weapons,
        }
        for level, each in enumerate(content.brewing.poisoning, start=1)
    ]
    return rows, made
