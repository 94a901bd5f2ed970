"""The course of a battle: the map, initiative, targets, attacks, and how it ends."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.dice import Pick, Whole
from engine.packs.cohorts.battle import (
    artillery,
    course,
    initiative,
    statuses,
    targets,
    turns,
)
from engine.packs.cohorts.battle.arming import Stance, armed, joined
from engine.packs.cohorts.battle.chance import Chance
from engine.packs.cohorts.battle.combatant import Attack, Combatant, roster_key
from engine.packs.cohorts.battle.formulas import initiative_bonus
from engine.packs.cohorts.battle.record import (
    Attacked,
    Checked,
    Ended,
    Fell,
    Fired,
    SpecialAttacked,
    Suffered,
)
from engine.packs.cohorts.battle.rewards import killed
from engine.packs.cohorts.battle.slots import (
    ATTACKER,
    DEFENDER,
    DISTANCE,
    HEXES,
    cell,
    hex_named,
    hex_of,
    name_of,
)
from engine.packs.cohorts.battle.special import attack as special_attacks
from engine.packs.cohorts.battle.special import blows
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.content.brewing import Coating
from engine.packs.cohorts.items import Item
from tests.rules.adapters.battle_field import (
    AT_SEA,
    CONTENT,
    FIELD,
    UNLUCKY,
    Battle,
    figures,
    hero,
    key,
    script,
    special,
    unit,
)
from tests.rules.harness import Given, Name, rule
from tests.rules.scene import Scene

SIDE = {"attacker": ATTACKER, "defender": DEFENDER, "A": ATTACKER, "D": DEFENDER}


# ---------------------------------------------------------------- chance and the map


@rule("cohorts.battle.random-stream", "chance", "candidates", "stream")
def random_stream(given: Given) -> Mapping[str, object]:
    battle = Battle([unit()], given)
    chance = Chance(battle.dice)
    found: dict[str, object] = {}
    if "chance" in given:
        found["happens"] = chance.happens(given["chance"], "test")
    if "candidates" in given:
        found["chosen"] = chance.pick(given["candidates"], "test")
    return {**found, "draws_used": battle.dice.used}


@rule("cohorts.battle.map", "side", "slot")
def battle_map(given: Given) -> Mapping[str, object]:
    here = hex_of(SIDE[given["side"]], given["slot"])
    column, row = cell(here)
    other = 3 - row if row in (0, 3) else {1: 2, 2: 1}[row]
    opposite = next(each for each in range(HEXES) if cell(each) == (column, other))
    names = {"opposite_attacker_slot": opposite, "opposite_defender_slot": opposite}
    slots = {name: int(name_of(each)[1:]) for name, each in names.items()}
    return {"column": column, "row": row, "hex": name_of(here), **slots}


@rule("cohorts.battle.distances", "from", "to")
def distances(given: Given) -> Mapping[str, object]:
    row = DISTANCE[hex_named(given["from"])]
    to = given["to"] if isinstance(given["to"], list) else [given["to"]]
    return {"distance": [row[hex_named(each)] for each in to]}


@rule("cohorts.battle.roster-order", "units")
def roster_order(given: Given) -> Mapping[str, object]:
    found: list[Combatant] = []
    for text in given["units"]:
        words = text.split()
        found.append(unit(int(words[2]), SIDE[words[0]], slot=int(words[4])))
    return {"order": [each.place.id for each in sorted(found, key=roster_key)]}


# ---------------------------------------------------------------- wounds


@rule("cohorts.battle.wounds", "hp", "wounds", "damage_points")
def wounds(given: Given) -> Mapping[str, object]:
    struck = unit(hp=float(given.get("hp", 100)), wounds=float(given.get("wounds", 0)))
    one = Battle([struck])[struck]
    one.wound(100 * given.get("damage_points", 0) / one.hp)
    return {"wounds": one.wounds, "current_hp": round(one.current_hp), "dead": one.finished}


@rule(
    "cohorts.unit.hit-points-and-wounds",
    *("full_hp", "wounds_percent", "soldiers", "level", "hp", "equipment"),
)
def hit_points_and_wounds(given: Given) -> Mapping[str, object]:
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

    def ready() -> Combatant:
        piece = scene.now(one)
        stance = Stance(ATTACKER, "grassland")
        return armed(scene.world, scene.content, piece, stance, slot=3, force=piece.holder)

    whole = ready()
    scene.change(one, statuses={"frozen": 1})
    scene.produce()
    gone = scene.gone(one)
    hurt = whole if gone else ready()
    left = 0.0 if gone else Battle([hurt])[hurt].current_hp
    return {
        "full_hp": round(whole.hp),
        "effective_hp": round(left),
        "destroyed": gone,
        "df": hurt.df,
        "cache": scene.held(scene.at(2, 2)),
    }


@rule("cohorts.battle.soldier-count", "soldiers", "wounds")
def soldier_count(given: Given) -> Mapping[str, object]:
    struck = unit(soldiers=given["soldiers"], wounds=float(given["wounds"]))
    one = Battle([struck])[struck]
    out = killed(one.soldiers, one.wounds, dead=False, character=False)
    return {
        "soldiers_after": one.soldiers,
        "share_weight": one.soldiers,
        "out_of_action": out,
    }


# ---------------------------------------------------------------- sequence and initiative


@rule("cohorts.battle.sequence", "phases")
def sequence(given: Given) -> Mapping[str, object]:
    return {"order": [*course.PHASES, "end"]}


@rule("cohorts.battle.initiative", "dex", "d20", "modifiers")
def rolled(given: Given) -> Mapping[str, object]:
    bonus = initiative_bonus(given["dex"], given.get("modifiers", 0))
    one = unit(dex=given["dex"], initiative=bonus)
    battle = Battle([one], draws=[Whole(given["d20"], 20)])
    initiative.roll(battle.fight)
    return {"initiative": battle[one].initiative}


@rule("cohorts.battle.initiative-ties", "units", "stream")
def ties(given: Given) -> Mapping[str, object]:
    units = [unit(each["id"], **figures(each)) for each in given["units"]]
    battle = Battle(units, given)
    for each, one in zip(given["units"], units, strict=True):
        battle[one].initiative = each["sum"]
    order = initiative.arranged(battle.fight)
    return {"order": [one.unit.place.id for one in order], "draws_used": battle.dice.used}


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


@rule("cohorts.battle.target-choice", "unit", "enemies", "stream")
def target_choice(given: Given) -> Mapping[str, object]:
    battle, one = facing(given, given["unit"], given["enemies"])
    target = targets.sought(battle.fight, one)
    assert target
    return {
        "target_hex": name_of(target.hex),
        "strikes": [each.unit.name for each in target.struck],
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.directives", "directive", "hexes", "stream")
def directives(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.battle.engagement", "unit", "enemy_in_hex", "nearest_enemy", "distance")
def engagement(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.battle.special-attack-phase", "unit_types")
def special_phase(given: Given) -> Mapping[str, object]:
    one = unit(specials=of_types([{"type": t, "strength": 1} for t in given["unit_types"]]))
    foe = unit(2, DEFENDER, sar=1000.0, hp=1e6)
    battle = Battle([one, foe], draws=UNLUCKY)
    special_attacks(battle.fight)
    return {"order": [each.type for each in battle.log if isinstance(each, SpecialAttacked)]}


def of_types(sources: list[Any]) -> Any:
    found = [
        (key(s["type"]), s.get("damage", s.get("strength")), s.get("quality", s.get("strength")))
        for s in sources
    ]
    return joined(found, CONTENT.damage_types)


GEAR = ("leather_cap", "cloak", "gauntlets", "boots", "silver_ring")
RACES = {"gorgon": "stone", "horror beast": "fear"}


@rule(
    "cohorts.battle.special-attack-sources",
    *("sources", "character", "talent", "training_level", "level"),
)
def special_sources(given: Given) -> Mapping[str, object]:
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
    stance = Stance(ATTACKER, "grassland")
    one = armed(scene.world, scene.content, someone, stance, slot=3, force=someone.holder)
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


def struck_by(given: Given, target: Mapping[str, Any], id: int = 2) -> Combatant:
    maker = hero if target.get("kind") == "character" else unit
    return maker(id, DEFENDER, **figures(target))


@rule("cohorts.battle.special-attack-damage", "damage_value", "attacker", "target", "targets")
def special_damage(given: Given) -> Mapping[str, object]:
    attacker = given.get("attacker")
    one = unit(**figures(attacker)) if attacker else hero()
    wanted = [given["target"]] if "target" in given else given["targets"]
    foes = [struck_by(given, each, number) for number, each in enumerate(wanted, start=2)]
    battle = Battle([one, *foes])
    made = special("physical", given["damage_value"])
    dealt = blows(battle.fight, made, battle[one], [battle[foe] for foe in foes])
    points = [round(blow.wounds * blow.target.hp / 100, 6) for blow in dealt]
    total = made.damage * battle[one].able
    single = "target" in given
    return {
        "points": int(points[0]) if single else [int(each) for each in points],
        "wounds": round(dealt[0].wounds, 6),
        "total": int(total),
    }


@rule(
    "cohorts.battle.special-attack-status-chance",
    *("quality", "sad", "hp", "soldiers", "wounds", "stream"),
)
def status_chance(given: Given) -> Mapping[str, object]:
    maker = unit if "soldiers" in given else hero
    foe = maker(2, DEFENDER, **figures(given))
    battle = Battle([hero(), foe], given)
    made = special("fire", 0, given["quality"])
    (blow,) = blows(battle.fight, made, battle.fight.roster[0], [battle[foe]])
    drawn = blow.chance >= 100 and battle.fight.chance.happens(blow.chance, "burning")
    assert drawn is (blow.chance >= 100)
    return {
        "chance": round(blow.chance, 6),
        "hp_per_head": round(battle[foe].current_hp / battle[foe].soldiers, 6),
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.special-attack-types", "type", "quality")
def types(given: Given) -> Mapping[str, object]:
    one = unit(specials=(special(key(given["type"]), 0, given.get("quality", 0)),))
    battle = Battle([one, unit(2, DEFENDER)])
    special_attacks(battle.fight)
    status = CONTENT.damage_types[key(given["type"])].status
    return {"status": Name(status) if status else None, "draws_used": battle.dice.used}


# ---------------------------------------------------------------- artillery


def engine(id: int, side: int, arm: str = "artillery", **values: Any) -> Combatant:
    return unit(id, side, arm=arm, **values)


@rule(
    "cohorts.battle.artillery-phase",
    *("ship", "catapults", "enemy_ships", "artillery", "unit", "enemy"),
)
def artillery_phase(given: Given) -> Mapping[str, object]:
    scene = Scene()
    arm: dict[str, Any] = (
        {"arm": "artillery", "type": key(given["unit"])} if "unit" in given else {}
    )
    if "ship" in given:
        arm = {"arm": "ship", "type": key(given["ship"])}
    gun = scene.unit(scene.stack(2, 2), **arm)
    stance = Stance(ATTACKER, "sea")
    one = armed(scene.world, scene.content, gun, stance, slot=3, force=gun.holder)
    for name in ("catapults", "artillery"):
        assert given.get(name, one.artillery) == one.artillery
    foes = [engine(9, DEFENDER, "ship")] * ("soldiers" not in given.get("enemy", ""))
    battle = Battle([one, unit(8, DEFENDER), *foes], field=AT_SEA, draws=UNLUCKY)
    artillery.fire(battle.fight)
    shots = [each for each in battle.log if isinstance(each, Fired)]
    return {
        "attacks": len(shots),
        "attacks_at_most": one.artillery,
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.artillery-chance", "el", "targets_in_slot", "stream")
def artillery_chance(given: Given) -> Mapping[str, object]:
    number = given["targets_in_slot"]
    one = engine(1, ATTACKER, encounter_level=given["el"], artillery=1)
    foes = [engine(2 + each, DEFENDER, "ship") for each in range(number)]
    chance = artillery.hit_chance(Battle([one]).fight, given["el"], number)
    found: dict[str, object] = {"chance": chance}
    if "stream" in given or chance >= 100:
        draws = script(given) if "stream" in given else [Pick(0)] * (number > 1)
        battle = Battle([one, *foes], draws=draws)
        artillery.fire(battle.fight)
        fallen = [each.unit - 1 for each in battle.log if isinstance(each, Fell)]
        words = ("first", "second", "third", "fourth", "fifth")
        found["destroyed"] = f"{words[fallen[0]]} in roster order" if fallen else None
    return found


# ---------------------------------------------------------------- rounds and attacks


@rule(
    "cohorts.battle.rounds",
    *("round", "both_sides_fighting_after_checks", "defenders_rout_in_final_check"),
)
def rounds(given: Given) -> Mapping[str, object]:
    harmless = Attack(damage=0)
    one, foe = (unit(1 + side, side, melee=harmless) for side in (ATTACKER, DEFENDER))
    if given.get("defenders_rout_in_final_check"):
        foe = unit(2, DEFENDER, melee=harmless, morale=0.0)
        # Until the last round's check nothing shakes them.
        battle = Battle([one, foe], draws=[])
        battle[foe].points = 100.0
        battle.fight.rules = battle.fight.rules.model_copy(update={"rounds": given["round"] - 1})
        turns.fight_rounds(battle.fight)
        battle[foe].points = 0.0
        battle.fight.rules = battle.fight.rules.model_copy(update={"rounds": 1})
        turns.fight_rounds(battle.fight)
    else:
        battle = Battle([one, foe], draws=[])
        turns.fight_rounds(battle.fight)
        assert battle.fight.round == given["round"]
    return {"winner": "AD"[battle.fight.winner]}


@rule("cohorts.battle.turn", "statuses", "wounds")
def turn(given: Given) -> Mapping[str, object]:
    one = unit(1, wounds=float(given["wounds"]), morale=1000.0)
    foe = unit(2, DEFENDER, df=1e9)
    battle = Battle([one, foe], draws=UNLUCKY)
    fighter = battle.give(one, *given["statuses"])
    turns.take_turn(battle.fight, fighter)
    attacks = [n for n, each in enumerate(battle.log) if isinstance(each, Attacked)]
    before = battle.log[: attacks[0]] if attacks else battle.log
    suffered = [each for each in before if isinstance(each, Suffered)]
    at_first = suffered[-1].after if suffered else fighter.unit.wounds
    dead = fighter.state == "dead"
    return {
        "wounds_before_attack": whole(at_first),
        "dies": f"from {CONTENT.battle_statuses[suffered[-1].cause].name}" if dead else None,
        "attacks": len(attacks),
        "wounds_after": whole(fighter.wounds),
    }


@rule("cohorts.battle.missile-attack", "wounds_by_attack", "wounds_before", "check")
def missile_attack(given: Given) -> Mapping[str, object]:
    return after_a_loss(given, "missile")


@rule("cohorts.battle.melee-attack", "wounds_before", "wounds_by_attack", "check")
@rule(
    "cohorts.morale.check-after-weapons",
    *("event", "wounds_by_attack", "lasting", "wounds_before", "stream"),
)
def melee_attack(given: Given) -> Mapping[str, object]:
    return after_a_loss(given, given.get("event", "melee"))


def after_a_loss(given: Given, event: str) -> Mapping[str, object]:
    """What so many wounds by one event do to a unit with that morale."""
    lasting = -1000 if given.get("check") == "failed" else given.get("lasting", 100)
    wounds = float(given.get("wounds_before", 0))
    foe = unit(2, DEFENDER, wounds=wounds, morale=float(lasting))
    weapon = Attack(given["wounds_by_attack"] / 100)
    one = unit(1, melee=weapon, missile=weapon)
    battle = Battle([one, foe], given)
    fighter = battle[foe]
    if event in {"missile", "melee"}:
        turns.strike(battle.fight, battle[one], [fighter], missile=event == "missile")
    else:
        statuses.suffer(battle.fight, fighter, event, given["wounds_by_attack"])
    checks = [each for each in battle.log if isinstance(each, Checked)]
    found: dict[str, object] = {"check": bool(checks)}
    for check in checks:
        found |= {"morale": whole(check.morale), "chance": whole(check.chance)}
        found["fails"] = check.failed
    return {**found, "wounds_after": whole(fighter.wounds), "state": fighter.state}


def whole(value: float) -> float:
    """A number as a case writes it: without a fraction where it has none."""
    value = round(value, 6)
    return int(value) if value == int(value) else value


@rule("cohorts.battle.damage-split", "dam", "soldiers", "df", "factor", "hp", "characters")
def damage_split(given: Given) -> Mapping[str, object]:
    if "characters" in given:
        foes = [hero(2 + n, DEFENDER, df=1.0, hp=1e9) for n in range(given["characters"])]
    else:
        hp = given.get("hp", [1e9] * len(given["soldiers"]))
        df = given.get("df", [1] * len(hp))
        foes = [
            unit(2 + n, DEFENDER, soldiers=soldiers, df=float(df[n]), hp=float(hp[n]))
            for n, soldiers in enumerate(given["soldiers"])
        ]
    for n, factor in enumerate(given.get("factor", [])):
        foes[n] = replace(foes[n], res=2.0 * factor)
    one = unit(1, hp=float(given["dam"]))
    battle = Battle([one, *foes])
    turns.strike(battle.fight, battle[one], [battle[foe] for foe in foes], missile=False)
    (attack,) = [each for each in battle.log if isinstance(each, Attacked)]
    points = [hit.wounds * foe.hp / 100 for hit, foe in zip(attack.hits, foes, strict=True)]
    return {
        "shares": [round(p * foe.df) for p, foe in zip(points, foes, strict=True)],
        "points": [whole(p) for p in points],
        "wounds": [hit.wounds for hit in attack.hits],
    }


@rule(
    "cohorts.battle.kill",
    *("killer_in_same_slot", "other_enemies_in_slot", "death_by", "enemies_in_slot"),
)
def kill(given: Given) -> Mapping[str, object]:
    others = given.get("other_enemies_in_slot", given.get("enemies_in_slot", 0))
    killer, victim = unit(1), unit(2, DEFENDER)
    beside = [unit(10 + n) for n in range(others)]
    battle = Battle([killer, victim, *beside, unit(3, DEFENDER, slot=9)])
    battle.put(victim, "D3")
    for each in beside:
        battle.put(each, "D3")
    if given.get("killer_in_same_slot"):
        battle.put(killer, "D3")
    by = None if "death_by" in given else battle[killer]
    battle[victim].wound(100)
    battle.fight.kill(battle[victim], by)
    gains = [int(battle[each].points) for each in beside]
    return {
        "killer_gain": int(battle[killer].points),
        "others_gain": gains[0] if gains else 0,
        "each_gain": gains[0] if gains else 0,
    }


# ---------------------------------------------------------------- the end


@rule("cohorts.battle.victory", "attackers_fighting", "defenders_fighting")
def victory(given: Given) -> Mapping[str, object]:
    units = [unit(n + 1) for n in range(max(1, given["attackers_fighting"]))]
    units += [unit(n + 50, DEFENDER) for n in range(max(1, given["defenders_fighting"]))]
    battle = Battle(units)
    for side, name in enumerate(("attackers_fighting", "defenders_fighting")):
        if not given[name]:
            battle.fight.flee(list(battle.fight.fighting[side]))
    return {"winner": "AD"[battle.fight.winner]}


@rule("cohorts.battle.no-opposition", "attackers", "defenders")
def no_opposition(given: Given) -> Mapping[str, object]:
    units = [unit(n + 1) for n in range(given["attackers"])]
    units += [unit(n + 50, DEFENDER) for n in range(given["defenders"])]
    battle = Battle([], draws=[])
    fight = course.run(FIELD, units, battle.dice, battle.log)
    assert isinstance(battle.log[-1], Ended)
    return {"winner": "AD"[fight.winner], "draws_used": battle.dice.used}
