"""The formulas of combat, and what lies on a piece as figures of battle."""

from collections.abc import Mapping

from engine.packs.cohorts.battle import formulas, values
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.formulas import (
    attack_factor,
    damage,
    defense_factor,
    hit_points,
    power_modifier,
)
from engine.packs.cohorts.battle.formulas import points as points_of
from engine.packs.cohorts.battle.formulas import power as power_of
from engine.packs.cohorts.battle.formulas import resistance as resistance_of
from engine.packs.cohorts.magic.active import ActiveSpell
from engine.packs.cohorts.records import Character
from tests.rules.adapters.battle_field import CONTENT, Battle, figures, unit
from tests.rules.harness import Given, rule
from tests.rules.scene import Scene


@rule("cohorts.formula.hp", "level", "racial_hp", "con", "bonus", "soldiers")
def hp(given: Given) -> Mapping[str, object]:
    figures = (given["level"], given["racial_hp"], given["con"], given.get("bonus", 0))
    return {"hp": hit_points(*figures, given.get("soldiers", 1))}


@rule("cohorts.formula.pow", "racial", "weapon", "skill", "modifiers", "kind")
def power(given: Given) -> Mapping[str, object]:
    skill = 0 if given.get("kind") == "mu" else given.get("skill", 0)
    base = formulas.base_power(given["racial"], given["weapon"], skill)
    return {"pow": power_of(base, given.get("modifiers", []))}


@rule("cohorts.formula.pow-modifiers", "modifiers", "charm_of_power", "task_of_power", "item")
def modifiers(given: Given) -> Mapping[str, object]:
    amounts = list(given.get("modifiers", []))
    scene = Scene()
    someone = scene.character(scene.stack(2, 2))
    for name in ("charm_of_power", "task_of_power"):
        if name in given:
            scene.world.add(
                ActiveSpell,
                on=someone.place,
                spell=name,
                strength=1,
                level=5 * given[name],
                faction=0,
            )
    amounts += armed_of(scene, someone).melee.modifiers
    if "item" in given:
        amounts.append(given["item"])
    return {"modifier": power_modifier(amounts)}


def armed_of(scene: Scene, someone: Character) -> Combatant:
    stance = Stance(0, "grassland")
    piece = scene.now(someone)
    return armed(scene.world, scene.content, piece, stance, slot=3, force=piece.holder)


@rule("cohorts.formula.dam", "hp", "wounds", "racial", "weapon", "af", "damage_changes")
def dam(given: Given) -> Mapping[str, object]:
    changes = sum(given.get("damage_changes", []))
    modifier = given["racial"] * given["weapon"]
    return {"dam": damage(given["hp"], given["wounds"], modifier, given["af"], changes)}


@rule("cohorts.formula.weapon-choice", "main", "off")
def weapon_choice(given: Given) -> Mapping[str, object]:
    main = given["main"]
    arms = {
        "broadsword": {"melee_damage": main["damage"], "melee_power": main["pow"]},
        "dagger": {"melee_damage": 0.0, "melee_power": 0, "missile_damage": 0.0},
    }
    off = given.get("off")
    held = {"main_hand": "broadsword"}
    if off == "shield":
        held["off_hand"] = "shield"
    elif off:
        arms["dagger"] |= {"melee_damage": off["damage"], "melee_power": off["pow"]}
        held["off_hand"] = "dagger"
    scene = Scene(content={"weapons": arms, "races": {"human": {"combat": {"power": 0}}}})
    found = armed_of(scene, scene.character(scene.stack(2, 2), equipment=held)).melee
    return {"damage": found.damage, "pow": found.power}


@rule("cohorts.formula.weapon-attribute", "attribute")
def weapon_attribute(given: Given) -> Mapping[str, object]:
    per_point = CONTENT.battle.percent_per_attribute_point
    return {"af_bonus": formulas.attribute_bonus(per_point, list(given["attribute"].values()))}


@rule("cohorts.formula.af", "base", "bonuses", "status")
def af(given: Given) -> Mapping[str, object]:
    return {"af": attack_factor(given["base"], sum(given["bonuses"]), sum(given.get("status", [])))}


@rule("cohorts.formula.res", "sources", "type_modifier", "attack_type")
def res(given: Given) -> Mapping[str, object]:
    modifier = given.get("type_modifier", {}).get(given["attack_type"], 0)
    return {"res": resistance_of(sum(given["sources"]) + modifier)}


@rule("cohorts.formula.df", "flat", "percent", "level", "status")
def df(given: Given) -> Mapping[str, object]:
    percent = sum(given.get("percent", [])) + formulas.heroic_defense(given["level"])
    return {"df": defense_factor(sum(given["flat"]), percent, sum(given.get("status", [])))}


@rule("cohorts.formula.mad-sad", "mar", "sar", "sar_vs", "type")
def mad_sad(given: Given) -> Mapping[str, object]:
    against = dict(given.get("sar_vs", {}))
    someone = unit(sar_against=against, **figures(given))
    battle = Battle([someone])
    one = battle[someone]
    sar = given["sar"] + against.get(given["type"], 0)
    return {
        "mad": values.mad(battle.fight, one),
        "sad": values.sad(battle.fight, one, given["type"]),
        "spell_divisor": formulas.spell_divisor(given["mar"], sar),
    }


@rule("cohorts.formula.wounds", "dam", "df", "res", "pow", "hp")
def wounds(given: Given) -> Mapping[str, object]:
    points = points_of(given["dam"], given["df"], given["res"], given["pow"])
    struck = unit(hp=float(given["hp"]))
    one = Battle([struck])[struck]
    one.wound(100 * points / one.hp)
    return {"points": points, "wounds": one.wounds, "dead": one.finished}
