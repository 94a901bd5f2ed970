"""Before the fight: curse, poison, disease and paralysis.

Sources: warlords.precombat.chance, warlords.precombat.order, warlords.precombat.own-ability.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warlords.battle.cards import SIDES, Company, FighterCard
from engine.packs.warlords.battle.checks import check
from engine.packs.warlords.battle.condition import (
    AFFLICTIONS,
    Affliction,
    Condition,
    open_to,
    struck,
)
from engine.packs.warlords.battle.happenings import Afflicted, Chances

_PER_PLUS: Final = 4
Percents = Mapping[Affliction, int]


def chance(company: Company, affliction: Affliction) -> int:
    """The percent chance with which a company strikes every enemy unit; at most 100."""
    plus = company.cast(affliction)
    for fighter in company.fighters:
        plus += fighter.own(affliction) + fighter.worn(affliction)
    return min(100, _PER_PLUS * plus)


def chances(company: Company) -> dict[Affliction, int]:
    """All four chances of a company."""
    return {each: chance(company, each) for each in AFFLICTIONS}


def exposed(fighter: FighterCard, affliction: Affliction, condition: Condition) -> bool:
    """Whether a fighter in this condition is checked at all (warlords.precombat.own-ability)."""
    immune = fighter.own(affliction) > 0 or fighter.worn(affliction) > 0
    return not immune and open_to(affliction, condition, fighter.strength, fighter.hits)


def afflict(
    attacker: Company, defender: Company, dice: Dice, log: list[Tagged]
) -> tuple[Company, Company]:
    """Make all checks; the companies with what has become of their units."""
    percents = tuple(chances(company) for company in (attacker, defender))
    for side, each in zip(SIDES, percents, strict=True):
        log.append(Chances(side=side, percent=each))
    units = [list(attacker.fighters), list(defender.fighters)]
    for affliction in AFFLICTIONS:
        for striking, target in ((0, 1), (1, 0)):
            percent = percents[striking][affliction]
            if percent <= 0:
                continue
            for place, fighter in enumerate(units[target]):
                if not exposed(fighter, affliction, fighter.condition):
                    continue
                hit, drawn = check(dice, percent)
                if hit:
                    now = struck(affliction, fighter.condition, fighter.strength)
                    units[target][place] = fighter.replace(condition=now)
                log.append(
                    Afflicted(
                        side=SIDES[target],
                        piece=fighter.piece,
                        affliction=affliction,
                        chance=percent,
                        drawn=drawn,
                        struck=hit,
                    )
                )
    return (
        attacker.replace(fighters=tuple(units[0])),
        defender.replace(fighters=tuple(units[1])),
    )


def outcomes(fighter: FighterCard, percents: Percents) -> Sequence[tuple[float, Condition]]:
    """In which conditions a fighter may begin the duels, and how likely each is.

    Paralysis changes nothing in a battle (warlords.precombat.paralysis), so it is left out.
    """
    found: dict[Condition, float] = {fighter.condition: 1.0}
    for affliction in AFFLICTIONS:
        percent = percents[affliction]
        if affliction == "paralysis" or percent <= 0:
            continue
        after: dict[Condition, float] = {}
        for condition, likely in found.items():
            risk = percent / 100 if exposed(fighter, affliction, condition) else 0.0
            if risk < 1:
                after[condition] = after.get(condition, 0.0) + likely * (1 - risk)
            if risk > 0:
                now = struck(affliction, condition, fighter.strength)
                after[now] = after.get(now, 0.0) + likely * risk
        found = after
    return [(likely, condition) for condition, likely in found.items()]
