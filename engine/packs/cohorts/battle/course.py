"""The course of a battle, phase by phase, from the first roll to what its record says in the end.

Sources: cohorts.battle.sequence, cohorts.battle.moderated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.cohorts.battle import artillery, initiative, special, turns
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.fight import BattleSetting, Fight
from engine.packs.cohorts.battle.magic import casting
from engine.packs.cohorts.battle.record import ArmyAtStart, BattleEnded, UnitOutcome
from engine.packs.cohorts.worth.levels import joined_level

PHASES: Final[dict[str, Callable[[Fight], None]]] = {
    "initiative": initiative.roll,
    "duel magic": casting.duel,
    "battle magic": casting.battle,
    "special attacks": special.attack,
    "artillery": artillery.fire,
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
