"""Morale in a battle: what it is, who must check it and when, and what a failure brings.

What a battle does to the morale that lasts stands in `rewards`. Sources: cohorts.morale.value,
cohorts.morale.check.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.packs.cohorts.battle import values
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.record import MoraleChecked
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER


def leadership(fight: Fight, one: Fighter) -> int:
    """The level of the highest character beside a unit in its slot, not its own.

    Source: cohorts.morale.leader.
    """
    best = 0
    for friend in fight.kin[one.side][True]:
        if friend.hex == one.hex and friend is not one:
            best = max(best, friend.unit.level)
    return best


def morale(fight: Fight, one: Fighter) -> float:
    """A unit's morale at this moment; it has no limits (cohorts.morale.value)."""
    value = one.unit.morale - one.wounds + leadership(fight, one) + one.points
    if fight.enchanted:
        value += values.change(fight, one, "morale")  # cohorts.morale.magic
    return value


def average(fight: Fight, units: Iterable[Fighter]) -> float:
    """The morale of several units, weighted by soldiers (cohorts.morale.end-of-round-slot)."""
    added = weights = 0.0
    for one in units:
        added += one.soldiers * morale(fight, one)
        weights += one.soldiers
    return added / weights


def failure_chance(fight: Fight, value: float) -> float:
    """The percent with which a morale of that value fails (cohorts.morale.check)."""
    rules = fight.rules
    if value >= rules.steady:
        return 0.0
    missing = rules.steady - settled(value)
    return min(100.0, max(0.0, missing * rules.failure_per_point))


def check_loss(fight: Fight, one: Fighter, caused: float, by: Fighter | None) -> None:
    """A unit checks after it took the `caused` wounds at once; a failure adds to them and routs it.

    Sources: cohorts.morale.check-after-weapons, cohorts.morale.check-after-magic.
    """
    value = morale(fight, one)
    chance = failure_chance(fight, value)
    failed = bool(chance) and fight.chance.happens(chance, "morale", one.number)
    added = 0.0
    if failed:
        added = one.wound(caused * fight.rules.rout_percent / 100)
        if by:
            by.dealt += added * one.hp / 100
    if fight.log is not None:
        _tell(fight, one, value, chance, failed, added)
    if not failed:
        return
    fight.failed[one.side][one.hex] = True
    if one.finished:
        fight.kill(one, by)
    else:
        fight.flee((one,))


def check_losses(fight: Fight, lost: Iterable[tuple[Fighter, float]], by: Fighter | None) -> None:
    """Several units check one after the other, those that still fight."""
    for one, caused in lost:
        if fight.over:
            return
        if one.fights:
            check_loss(fight, one, caused, by)


def end_round(fight: Fight) -> None:
    """The checks that end a round: the attackers', and if any still fight the defenders'.

    A slot checks if one of its units failed or fell this round, the army if a slot failed.
    """
    for side in (ATTACKER, DEFENDER):
        check_units(fight, side)
        if not fight.over and check_slots(fight, side) and not fight.over:
            check_army(fight, side)
        if fight.over:
            return
    for failed in fight.failed:
        if True in failed:
            failed[:] = [False] * len(failed)


def check_units(fight: Fight, side: int) -> None:
    """Each unit of a side checks in its turn (cohorts.morale.end-of-round-units)."""
    for one in fight.order:
        if one.side != side or not one.fights:
            continue
        value = morale(fight, one)
        chance = failure_chance(fight, value)
        if not chance:
            continue
        failed = fight.chance.happens(chance, "morale", one.number)
        _tell(fight, one, value, chance, failed, 0.0)
        if failed:
            fight.failed[side][one.hex] = True
            fight.flee((one,))
            if fight.over:
                return


def check_slots(fight: Fight, side: int) -> bool:
    """The slots in which a unit failed or fell check; whether any of them failed.

    Source: cohorts.morale.end-of-round-slot.
    """
    shaken = False
    if True not in fight.failed[side]:
        return shaken
    for hex_, failed in enumerate(fight.failed[side]):
        if not failed:
            continue
        there = [one for one in fight.fighting[side] if one.hex == hex_]
        if not there or _rout(fight, side, there, hex_):
            shaken = True
        if fight.over:
            break
    return shaken


def check_army(fight: Fight, side: int) -> None:
    """All of a side check together (cohorts.morale.end-of-round-army)."""
    _rout(fight, side, list(fight.fighting[side]), -1)


def _rout(fight: Fight, side: int, units: list[Fighter], hex_: int) -> bool:
    """Whether a slot or army fails its check and runs, without further injury."""
    value = average(fight, units)
    chance = failure_chance(fight, value)
    failed = fight.chance.happens(chance, "morale")
    if fight.log is not None:
        fight.log.append(
            MoraleChecked(side=side, hex=hex_, morale=value, chance=chance, failed=failed)
        )
    if failed:
        fight.flee(units)
    return failed


def _tell(
    fight: Fight, one: Fighter, value: float, chance: float, failed: bool, added: float
) -> None:
    if fight.log is not None:
        fight.log.append(
            MoraleChecked(
                side=one.side,
                unit=one.number,
                morale=value,
                chance=chance,
                failed=failed,
                wounds=added,
                after=one.wounds,
            )
        )
