"""Blows of weapons: which one strikes and how hard, wounds, morale after them, who takes heart."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.battle import statuses, turns
from engine.packs.cohorts.battle.combatant import Attack
from engine.packs.cohorts.battle.formulas import attribute_bonus
from engine.packs.cohorts.battle.record import MoraleChecked
from engine.packs.cohorts.battle.slots import DEFENDER
from tests.rules.adapters.battle_field import (
    CONTENT,
    STEADFAST,
    Battle,
    hero,
    key,
    soldiers,
    some,
    unit,
    whole,
)
from tests.rules.harness import Given, Name, Result, rule

# Weapons of cases that the module has not, or whose figures are to be told apart.
_ARMS: dict[str, dict[str, Any]] = {
    "hand_axe": {"melee_damage": 2.0, "missile_damage": 3.0, "hands": (1,)},
    "short_bow": {"melee_damage": 0.0, "missile_damage": 5.0},
}
_STANDS_FOR = {"throwing axe": "hand_axe", "bow": "short_bow"}
_DAMAGE = {
    figure: name
    for name, stands in _STANDS_FOR.items()
    for figure in (_ARMS[stands]["melee_damage"], _ARMS[stands]["missile_damage"])
    if figure
}


@rule("cohorts.item.weapon-switching")
def weapon_switching(given: Given) -> Result:
    places = {place: given.get(place) for place in ("main_hand", "ranged")}
    held = {place: _STANDS_FOR.get(name, key(name)) for place, name in places.items() if name}
    one = soldiers({"weapons": _ARMS, "races": {"human": {"combat": {"damage": 1.0}}}}, held)
    foe = unit(2, 1)
    battle = Battle([one, foe])
    near = {"same slot": "A3", "distant": "D3"}[given["target"]]
    shooter = battle.put(one, "A3")
    battle.put(foe, near)
    attack = one.missile if turns.shoots(battle.fight, shooter) else one.melee
    assert isinstance(attack, Attack)
    return {"attacks_with": Name(_DAMAGE.get(attack.damage, "bare hands"))}


@rule("cohorts.item.direct-bonuses")
def direct_bonuses(given: Given) -> Result:
    one = soldiers(
        {
            "weapons": {"broadsword": {"melee_power": given["weapon_power"]}},
            "races": {"human": {"combat": {"power": given["racial_power"]}}},
        },
        {"main_hand": "broadsword"},
    )
    return {"power": one.melee.power}


@rule("cohorts.item.weapon-characteristics")
def weapon_characteristics(given: Given) -> Result:
    if "attributes" in given:
        return _attribute_value(given["attributes"], given["modifiers"])
    main, off = given["main_hand"], given["off_hand"]
    one = soldiers(
        {
            "weapons": {
                "broadsword": {"melee_damage": main["melee_af"], "melee_power": main["power"]},
                "dagger": {"melee_damage": off["melee_af"], "melee_power": off["power"]},
            },
            "races": {"human": {"combat": {"power": 0, "damage": 1.0}}},
        },
        {"main_hand": "broadsword", "off_hand": "dagger"},
    )
    return {"melee_af": one.melee.damage, "power": one.melee.power}


def _attribute_value(attributes: Mapping[str, int], modifiers: list[str]) -> Result:
    """The attribute value whose bonus a weapon with such classes gives."""
    by_class = CONTENT.attack_attributes.melee
    classes = [next(c for c, each in by_class.items() if each == name) for name in modifiers]
    per_point = CONTENT.battle.percent_per_attribute_point
    one = soldiers(
        {
            "weapons": {"broadsword": {"classes": tuple(classes)}},
            "races": {"human": {"attributes": dict(attributes)}},
        },
        {"main_hand": "broadsword"},
    )
    plain = attribute_bonus(per_point, [0.0])
    return {"attribute_value": (one.melee.af_percent - plain) / per_point}


STURDY = 1e9
"""Hit points that no blow dents."""


# ---------------------------------------------------------------- wounds


@rule("cohorts.battle.wounds")
def wounds(given: Given) -> Result:
    """A blow of that many points on a unit that nothing shields."""
    foe = some(given, 2, DEFENDER, df=1.0, morale=STEADFAST)
    one = unit(1, hp=float(given.get("damage_points", 0)))
    battle = Battle([one, foe])
    battle.strike(one, foe)
    struck = battle[foe]
    return {
        "wounds": whole(struck.wounds),
        "current_hp": whole(struck.current_hp),
        "dead": struck.state == "dead",
        "destroyed": struck.state == "dead",
    }


# ---------------------------------------------------------------- attacks and morale


@rule("cohorts.battle.missile-attack")
def missile_attack(given: Given) -> Result:
    return after_a_loss(given, "missile")


@rule("cohorts.battle.melee-attack")
@rule("cohorts.morale.check-after-weapons")
def melee_attack(given: Given) -> Result:
    return after_a_loss(given, given.get("event", "melee"))


def after_a_loss(given: Given, event: str) -> Result:
    """What that many wounds by one event do to a unit with that morale."""
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
    checks = [each for each in battle.log if isinstance(each, MoraleChecked)]
    found: dict[str, object] = {"check": bool(checks)}
    for check in checks:
        found |= {"morale": whole(check.morale), "chance": whole(check.chance)}
        found["fails"] = check.failed
    return {**found, "wounds_after": whole(fighter.wounds), "state": fighter.state}


@rule("cohorts.battle.damage-split")
def damage_split(given: Given) -> Result:
    """A blow at that many units, and the same at units with nothing to shield them, for the shares.

    A factor of 1 or more is the one with which RES above POW lessens damage.
    """
    heads = given.get("soldiers", [1] * given.get("characters", 0))
    number = len(heads)
    hp = given.get("hp", [STURDY] * number)
    df = given.get("df", [1] * number)
    factor = given.get("factor", [1] * number)
    maker = hero if "characters" in given else unit
    one = unit(1, hp=float(given["dam"]))
    ids = range(2, 2 + number)
    foes = [
        maker(id_, DEFENDER, soldiers=n, df=float(d), hp=float(h), res=2.0 * f, morale=STEADFAST)
        for id_, n, d, h, f in zip(ids, heads, df, hp, factor, strict=True)
    ]
    bare = [maker(id_, DEFENDER, soldiers=n, hp=STURDY) for id_, n in zip(ids, heads, strict=True)]
    hits = Battle([one, *foes]).strike(one, *foes).hits
    shares = Battle([one, *bare]).strike(one, *bare).hits
    return {
        "shares": [whole(hit.wounds * STURDY / 100) for hit in shares],
        "points": [whole(hit.wounds * foe.hp / 100) for hit, foe in zip(hits, foes, strict=True)],
        "wounds": [whole(hit.wounds) for hit in hits],
    }


# ---------------------------------------------------------------- deaths


@rule("cohorts.battle.kill")
def kill(given: Given) -> Result:
    """The victim falls to a blow, to what a status does, to an aura or to a failed check."""
    others = given.get("other_enemies_in_slot", given.get("enemies_in_slot", 0))
    cause = key(given.get("death_by", "blow"))
    status = CONTENT.battle_statuses.get(cause)
    aura = status.aura if status else None
    killer = unit(1, hp=STURDY, missile=Attack())
    beside = [unit(10 + n, melee=Attack(0), level=5) for n in range(others)]
    victim = unit(
        2,
        DEFENDER,
        wounds=60.0 if cause in FAILED else 99.9,
        morale=-STEADFAST if cause in FAILED else STEADFAST,
        melee=Attack(0),
        con=0.0,
        keywords=(aura.wounds_only,) if aura else (),
    )
    battle = Battle([killer, victim, *beside, unit(3, DEFENDER, slot=9)])
    for each in (victim, *beside):
        battle.put(each, "D3")
    near = given.get("killer_in_same_slot", False)
    if near:
        battle.put(killer, "D3")
    if aura:
        bearer = battle.give(beside[0], cause, heroic=1)
        statuses.begin_turn(battle.fight, bearer)
    elif status:
        turns.take_turn(battle.fight, battle.give(victim, cause))
    elif cause in FAILED:
        weak = battle[killer]
        weak.hp = victim.hp * 0.3
        battle.strike(killer, victim, missile=not near)
    else:
        assert cause == "blow", f"nobody dies of {cause}"
        battle.strike(killer, victim, missile=not near)
    assert battle[victim].state == "dead"
    gains = sorted({whole(battle[each].points) for each in beside})
    return {
        "killer_gain": whole(battle[killer].points),
        "others_gain": gains[0] if len(gains) == 1 else gains,
        "each_gain": gains[0] if len(gains) == 1 else gains,
        "failed_check": battle.fight.failed[DEFENDER][battle[victim].hex],
    }


FAILED = ("additional_wounds", "failed_check", "rout")
