"""What enchantment levels give, and the enchantments that can be bestowed."""

from collections.abc import Mapping
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content, Enchantment
from engine.packs.cohorts.content.enchanting import Kind
from engine.packs.cohorts.things.enchantments import enchanted
from tests.rules.tables import Compared, needed, rows_of, table

GROUPS: Mapping[str, tuple[Kind, ...]] = {
    "melee weapon": ("melee",),
    "missile weapon": ("missile",),
    "weapon with both attacks": ("melee", "missile"),
    "shield": ("shield",),
    "armor": ("armor",),
    "finger gear": ("finger",),
}
ALIKE: tuple[Kind, ...] = ("head", "back", "hand", "foot")


@table("cohorts.table.enchantment-levels")
def levels(told: Mapping[str, Any], content: Content) -> Compared:
    per_level = content.enchanting.levels
    made = {
        group: {word: amount for kind in kinds for word, amount in per_level[kind].items()}
        for group, kinds in GROUPS.items()
    }
    [gear] = {tuple(per_level[kind].items()) for kind in ALIKE}
    made["head back hand and foot gear"] = dict(gear)
    rows = {row["item"]: row["per_level"] for row in rows_of(told)}
    written = [(row["level"], *(row[name] for name in TOTALS)) for row in told["totals_by_level"]]
    totals = [
        (
            level,
            *(total(made[group], level, weapon=name == "weapon") for name, group in TOTALS.items()),
        )
        for level in range(1, len(written) + 1)
    ]
    return (rows, written), (made, totals)


TOTALS = {
    "weapon": "melee weapon",
    "armor": "armor",
    "shield": "shield",
    "gear": "head back hand and foot gear",
    "ring": "finger gear",
}


def total(per_level: Mapping[str, float], level: int, *, weapon: bool) -> str:
    """What a level gives in all, as the rulebook writes it."""
    parts: list[str] = []
    for word, amount in per_level.items():
        name = word.partition("_")[2] if weapon else word
        name, _, percent = name.partition("_")
        parts.append(f"{name.upper()} +{amount * level:g}{'%' if percent else ''}")
    return ", ".join(parts)


@table("cohorts.table.bestowed-enchantments")
def bestowed(told: Mapping[str, Any], content: Content) -> Compared:
    return rows_of(told), [
        {
            "name": key_of(each.key),
            "fits": " or ".join(each.fits) or "any",
            "level": "level of the spell" if each.grants_spell else each.level,
            "resource": needed(each.needs),
            "effect": effect(each),
        }
        for each in content.enchantments.values()
    ]


def effect(enchantment: Enchantment) -> dict[str, Any]:
    """What an enchantment does, in the rulebook's words."""
    found: dict[str, Any] = dict(enchantment.modifiers)
    if enchantment.special:
        found["special_attack"] = enchantment.special.model_dump()
    if enchantment.grants_spell:
        found["grants_spell"] = "chosen"
    return found


@table("cohorts.order.college-enchant-item")
def examples(told: Mapping[str, Any], content: Content) -> Compared:
    per_level = content.enchanting.items_per_level
    return told["examples"], [
        {
            **each,
            "made": enchanted(each["from"], each["given"], per_level * each["guild_level"]).made,
        }
        for each in told["examples"]
    ]
