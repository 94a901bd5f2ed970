"""Morale in battles, battle statuses, and the phases before the rounds."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.dice import Whole
from engine.packs.cohorts.battle import course, morale, statuses, values
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.muster import slot_of
from engine.packs.cohorts.battle.record import (
    ChanceDrawn,
    Cured,
    Fell,
    Fired,
    Hit,
    MoraleChecked,
    SpecialAttacked,
)
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, name_of
from engine.packs.cohorts.battle.special import attack as special_attacks
from engine.packs.cohorts.production.statuses import regenerate
from tests.rules import words
from tests.rules.adapters.battle_field import (
    AT_SEA,
    CONTENT,
    STEADFAST,
    UNLUCKY,
    Battle,
    Lucky,
    figures,
    going,
    hero,
    hex_named,
    key,
    of_types,
    script,
    some,
    special,
    unit,
    whole,
)
from tests.rules.adapters.movement import state_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene
from tests.rules.words import attributes

CAUSES = {
    each.status: each.key for each in reversed(list(CONTENT.damage_types.values())) if each.status
}


# ---------------------------------------------------------------- morale


@rule("cohorts.morale.value")
def value(given: Given) -> Result:
    one = unit(1, **figures(given))
    leaders = [hero(2, level=given["leader_level"])] if given["leader_level"] else []
    battle = Battle([one, *leaders])
    battle[one].points = given["battle_points"]
    return {"morale": whole(morale.morale(battle.fight, battle[one]))}


@rule("cohorts.morale.leader")
def leader(given: Given) -> Result:
    levels = given.get("characters_in_slot", given.get("other_characters_in_slot", []))
    words = given["unit"].split()
    one = hero(1, level=int(words[-1])) if words[0] == "character" else unit(1)
    others = [hero(2 + n, level=level) for n, level in enumerate(levels)]
    battle = Battle([one, *others])
    return {"bonus": morale.leadership(battle.fight, battle[one])}


@rule("cohorts.morale.check")
def check(given: Given) -> Result:
    one = unit(1, morale=float(given["morale"]))
    draws = script(given) if "stream" in given else UNLUCKY
    battle = Battle([one, unit(2, DEFENDER)], draws=draws)
    chance = morale.failure_chance(battle.fight, given["morale"])
    morale.check_units(battle.fight, ATTACKER)
    fails = battle[one].state == "fled"
    return {"chance": whole(chance), "fails": fails, "draws_used": battle.dice.used}


@rule("cohorts.morale.check-after-magic")
def after_magic(given: Given) -> Result:
    """A special attack of as many points, or percent of its hit points, and maybe of a status."""
    before, foe_hp = float(given.get("wounds_before", 0)), 1000.0
    name = key(given.get("status", "none"))
    type_ = CAUSES[name] if name != "none" else "evil"
    points = given.get("points", given.get("wounds_by_spell", 0) * foe_hp / 100)
    made = special(type_, points, 1e9 if name != "none" else 0)
    lasting = float(given.get("lasting", 100))
    foe = unit(2, DEFENDER, wounds=before, morale=lasting, hp=foe_hp)
    battle = Battle([hero(1, specials=(made,)), foe, unit(3, DEFENDER, slot=10)], given)
    special_attacks(battle.fight)
    checks = battle.events(MoraleChecked)
    found: dict[str, object] = {
        "check": bool(checks),
        "wounds_after": whole(battle[foe].wounds),
        "state": battle[foe].state,
        "draws_used": battle.dice.used,
    }
    for each in checks:
        found |= {"morale": whole(each.morale), "chance": whole(each.chance), "fails": each.failed}
    return found


@rule("cohorts.morale.end-of-round-units")
def end_of_round(given: Given) -> Result:
    units = [unit(each["id"], morale=float(each["morale"])) for each in given["attackers"]]
    battle = Battle([*units, unit(99, DEFENDER)], given)
    by_id = {one.unit.place.id: one for one in battle.fight.roster}
    battle.fight.order = tuple(by_id[id_] for id_ in given["initiative"])
    morale.check_units(battle.fight, ATTACKER)
    fled = [one.unit.place.id for one in battle.fight.roster if one.state == "fled"]
    return {"fled": fled, "draws_used": battle.dice.used}


def shaken(given: Given) -> Battle:
    """Attackers with that morale in A3, and a defender."""
    units: list[Combatant] = []
    for number, each in enumerate(given["units"], start=1):
        maker = hero if each.get("character") else unit
        values = {**figures(each), "morale": float(each["morale"]), "level": 0}
        units.append(maker(number, ATTACKER, **values))
    draws = script(given) if "stream" in given else UNLUCKY
    return Battle([*units, unit(98, slot=9), unit(99, DEFENDER)], draws=draws)


@rule("cohorts.morale.end-of-round-slot")
def slot(given: Given) -> Result:
    battle = shaken(given)
    battle.fight.failed[ATTACKER][hex_named("A3")] = given["unit_failed_in_slot"]
    failed = morale.check_slots(battle.fight, ATTACKER)
    checks = [each for each in battle.log if isinstance(each, MoraleChecked)]
    found: dict[str, object] = {
        "slot": "failed" if failed else "holds",
        "slot_check": "made" if checks else "none",
        "draws_used": battle.dice.used,
        "fails": failed,
    }
    for each in checks:
        assert name_of(each.hex) == "A3"
        found |= {"slot_morale": whole(each.morale), "chance": whole(each.chance)}
    return found


@rule("cohorts.morale.end-of-round-army")
def army(given: Given) -> Result:
    battle = shaken(given)
    elsewhere = battle.fight.fighting[ATTACKER].pop()  # the one in A9 is of no army here
    assert elsewhere.unit.place.id == 98
    # A slot fails without a draw if nobody is left in it.
    battle.fight.failed[ATTACKER][hex_named("A8")] = given["slot_failed"]
    before = battle.dice.used
    if morale.check_slots(battle.fight, ATTACKER):
        morale.check_army(battle.fight, ATTACKER)
    checks = [each for each in battle.log if isinstance(each, MoraleChecked)]
    found: dict[str, object] = {
        "army_check": "made" if checks else "none",
        "draws_used": battle.dice.used - before,
    }
    for each in checks:
        found |= {"army_morale": whole(each.morale), "chance": whole(each.chance)}
        found["fails"] = each.failed
    return found


# ---------------------------------------------------------------- statuses


@rule("cohorts.battle-status.bleeding")
@rule("cohorts.battle-status.burning")
@rule("cohorts.battle-status.poisoned")
@rule("cohorts.battle-status.frozen")
@rule("cohorts.battle-status.blinded")
@rule("cohorts.battle-status.paralyzed")
def status(given: Given) -> Result:
    """A unit is struck by an attack of the type that gives the status, and has that many turns."""
    name = given.about
    hp, turns = given.get("hp", "any"), given.get("turns", 0)
    assert given.get("event", "inflicted") == "inflicted"
    foe = unit(
        2,
        DEFENDER,
        hp=1000.0 if hp == "any" else float(hp),
        soldiers=given.get("soldiers", 100),
        wounds=float(given.get("wounds", 0)),
        con=float(given.get("con", given.get("eCON", 10))),
        morale=STEADFAST,
        melee=Attack(af=given.get("melee_af", 1.0)),
        missile=Attack(af=given.get("missile_af", 1.0)),
        df=float(given.get("df", 10)),
    )
    battle, fighter = inflicted(foe, name, given)
    cured: int | None = None
    for turn in range(1, turns + 1):
        statuses.begin_turn(battle.fight, fighter)
        statuses.end_turn(battle.fight, fighter)
        if cured is None and battle.events(Cured):
            cured = turn
    ordinal = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    said: object = f"end of {ordinal[cured]} turn" if cured else "not cured"
    return {
        "wounds": whole(fighter.wounds),
        "alive": fighter.state == "fighting",
        "cured": said if name == "bleeding" else cured is not None,
        "melee_af": whole(values.af(battle.fight, fighter)),
        "missile_af": whole(values.af(battle.fight, fighter, missile=True)),
        "df": whole(values.df(battle.fight, fighter)),
        "draws_used": battle.dice.used,
    }


def inflicted(foe: Combatant, status: str, given: Given) -> tuple[Battle, Fighter]:
    """A unit that a special attack has just given a status, and the battle, with two others."""
    one = hero(1, specials=(special(CAUSES[status], 0, 1e15),))
    battle = Battle([one, foe, unit(3, DEFENDER, slot=9, immune=(CAUSES[status],))], given)
    special_attacks(battle.fight)
    (made,) = battle.events(SpecialAttacked)
    assert [hit.status for hit in made.hits] == [status]
    return battle, battle[foe]


@rule("cohorts.battle-status.percent-stacking")
def stacking(given: Given) -> Result:
    one = unit(1, missile=Attack(), df=100.0)
    battle = Battle([one])
    fighter = battle.give(one, *given["statuses"])

    def percent(now: float, base: float) -> float:
        return whole(100 * now / base - 100)

    return {
        "melee": percent(values.af(battle.fight, fighter), 1),
        "missile": percent(values.af(battle.fight, fighter, missile=True), 1),
        "df": percent(values.df(battle.fight, fighter), 100),
    }


@rule("cohorts.battle-status.frightened")
def frightened(given: Given) -> Result:
    foe = unit(2, DEFENDER, **figures(given))
    battle, fighter = inflicted(foe, key(given["status"]), given)
    must = battle.fight.failed[DEFENDER][fighter.hex]
    return {"state": fighter.state, "wounds": whole(fighter.wounds), "slot_must_check": must}


def bearing(status: str, levels: Iterable[int], **values: Any) -> list[Combatant]:
    """Characters of mine of these levels, each with a lasting status, as they go into battle."""
    scene = Scene()
    stack = scene.stack(2, 2)
    return [
        going(scene, scene.character(stack, level=level, statuses={status: 1}, **values))
        for level in levels
    ]


@rule("cohorts.battle-status.aura-of-life")
@rule("cohorts.battle-status.aura-of-death")
def aura(given: Given) -> Result:
    """The turn of a character that has borne the status since before the battle."""
    name = key(given.about)
    own = given.get("bearer", {})
    (bearer,) = bearing(name, [given["level"]])
    bearer = replace(bearer, **figures(own)) if own else bearer

    def several(side: int, them: list[Any]) -> list[Combatant]:
        start = 100 * (side + 1)
        usual = {"morale": STEADFAST, "slot": 3}
        return [
            some({"kind": "mu", **each}, start + n, side, **usual) for n, each in enumerate(them)
        ]

    friends = several(ATTACKER, given.get("friends", []))
    enemies = several(DEFENDER, given.get("enemies", []))
    battle = Battle([bearer, *friends, *enemies, unit(999, DEFENDER, slot=10)])
    for each in enemies:
        battle.put(each, "A3")
    statuses.begin_turn(battle.fight, battle[bearer])

    def after(each: Combatant) -> object:
        return "dead" if battle[each].state == "dead" else whole(battle[each].wounds)

    return {
        "friends": [after(each) for each in friends],
        "enemies": [after(each) for each in enemies],
        "bearer": after(bearer),
        "bearer_points": whole(battle[bearer].points),
    }


GLOWS = {"aura_of_night": "undead", "moon_glow": "lycanthrope"}


@rule("cohorts.battle-status.aura-of-night")
@rule("cohorts.battle-status.moon-glow")
def glow(given: Given) -> Result:
    """One of those concerned in the slot of characters that have borne the status since before."""
    name = key(given.about)
    keyword = GLOWS[name]
    weapon = Attack(af=given["base_af"], af_percent=given.get(f"{keyword}_other_af_bonus", 0))
    concerned = (keyword,) if given.get(keyword, True) else ()
    one = unit(1000, melee=weapon, keywords=concerned)
    levels = given.get("levels_of_bearers_in_slot") or [given["level"]]
    battle = Battle([one, *bearing(name, levels)])
    return {"af": whole(values.af(battle.fight, battle[one]))}


@rule("cohorts.battle-status.lasting-statuses-in-battle")
def lasting(given: Given) -> Result:
    """A character goes into battle with the status; its turn begins, or is over."""
    turn = given.get("first_turn", "start")
    assert turn in {"start", "end"}
    scene = Scene(content={"races": {"human": {"combat": {"hp": given.get("racial_hp", 10)}}}})
    someone = scene.character(
        scene.stack(2, 2),
        attributes=attributes(given),
        level=given.get("level", 1),
        wounds=given.get("wounds", 0),
        statuses=words.statuses(given["lasting"]),
        job="priest",
    )
    one = going(scene, someone)
    battle = Battle([one], draws=[Whole(given.get("d20", 1), 20)])
    course.roll(battle.fight)
    second = Battle([one, unit(99, DEFENDER, melee=Attack(0))])
    statuses.begin_turn(second.fight, second[one])
    if turn == "end":
        statuses.end_turn(second.fight, second[one])
    slot = slot_of(CONTENT, scene.now(someone))
    return {
        "effective_dex": whole(one.dex),
        "effective_con": whole(one.con),
        "initiative": battle[one].initiative,
        "hp": one.hp,
        "wounds": whole(second[one].wounds),
        "takes_part": slot > 0,
        "cured": bool(second.events(Cured)),
    }


@rule("cohorts.battle-status.regenerating")
def regenerating(given: Given) -> Result:
    if given["event"] == "end of battle round":
        one = unit(1, wounds=float(given["wounds"]))
        battle = Battle([one, unit(2, DEFENDER)])
        fighter = battle.give(one, "regenerating")
        statuses.end_turn(battle.fight, fighter)
        return {"wounds": whole(fighter.wounds)}
    scene = Scene()
    someone = scene.character(
        scene.stack(2, 2),
        job="merchant",
        level=given["level"],
        skills={"faith": given["max_mana"]},
        mana=given["mana"],
        wounds=given.get("wounds", 0),
        statuses={"regenerating": 0},
    )
    regenerate(state_of(scene))  # without the rest that an idle week also brings
    return {"wounds": scene.now(someone).wounds, "mana": scene.now(someone).mana}


STURDY = 1e9
"""Hit points that no special attack dents."""


# ---------------------------------------------------------------- special attacks


def attacked(battle: Battle) -> list[Hit]:
    """Run the phase, and tell what it did to each unit."""
    special_attacks(battle.fight)
    return [hit for each in battle.events(SpecialAttacked) for hit in each.hits]


@rule("cohorts.battle.special-attack-phase")
def special_phase(given: Given) -> Result:
    one = unit(specials=of_types([{"type": t, "strength": 1} for t in given["unit_types"]]))
    battle = Battle([one, unit(2, DEFENDER, sar=1000.0, hp=STURDY)])
    attacked(battle)
    return {"order": [each.type for each in battle.events(SpecialAttacked)]}


@rule("cohorts.battle.special-attack-damage")
def special_damage(given: Given) -> Result:
    """What it does to the targets, and all together to one that nothing resists."""
    wanted = [given["target"]] if "target" in given else given["targets"]
    foes = [some(each, n, DEFENDER, morale=STEADFAST) for n, each in enumerate(wanted, start=2)]
    made = (special("physical", given["damage_value"]),)
    own = given.get("attacker")
    one = some(own, specials=made) if own else hero(specials=made)
    hits = attacked(Battle([one, *foes]))
    points = [whole(hit.wounds * foe.hp / 100) for hit, foe in zip(hits, foes, strict=True)]
    (alone,) = attacked(Battle([one, unit(2, DEFENDER, hp=STURDY)]))
    return {
        "points": points[0] if "target" in given else points,
        "wounds": whole(hits[0].wounds),
        "total": whole(alone.wounds * STURDY / 100),
    }


@rule("cohorts.battle.special-attack-status-chance")
def status_chance(given: Given) -> Result:
    foe = some(given, 2, DEFENDER)
    made = special(key(given.get("type", "fire")), 0, given["quality"])
    battle = Battle([hero(specials=(made,)), foe], given)
    heads = battle[foe].hp_per_head
    (hit,) = attacked(battle)
    drawn = [each.chance for each in battle.events(ChanceDrawn)]
    return {
        "chance": whole(drawn[0]) if drawn else 100 if hit.status else 0,
        "happens": bool(hit.status),
        "hp_per_head": whole(heads),
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.special-attack-types")
def types(given: Given) -> Result:
    one = unit(specials=(special(key(given["type"]), 0, given.get("quality", 50)),))
    foe = unit(2, DEFENDER, hp=STURDY)
    battle = Battle([one, foe], dice=Lucky())
    (hit,) = attacked(battle)
    status = CONTENT.battle_statuses[hit.status].name if hit.status else None
    return {"status": Name(status) if status else None, "draws_used": battle.dice.used}


# ---------------------------------------------------------------- artillery


@rule("cohorts.battle.artillery-phase")
def artillery_phase(given: Given) -> Result:
    arm, type_ = ("ship", given["ship"]) if "ship" in given else ("artillery", given["unit"])
    aboard = given.get("catapults", given.get("artillery"))
    armed = {"ships": {key(type_): {"artillery": {"catapult": aboard}}}}
    scene = Scene(content=armed if aboard is not None else {})
    gun = scene.unit(scene.stack(2, 2), arm=arm, type=key(type_))
    one = going(scene, gun)
    foes = [unit(80, DEFENDER)]
    usual = 0 if "soldiers" in given.get("enemy", "") else 1
    for kind, name in (("ship", "enemy_ships"), ("artillery", "enemy_artillery")):
        number = given.get(name, usual if kind == "ship" else 0)
        foes += [unit(100 + len(foes), DEFENDER, arm=kind) for _ in range(number)]
    battle = Battle([one, *foes], field=AT_SEA)
    course.fire(battle.fight)
    shots = len(battle.events(Fired))
    return {"attacks": shots, "attacks_at_most": shots, "draws_used": battle.dice.used}


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@rule("cohorts.battle.artillery-chance")
def artillery_chance(given: Given) -> Result:
    one = unit(1, ATTACKER, arm="artillery", encounter_level=given["el"], artillery=1)
    foes: list[Combatant] = [
        unit(2 + each, DEFENDER, arm="ship") for each in range(given["targets_in_slot"])
    ]
    battle = Battle([one, *foes], given)
    course.fire(battle.fight)
    (shot,) = battle.events(Fired)
    found: dict[str, Any] = {"chance": whole(shot.chance), "draws_used": battle.dice.used}
    fallen = [each.unit - 1 for each in battle.events(Fell)]
    found["destroyed"] = f"{PLACES[fallen[0]]} in roster order" if fallen else None
    return found
