"""Armies of points, their lists, and how a battle ends."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.packs.warmaster.battle.fight import withdrawal
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.lists import ListContent, Role
from engine.packs.warmaster.content.points import (
    BoughtCharacter,
    BoughtUnit,
    breaches,
    price,
)
from engine.packs.warmaster.content.spells import WarSpell
from tests.rules.adapters.warmaster.scene import (
    DATA,
    army,
    captain,
    fought_by,
    list_of,
    set_out,
    troop_of,
    type_of,
)
from tests.rules.adapters.warmaster.staging import or_played
from tests.rules.harness import Given, Result, rule

LISTS = (
    "crown-marches",
    "redtusk-horde",
    "silverleaf-courts",
    "hollow-dynasty",
    "ashen-host",
    "warren-clans",
    "deepdelve-holds",
)


def listed(given: Given) -> Result:
    kind = given["type"]
    one = next(
        each for each in map(list_of, LISTS) if any(kind == u.name for u in each.units.values())
    )
    units = [BoughtUnit(type_of(kind, one).key)] * given["number"]
    return {"points": price(one, {}, units, ())}


for name in LISTS:
    rule(f"warmaster.army.{name}")(listed)


COUNTED: tuple[tuple[Role, str], ...] = (
    ("general", "generals"),
    ("hero", "heroes"),
    ("wizard", "wizards"),
    ("runesmith", "runesmiths"),
)


@rule("warmaster.army.points")
def points(given: Given) -> Result:
    roles: dict[Role, int] = {role: given.get(key, 0) for role, key in COUNTED}
    one = list_of(given["list"]) if "list" in given else None
    bought: list[BoughtUnit] = []
    spent = given.get("spent", 0)
    if one:
        for kind, number in given["units"].items():
            bought += [BoughtUnit(type_of(kind, one).key)] * number
        leaders = [BoughtCharacter(role) for role, number in roles.items() for _ in range(number)]
        spent = price(one, {}, bought, leaders)
    counted = Counter(unit.type for unit in bought)
    wrong = list(breaches(given["points"], spent, roles, one, counted))
    return {"spent": spent, "valid": not wrong}


# ---------------------------------------------------------------- validation of a module


def changed_list(**changes: Any) -> Mapping[str, Any]:
    """The lists of the module, in which the first unit type or the General is another."""
    tree = tomllib.loads((DATA / "lists.toml").read_text(encoding="utf-8"))
    first = tree["army_lists"]["crown-marches"]
    for key, value in changes.items():
        where, name = _PLACES.get(key, ("unit", key))
        if where == "unit":
            first["units"]["halberdiers"][name] = value
        else:
            first["characters"]["general"][name] = value
    return tree


_PLACES = {
    "command": ("general", "command"),
    "attack_bonus": ("general", "bonus"),
    "min": ("unit", "least"),
    "max": ("unit", "most"),
}
_ARMOUR = {"none": 7}
_UNIT = ("attacks", "hits", "armour", "stands", "pace", "shots", "range", "points", "min", "max")


@rule("warmaster.pack.validation")
def validation(given: Given) -> Result:
    given.takes(*_UNIT, "command", "attack_bonus", "score", "spell_range")
    figures = dict(given)
    spell = {key: figures.pop(key) for key in ("score", "spell_range") if key in figures}
    if "armour" in figures:
        text = figures["armour"]
        figures["armour"] = _ARMOUR.get(text) or int(text.removesuffix("+"))
    try:
        ListContent.model_validate(changed_list(**figures))
        if spell:
            tree = tomllib.loads((DATA / "spells.toml").read_text(encoding="utf-8"))
            figures = {"score": spell.get("score", 4), "range": spell.get("spell_range", 3)}
            any_spell = {**tree["war_spells"]["storm-lance"], **figures, "key": "storm-lance"}
            TypeAdapter(WarSpell).validate_python(any_spell)
    except ValidationError:
        return {"valid": False}
    return {"valid": True}


# ---------------------------------------------------------------- the end


@or_played("warmaster.end.withdrawal")
def withdraws(given: Given) -> Result:
    machines = given.get("machines", 0)
    foot = given.get("units", 8) - machines
    troops = [troop_of(type_of("Halberdiers"), at=(n % 18, n // 18)) for n in range(foot)]
    troops += [troop_of(type_of("Great Cannon"), at=(n, 4)) for n in range(machines)]
    both = given.get("both", False)
    armies = [
        army(
            side,
            *(
                each.replace(at=(x, y + 5 * side))
                for each in troops
                for x, y in [each.at or (0, 0)]
            ),
            captains=(captain("general", with_=1),),
        )
        for side in range(2)
    ]
    battle = set_out(fought_by(*armies))
    for side in (0, 1) if both else (SIDES.index(given.get("side", "attacker")),):
        for unit in battle.units[side][: given.get("lost", 0)]:
            battle.remove(unit)
        if given.get("general_slain", False) or both:
            battle.characters[side][0].unit = None
    ended = withdrawal(battle)
    return {"withdraws": ended is not None, "winner": ended.winner if ended else None}
