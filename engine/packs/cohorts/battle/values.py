"""What a unit's attack and defense are worth at this moment of the battle.

The one place that adds what the battle itself does, such as auras of a slot, to what a unit brought
along.
"""

from __future__ import annotations

from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import (
    attack_factor,
    damage,
    defense_factor,
    resistance,
)


def af(fight: Fight, one: Fighter, *, missile: bool = False) -> float:
    """The attack factor of its melee or missile attack (cohorts.formula.af)."""
    attack = one.unit.missile if missile else one.unit.melee
    if attack is None:
        return 0.0
    percent = attack.af_percent
    if fight.auras:
        percent += _from_auras(fight, one)
    return attack_factor(attack.af, percent, one.missile_status if missile else one.melee_status)


def dam(fight: Fight, one: Fighter, *, missile: bool = False) -> float:
    """The damage of its attack (cohorts.formula.dam)."""
    attack = one.unit.missile if missile else one.unit.melee
    if attack is None:
        return 0.0
    return damage(one.hp, one.wounds, attack.damage, af(fight, one, missile=missile))


def df(one: Fighter) -> float:
    """The defense factor (cohorts.formula.df)."""
    unit = one.unit
    return defense_factor(unit.df, unit.df_percent, one.df_status, unit.tactics)


def res(one: Fighter, type: str = "") -> float:
    """The resistance to a type of attack (cohorts.formula.res)."""
    unit = one.unit
    return resistance(unit.res + unit.res_against.get(type, 0.0), unit.tactics)


def mad(one: Fighter) -> float:
    """Magic attack defense; at least 1, where it divides alone (cohorts.formula.mad-sad)."""
    return max(1.0, one.unit.mar)


def sad(one: Fighter, type: str) -> float:
    """Special attack defense against a type; at least 1 (cohorts.formula.mad-sad)."""
    return max(1.0, one.unit.sar + one.unit.sar_against.get(type, 0.0))


def _from_auras(fight: Fight, one: Fighter) -> float:
    """The AF bonus by auras in its slot, of each kind the strongest, whoever bears it.

    Sources: cohorts.battle-status.aura-of-night, cohorts.battle-status.moon-glow.
    """
    best: dict[str, int] = {}
    for bearer in fight.bearers():
        if bearer.hex != one.hex:
            continue
        for name, heroic in bearer.statuses.items():
            aura = fight.statuses[name].aura
            if aura and aura.af_percent and touches(one, aura.af_only):
                best[name] = max(best.get(name, 0), aura.af_percent * heroic)
    added = 0.0
    for percent in best.values():
        added += percent
    return added


def touches(one: Fighter, keyword: str) -> bool:
    """Whether an effect on units of a keyword concerns a unit; without one it concerns all."""
    return not keyword or keyword in one.unit.keywords
