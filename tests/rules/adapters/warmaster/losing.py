"""Hits, saves, stands and characters lost, shooting and drive-backs."""

from engine.packs.warmaster.battle import figures, shooting
from engine.packs.warmaster.battle.blows import DrivenBack, Shot
from engine.packs.warmaster.battle.driving import drive_back
from engine.packs.warmaster.battle.engagement import attacks
from engine.packs.warmaster.battle.losing import Saves, destroy, save, suffer
from engine.packs.warmaster.battle.values import AttachedStand
from engine.packs.warmaster.content.lists import NO_ARMOUR
from tests.rules.adapters.warmaster.scene import captain, played
from tests.rules.adapters.warmaster.staging import (
    COVERED,
    FAR,
    HERE,
    Falling,
    armour_of,
    armour_text,
    enemy,
    first,
    foot,
    happened,
    next_to,
    or_played,
    own,
    stage,
)
from tests.rules.harness import Given, Result, rule

SKIRMISHERS = AttachedStand(attacks=3, hits=3, shots=1, range=3)


def unsaved(hits: int) -> Saves:
    """Hits on own stands that nothing saved."""
    return Saves(hits, 0, NO_ARMOUR, (), NO_ARMOUR, ())


@or_played("warmaster.unit.stands")
def stands(given: Given) -> Result:
    battle = stage([foot(hits=given["hits_value"], stands=given["stands"])], [foot(at=FAR)])
    unit = own(battle)
    unit.odd = given.get("odd", 0)
    harm = suffer(battle, unit, unsaved(given["unsaved"]))
    return {"stands": unit.stands, "odd": unit.odd, "counted": harm.counted}


@or_played("warmaster.army.attached")
def attached(given: Given) -> Result:
    if "hits_scored" in given:
        battle = stage([foot(attached=SKIRMISHERS)], [foot(at=FAR)])
        unit = own(battle)
        unit.attached = given["attached_hits_left"]
        saves = save(battle, unit, given["hits_scored"])
        return {"on_attached": saves.on_attached, "on_unit": saves.hits - saves.on_attached}
    besides = SKIRMISHERS if given["attached"] else None
    troop = foot(attacks=given["attacks"], stands=given["stands"], attached=besides)
    battle = stage([troop], [foot(at=next_to(HERE))])
    unit = own(battle)
    unit.charged = given.get("charge_bonus", 0) > 0
    counted = attacks(battle, unit, enemy(battle), 1)
    return {"dice": counted.own + counted.attached}


@or_played("warmaster.character.loss")
def loss(given: Given) -> Result:
    friend = foot(at=(HERE[0] - given.get("nearest_friend", 1), HERE[1]))
    battle = stage([foot(), friend], [foot(at=FAR)], captains=[captain("hero", with_=1)])
    destroy(battle, own(battle), given["unit_destroyed_by"])
    (hero,) = battle.characters[0]
    return {"character": "slain" if hero.unit is None else "moves"}


# ---------------------------------------------------------------- shooting


rule("warmaster.shoot.who")(played)


@or_played("warmaster.shoot.dice")
def dice(given: Given) -> Result:
    special = ("keen",) if given.get("keen", False) else ()
    shooter = foot(
        stands=given.get("stands", 3),
        shots=given.get("shots_per_stand", 1),
        range=3,
        special=special,
    )
    target = next_to(next_to(HERE))
    terrain = {COVERED[given.get("cover", 0)]: [target]}
    battle = stage([shooter], [foot(at=target)], terrain=terrain)
    shooting.shoot(battle, own(battle))
    (shot,) = happened(battle, Shot)
    return {"needs": shot.needs, "dice": len(shot.dice)}


@or_played("warmaster.shoot.saves")
def saves(given: Given) -> Result:
    armour = figures.shifted(
        armour_of(given["armour"]), given.get("better", 0), given.get("worse", 0)
    )
    found: dict[str, object] = {"armour": armour_text(armour)}
    if "roll" in given:
        battle = stage([foot(armour=armour)], [foot(at=FAR)], dice=Falling([given["roll"]]))
        found["saved"] = save(battle, own(battle), 1).unsaved == 0
    return found


@or_played("warmaster.shoot.drive-back")
def driven(given: Given) -> Result:
    battle = stage([foot(at=FAR)], [foot(pace=given["pace"])], dice=Falling(given["rolls"]))
    drive_back(battle, enemy(battle), given["hits"])
    told: DrivenBack = first(happened(battle, DrivenBack))
    assert list(told.dice) == given["rolls"]
    return {"hexes": told.hexes, "routed": told.routed, "confused": enemy(battle).confused}


@or_played("warmaster.combat.chances")
def chances(given: Given) -> Result:
    chance = figures.unsaved_chance(given["cover"], armour_of(given["armour"]))
    return {"expected_unsaved": given["dice"] * chance}
