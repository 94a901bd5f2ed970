"""What a unit's attack and defense are worth at this moment of the battle.

The one place that adds what the battle itself does, such as spells and auras of a slot, to what a
unit brought along.
"""

from __future__ import annotations

from engine.packs.cohorts.battle import formulas
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.content.combat import Rating


def af(fight: Fight, one: Fighter, *, missile: bool = False, charging: bool = False) -> float:
    """The attack factor of its melee or missile attack (cohorts.formula.af).

    A charge is the melee attack of who moved into the slot in this turn
    (cohorts.combat-spell.charge).
    """
    if not (fight.auras or fight.enchanted or charging):
        return one.missile_af if missile else one.melee_af
    attack = one.unit.missile if missile else one.unit.melee
    if attack is None:
        return 0.0
    percent = attack.af_percent
    if fight.auras:
        percent += _from_auras(fight, one)
    if charging:
        percent += max(0.0, one.unit.charge + change(fight, one, "charge percent"))
    if missile:
        percent += change(fight, one, "missile percent")
    status = one.missile_status if missile else one.melee_status
    return formulas.attack_factor(attack.af, percent, status)


def dam(
    fight: Fight,
    one: Fighter,
    *,
    missile: bool = False,
    charging: bool = False,
    against: Fighter | None = None,
) -> float:
    """The damage of its attack, if it were all `against` one unit (cohorts.formula.dam)."""
    attack = one.unit.missile if missile else one.unit.melee
    if attack is None:
        return 0.0
    percent = 0.0
    if fight.enchanted:
        percent = change(fight, one, "damage percent")
        for keyword in against.unit.keywords if against else ():
            percent += change(fight, one, "damage percent", keyword)
    factor = af(fight, one, missile=missile, charging=charging)
    return formulas.damage(one.hp, one.wounds, attack.damage, factor, percent)


def power(fight: Fight, one: Fighter, *, missile: bool = False) -> float:
    """The POW of its attack: of its modifiers and those by spells one counts (cohorts.formula.pow).

    A charm and a task are one modifier together, auras another (cohorts.combat-spell.ratings).
    """
    attack = one.unit.missile if missile else one.unit.melee
    if not fight.enchanted or attack is None:
        return one.missile_power if missile else one.melee_power
    more = (_carried(one, "POW", ""), _around(fight, one, "POW", ""))
    modifiers = (*attack.modifiers, *(each for each in more if each))
    return formulas.power(attack.power, modifiers, one.unit.tactics)


def df(fight: Fight, one: Fighter) -> float:
    """The defense factor (cohorts.formula.df)."""
    if not fight.enchanted:
        return one.df
    unit = one.unit
    flat, percent = unit.df, unit.df_percent
    if one.enchantment and one.enchantment.bare:
        flat -= unit.armor_df
    flat += change(fight, one, "DF")
    percent += change(fight, one, "DF percent")
    return formulas.defense_factor(flat, percent, one.df_status, unit.tactics)


def res(fight: Fight, one: Fighter, type: str = "") -> float:
    """The resistance to a type of attack (cohorts.formula.res)."""
    if not fight.enchanted and type in one.resists:
        return one.resists[type]
    unit = one.unit
    against = unit.res_against.get(type, 0.0)
    found = formulas.resistance(unit.res + against + change(fight, one, "RES"), unit.tactics)
    if not fight.enchanted:
        one.resists[type] = found
    return found


def mar(fight: Fight, one: Fighter) -> float:
    """The sum of its magic attack resistance (cohorts.formula.mad-sad)."""
    return one.unit.mar + change(fight, one, "MAR")


def sar(fight: Fight, one: Fighter, type: str) -> float:
    """The sum of its special attack resistance to a type (cohorts.formula.mad-sad)."""
    return one.unit.sar + one.unit.sar_against.get(type, 0.0) + change(fight, one, "SAR")


def mad(fight: Fight, one: Fighter) -> float:
    """Magic attack defense; at least 1, where it divides alone (cohorts.formula.mad-sad)."""
    return max(1.0, mar(fight, one))


def sad(fight: Fight, one: Fighter, type: str) -> float:
    """Special attack defense against a type; at least 1 (cohorts.formula.mad-sad)."""
    return max(1.0, sar(fight, one, type))


# ---------------------------------------------------------------- what the battle adds


def change(fight: Fight, one: Fighter, rating: Rating, against: str = "") -> float:
    """What spells add to a rating: those that a unit carries, and the auras of its slot.

    `against` is the keyword of those against whom alone they count. Source:
    cohorts.combat-spell.stacking.
    """
    if not fight.enchanted:
        return 0.0
    return _carried(one, rating, against) + _around(fight, one, rating, against)


def _carried(one: Fighter, rating: Rating, against: str) -> float:
    return float(one.enchantment.sums.get((rating, against), 0)) if one.enchantment else 0.0


def _around(fight: Fight, one: Fighter, rating: Rating, against: str) -> float:
    """What auras of its slot add, of several of one spell the strongest."""
    best: dict[str, int] = {}
    for aura in fight.surrounding.get((rating, against), ()):
        if aura.reaches(one) and abs(aura.amount) > abs(best.get(aura.spell.key, 0)):
            best[aura.spell.key] = aura.amount
    return float(sum(best.values()))


def _from_auras(fight: Fight, one: Fighter) -> float:
    """The AF bonus by auras in its slot, the strongest of each kind.

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
