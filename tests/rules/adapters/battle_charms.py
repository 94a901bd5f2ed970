"""Combat spells that stay: charms, tasks and auras, and what they make of ratings."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.battle import statuses, turns, values
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.magic.casting import lay
from engine.packs.cohorts.battle.magic.laid import Laid
from engine.packs.cohorts.battle.record import Attacked
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER
from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.content.combat import Alter, Rating
from tests.rules.adapters.battle_field import (
    CONTENT,
    UNLUCKY,
    Battle,
    added,
    born,
    going,
    hero,
    key,
    of_types,
    percents,
    some,
    unit,
    whole,
)
from tests.rules.adapters.battle_spells import HARDY, cast_all, caster, hexes, level_in, spell_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene

STRONG = 1000.0
"""A POW to which modifiers are added, far from 0."""


def under(battle: Battle, one: Combatant, *spells: tuple[str, int]) -> Fighter:
    """A unit that carries these spells of these caster levels."""
    for name, level in spells:
        lay(battle.fight, battle[one], Laid(spell_of(name), level))
    return battle[one]


def of_case(given: Given, names: Mapping[str, str]) -> list[tuple[str, int]]:
    """The spells of a case: by the word before `_hl` or `_cl`, or `hl` or `cl` alone for ""."""
    found: list[tuple[str, int]] = []
    for word, spell in names.items():
        if f"{word}_cl".strip("_") in given or f"{word}_hl".strip("_") in given:
            found.append((spell, level_in(given, word)))
    return found


# ---------------------------------------------------------------- who is affected


@rule("cohorts.combat-spell.persistent")
def persistent(given: Given) -> Result:
    spell = spell_of(given["spell"])
    side = ATTACKER if spell.friendly else DEFENDER
    one = caster(99, spell.name, level=given.get("cl", 10))
    units: dict[str, Combatant] = {}
    for text in given["units_there"]:
        maker = hero if "character" in text else unit
        units[text] = maker(int(text.split()[-1]), side, hp=HARDY)
    newcomer = unit(50, side, slot=10)
    battle = Battle([one, newcomer, unit(98, 1 - side, slot=9), *units.values()])
    hexes(battle, [(each, given["target_slot"]) for each in units.values()])
    if spell.friendly:
        battle.put(one, given["target_slot"])
    cast_all(battle)
    battle.put(newcomer, given["target_slot"])
    for text, spot in given.get("later_moves", {}).items():
        battle.put(units[text], spot)
    touched = [text for text, each in units.items() if marked(battle, battle[each], spell)]
    if marked(battle, battle[newcomer], spell):
        touched.append("newcomer")
    return {"affected_in_round_2": touched, "affected": touched}


def marked(battle: Battle, one: Fighter, spell: CombatSpell) -> bool:
    """Whether a spell is at work on a unit now."""
    if isinstance(spell.effect, Alter):
        effect = spell.effect
        return values.change(battle.fight, one, effect.rating, effect.against) != 0
    return one.enchantment is not None or bool(one.statuses)


@rule("cohorts.combat-spell.aura")
def aura(given: Given) -> Result:
    """Wounded undead lycanthropes in whatever slots, so that every aura shows on them."""
    spell = spell_of(given["aura"])
    one = caster(1, spell.name, level=10)
    marks: dict[str, Any] = {"keywords": ("undead", "lycanthrope"), "wounds": 50.0}
    ally, enemy = unit(2, **marks), unit(3, DEFENDER, **marks)
    people = {"caster": one, "ally": ally, "enemy": enemy}
    battle = Battle([*people.values(), unit(9, slot=10), unit(10, DEFENDER, slot=10)])
    spots = {"caster": "A8", "ally": "A1", "enemy": "D1"}
    for who, each in people.items():
        battle.put(each, given.get(f"{who}_in", spots[who]))
    cast_all(battle)
    for who, each in people.items():
        if f"{who}_moves" in given:
            battle.put(each, given[f"{who}_moves"].split()[-1])
    if given.get("caster_flees"):
        battle.fight.flee([battle[one]])
    before = {who: values.af(battle.fight, battle[each]) for who, each in people.items()}
    statuses.begin_turn(battle.fight, battle[one])
    found: dict[str, object] = {}
    for who in ("ally", "enemy"):
        fighter = battle[people[who]]
        changed = fighter.wounds != 50 or before[who] != 1
        if isinstance(spell.effect, Alter):
            changed = values.change(battle.fight, fighter, spell.effect.rating) != 0
        found[f"{who}_affected"] = changed
    return found


SUMS: Mapping[str, Rating] = {
    "morale_points": "morale",
    "morale": "morale",
    "df_flat": "DF",
    "df_percent": "DF percent",
    "damage_percent": "damage percent",
    "res": "RES",
    "mar": "MAR",
    "sar": "SAR",
    "charge_percent": "charge percent",
    "missile_percent": "missile percent",
}
LEVELS = tuple(f"{each}_{unit}" for each in CONTENT.combat_spells for unit in ("cl", "hl"))


@rule("cohorts.combat-spell.stacking")
def stacking(given: Given) -> Result:
    """Every casting by a separate caster, all in the slot of the one who is affected."""
    given.takes("item_pow_modifier", *LEVELS)
    item = (given["item_pow_modifier"],) if "item_pow_modifier" in given else ()
    one = unit(1, melee=Attack(power=STRONG, modifiers=item))
    casters: list[Combatant] = []
    for name in given:
        if name == "item_pow_modifier":
            continue
        spell = spell_of(name[:-3])
        levels = given[name] if isinstance(given[name], list) else [given[name]]
        for each in levels:
            level = each if name.endswith("cl") else 5 * each
            side = ATTACKER if spell.friendly else DEFENDER
            number = len(casters) + 2
            casters.append(caster(number, spell.name, level=level, side=side))
    battle = Battle([one, *casters, unit(98, DEFENDER)])
    hexes(battle, [(each, "A3") for each in (one, *casters)])
    cast_all(battle)
    fighter = battle[one]
    sums = {name: whole(values.change(battle.fight, fighter, r)) for name, r in SUMS.items()}
    return {**sums, "pow_modifier": whole(values.power(battle.fight, fighter) - STRONG)}


# ---------------------------------------------------------------- ratings


@rule("cohorts.combat-spell.nightmares")
@rule("cohorts.combat-spell.song-of-courage")
def courage(given: Given) -> Result:
    name = key(given.where.split("/")[0].rpartition(".")[2])
    battle = Battle([hero(1), unit(2, DEFENDER)])
    fighter = under(battle, battle.fight.roster[0].unit, (name, level_in(given)))
    return {"morale": whole(values.change(battle.fight, fighter, "morale"))}


@rule("cohorts.combat-spell.damage-percent")
@rule("cohorts.combat-spell.enchanted-weapons")
def damage_percent(given: Given) -> Result:
    names = {
        "increased": "Increased Damage",
        "increased_damage": "Increased Damage",
        "decreased": "Decreased Damage",
        "": "Enchanted Weapons",
    }
    one = unit(1, hp=float(given["dam"]))
    battle = Battle([one])
    return {"dam": whole(values.dam(battle.fight, under(battle, one, *of_case(given, names))))}


@rule("cohorts.combat-spell.ratings")
@rule("cohorts.combat-spell.enchanted-armor")
def ratings(given: Given) -> Result:
    """A unit with these ratings on which somebody casts the spell."""
    item = [given["item_pow_modifier"]] if "item_pow_modifier" in given else []
    walls = [given[name] for name in ("fortification", "df_percent") if name in given]
    own = {"mar": "mar", "sar": "sar", "res": "resistance", "flat_df": "df"}
    combat = {figure: given[name] for name, figure in own.items() if name in given}
    one = born(
        {"power": STRONG, **combat},
        *added("POW", item),
        *percents("DF", walls),
        troop=True,
        level=given.get("level", 0),
    )
    spell = spell_of(given.get("spell", "Enchanted Armor"))
    by = caster(
        1000, spell.name, level=level_in(given), side=ATTACKER if spell.friendly else DEFENDER
    )
    battle = Battle([one, by, unit(99, DEFENDER, slot=10)])
    hexes(battle, [(one, "A3"), (by, "A3")])
    cast_all(battle)
    fight, fighter, type_ = battle.fight, battle[one], given.get("type", "fire")
    return {
        "pow_modifier": whole(values.power(fight, fighter) - STRONG),
        "df": whole(values.df(fight, fighter)),
        "mar_sum": whole(values.mar(fight, fighter)),
        "mad": whole(values.mad(fight, fighter)),
        "sar_sum": whole(values.sar(fight, fighter, type_)),
        "sad": whole(values.sad(fight, fighter, type_)),
        "res": whole(values.res(fight, fighter)),
    }


@rule("cohorts.combat-spell.bane")
def bane(given: Given) -> Result:
    (name,) = [
        each.key
        for each in CONTENT.combat_spells.values()
        if isinstance(each.effect, Alter) and each.effect.against == key(given["bane"])
    ]
    foes = [
        some({"kind": "mu", **each}, 2 + number, DEFENDER, hp=HARDY)
        for number, each in enumerate(given["targets"])
    ]
    one = unit(1, hp=float(given["dam"]))
    battle = Battle([one, *foes])
    under(battle, one, (name, level_in(given)))
    attack = battle.strike(one, *foes)
    return {"shares": [whole(hit.wounds * HARDY / 100) for hit in attack.hits]}


@rule("cohorts.combat-spell.charge")
@rule("cohorts.combat-spell.missile")
def attack_factor(given: Given) -> Result:
    """A turn in which it moves to its enemy, or meets one in its slot, or shoots."""
    what = "Charge" if given.where.split("/")[0].endswith("charge") else "Missile Attack"
    names = {"increase": f"Increase {what}", "decrease": f"Decrease {what}"}
    weapon = Attack(af=float(given["base_af"]), af_percent=given["other_af_bonus"])
    missile = given.get("attack") == "missile"
    one = unit(
        1,
        charge=float(given.get("mount_charge", 0)),
        melee=weapon,
        missile=weapon if missile else None,
    )
    foe = unit(2, DEFENDER, hp=HARDY)
    battle = Battle([one, foe])
    if not given.get("moved") and not missile:
        battle.put(foe, "A3")
    turns.take_turn(battle.fight, under(battle, one, *of_case(given, names)))
    (attack,) = [each for each in battle.log if isinstance(each, Attacked)]
    return {"af": whole(attack.damage / one.hp)}


@rule("cohorts.combat-spell.weapon-special-attack")
def weapon_special(given: Given) -> Result:
    one = unit(1, specials=of_types(given.get("own", [])))
    battle = Battle([one])
    fighter = under(battle, one, (given["spell"], level_in(given)))
    return {
        "attacks": [
            {"type": each.type, "damage": round(each.damage), "quality": round(each.quality)}
            for each in fighter.specials
        ]
    }


@rule("cohorts.combat-spell.negate-armor")
def negate_armor(given: Given) -> Result:
    scene = Scene(
        content={
            "races": {"human": {"combat": {"df": given["racial_df"]}}},
            "armors": {"plate": {"df": given.get("armor_df", 0)}},
            "weapons": {"shield": {"df": given.get("shield_df", 0)}},
        }
    )
    worn = {"armor": "plate", "off_hand": "shield"}
    someone = scene.unit(scene.stack(2, 2), equipment=worn, level=given["level"])
    one = going(scene, someone)
    battle = Battle([one])
    fighter = under(battle, one, ("Negate Armor", 20))
    return {"df": whole(values.df(battle.fight, fighter))}


@rule("cohorts.combat-spell.aura-spells")
def aura_spells(given: Given) -> Result:
    spell = spell_of(given["spell"])
    one = caster(1, spell.name, level=level_in(given))
    weapon = Attack(power=STRONG)
    ally = unit(2, keywords=("undead", "lycanthrope"), wounds=50.0, melee=weapon)
    foes = [unit(10 + n, DEFENDER) for n in range(given.get("enemies_in_slot", 1))]
    battle = Battle([one, ally, *foes], draws=UNLUCKY)
    hexes(battle, [(each, "A8") for each in (one, *foes)])
    battle.put(ally, "A8" if given.get("ally_in_slot", True) else "A1")
    cast_all(battle)
    found = {
        name: whole(values.change(battle.fight, battle[one if spell.friendly else foes[0]], rating))
        for name, rating in SUMS.items()
    }
    af = values.af(battle.fight, battle[ally])
    power = values.power(battle.fight, battle[ally])
    statuses.begin_turn(battle.fight, battle[one])
    wounds = [whole(battle[foe].wounds) for foe in foes]
    assert len(set(wounds)) <= 1
    return {
        **found,
        "af": whole(af),
        "pow_modifier": whole(power - STRONG),
        "wounds_each": wounds[0] if wounds else 0,
        "healed": whole(50 - battle[ally].wounds),
        "status": Name(next(iter(battle[one].statuses), "none")),
    }
