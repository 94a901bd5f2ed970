"""What race, bearing, talents and place make of a unit's ratings and attributes."""

from fractions import Fraction
from math import floor
from typing import Any

from engine.modifiers import Line, Statistic
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.content.items import Carrying
from engine.packs.cohorts.movement.rates import by_itself, terrain_percent
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.bonuses import ask, attribute
from engine.packs.cohorts.worth.ratings import defending, df, magic_defense, shelters
from tests.rules.harness import Given, Result, folded, rule
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


@rule("cohorts.world.terrain-defense")
@rule("cohorts.improvement.fortification-bonus")
def defended(given: Given) -> Result:
    scene, someone = defender(given)
    place = list(defending(scene.content, scene.at(2, 2), walls=True))
    return {
        "df": df(scene.world, scene.content, someone, place=place).value,
        "mar_bonus": magic_defense(scene.world, scene.content, someone, place).value,
    }


@rule("cohorts.improvement.fortification-scope")
def walled(given: Given) -> Result:
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


@rule("cohorts.race.starter-combat")
def bearing(given: Given) -> Result:
    """A member of a race in battle, with what it wears, its race's talents and those it learned."""
    scene = Scene()
    worn = {"armor": given["armor"]} if given.get("armor") else {}
    if "weapon" in given:
        weapon = scene.content.weapons[given["weapon"]]
        worn["ranged" if weapon.missile_damage else "main_hand"] = weapon.key
    make = scene.unit if given.get("mu", False) else scene.character
    someone = make(
        scene.at(2, 2),
        race=given["race"],
        level=given.get("level", 1),
        equipment=worn,
        talents=tuple(given.get("learned", ())),
    )
    stance = Stance(int(given.get("defending", False)), "grassland")
    one = armed(scene.world, scene.content, someone, stance, slot=3, force=someone.holder)
    race = scene.content.races[given["race"]].combat
    attack = one.missile or one.melee
    special = {each.type: each.damage for each in one.specials}
    return {
        "flat_df": one.df,
        "df_percent": one.df_percent,
        "af": attack.af,
        "af_bonus_percent": attack.af_percent,
        "damage": race.damage,
        "res": one.res,
        "mar": one.mar,
        "sar": one.sar,
        "poison_special_attack": special.get("poison", 0),
        "fire_special_attack": special.get("fire", 0),
    }


def added(found: Statistic, operation: str) -> Fraction:
    """All that was added to a statistic in that way."""
    lines: list[Line] = [line for line in found.lines if line.operation == operation]
    return sum((line.amount for line in lines), Fraction(0))


WEAPONS = {"blade": "broadsword", "axe": "battle_axe", "pole": "pike", "hammer": "war_hammer"}
WEAPONS |= {"bow": "long_bow", "exotic": "flail"}
OTHER_WORDS = {"sword": "blade", "staff": "pole"}


@rule("cohorts.talent.list")
def talented(given: Given) -> Result:
    """Someone of that talent and level goes into battle, and the same one without the talent.

    Without `race` the bearer is of a people that has no talent.
    """
    kind: str = given.get("weapon_class", "")
    weapon = WEAPONS.get(OTHER_WORDS.get(kind, kind), "")
    worn = {"armor": "plate"} if "armor_df" in given else {}
    worn |= {"off_hand": "shield"} if "shield_df" in given else {}
    worn |= {"mount": "palfrey"} if "mount_hp" in given or "mount_speed" in given else {}
    if weapon:
        worn |= {"ranged" if kind == "bow" else "main_hand": weapon}
    race = given.get("race", "human")
    content: dict[str, Any] = {
        "armors": {"plate": {"df": given.get("armor_df", 0)}},
        "mounts": {"palfrey": {"hp": given.get("mount_hp", 0)}},
        "attack_attributes": {"melee": dict.fromkeys(WEAPONS, "STR"), "missile": "STR"},
    }
    content["weapons"] = {"shield": {"df": given.get("shield_df", 0)}}
    if weapon:
        content["weapons"] |= {weapon: {"classes": (kind,)}}
    if "racial_rate" in given:
        content["races"] = {race: {"land": {"rate": given["racial_rate"], "capacity": 10**6}}}
    if "mount_speed" in given:
        content["mounts"]["palfrey"]["land"] = Carrying(rate=given["mount_speed"], capacity=10**6)
    scene = Scene(content=content)
    side = int(given.get("defending", not given.get("attacking", True)))
    stance = Stance(side, given.get("terrain", "grassland"))
    tens = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)

    def bearer(*talents: str) -> Character | Unit:
        values = {"level": given["tl"], "talents": talents, "equipment": worn, "race": race}
        if given.get("mu", False):
            return scene.unit(scene.at(2, 2), **values)
        return scene.character(scene.at(2, 2), attributes=tens, **values)

    def ready(who: Character | Unit) -> Combatant:
        return armed(scene.world, scene.content, who, stance, slot=3, force=who.holder)

    [key] = [each for each in scene.content.talents if folded(each) == folded(given["talent"])]
    trained, plain = bearer(key), bearer()
    one, other = ready(trained), ready(plain)
    attack = (one.missile, other.missile) if kind == "bow" else (one.melee, other.melee)
    assert attack[0]
    assert attack[1]
    special = {each.type: each.damage for each in one.specials}
    walks = by_itself(scene.world, scene.content, trained, "land")
    assert walks
    return {
        "af_bonus_percent": attack[0].af_percent - (0 if "race" in given else attack[1].af_percent),
        "df_bonus_percent": one.df_percent - other.df_percent,
        "armor_df": one.armor_df,
        "shield_df": one.df - other.df + given.get("shield_df", 0),
        "mount_hp": ask(scene.world, scene.content, trained, "HP", 0).value,
        "poison_special_attack": special.get("poison", 0),
        "fire_special_attack": special.get("fire", 0),
        "rate": walks.normal.value,
        "terrain_cost_percent": terrain_percent(scene.content, [trained]).get(stance.terrain, 0),
    }


@rule("cohorts.item.percent-bonuses")
def percents(given: Given) -> Result:
    """An attribute with an item for each percent and one for what is added flat."""
    places = {"leather_cap": "head", "cloak": "back", "gauntlets": "hand", "boots": "foot"}
    words = [{"str_percent": each} for each in given.get("percents", [])]
    if "flat" in given:
        words.append({"str": given["flat"]})
    bonuses = dict(zip(places, words, strict=False))
    assert len(bonuses) == len(words), "more items than places"
    scene = Scene(content={"gear": {k: {"modifiers": v} for k, v in bonuses.items()}})
    someone = scene.character(
        scene.at(2, 2),
        attributes={"STR": given["base"]},
        equipment={places[key]: key for key in bonuses},
    )
    effective = attribute(scene.world, scene.content, someone, "STR").value
    return {"effective": effective, "shown": floor(effective)}


@rule("cohorts.talent.terrain-and-racial")
def at_home(given: Given) -> Result:
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
