"""Morale in battles, and what battle statuses do."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.battle import morale, rewards, special, statuses, values
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.record import Checked, Cured
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, hex_named, name_of
from engine.packs.cohorts.battle.special import Blow
from engine.packs.cohorts.production.regeneration import regenerate
from tests.rules.adapters.battle_course import whole
from tests.rules.adapters.battle_field import (
    CONTENT,
    UNLUCKY,
    Battle,
    figures,
    hero,
    key,
    script,
    unit,
)
from tests.rules.adapters.movement import state_of
from tests.rules.harness import Given, rule
from tests.rules.scene import Scene

CAUSES = {
    each.status: each.key for each in reversed(list(CONTENT.damage_types.values())) if each.status
}


# ---------------------------------------------------------------- morale


@rule("cohorts.morale.value", "lasting", "wounds", "leader_level", "battle_points")
def value(given: Given) -> Mapping[str, object]:
    one = unit(1, **figures(given))
    leaders = [hero(2, level=given["leader_level"])] if given["leader_level"] else []
    battle = Battle([one, *leaders])
    battle[one].points = given["battle_points"]
    return {"morale": whole(morale.morale(battle.fight, battle[one]))}


@rule("cohorts.morale.leader", "unit", "characters_in_slot", "other_characters_in_slot")
def leader(given: Given) -> Mapping[str, object]:
    levels = given.get("characters_in_slot", given.get("other_characters_in_slot", []))
    words = given["unit"].split()
    one = hero(1, level=int(words[-1])) if words[0] == "character" else unit(1)
    others = [hero(2 + n, level=level) for n, level in enumerate(levels)]
    battle = Battle([one, *others])
    return {"bonus": morale.leadership(battle.fight, battle[one])}


@rule("cohorts.morale.check", "morale", "stream")
def check(given: Given) -> Mapping[str, object]:
    one = unit(1, morale=float(given["morale"]))
    draws = script(given) if "stream" in given else UNLUCKY
    battle = Battle([one, unit(2, DEFENDER)], draws=draws)
    chance = morale.failure_chance(battle.fight, given["morale"])
    morale.check_units(battle.fight, ATTACKER)
    fails = battle[one].state == "fled"
    return {"chance": whole(chance), "fails": fails, "draws_used": battle.dice.used}


@rule(
    "cohorts.morale.check-after-magic",
    *("wounds_before", "wounds_by_spell", "lasting", "stream", "points", "status"),
)
def after_magic(given: Given) -> Mapping[str, object]:
    before = float(given.get("wounds_before", 0))
    foe = unit(2, DEFENDER, wounds=before, morale=float(given.get("lasting", 100)))
    one = hero(1)
    battle = Battle([one, foe], given)
    fighter = battle[foe]
    loss = given.get("wounds_by_spell", given.get("points", 0))
    hits = special.work_off(battle.fight, battle[one], "evil", [Blow(fighter, loss, 0)])
    special.conclude(battle.fight, battle[one], [fighter], hits)
    checks = [each for each in battle.log if isinstance(each, Checked)]
    found: dict[str, object] = {"check": bool(checks), "wounds_after": whole(fighter.wounds)}
    for each in checks:
        found |= {"morale": whole(each.morale), "chance": whole(each.chance), "fails": each.failed}
    return found


@rule("cohorts.morale.end-of-round-units", "attackers", "initiative", "stream")
def end_of_round(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.morale.end-of-round-slot", "units", "unit_failed_in_slot", "stream")
def slot(given: Given) -> Mapping[str, object]:
    battle = shaken(given)
    battle.fight.failed[ATTACKER][hex_named("A3")] = given["unit_failed_in_slot"]
    failed = morale.check_slots(battle.fight, ATTACKER)
    checks = [each for each in battle.log if isinstance(each, Checked)]
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


@rule("cohorts.morale.end-of-round-army", "units", "slot_failed", "stream")
def army(given: Given) -> Mapping[str, object]:
    battle = shaken(given)
    elsewhere = battle.fight.fighting[ATTACKER].pop()  # the one in A9 is of no army here
    assert elsewhere.unit.place.id == 98
    # A slot fails without a draw if nobody is left in it.
    battle.fight.failed[ATTACKER][hex_named("A8")] = given["slot_failed"]
    before = battle.dice.used
    if morale.check_slots(battle.fight, ATTACKER):
        morale.check_army(battle.fight, ATTACKER)
    checks = [each for each in battle.log if isinstance(each, Checked)]
    found: dict[str, object] = {
        "army_check": "made" if checks else "none",
        "draws_used": battle.dice.used - before,
    }
    for each in checks:
        found |= {"army_morale": whole(each.morale), "chance": whole(each.chance)}
        found["fails"] = each.failed
    return found


@rule("cohorts.morale.after-battle", "result", "morale", "losing_hp", "winning_hp")
@rule(
    "cohorts.battle.statuses-end",
    *("morale", "kill_points", "song_of_courage", "result", "hp_ratio"),
)
def after_battle(given: Given) -> Mapping[str, object]:
    """What a unit gained in the battle itself is in nothing that is asked for here."""
    after = rewards.morale_after(
        CONTENT.battle,
        given["morale"],
        won=given["result"] == "won",
        losing_hp=float(given.get("losing_hp", given.get("hp_ratio", 1))),
        winning_hp=float(given.get("winning_hp", 1)),
    )
    return {"morale": after, "morale_after": after}


# ---------------------------------------------------------------- statuses


@rule("cohorts.battle-status.bleeding", "wounds", "con", "turns", "stream", "event", "hp")
@rule("cohorts.battle-status.burning", "wounds", "con", "turns", "stream", "event", "hp")
@rule(
    "cohorts.battle-status.poisoned",
    *("wounds", "con", "turns", "stream", "event", "hp", "melee_af", "missile_af"),
)
@rule("cohorts.battle-status.frozen", "wounds", "con", "turns", "stream", "event", "hp")
@rule("cohorts.battle-status.blinded", "melee_af", "missile_af", "df")
@rule("cohorts.battle-status.paralyzed", "melee_af", "missile_af", "df")
def status(given: Given) -> Mapping[str, object]:
    name = given.where.split("/")[0].rpartition(".")[2]
    foe = unit(
        2,
        DEFENDER,
        wounds=float(given.get("wounds", 0)),
        con=float(given.get("con", 10)),
        morale=1000.0,
        melee=Attack(af=given.get("melee_af", 1.0)),
        missile=Attack(af=given.get("missile_af", 1.0)),
        df=float(given.get("df", 10)),
    )
    draws = script(given) if "stream" in given else UNLUCKY
    battle = Battle([hero(1), foe], draws=draws)
    fighter, cured = inflicted(battle, foe, name), None
    for turn in range(1, given.get("turns", 0) + 1):
        statuses.begin_turn(battle.fight, fighter)
        statuses.end_turn(battle.fight, fighter)
        if cured is None and name not in fighter.statuses:
            cured = turn
    assert (cured is not None) == any(isinstance(each, Cured) for each in battle.log)
    words = ("", "first", "second", "third", "fourth", "fifth")
    said: object = f"end of {words[cured]} turn" if cured else "not cured"
    return {
        "wounds": whole(fighter.wounds),
        "alive": fighter.state == "fighting",
        "cured": said if name == "bleeding" else cured is not None,
        "melee_af": whole(values.af(battle.fight, fighter)),
        "missile_af": whole(values.af(battle.fight, fighter, missile=True)),
        "df": whole(values.df(battle.fight, fighter)),
    }


def inflicted(battle: Battle, foe: Combatant, status: str) -> Any:
    """A unit that an attack of that type has struck without any damage of its own."""
    by, fighter = battle.fight.roster[0], battle[foe]
    hits = special.work_off(battle.fight, by, CAUSES[status], [Blow(fighter, 0, 100)])
    special.conclude(battle.fight, by, [fighter], hits)
    return fighter


@rule("cohorts.battle-status.percent-stacking", "statuses")
def stacking(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.battle-status.frightened", "status", "wounds")
def frightened(given: Given) -> Mapping[str, object]:
    foe = unit(2, DEFENDER, wounds=float(given["wounds"]))
    battle = Battle([hero(1), foe, unit(3, DEFENDER, slot=9)])
    fighter = inflicted(battle, foe, key(given["status"]))
    must = battle.fight.failed[DEFENDER][fighter.hex]
    return {"state": fighter.state, "wounds": whole(fighter.wounds), "slot_must_check": must}


@rule("cohorts.battle-status.aura-of-life", "level", "friends", "enemies")
@rule("cohorts.battle-status.aura-of-death", "level", "friends", "enemies")
def aura(given: Given) -> Mapping[str, object]:
    name = key(given.where.split("/")[0].rpartition(".")[2])
    bearer = hero(1, level=given["level"])

    def some(side: int, them: list[Any]) -> list[Combatant]:
        return [
            unit(
                10 * (side + 1) + number,
                side,
                wounds=float(each["wounds"]),
                keywords=("undead",) if each.get("undead") else (),
                morale=1000.0,
            )
            for number, each in enumerate(them)
        ]

    friends, enemies = some(ATTACKER, given["friends"]), some(DEFENDER, given["enemies"])
    battle = Battle([bearer, *friends, *enemies])
    for each in enemies:
        battle.put(each, "A3")
    one = battle.give(bearer, name, heroic=-(-given["level"] // 5))
    statuses.begin_turn(battle.fight, one)

    def after(each: Combatant) -> object:
        return "dead" if battle[each].state == "dead" else whole(battle[each].wounds)

    return {"friends": [after(each) for each in friends], "enemies": [after(e) for e in enemies]}


@rule(
    "cohorts.battle-status.aura-of-night",
    *("level", "levels_of_bearers_in_slot", "undead_other_af_bonus", "base_af"),
)
@rule(
    "cohorts.battle-status.moon-glow",
    *("level", "levels_of_bearers_in_slot", "lycanthrope_other_af_bonus", "base_af"),
)
def glow(given: Given) -> Mapping[str, object]:
    name = key(given.where.split("/")[0].rpartition(".")[2])
    undead = name == "aura_of_night"
    keyword = "undead" if undead else "lycanthrope"
    bonus = given[f"{keyword}_other_af_bonus"]
    one = unit(1, melee=Attack(af=given["base_af"], af_percent=bonus), keywords=(keyword,))
    levels = given.get("levels_of_bearers_in_slot", [given.get("level", 0)])
    bearers = [hero(2 + n, level=level) for n, level in enumerate(levels)]
    battle = Battle([one, *bearers])
    for bearer in bearers:
        battle.give(bearer, name, heroic=-(-bearer.level // 5))
    return {"af": values.af(battle.fight, battle[one])}


@rule(
    "cohorts.battle-status.lasting-statuses-in-battle",
    *("lasting", "dex", "con", "d20", "level", "racial_hp", "wounds", "first_turn"),
)
def lasting(given: Given) -> Mapping[str, object]:
    scene = Scene(content={"races": {"human": {"combat": {"hp": given.get("racial_hp", 10)}}}})
    tens = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)
    tens |= {name.upper(): given[name] for name in ("dex", "con") if name in given}
    someone = scene.character(
        scene.stack(2, 2),
        attributes=tens,
        level=given.get("level", 1),
        wounds=given.get("wounds", 0),
        statuses={key(given["lasting"]): 1},
        job="priest",
    )
    stance = Stance(ATTACKER, "grassland")
    one = armed(scene.world, scene.content, someone, stance, slot=3, force=someone.holder)
    battle = Battle([one, unit(99, DEFENDER)])
    statuses.begin_turn(battle.fight, battle[one])
    return {
        "effective_dex": whole(one.dex),
        "effective_con": whole(one.con),
        "initiative": whole(one.initiative + given.get("d20", 0)),
        "hp": one.hp,
        "wounds": whole(battle[one].wounds),
    }


@rule("cohorts.battle-status.regenerating", "wounds", "level", "mana", "max_mana", "event")
def regenerating(given: Given) -> Mapping[str, object]:
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
    regenerate(state_of(scene))  # without the rest that an idle week brings besides
    return {"wounds": scene.now(someone).wounds, "mana": scene.now(someone).mana}
