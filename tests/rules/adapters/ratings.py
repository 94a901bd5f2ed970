"""What race, bearing, talents and place make of a unit's ratings and attributes."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

from engine.modifiers import Line, Situation, Statistic
from engine.packs.cohorts.bonuses import ask, attribute
from engine.packs.cohorts.movement.rates import terrain_percent
from engine.packs.cohorts.ratings import defending, df, magic_defense, shelters
from engine.packs.cohorts.records import Character
from tests.rules.harness import Given, rule
from tests.rules.scene import Scene


def defender(given: Given) -> tuple[Scene, Character]:
    """Someone with that flat DF and heroic level in a province of that terrain and those walls."""
    flat = {"races": {"human": {"combat": {"df": given["flat_df"], "mar": 0}}}}
    scene = Scene(content=flat)
    scene.province(
        2,
        2,
        terrain=given.get("terrain", "grassland"),
        fortification=given.get("fortification_level", 0),
    )
    return scene, scene.character(scene.at(2, 2), level=5 * given.get("heroic_level", 0))


@rule("cohorts.world.terrain-defense", "flat_df", "terrain", "fortification_level", "heroic_level")
@rule("cohorts.improvement.fortification-bonus", "flat_df", "fortification_level", "heroic_level")
def defended(given: Given) -> Mapping[str, object]:
    scene, someone = defender(given)
    place = list(defending(scene.content, scene.at(2, 2), walls=True))
    return {
        "df": df(scene.world, scene.content, someone, place=place).value,
        "mar_bonus": magic_defense(scene.world, scene.content, someone, place).value,
    }


@rule("cohorts.improvement.fortification-scope", "defender", "fortification_level")
def walled(given: Given) -> Mapping[str, object]:
    scene = Scene()
    scene.city(2, 2, scene.me)
    scene.province(2, 2, fortification=given["fortification_level"])
    whose = {
        "barony_owner": "self",
        "ally_of_owner": "allied",
        "helping_neutral": "neutral",
        "intruder_attacked_by_garrison": "at_war",
    }[given["defender"]]
    side = scene.someone(whose)
    unit = scene.unit(scene.at(2, 2), side)
    helps = given["defender"] == "helping_neutral"
    walls = shelters(scene.world, scene.at(2, 2), side.faction, unit, helps=helps)
    place = defending(scene.content, scene.at(2, 2), walls=walls)
    return {"df_percent": sum(each.amount for each in place if each.target == "DF")}


@rule("cohorts.race.starter-combat", "race", "armor")
def bearing(given: Given) -> Mapping[str, object]:
    scene = Scene()
    worn = {"armor": given["armor"]} if given.get("armor") else {}
    someone = scene.character(scene.at(2, 2), race=given["race"], equipment=worn)
    found = df(scene.world, scene.content, someone)
    return {"flat_df": found.base + added(found, "add")}


def added(found: Statistic, operation: str) -> Fraction:
    """All that was added to a statistic in that way."""
    lines: list[Line] = [line for line in found.lines if line.operation == operation]
    return sum((line.amount for line in lines), Fraction(0))


@rule("cohorts.talent.list", "talent", "tl", "weapon_class", "armor_df", "defending", "mount_hp")
def talented(given: Given) -> Mapping[str, object]:
    content: dict[str, Any] = {
        "armors": {"plate": {"df": given.get("armor_df", 0)}},
        "mounts": {"palfrey": {"hp": given.get("mount_hp", 0)}},
    }
    scene = Scene(content=content)
    worn = {"armor": "plate"} if "armor_df" in given else {}
    worn |= {"mount": "palfrey"} if "mount_hp" in given else {}
    key = given["talent"].casefold().replace(" ", "_").replace("-", "_")
    someone = scene.character(
        scene.at(2, 2), level=given["tl"], talents=(key,), equipment=worn, race="orc"
    )
    situation: Situation = {
        "weapon": given.get("weapon_class", ""),
        "stance": "defending" if given.get("defending") else "attacking",
    }

    def asked(target: str) -> Statistic:
        return ask(scene.world, scene.content, someone, target, 0, situation)

    return {
        "af_bonus_percent": added(asked("AF"), "percent"),
        "df_bonus_percent": added(asked("DF"), "percent"),
        "armor_df": asked("DF").lines[0].amount if "armor_df" in given else 0,
        "mount_hp": asked("HP").value,
        "poison_special_attack": asked("special.poison").value,
        "fire_special_attack": asked("special.fire").value,
    }


@rule("cohorts.item.percent-bonuses", "base", "percents")
def percents(given: Given) -> Mapping[str, object]:
    pieces = {"leather_cap": "head", "cloak": "back", "gauntlets": "hand", "boots": "foot"}
    bonuses = dict(zip(pieces, given["percents"], strict=False))
    scene = Scene(
        content={"gear": {k: {"modifiers": {"str_percent": v}} for k, v in bonuses.items()}}
    )
    someone = scene.character(
        scene.at(2, 2),
        attributes={"STR": given["base"]},
        equipment={pieces[key]: key for key in bonuses},
    )
    effective = attribute(scene.world, scene.content, someone, "STR").value
    return {"effective": effective, "shown": floor(effective)}


@rule(
    "cohorts.talent.terrain-and-racial",
    *("racial_cost_percent", "racial_af_percent", "terrain_trained", "tl"),
)
def at_home(given: Given) -> Mapping[str, object]:
    own = {
        "terrain_percent": {"forest": given.get("racial_cost_percent", 0)},
        "terrain_af_percent": {"forest": given.get("racial_af_percent", 0)},
    }
    scene = Scene(content={"races": {"human": own}})
    talents = ("terrain_trained_forest",) if given["terrain_trained"] else ()
    stack = scene.stack(2, 2)
    unit = scene.unit(stack, level=given.get("tl", 1), talents=talents)
    factor = ask(scene.world, scene.content, unit, "AF", 0, {"terrain": "forest"})
    return {
        "unit_cost_percent": terrain_percent(scene.content, [unit])["forest"],
        "af_bonus_percent": added(factor, "percent"),
    }
