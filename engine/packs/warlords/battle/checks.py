"""The percent check and the dice of a Warlords battle.

Sources: warlords.random.stream, warlords.random.percent, warlords.die.size.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.dice import Dice

SMALLEST_DIE: Final = 18
LARGEST_DIE: Final = 100
MOST_MEDALS: Final = 4
_TENTHS: Final = (15, 13, 11, 9)


def check(dice: Dice, chance: int) -> tuple[bool, int]:
    """Whether a percent check succeeds, and the draw; 0 where none was needed."""
    if chance <= 0:
        return False, 0
    if chance >= 100:
        return True, 0
    drawn = dice.whole(100, chance=chance)
    return drawn <= chance, drawn


def succeeds(rolls: Iterable[int], strength: int) -> bool:
    """Whether a unit that rolled these succeeds: its lower roll may equal its strength.

    Sources: warlords.round.dice, warlords.round.tie.
    """
    return min(rolls) <= strength


def medal_die(die: int, medals: int) -> int:
    """The sides of the extra die of a unit with 1 to 4 medals."""
    return die * _TENTHS[medals - 1] // 10


def success_chance(strength: int, die: int, medals: int = 0) -> float:
    """The chance that a unit's lower roll is not above its strength (warlords.round.odds)."""
    miss = (die - min(strength, die)) / die
    if medals:
        sides = medal_die(die, medals)
        miss *= (sides - min(strength, sides)) / sides
    return 1.0 - miss
