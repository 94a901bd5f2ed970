"""Engagements, combat rounds, retreats and pursuits, losses, shooting and drive-backs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from engine.packs.warmaster.battle import combat, engagement, figures, shooting
from engine.packs.warmaster.battle.blows import (
    DrivenBack,
    EngagementBegan,
    EngagementEnded,
    Retreated,
    RoundFought,
    Shot,
)
from engine.packs.warmaster.battle.driving import drive_back
from engine.packs.warmaster.battle.engagement import attacks
from engine.packs.warmaster.battle.grid import NEIGHBOURS, cell_of, spot_of
from engine.packs.warmaster.battle.happenings import Moved
from engine.packs.warmaster.battle.losing import Saves, destroy, save, suffer
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, AttachedStand, Spot
from engine.packs.warmaster.content.lists import NO_ARMOUR
from tests.rules.adapters.warmaster.casting import (
    COVERED,
    FAR,
    HERE,
    LASTING,
    Falling,
    armour_of,
    armour_text,
    enemy,
    first,
    foot,
    happened,
    next_to,
    one_stand,
    ones,
    or_played,
    own,
    share,
    stage,
)
from tests.rules.adapters.warmaster.scene import captain, played
from tests.rules.harness import Given, Result, rule

rule("warmaster.combat.round")(played)

THERE = next_to(HERE)
HIT = 4
"""A die that hits in the open."""


# ---------------------------------------------------------------- engagements


def laid_out(contacts: Sequence[tuple[str, str]]) -> dict[str, Spot]:
    """Hexes for units of which just these touch: the attacker's with A, the defender's with D."""
    wanted = {frozenset(pair) for pair in contacts}
    names = list(dict.fromkeys(name for pair in contacts for name in pair))
    homes = iter(cell_of((column, row)) for row in (2, 6, 10) for column in (2, 7, 12))

    def fits(name: str, cell: int, placed: Mapping[str, int]) -> bool:
        if cell in placed.values():
            return False
        return all(
            (frozenset((name, other)) in wanted) == (there in NEIGHBOURS[cell])
            for other, there in placed.items()
            if other[0] != name[0]
        )

    def place(placed: dict[str, int]) -> dict[str, int] | None:
        if len(placed) == len(names):
            return placed
        touching = [n for n in names if n not in placed and _mates(n) & placed.keys()]
        name = touching[0] if touching else next(n for n in names if n not in placed)
        if touching:
            mate = next(iter(sorted(_mates(name) & placed.keys())))
            cells: Sequence[int] = NEIGHBOURS[placed[mate]]
        else:
            cells = [next(homes)]
        for cell in cells:
            if fits(name, cell, placed) and (done := place({**placed, name: cell})):
                return done
        return None

    def _mates(name: str) -> set[str]:
        return {other for pair in wanted if name in pair for other in pair} - {name}

    found = place({})
    assert found, f"no hexes for {contacts}"
    return {name: spot_of(cell) for name, cell in found.items()}


@or_played("warmaster.combat.engagement")
def engagements(given: Given) -> Result:
    spots = laid_out([(one, other) for one, other in given["contacts"]])
    sides = [sorted(name for name in spots if name[0] == letter) for letter in "AD"]
    armies = [[one_stand(at=spots[name]) for name in side] for side in sides]
    battle = stage(armies[0], armies[1])
    combat.phase(battle)
    return {
        "engagements": [
            [
                sides[side][number - 1]
                for side in (ATTACKER, DEFENDER)
                for number in event.units[side]
            ]
            for event in happened(battle, EngagementBegan)
        ]
    }


@or_played("warmaster.combat.target")
def target(given: Given) -> Result:
    enemies = given["touching"]
    for each in enemies:
        each.takes("stands", "hits", "odd", "attached")
    attached = AttachedStand(attacks=3, hits=3)
    battle = stage(
        [foot()],
        [
            foot(
                at=next_to(HERE, place),
                stands=each["stands"],
                hits=each["hits"],
                attached=attached if "attached" in each else None,
            )
            for place, each in enumerate(enemies)
        ],
    )
    for number, each in enumerate(enemies, start=1):
        enemy(battle, number).odd = each.get("odd", 0)
        enemy(battle, number).attached = each.get("attached", 0)
    return {"target": engagement.target_of(battle, own(battle)).number}


# ---------------------------------------------------------------- dice


SPELLS = {
    "heavens_favour": "heavens-favour",
    "blood_rage": "blood-rage",
    "dread_whisper": "dread-whisper",
    "war_howl": "war-howl",
}


@or_played("warmaster.combat.dice")
def dice(given: Given) -> Result:
    item = ""
    if given.get("battle_banner", 0):
        item = "battle-banner"
    elif given.get("sword_of_fate", 0):
        item = "sword-of-fate"
    fighter = foot(
        attacks=given["attacks"],
        stands=given["stands"],
        kind=given.get("charging", "infantry"),
        item=item,
    )
    special = ("terror",) if given.get("facing_terror", 0) else ()
    bonus = given.get("character_bonus", 0)
    terrain = (
        "hill" if given.get("target_on_hill", False) else COVERED[given.get("target_cover", 0)]
    )
    battle = stage(
        [fighter],
        [foot(at=THERE, special=special)],
        captains=[captain("hero", with_=1, bonus=bonus)] if bonus else [],
        terrain={terrain: [THERE]},
    )
    unit = own(battle)
    unit.charged = "charging" in given
    unit.pursuing = bool(given.get("pursuing", 0))
    unit.confused = bool(given.get("confused", 0))
    unit.effects = tuple(key for name, key in SPELLS.items() if given.get(name, 0))
    unit.bout = "first"
    counted = engagement.attacks(battle, unit, enemy(battle), given.get("round", 1))
    return {"per_stand": counted.per_stand, "dice": counted.own}


@or_played("warmaster.combat.hits")
def hits(given: Given) -> Result:
    rolls = given["rolls"]
    battle = stage(
        [one_stand(attacks=len(rolls))],
        [foot(at=THERE)],
        terrain={COVERED[given["cover"]]: [THERE]},
        dice=Falling(rolls),
    )
    return {"hits": engagement.attack(battle, own(battle), enemy(battle), 1).hits}


# ---------------------------------------------------------------- what follows a round


def scored(ours: int, theirs: int, *more: int, **figures: Any) -> Battle:
    """A Combat phase whose first round ends with these scores; then dice fall as in `more`.

    `figures` may hold those of one's own and the enemy's unit, and other enemies.
    """
    rolls = [*dice_of(ours), *dice_of(theirs), *more]
    mine = one_stand(attacks=max(1, ours), hits=LASTING * 2, **figures.get("mine", {}))
    foe = {"attacks": max(1, theirs), "hits": LASTING * 2, "at": THERE, "directive": "hold"}
    foe |= figures.get("foe", {})
    battle = stage([mine], [one_stand(**foe), *figures.get("others", ())], dice=Falling(rolls))
    own(battle).advanced = figures.get("advanced", False)
    if figures.get("idle", False):
        battle.active = DEFENDER
    return battle


def dice_of(score: int) -> Iterator[int]:
    """Attack dice of one stand that make that many hits."""
    return iter((HIT,) * score) if score else ones(1)


@or_played("warmaster.combat.result")
def result(given: Given) -> Result:
    scores = given["active_score"], given["other_score"]
    battle = scored(*scores, mine={"directive": "hold"})
    combat.phase(battle)
    (fought,) = happened(battle, RoundFought)
    assert fought.scores == scores
    back: Retreated | None = first(happened(battle, Retreated))
    ended: EngagementEnded = first(happened(battle, EngagementEnded))
    names = {"attacker": "active", "defender": "other"}
    return {"loser": names[back.side] if back else None, "ends": ended.outcome == "drawn"}


@or_played("warmaster.combat.retreat")
def retreat(given: Given) -> Result:
    special = ("stubborn",) if given.get("stubborn", False) else ()
    battle = scored(
        given["difference"],
        0,
        *given.get("rolls", ()),
        mine={"directive": "hold"},
        foe={"special": special},
    )
    combat.phase(battle)
    back: Retreated = first(happened(battle, Retreated))
    return {"hexes": back.hexes, "dice": len(back.dice)}


@or_played("warmaster.combat.pursuit")
def pursuit(given: Given) -> Result:
    pursuer = {
        "pace": given.get("pursuer_pace", 2),
        "directive": given.get("directive", "attack"),
        "special": ("reckless",) if given.get("reckless", False) else (),
    }
    battle = scored(1, 0, mine=pursuer, foe={"pace": given.get("retreater_pace", 2)})
    combat.phase(battle)
    went = [event for event in happened(battle, Moved) if event.unordered == "pursuit"]
    return {"may_pursue": bool(went)}


@or_played("warmaster.combat.advance")
def advance(given: Given) -> Result:
    another = (HERE[0] + 3, HERE[1]) if given["charge_possible"] else FAR
    idle = not given["active_side"]
    battle = scored(
        1,
        0,
        foe={"hits": 1},
        others=[one_stand(at=another, directive="hold")],
        advanced=given["advances_made"] > 0,
        idle=idle,
    )
    if idle:
        battle.dice = Falling([1, HIT])  # the enemy throws first
    combat.phase(battle)
    went = [event for event in happened(battle, Moved) if event.unordered == "advance"]
    return {"advances": bool(went)}


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
def drawn(given: Given) -> Result:
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
    def unsaved(dice: tuple[int, int]) -> bool:
        hits = int(dice[0] >= figures.needed(given["cover"]))
        return Saves(hits, 0, 0, (), armour_of(given["armour"]), dice[1:] * hits).unsaved > 0

    chance = share(unsaved, product(range(1, 7), repeat=2))
    return {"expected_unsaved": given["dice"] * chance}
