"""Artillery before the rounds: engines and ships' pieces shoot at ships and engines.

Sources: cohorts.battle.artillery-phase, cohorts.naval.artillery-once.
"""

from __future__ import annotations

from engine.packs.cohorts.battle import targets
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.record import Fired


def fire(fight: Fight) -> None:
    """The phase: every piece shoots once, each at a separate target."""
    for one in fight.order:
        for _ in range(one.unit.artillery):
            if fight.over:
                return
            if one.fights:
                shoot(fight, one)


def shoot(fight: Fight, one: Fighter) -> None:
    """One shot at the nearest slot with enemy ships or engines, if there is any.

    A hit destroys one of those that stand there, at sea with everyone aboard. Sources:
    cohorts.battle.artillery-chance, cohorts.battle.artillery-hit.
    """
    wanted = [each for each in fight.enemies(one) if each.unit.is_target]
    if not wanted:
        return
    target = targets.nearest(fight, one, wanted)
    chance = hit_chance(fight, one.unit.encounter_level, len(target.struck))
    victim = None
    if fight.chance.happens(chance, "artillery", one.number):
        victim = fight.chance.pick(target.struck, "artillery", one.number)
    if fight.log is not None:
        hit = victim.number if victim else -1
        fight.log.append(Fired(unit=one.number, hex=target.hex, chance=chance, destroyed=hit))
    if victim:
        one.dealt += victim.current_hp
        fight.kill(victim, one)


def hit_chance(fight: Fight, level: int, targets: int) -> float:
    """The percent with which a piece of that encounter level hits one of `targets` targets.

    Source: cohorts.battle.artillery-chance.
    """
    rules = fight.rules
    each = rules.artillery_percent + rules.artillery_percent_per_level * level
    return min(100.0, float(each * targets))
