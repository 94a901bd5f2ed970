"""Brigades: units that one order moves together (warmaster.army.brigades)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.packs.warmaster.battle.figures import Arm, arm_of
from engine.packs.warmaster.battle.values import Directive, Troop

LARGEST: Final = 4


def may_be_brigade(units: int) -> bool:
    """Whether that many units may be put together."""
    return 1 <= units <= LARGEST


def in_brigades(troops: Sequence[Troop], told: Sequence[int]) -> tuple[Troop, ...]:
    """The troops with the numbers of their brigades in the army.

    `told` says for each in which brigade its player put it, 0 for none. Where no brigade was formed
    they are the usual ones.
    """
    formed = [brigade for brigade in dict.fromkeys(told) if brigade]
    if not formed:
        return usual_brigades(troops)
    numbers = {brigade: number for number, brigade in enumerate(formed, start=1)}
    return tuple(t.replace(brigade=numbers.get(n, 0)) for t, n in zip(troops, told, strict=True))


def usual_brigades(troops: Sequence[Troop]) -> tuple[Troop, ...]:
    """The troops in brigades as they are by default: of an arm and directive, by fours."""
    numbers: dict[tuple[Arm, Directive], int] = {}
    sizes: dict[int, int] = {}
    found: list[Troop] = []
    for troop in troops:
        alike = arm_of(troop), troop.directive
        number = numbers.get(alike, 0)
        if sizes.get(number, LARGEST) == LARGEST:
            number = numbers[alike] = len(sizes) + 1
        sizes[number] = sizes.get(number, 0) + 1
        found.append(troop.replace(brigade=number))
    return tuple(found)
