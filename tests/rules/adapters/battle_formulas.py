"""The formulas of combat, through pieces that go into battle with what the cases give them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.packs.cohorts.battle import values
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.magic import attacks
from engine.packs.cohorts.battle.magic.casting import lay
from engine.packs.cohorts.battle.magic.laid import Laid
from engine.packs.cohorts.battle.slots import DEFENDER
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.combat import Alter
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from tests.rules.adapters.battle_field import (
    CONTENT,
    FIELD,
    STEADFAST,
    Battle,
    boons,
    going,
    unit,
    whole,
)
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene
from tests.rules.words import ATTRIBUTES, attributes, key

STURDY = 1e9
"""Hit points that no blow dents."""
PLAIN: Mapping[str, Any] = {
    **dict.fromkeys(("df", "power", "resistance", "mar", "sar"), 0),
    "hp": 10,
    "af": 1.0,
    "damage": 1.0,
    "resist": {},
}
"""What a race is born with for battle if a case says nothing of it."""
BLADE = {"classes": ("blade",), "hands": (1,), "missile_damage": 0}
POWERS = ("charm_of_power", "task_of_power")


def born(
    combat: Mapping[str, Any],
    *bonuses: Bonus,
    more: Mapping[str, Any] | None = None,
    troop: bool = False,
    **values: Any,
) -> Combatant:
    """Someone of a race with these figures for battle and of nothing else than these bonuses."""
    content, talents = boons(*bonuses)
    content |= {"races": {"human": {"combat": {**PLAIN, **combat}, **values.pop("race", {})}}}
    scene = Scene(content={**content, **(more or {})})
    maker = scene.unit if troop else scene.character
    laid: Mapping[str, int] = values.pop("laid", {})
    one = maker(scene.stack(2, 2), talents=talents, **values)
    for name, level in laid.items():
        spell = {"on": one.place, "spell": name, "strength": 1, "level": level, "faction": 0}
        scene.world.add(ActiveSpell, **spell)
    return going(scene, one)


def added(target: Any, amounts: Iterable[float]) -> list[Bonus]:
    return [Bonus(target=target, add=amount) for amount in amounts]


def percents(target: Any, amounts: Iterable[float]) -> list[Bonus]:
    return [Bonus(target=target, percent=amount) for amount in amounts]


def with_statuses(one: Combatant, figure: str, amounts: Iterable[float]) -> Battle:
    """A battle of one unit on which battle statuses lie, each of them changing one figure."""
    plain = CONTENT.battle_statuses["blinded"]
    none = {"melee_af": 0, "missile_af": 0, "df": 0}
    made = {
        f"hex_{n}": plain.model_copy(update={**none, "key": f"hex_{n}", figure: amount})
        for n, amount in enumerate(amounts)
    }
    battle = Battle([one], field=replace(FIELD, statuses=made))
    battle.give(one, *made)
    return battle


# ---------------------------------------------------------------- hit points and power


@rule("cohorts.formula.hp")
def hp(given: Given) -> Result:
    """A military unit if soldiers are given; it has the constitution of its race."""
    bonus = given.get("bonus", 0)
    amounts = bonus if isinstance(bonus, list) else [bonus]
    own = attributes(given)
    troop = "soldiers" in given or given.get("kind") == "mu"
    bearing: dict[str, Any] = {"attributes": own}
    if troop:
        bearing = {"race": {"attributes": own}, "soldiers": given.get("soldiers", 1)}
    combat = {"hp": given["racial_hp"]}
    one = born(combat, *added("HP", amounts), troop=troop, level=given["level"], **bearing)
    return {"hp": one.hp}


@rule("cohorts.formula.pow")
def power(given: Given) -> Result:
    """With a blade in a hand that is trained in nothing else; a military unit has no skills."""
    troop, skill = given.get("kind", "character") == "mu", given.get("skill", 0)
    bearing: dict[str, Any] = {"equipment": {"main_hand": "broadsword"}}
    if not troop:
        # A class that does not teach the weapon adds nothing to the skill.
        bearing |= {"job": "mage", "level": 60, "skills": {"blade": skill}}
    one = born(
        {"power": given["racial"]},
        *added("POW", given.get("modifiers", ())),
        more={"weapons": {"broadsword": {**BLADE, "melee_power": given["weapon"]}}},
        troop=troop,
        laid={name: 5 * given[name] for name in POWERS if name in given},
        **bearing,
    )
    battle = Battle([one])
    return {"pow": whole(values.power(battle.fight, battle[one]))}


@rule("cohorts.formula.pow-modifiers")
def modifiers(given: Given) -> Result:
    """What is left of a POW far from 0 when that is taken away."""
    far = 1000
    amounts = [*given.get("modifiers", ()), *([given["item"]] if "item" in given else [])]
    laid = {name: 5 * given[name] for name in POWERS if name in given}
    one = born({"power": far}, *added("POW", amounts), laid=laid)
    battle = Battle([one])
    return {"modifier": whole(values.power(battle.fight, battle[one]) - far)}


# ---------------------------------------------------------------- attack


@rule("cohorts.formula.dam")
def dam(given: Given) -> Result:
    """The damage of a blow; the changes are those of spells of different names."""
    one = born(
        {"damage": given["racial"], "af": given["af"]},
        more={"weapons": {"broadsword": {**BLADE, "melee_damage": given["weapon"]}}},
        equipment={"main_hand": "broadsword"},
        wounds=given.get("wounds", 0),
    )
    one = replace(one, hp=float(given["hp"]))
    foe = unit(99, DEFENDER, hp=STURDY)
    battle = Battle([one, foe])
    spell = CONTENT.combat_spells["increased_damage"]
    assert isinstance(spell.effect, Alter)
    for number, percent in enumerate(given.get("damage_changes", ())):
        effect = spell.effect.model_copy(update={"amount": percent, "per": "level"})
        named = {"key": f"{spell.key}_{number}", "effect": effect}
        lay(battle.fight, battle[one], Laid(spell.model_copy(update=named), 1))
    return {"dam": whole(battle.strike(one, foe).damage)}


@rule("cohorts.formula.weapon-choice")
def weapon_choice(given: Given) -> Result:
    off, arms = given.get("off"), {"broadsword": blade(given["main"])}
    held = {"main_hand": "broadsword"}
    if isinstance(off, Given):
        arms["dagger"] = blade(off)
        held["off_hand"] = "dagger"
    elif off:
        held["off_hand"] = key(off)
    found = born({}, more={"weapons": arms}, equipment=held).melee
    return {"damage": found.damage, "pow": found.power}


def blade(given: Given) -> dict[str, Any]:
    return {**BLADE, "melee_damage": given["damage"], "melee_power": given.get("pow", 0)}


@rule("cohorts.formula.weapon-attribute")
def weapon_attribute(given: Given) -> Result:
    """With a weapon of as many classes as there are attributes that it should name."""
    own = {name.upper(): value for name, value in given["attribute"].items()}
    classes = dict(zip(("blade", "axe", "hammer", "bow", "pole", "exotic"), own, strict=False))
    one = born(
        {},
        more={
            "weapons": {"broadsword": {**BLADE, "classes": tuple(classes) or ("shield",)}},
            "attack_attributes": {"melee": classes},
        },
        job="mage",
        attributes={**dict.fromkeys(ATTRIBUTES, 10), **own},
        equipment={"main_hand": "broadsword"},
    )
    return {"af_bonus": whole(one.melee.af_percent)}


@rule("cohorts.formula.af")
def af(given: Given) -> Result:
    one = born({"af": given["base"]}, *percents("AF", given.get("bonuses", ())))
    battle = with_statuses(one, "melee_af", given.get("status", ()))
    return {"af": whole(values.af(battle.fight, battle[one]))}


# ---------------------------------------------------------------- defense


@rule("cohorts.formula.res")
def res(given: Given) -> Result:
    resist = dict(given.get("type_modifier", {}))
    one = born({"resist": resist}, *added("RES", given["sources"]))
    battle = Battle([one])
    return {"res": whole(values.res(battle.fight, battle[one], given.get("attack_type", "")))}


@rule("cohorts.formula.df")
def df(given: Given) -> Result:
    bonuses = [*added("DF", given["flat"]), *percents("DF", given.get("percent", ()))]
    one = born({}, *bonuses, level=given.get("level", 0))
    battle = with_statuses(one, "df", given.get("status", ()))
    return {"df": whole(values.df(battle.fight, battle[one]))}


@rule("cohorts.formula.mad-sad")
def mad_sad(given: Given) -> Result:
    against = [
        Bonus(target="SAR", add=more, when={"type": type_})
        for type_, more in given.get("sar_vs", {}).items()
    ]
    one = born({"mar": given["mar"], "sar": given["sar"]}, *against)
    battle = Battle([one])
    fight, fighter, type_ = battle.fight, battle[one], given["type"]
    return {
        "mad": whole(values.mad(fight, fighter)),
        "sad": whole(values.sad(fight, fighter, type_)),
        "spell_divisor": whole(attacks.divisor(fight, fighter, type_)),
    }


# ---------------------------------------------------------------- derived figures


@rule("cohorts.formula.wounds")
def wounds(given: Given) -> Result:
    """A blow at the unit, and the same at one so large that no point is lost."""
    shielded = {"df": float(given["df"]), "res": float(given["res"]), "morale": STEADFAST}
    one = unit(1, hp=float(given["dam"]), melee=Attack(power=given["pow"]))
    struck = unit(2, DEFENDER, hp=float(given["hp"]), **shielded)
    large = unit(3, DEFENDER, hp=STURDY, **shielded)
    (full,) = Battle([one, large]).strike(one, large).hits
    battle = Battle([one, struck])
    (hit,) = battle.strike(one, struck).hits
    return {
        "points": whole(full.wounds * STURDY / 100),
        "wounds": whole(hit.wounds),
        "dead": battle[struck].state == "dead",
    }
