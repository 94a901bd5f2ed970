"""Special attacks, and the order in which an attack that is no weapon's is worked off.

Sources: cohorts.battle.special-attack-phase, cohorts.battle.spell-effect-order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.packs.cohorts.battle import morale, targets, values
from engine.packs.cohorts.battle.combatant import Special
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import settled, status_chance, whole_points
from engine.packs.cohorts.battle.record import Hit, SpecialAttacked


class SpecialHit(NamedTuple):
    """What an attack of magic or a special attack does to one of its targets."""

    target: Fighter
    wounds: float
    """Percent points."""
    chance: float
    """Percent with which it gives its status, from the target as it was before."""


def attack(fight: Fight) -> None:
    """The phase: each fighter makes one special attack of each type it has, in order."""
    for one in fight.order:
        for special in one.specials:
            if fight.over:
                return
            if one.fights:
                make(fight, one, special)


def make(fight: Fight, one: Fighter, special: Special) -> None:
    """One special attack on the nearest appropriate targets, if there are any."""
    target = targets.sought(fight, one, immune_to=special.type)
    if target is None:
        return
    hits = work_off(fight, one, special.type, blows(fight, special, one, target.struck))
    if fight.log is not None:
        fight.log.append(
            SpecialAttacked(
                unit=one.number,
                type=special.type,
                damage=special.damage,
                quality=special.quality,
                hex=target.hex,
                hits=hits,
            )
        )
    conclude(fight, one, target.struck, hits)


def blows(
    fight: Fight, special: Special, one: Fighter, struck: Sequence[Fighter]
) -> list[SpecialHit]:
    """What a special attack does to each unit that it strikes.

    A military unit's damage counts once for each soldier able to fight; it is shared by soldiers.
    Sources: cohorts.battle.special-attack-damage, cohorts.battle.special-attack-status-chance.
    """
    total = special.damage * one.able
    soldiers = 0
    for each in struck:
        soldiers += each.soldiers
    found: list[SpecialHit] = []
    for each in struck:
        share = total * each.soldiers / soldiers
        points = whole_points(share / values.mad(fight, each))
        sad = values.sad(fight, each, special.type)
        chance = status_chance(special.quality, sad, each.hp_per_head)
        found.append(SpecialHit(each, 100 * points / each.hp, chance))
    return found


def work_off(fight: Fight, by: Fighter, type: str, dealt: Sequence[SpecialHit]) -> tuple[Hit, ...]:
    """Wounds for all, then the status for each that lives; what it did, in the order given.

    Nobody leaves the fight yet: `conclude` does the rest. Source:
    cohorts.battle.spell-effect-order.
    """
    taken = [blow.target.wound(blow.wounds) for blow in dealt]
    key = fight.types[type].status
    hits: list[Hit] = []
    for blow, wounds in zip(dealt, taken, strict=True):
        target, status, more = blow.target, "", 0.0
        if key and _takes(fight, blow, key):
            status = key
            more = target.wound(fight.statuses[key].at_once)
            fight.afflict(target, key)
        by.dealt += (wounds + more) * target.hp / 100
        hits.append(
            Hit(unit=target.number, wounds=wounds + more, after=target.wounds, status=status)
        )
    return tuple(hits)


def _takes(fight: Fight, blow: SpecialHit, status: str) -> bool:
    one = blow.target
    if one.finished or status in one.statuses:
        return False  # cohorts.battle-status.scope
    return fight.chance.happens(blow.chance, status, one.number)


def conclude(fight: Fight, by: Fighter, struck: Sequence[Fighter], hits: Sequence[Hit]) -> None:
    """Frightened and petrified fighters leave, the dead fall, and those who lost HP check morale.

    Source: cohorts.battle.spell-effect-order.
    """
    for one, hit in zip(struck, hits, strict=True):
        becomes = fight.statuses[hit.status].becomes if hit.status else ""
        if not one.fights or one.finished:
            continue
        if becomes == "fled":
            fight.failed[one.side][one.hex] = True
            fight.flee((one,))
        elif becomes == "stone":
            fight.petrify(one)
    for one in struck:
        if one.fights and one.finished:
            fight.kill(one, by)
    lost = [(one, hit.wounds) for one, hit in zip(struck, hits, strict=True)]
    morale.check_losses(fight, [(one, w) for one, w in lost if settled(w) > 0], by)
