"""The one stream of chance of a battle: three kinds of draw, made in the order of the rules.

A draw that cannot matter is not made. Source: cohorts.battle.random-stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.record import ChanceDrawn

T = TypeVar("T")


class Chance:
    """The draws of one battle, noted with their cause if there is a log."""

    __slots__ = ("_dice", "_log")

    def __init__(self, dice: Dice, log: list[Tagged] | None = None) -> None:
        self._dice = dice
        self._log = log

    def d20(self, unit: int) -> int:
        """A unit's roll for initiative, 1 to 20."""
        rolled = self._dice.whole(20)
        if self._log is not None:
            self._log.append(ChanceDrawn(cause="initiative", unit=unit, result=float(rolled)))
        return rolled

    def happens(self, percent: float, cause: str, unit: int = -1) -> bool:
        """Whether an event of that chance happens; 0 and less never does, 100 and more always."""
        if percent <= 0:
            return False
        percent = settled(percent)
        if percent <= 0 or percent >= 100:
            return percent > 0
        drawn = self._dice.real100(chance=percent)
        if self._log is not None:
            self._log.append(ChanceDrawn(cause=cause, unit=unit, chance=percent, result=drawn))
        return settled(drawn) < percent

    def pick(self, options: Sequence[T], cause: str, unit: int = -1) -> T:
        """One of the options, all equally likely; a single one without a draw."""
        if len(options) == 1:
            return options[0]
        place = self._dice.pick(range(len(options)))
        if self._log is not None:
            self._log.append(
                ChanceDrawn(cause=cause, unit=unit, options=len(options), result=place)
            )
        return options[place]
