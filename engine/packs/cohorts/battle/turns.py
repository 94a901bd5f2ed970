"""The battle rounds: in each every unit takes its turn, with one attack.

Sources: cohorts.battle.rounds, cohorts.battle.turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.packs.cohorts.battle import morale, statuses, targets, values
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import points, settled
from engine.packs.cohorts.battle.record import Attacked, BattleRoundBegan, Hit


def fight_rounds(fight: Fight) -> None:
    """The phase: rounds until one side has nobody left who fights, or until the last is over."""
    for number in range(1, fight.rules.rounds + 1):
        if fight.over:
            return
        fight.round = number
        fight.note(BattleRoundBegan(round=number))
        for one in fight.order:
            if one.fights:
                take_turn(fight, one)
                if fight.over:
                    return
        morale.end_round(fight)


def take_turn(fight: Fight, one: Fighter) -> None:
    """A unit's turn: what its statuses do, one attack, what its statuses do at the end."""
    if one.statuses:
        statuses.begin_turn(fight, one)
    if one.fights and not fight.over:
        attack(fight, one)
    if one.statuses and one.fights and not fight.over:
        statuses.end_turn(fight, one)


def shoots(fight: Fight, one: Fighter) -> bool:
    """Whether a unit would use its missiles now: it has some and is not engaged.

    At sea no military unit does, and nobody aboard a ship. Sources: cohorts.battle.engagement,
    cohorts.naval.no-missiles.
    """
    if one.unit.missile is None or (fight.naval and not (one.character and one.ship is None)):
        return False
    return not fight.engaged(one)


def attack(fight: Fight, one: Fighter) -> None:
    """Shoot at the nearest enemies, or go to them and strike.

    Sources: cohorts.battle.missile-attack, cohorts.battle.melee-attack.
    """
    missile = shoots(fight, one)
    target = targets.sought(fight, one)
    if target is None:
        return
    charging = not missile and target.hex != one.hex
    if charging:
        fight.move(one, target.hex)
    strike(fight, one, target.struck, missile=missile, charging=charging)


def strike(
    fight: Fight,
    one: Fighter,
    struck: Sequence[Fighter],
    *,
    missile: bool,
    charging: bool = False,
) -> None:
    """One weapon attack: wounds for all from the state before it, the dead, then morale.

    Who moved into the slot in this turn is `charging`. Sources: cohorts.battle.attack-effect-order,
    cohorts.battle.damage-split, cohorts.combat-spell.charge.
    """
    weapon = one.unit.missile if missile else one.unit.melee
    assert weapon is not None
    dam = values.dam(fight, one, missile=missile, charging=charging)
    pow_ = values.power(fight, one, missile=missile)
    soldiers = 0
    for each in struck:
        soldiers += each.soldiers
    taken: list[tuple[Fighter, float]] = []
    type, full = weapon.type, dam
    for each in struck:
        if fight.banes:
            full = values.dam(fight, one, missile=missile, charging=charging, against=each)
        share = full * each.soldiers / soldiers
        wounded = points(share, values.df(fight, each), values.res(fight, each, type), pow_)
        wounds = each.wound(100 * wounded / each.hp)
        one.dealt += wounds * each.hp / 100
        taken.append((each, wounds))
    if fight.log is not None:
        fight.log.append(
            Attacked(
                unit=one.number,
                missile=missile,
                hex=struck[0].hex,
                damage=dam,
                power=pow_,
                hits=tuple(Hit(unit=e.number, wounds=w, after=e.wounds) for e, w in taken),
            )
        )
    for each in struck:
        if each.finished and each.fights:
            fight.kill(each, one)
    above = fight.rules.weapon_check_above
    # What is not even near it needs no rounding, which takes longer than all else here.
    lost = [each for each in taken if each[1] > above - 1 and settled(each[1]) > above]
    if lost:
        morale.check_losses(fight, lost, one)
