"""The wounds of attack spells: bolts at one character, storms over the slots of a field.

Sources: cohorts.combat-spell.attack-damage, cohorts.combat-spell.area-damage,
cohorts.combat-spell.status-chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.packs.cohorts.battle import values
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import spell_divisor, status_chance, whole_points
from engine.packs.cohorts.battle.slots import DISTANCE
from engine.packs.cohorts.battle.special import SpecialHit
from engine.packs.cohorts.content.combat import Bolt, Storm
from engine.packs.cohorts.worth.levels import heroic_level


def bolt(fight: Fight, spell: Bolt, level: int, target: Fighter) -> SpecialHit:
    """What a bolt of a caster level does to its target."""
    damage = float(heroic_level(level) ** 3 * spell.multiplier)
    points = whole_points(damage / divisor(fight, target, spell.type))
    return SpecialHit(target, 100 * points / target.hp, chance(fight, target, spell, level, 100))


def storm(
    fight: Fight, spell: Storm, level: int, target: Fighter, percent: float = 100
) -> SpecialHit:
    """What a storm does to a unit that it strikes with `percent` of its force.

    Its points strike every head, so that size gives no protection.
    """
    points = whole_points(base(spell, level) * percent / 100 / divisor(fight, target, spell.type))
    wounds = 100 * points / (target.hp / target.soldiers)
    return SpecialHit(target, wounds, chance(fight, target, spell, level, percent))


def spread(fight: Fight, level: int, struck: Sequence[Fighter]) -> float:
    """The part of a storm's force that is left for each head of those struck in a slot, 0 to 1.

    Source: cohorts.battle.crowded-storm.
    """
    most = fight.rules.storm_heads * heroic_level(level)
    heads = sum(each.soldiers for each in struck)
    return most / heads if most and heads > most else 1.0


def base(spell: Storm, level: int) -> int:
    """The damage of a storm before resistance."""
    return spell.base + (level + spell.above) ** 2


def divisor(fight: Fight, target: Fighter, type: str) -> float:
    """What resists the damage: MAD and SAD against its type (cohorts.formula.mad-sad)."""
    return spell_divisor(values.mar(fight, target), values.sar(fight, target, type))


def chance(fight: Fight, target: Fighter, spell: Bolt | Storm, level: int, percent: float) -> float:
    """The percent with which the target gets the status of the type, from before the damage."""
    quality = spell.quality * heroic_level(level) ** 2 * percent / 100
    sad = values.sad(fight, target, spell.type)
    return status_chance(quality, sad, target.hp_per_head)


def further_hexes(
    fight: Fight, caster: Fighter, struck: int, foes: Sequence[Fighter], wanted: int
) -> list[int]:
    """The hexes with foes nearest to the struck one, in hex order; chance settles equal ones."""
    found: list[int] = []
    left: list[int] = sorted({each.hex for each in foes if each.hex != struck})
    while left and len(found) < wanted:
        least = min(DISTANCE[struck][each] for each in left)
        tied = [each for each in left if DISTANCE[struck][each] == least]
        missing = wanted - len(found)
        chosen = tied
        if len(tied) > missing:
            chosen = [fight.chance.pick(tied, "target", caster.number)]
        found += chosen
        left = [each for each in left if each not in chosen]
    return sorted(found)
