"""Special attacks and artillery: the phases that come before the rounds."""

from typing import Any

from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.record import ChanceDrawn, Fell, Fired, Hit, SpecialAttacked
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER
from engine.packs.cohorts.battle.special import attack as special_attacks
from tests.rules.adapters.battle_field import (
    AT_SEA,
    CONTENT,
    STEADFAST,
    Battle,
    Lucky,
    going,
    hero,
    key,
    of_types,
    some,
    special,
    unit,
    whole,
)
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene

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
