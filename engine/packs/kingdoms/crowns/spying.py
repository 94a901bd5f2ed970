"""Who escapes notice, who is followed, and how wrong a report is: figures without a world.

Sources: kingdoms.ability.spy-table, kingdoms.ability.spy-pursue-chance,
kingdoms.ability.spy-notice, kingdoms.ability.spy-reports.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.dice import Dice
from engine.packs.kingdoms.content.rulers import SpyFigures
from engine.packs.kingdoms.pieces.chance import ranged

_WHOLE: Final = 100
SPYING: Final = ("Spy", "Trail")
"""A character whose actions escape notice by Spy level."""
STEALING: Final = "Steal"
"""The same, for those who may read the table by Thief level too."""


def follow_chance(
    spying: SpyFigures, level: int, *, leads: bool = False, distance: int = 0, kin: bool = False
) -> int:
    """The chance to Pursue somebody at a distance, in percent; to Trail, the distance is 0.

    `kin` is whether the target is of the same kingdom, `leads` whether it leads an army.
    """
    if kin:
        return _WHOLE
    chance = spying.at(level).pursue_or_trail * (spying.leading if leads else 1)
    return chance // max(1, distance)


def escape_chance(
    spying: SpyFigures,
    spy: int,
    thief: int,
    did: Collection[str],
    *,
    leads: bool = False,
    always: int = 0,
) -> int:
    """The chance to escape notice throughout a turn, in percent, by what was done in it.

    `always` is the Spy level whose chance an item gives in any case.
    """
    if leads:
        return 0
    levels = [always] if always else []
    if any(deed in SPYING for deed in did):
        levels.append(spy)
    if STEALING in did:
        levels.append(max(spy, thief))
    return max((spying.at(level).escape_notice for level in levels), default=0)


def margin(spying: SpyFigures, level: int) -> int:
    """The margin of error of a Spy level, in percent."""
    return spying.at(level).margin


def drawn_error(dice: Dice, margin: int) -> int:
    """The error of one number, in percent: evenly from one side of the margin to the other."""
    return ranged(dice, -margin, margin)


def reported(actual: int, error: int) -> int:
    """A number as it is reported, to the nearest whole, half up."""
    return (actual * (_WHOLE + error) * 2 + _WHOLE) // (2 * _WHOLE)


def gleaning_chance(spying: SpyFigures, level: int) -> int:
    """The chance that a character reports a province without an order, in percent."""
    return min(_WHOLE, spying.gleaned * level)
