"""The course of a battle, phase by phase, from the first roll to what its record says in the end.

Sources: cohorts.battle.sequence, cohorts.battle.moderated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.cohorts.battle import special, targets, turns
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.fight import BattleSetting, Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.magic import casting
from engine.packs.cohorts.battle.record import (
    ArmyAtStart,
    BattleEnded,
    Fired,
    InitiativeSet,
    UnitOutcome,
)
from engine.packs.cohorts.worth.levels import joined_level


def roll(fight: Fight) -> None:
    """Every unit rolls, in roster order.

    Source: cohorts.naval.initiative.
    """
    for one in fight.roster:
        one.initiative = int(fight.chance.d20(one.number) + one.unit.initiative)
    fight.order = arranged(fight)
    if fight.log is not None:
        order = fight.order
        fight.log.append(
            InitiativeSet(
                units=tuple(one.number for one in order),
                initiative=tuple(one.initiative for one in order),
            )
        )


def arranged(fight: Fight) -> tuple[Fighter, ...]:
    """All units by initiative, then DEX, then level; who is still equal by chance.

    Source: cohorts.battle.initiative-ties.
    """
    order: list[Fighter] = []
    for _, equals in groupby(sorted(fight.roster, key=_rank), key=_rank):
        tied = list(equals)
        while tied:
            first = fight.chance.pick(tied, "initiative", -1)
            tied.remove(first)
            order.append(first)
    return tuple(order)


def _rank(one: Fighter) -> tuple[int, float, int]:
    unit = one.unit
    level = unit.level if one.character else unit.encounter_level
    return -one.initiative, -unit.dex, -level


def fire(fight: Fight) -> None:
    """The phase: every piece shoots once, each at a separate target.

    Sources: cohorts.battle.artillery-phase, cohorts.naval.artillery-once.
    """
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


PHASES: Final[dict[str, Callable[[Fight], None]]] = {
    "initiative": roll,
    "duel magic": casting.duel,
    "battle magic": casting.battle,
    "special attacks": special.attack,
    "artillery": fire,
    "rounds": turns.fight_rounds,
}


def run(
    field: BattleSetting, units: Iterable[Combatant], dice: Dice, log: list[Tagged] | None = None
) -> Fight:
    """Fight a battle out; `log` takes what happens, and nothing is different without one.

    A side with nobody who takes part has lost without any draw (cohorts.battle.no-opposition).
    """
    fight = Fight(field, units, dice, log)
    armies = army(fight, 0), army(fight, 1)
    for phase in PHASES.values():
        if fight.over:
            break
        phase(fight)
    if log is not None:
        outcomes = tuple(
            UnitOutcome(wounds=one.wounds, state=one.state, hex=one.hex, dealt=one.dealt)
            for one in fight.roster
        )
        log.append(
            BattleEnded(winner=fight.winner, rounds=fight.round, outcomes=outcomes, armies=armies)
        )
    return fight


def army(fight: Fight, side: int) -> ArmyAtStart:
    """What a side is as it stands (cohorts.battle.sides)."""
    units = fight.fighting[side]
    hp, soldiers = 0.0, 0
    for one in units:
        hp += one.current_hp
        soldiers += one.soldiers
    level = joined_level(one.unit.encounter_level for one in units)
    return ArmyAtStart(level=level, hp=hp, soldiers=soldiers)
