"""The formulas of combat: hit points, attack, power, resistance, defense, and derived figures.

Plain real numbers in and out; whose numbers they are, and where they come from, stands in `arming`.
Nothing is rounded unless a formula says so.
"""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt

from engine.packs.cohorts.worth.levels import heroic_level

_CON_WITHOUT_BONUS = 5  # cohorts.formula.hp
_CON_FACTOR = 15
_DF_PERCENT_PER_HEROIC_LEVEL = 20  # cohorts.formula.df
_AVERAGE = 10  # an attribute that gives nothing
_HEADLONG = 2.0  # RES over POW is halved, cohorts.formula.wounds


def settled(value: float) -> float:
    """A value as it is compared: 6 decimals, so that binary fractions do not decide.

    Source: cohorts.battle.random-stream.
    """
    return round(value, 6)


def whole_points(value: float) -> float:
    """Points of damage, rounded down."""
    return settled(value) // 1.0


# ---------------------------------------------------------------- what a unit is


def hit_points(
    level: float, racial: float, con: float, bonus: float = 0.0, heads: int = 1
) -> float:
    """Full hit points of one head times the heads (cohorts.formula.hp)."""
    growth = 1 + level / 3
    root = sqrt(max(0.0, (con - _CON_WITHOUT_BONUS) * _CON_FACTOR))
    return growth * (racial * growth + root + bonus) * heads


def initiative_bonus(dex: float, modifiers: float = 0.0) -> float:
    """What a unit adds to its roll for initiative (cohorts.battle.initiative)."""
    return (dex - _AVERAGE) / 2 // 1.0 + modifiers


def attribute_bonus(percent_per_point: float, attributes: Collection[float]) -> float:
    """The AF bonus in percent from the attributes of a weapon: of several their average.

    Source: cohorts.formula.weapon-attribute.
    """
    if not attributes:
        return 0.0
    added = 0.0
    for each in attributes:
        added += each
    return percent_per_point * (added / len(attributes) - _AVERAGE)


def paired(main: float, off: float) -> float:
    """The damage modifier of two one-handed weapons (cohorts.formula.weapon-choice)."""
    return main + off / 2


# ---------------------------------------------------------------- attack


def attack_factor(base: float, percent: float = 0.0, status_percent: float = 0.0) -> float:
    """AF: all bonuses are summed, the percents of battle statuses act last (cohorts.formula.af)."""
    return base * max(0.0, 1 + percent / 100) * max(0.0, 1 + status_percent / 100)


def damage(hp: float, wounds: float, modifier: float, af: float, percent: float = 0.0) -> float:
    """DAM: current HP times the damage modifier of race and weapon, and AF.

    `percent` sums the changes of damage. Source: cohorts.formula.dam.
    """
    return hp * (100 - wounds) / 100 * modifier * af * max(0.0, 1 + percent / 100)


def power_modifier(modifiers: Collection[float]) -> float:
    """The one POW modifier that counts: the highest, or the worst if one is a curse.

    Source: cohorts.formula.pow-modifiers.
    """
    worst = min(modifiers, default=0.0)
    return worst if worst < 0 else max(modifiers, default=0.0)


def base_power(racial: float, weapon: float, skill: int = 0) -> float:
    """POW of race, weapon and a character's skill with its class (cohorts.formula.pow)."""
    return racial + weapon + heroic_level(skill) ** 2


def power(base: float, modifiers: Collection[float] = (), tactics: float = 1.0) -> float:
    """POW: race, weapon and skill, and one modifier; never below 0 (cohorts.formula.pow)."""
    return max(0.0, base + power_modifier(modifiers)) * tactics


# ---------------------------------------------------------------- defense


def resistance(base: float, tactics: float = 1.0) -> float:
    """RES of all sources, never below 0 (cohorts.formula.res)."""
    return max(0.0, base) * tactics


def heroic_defense(level: int) -> float:
    """The percent that a unit's level adds to DF (cohorts.formula.df)."""
    return _DF_PERCENT_PER_HEROIC_LEVEL * heroic_level(level)


def defense_factor(
    flat: float, percent: float = 0.0, status_percent: float = 0.0, tactics: float = 1.0
) -> float:
    """DF: flat sources times one sum of percents, then battle statuses; never below 1.

    Source: cohorts.formula.df.
    """
    factor = max(0.0, 1 + percent / 100) * max(0.0, 1 + status_percent / 100)
    return max(1.0, flat * factor * tactics)


def spell_divisor(mar: float, sar: float) -> float:
    """What divides the damage of an attack spell (cohorts.formula.mad-sad)."""
    return max(1.0, mar + sar)


# ---------------------------------------------------------------- derived figures


def points(dam: float, df: float, res: float, pow_: float) -> float:
    """Points of damage of an attack, or of a share of one (cohorts.formula.wounds)."""
    over = (res - pow_) / _HEADLONG
    return dam / (df * over) if over > 1.0 else dam / df


def status_chance(quality: float, sad: float, hp_per_head: float) -> float:
    """Percent that an attack of a quality gives its status; 100 for who has no HP left.

    Source: cohorts.battle.special-attack-status-chance.
    """
    against = max(1.0, sad) * hp_per_head
    return min(100.0, 100 * quality / against) if against > 0 else 100.0
