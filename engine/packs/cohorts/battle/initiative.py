"""Who acts before whom, settled once for the whole battle (cohorts.battle.initiative)."""

from __future__ import annotations

from itertools import groupby

from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.record import InitiativeSet


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
