"""The course of a battle: the map, initiative, targets, attacks, and how it ends."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.dice import Real100, Whole
from engine.facts import Tagged
from engine.packs.cohorts.battle import course, targets, turns
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.fight import Chance
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.record import (
    Attacked,
    BattleEnded,
    BattleRoundBegan,
    CombatSpellCast,
    Fired,
    InitiativeSet,
    SpecialAttacked,
    StatusWound,
)
from engine.packs.cohorts.battle.slots import (
    ATTACKER,
    DEFENDER,
    DISTANCE,
    cell,
    hex_of,
    name_of,
)
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.brewing import Coating
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.worth.levels import encounter_level
from tests.rules.adapters.battle_field import (
    CONTENT,
    FIELD,
    UNLUCKY,
    Battle,
    Unlucky,
    boons,
    figures,
    going,
    hero,
    hex_named,
    key,
    script,
    some,
    special,
    unit,
    whole,
)
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene
from tests.rules.words import attributes

SIDE = {"attacker": ATTACKER, "defender": DEFENDER, "A": ATTACKER, "D": DEFENDER}


# ---------------------------------------------------------------- chance and the map


@rule("cohorts.battle.random-stream")
def random_stream(given: Given) -> Result:
    battle = Battle([unit()], given)
    chance = Chance(battle.dice)
    found: dict[str, object] = {}
    if "chance" in given:
        found["happens"] = chance.happens(given["chance"], "test")
    if "candidates" in given:
        found["chosen"] = chance.pick(given["candidates"], "test")
    return {**found, "draws_used": battle.dice.used}


@rule("cohorts.battle.map")
def battle_map(given: Given) -> Result:
    side, slot = SIDE[given["side"]], given["slot"]
    here = hex_of(side, slot)
    column, row = cell(here)
    found: dict[str, object] = {"column": column, "row": row, "hex": name_of(here)}
    for other in range(1, 11):  # in the same column and rank of the other side
        there = hex_of(1 - side, other)
        if cell(there)[0] == column and (other > 5) == (slot > 5):
            found |= {"opposite_attacker_slot": other, "opposite_defender_slot": other}
            found["opposite"] = name_of(there)
    return found


@rule("cohorts.battle.distances")
def distances(given: Given) -> Result:
    row = DISTANCE[hex_named(given["from"])]
    to = given["to"] if isinstance(given["to"], list) else [given["to"]]
    return {"distance": [row[hex_named(each)] for each in to]}


@rule("cohorts.battle.roster-order")
def roster_order(given: Given) -> Result:
    found: list[Combatant] = []
    for text in given["units"]:
        words = text.split()
        found.append(unit(int(words[2]), SIDE[words[0]], slot=int(words[4])))
    return {"order": [each.unit.place.id for each in Battle(found).fight.roster]}


# ---------------------------------------------------------------- wounds


@rule("cohorts.unit.hit-points-and-wounds")
def hit_points_and_wounds(given: Given) -> Result:
    """A status wounds a unit so in a weekly production, and what is left of it goes into battle.

    `hp` is what its race has. `full_hp` is met by a race of which a soldier of level 1, without a
    bonus of CON, has its part of that: 16/9 of the racial figure.
    """
    soldiers, level = given.get("soldiers", 16), given.get("level", 1)
    race: dict[str, Any] = {"hp": given.get("hp", 10)}
    tough: dict[str, Any] = {}
    if "full_hp" in given:
        race = {"hp": given["full_hp"] * 9 / 16 / soldiers}
        tough = {"attributes": {"CON": 5}}
    content = {
        "races": {"human": {"combat": race, **tough}},
        "statuses": {"frozen": {"weekly": given["wounds_percent"], "modifiers": {}}},
    }
    scene = Scene(content=content)
    worn = dict(given.get("equipment", {"main_hand": "spear"}))
    one = scene.unit(scene.stack(2, 2), soldiers=soldiers, level=level, equipment=worn)

    whole = going(scene, one)
    scene.change(one, statuses={"frozen": 1})
    scene.produce()
    gone = scene.gone(one)
    hurt = whole if gone else going(scene, one)
    left = 0.0 if gone else Battle([hurt])[hurt].current_hp
    return {
        "full_hp": round(whole.hp),
        "effective_hp": round(left),
        "destroyed": gone,
        "df": hurt.df,
        "cache": scene.held(scene.at(2, 2)),
    }


# ---------------------------------------------------------------- sequence and initiative


@rule("cohorts.battle.sequence")
def sequence(given: Given) -> Result:
    """The phases of a battle in which there is something to do in each of them."""
    assert given["phases"] == "all"
    loaded = [LoadedSpell(CONTENT.combat_spells[name], 6) for name in ("flame_bolt", "nightmares")]
    one = hero(1, duel_spell=loaded[0], battle_spell=loaded[1], specials=(special("fire", 1),))
    gun = unit(2, arm="artillery", artillery=1)
    foes = [hero(3, DEFENDER, hp=1e9), unit(4, DEFENDER, arm="artillery", hp=1e9)]
    log: list[Tagged] = []
    course.run(FIELD, [one, gun, *foes], Unlucky(), log)
    found: dict[str, None] = {}
    for event in log:
        match event:
            case InitiativeSet():
                found["initiative"] = None
            case CombatSpellCast():
                duel = CONTENT.combat_spells[event.spell].place == "duel"
                found["duel magic" if duel else "battle magic"] = None
            case SpecialAttacked():
                found["special attacks"] = None
            case Fired():
                found["artillery"] = None
            case BattleRoundBegan():
                found["rounds"] = None
            case BattleEnded():
                found["end"] = None
            case _:
                pass
    return {"order": list(found)}


@rule("cohorts.battle.initiative")
def rolled(given: Given) -> Result:
    modifiers = given.get("modifiers", 0)
    each = modifiers if isinstance(modifiers, list) else [modifiers]
    content, talents = boons(*(Bonus(target="initiative", add=more) for more in each))
    scene = Scene(content=content)
    someone = scene.character(scene.stack(2, 2), attributes=attributes(given), talents=talents)
    one = going(scene, someone)
    battle = Battle([one], draws=[Whole(given["d20"], 20)])
    course.roll(battle.fight)
    return {"initiative": battle[one].initiative}


@rule("cohorts.battle.initiative-ties")
def ties(given: Given) -> Result:
    """Their rolls are such that they come to the sums of the case."""
    scene = Scene()

    def told(each: Given) -> Combatant:
        figures: dict[str, Any] = {"initiative": each["sum"] - 1}
        if "el" not in each and "soldiers" in each:
            troop = scene.unit(
                scene.stack(2, 2), level=each.get("level", 1), soldiers=each["soldiers"]
            )
            figures["encounter_level"] = encounter_level(troop)
        return some(each, each["id"], usual="mu", **figures)

    units = [told(each) for each in given["units"]]
    picks = script(given)
    battle = Battle(units, draws=[*[Whole(1, 20)] * len(units), *picks])
    course.roll(battle.fight)
    order = [one.unit.place.id for one in battle.fight.order]
    return {"order": order, "draws_used": battle.dice.used - len(units)}


# ---------------------------------------------------------------- targets


def described(text: str) -> tuple[bool, str]:
    """Of a text such as `missile mu in A8, no directive`: whether a character, and the hex."""
    found = re.search(r"\b([AD]\d+)\b", text)
    assert found, text
    return "character" in text, found[1]


def facing(given: Given, text: str, enemies: Mapping[str, Any], **own: Any) -> tuple[Battle, Any]:
    """A unit where the text says and enemies by hex."""
    character, hex_ = described(text)
    maker = hero if character else unit
    one = maker(1, ATTACKER, **own)
    foes: list[tuple[Combatant, str]] = []
    for spot, there in enemies.items():
        for each in there:
            words = each if isinstance(each, str) else "mu"
            values = {} if isinstance(each, str) else figures(each)
            make = hero if "character" in words else unit
            foes.append((make(len(foes) + 2, DEFENDER, name=words, **values), spot))
    battle = Battle([one, *(foe for foe, _ in foes)], given)
    battle.put(one, hex_)
    for foe, spot in foes:
        battle.put(foe, spot)
    return battle, battle[one]


@rule("cohorts.battle.target-choice")
def target_choice(given: Given) -> Result:
    battle, one = facing(given, given["unit"], given["enemies"])
    target = targets.sought(battle.fight, one)
    assert target
    return {
        "target_hex": name_of(target.hex),
        "strikes": [each.unit.name for each in target.struck],
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.directives")
def directives(given: Given) -> Result:
    battle, one = facing(given, "mu in A2", given["hexes"], directive=given["directive"])
    rating = given["directive"].split()[1]
    foes = battle.fight.enemies(one)
    averages = {
        name_of(hex_): targets.average(battle.fight, rating, [f for f in foes if f.hex == hex_])
        for hex_ in sorted({foe.hex for foe in foes})
    }
    target = targets.sought(battle.fight, one)
    assert target
    return {
        "averages": averages,
        "target_hex": name_of(target.hex),
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.engagement")
def engagement(given: Given) -> Result:
    shooter = {"missile": Attack()} if "missile" in given["unit"] else {}
    _, own = described(given["unit"])
    where = given.get("nearest_enemy", own if given.get("enemy_in_hex") else "D3")
    battle, one = facing(given, given["unit"], {where: ["mu"]}, **shooter)
    before = one.hex
    if "distance" in given:
        assert DISTANCE[before][hex_named(where)] == given["distance"]
    turns.take_turn(battle.fight, one)
    (attack,) = [each for each in battle.log if isinstance(each, Attacked)]
    return {
        "attack": "missile" if attack.missile else "melee",
        "moves_to": name_of(one.hex) if one.hex != before else None,
        "attacks_same_turn": attack.unit == one.number,
    }


# ---------------------------------------------------------------- special attacks


GEAR = ("leather_cap", "cloak", "gauntlets", "boots", "silver_ring")
RACES = {"gorgon": "stone", "horror beast": "fear"}


@rule("cohorts.battle.special-attack-sources")
def special_sources(given: Given) -> Result:
    """Somebody with all these sources goes into battle.

    A source of one figure is a piece of gear, one of two figures a poisoned weapon. A character is
    told of by words: its people (Gorgon, Horror Beast), its nature (Vampire), its weapon.
    """
    gear: dict[str, Any] = {}
    coats: dict[str, Any] = {}
    worn: dict[str, str] = {}
    weapons = [("main_hand", "dagger"), ("off_hand", "broadsword"), ("ranged", "short_bow")]
    for source in given.get("sources", []):
        type_ = key(source["type"])
        if "strength" in source:
            item = GEAR[len(gear)]
            gear[item] = {"special": SpecialAttack(type=type_, strength=source["strength"])}
            worn[CONTENT.gear[item].place] = item
            continue
        poison = list(CONTENT.potions)[len(coats)]
        coats[poison] = {
            "coating": Coating(
                type=type_, damage=source["damage"], value=source["quality"], classes=("blade",)
            )
        }
        place, weapon = weapons[len(coats) - 1]
        worn[place] = str(Item(weapon, poison=poison, poison_quality=1))
    text = given.get("character", "").casefold()
    race = next((type_ for word, type_ in RACES.items() if word in text), "")
    content: dict[str, Any] = {"gear": gear, "potions": coats}
    if race:
        special = SpecialAttack(type=race, strength=FIGURE)
        content["races"] = {"human": {"special": special}}
    nature = next((each for each in CONTENT.natures if each.replace("_", " ") in text), "")
    if "vorpal weapon" in text:
        content["weapons"] = {"spear": {"special": SpecialAttack(type="vorpal", strength=FIGURE)}}
        worn["main_hand"] = "spear"
    talent = key(given["talent"].split(" (")[0]) if "talent" in given else ""
    scene = Scene(content=content)
    someone = scene.character(
        scene.stack(2, 2),
        level=given.get("training_level", given.get("level", 1)),
        talents=(talent,) if talent else (),
        equipment=worn,
        nature=nature,
    )
    one = going(scene, someone)
    damage = {each.type: each.damage for each in one.specials}
    of_nature = scene.content.natures[nature].special if nature else None
    both = bool(race and of_nature and of_nature.type == race)
    added = FIGURE + of_nature.strength if both and of_nature else 0
    return {
        "attacks": [
            {"type": each.type, "damage": round(each.damage), "quality": round(each.quality)}
            for each in one.specials
        ],
        "separate_attacks": [each.type for each in one.specials],
        race: "values of both added up" if both and damage[race] == added else "one value",
    }


FIGURE = 4  # of a special attack of which a case says none


# ---------------------------------------------------------------- rounds and attacks


@rule("cohorts.battle.rounds")
def rounds(given: Given) -> Result:
    """Two units that do each other no harm; poison saps the defenders' morale until they rout."""
    harmless = Attack(damage=0)
    one = unit(1, melee=harmless)
    foe = unit(2, DEFENDER, melee=harmless, con=0.0)
    routs = given.get("defenders_rout_in_final_check", False)
    assert routs != given.get("both_sides_fighting_after_checks", not routs)
    if routs:
        sapped = CONTENT.battle_statuses["poisoned"].at_start * given["round"]
        almost = CONTENT.battle.steady - 0.5
        foe = replace(foe, morale=almost + sapped, statuses={"poisoned": 0})
    battle = Battle([one, foe], draws=[Real100(0)] * routs)
    turns.fight_rounds(battle.fight)
    assert battle.fight.round == given["round"]
    assert battle.dice.used == routs
    return {"winner": "AD"[battle.fight.winner]}


@rule("cohorts.battle.turn")
def turn(given: Given) -> Result:
    one = unit(1, wounds=float(given["wounds"]), morale=1000.0)
    foe = unit(2, DEFENDER, df=1e9)
    battle = Battle([one, foe], draws=UNLUCKY)
    fighter = battle.give(one, *given["statuses"])
    turns.take_turn(battle.fight, fighter)
    attacks = [n for n, each in enumerate(battle.log) if isinstance(each, Attacked)]
    before = battle.log[: attacks[0]] if attacks else battle.log
    suffered = [each for each in before if isinstance(each, StatusWound)]
    at_first = suffered[-1].after if suffered else fighter.unit.wounds
    dead = fighter.state == "dead"
    return {
        "wounds_before_attack": whole(at_first),
        "dies": f"from {CONTENT.battle_statuses[suffered[-1].cause].name}" if dead else None,
        "attacks": len(attacks),
        "wounds_after": whole(fighter.wounds),
    }


# ---------------------------------------------------------------- the end


@rule("cohorts.battle.victory")
def victory(given: Given) -> Result:
    units = [unit(n + 1) for n in range(max(1, given["attackers_fighting"]))]
    units += [unit(n + 50, DEFENDER) for n in range(max(1, given["defenders_fighting"]))]
    battle = Battle(units)
    for side, name in enumerate(("attackers_fighting", "defenders_fighting")):
        if not given[name]:
            battle.fight.flee(list(battle.fight.fighting[side]))
    return {"winner": "AD"[battle.fight.winner]}


@rule("cohorts.battle.no-opposition")
def no_opposition(given: Given) -> Result:
    units = [unit(n + 1) for n in range(given["attackers"])]
    units += [unit(n + 50, DEFENDER) for n in range(given["defenders"])]
    battle = Battle([], draws=[])
    fight = course.run(FIELD, units, battle.dice, battle.log)
    assert isinstance(battle.log[-1], BattleEnded)
    return {"winner": "AD"[fight.winner], "draws_used": battle.dice.used}
