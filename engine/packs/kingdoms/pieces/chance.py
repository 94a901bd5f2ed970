"""How Kingdoms draws: percent checks, ranges, picks, and which stream a draw comes from.

Shuffles are those of `engine.dice`. Sources: kingdoms.random.draws, kingdoms.random.streams,
kingdoms.random.rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Protocol, TypeVar

from engine.dice import Dice
from engine.numbers import Exact, exact

T = TypeVar("T")


def checked(dice: Dice, percent: float | Exact) -> tuple[bool, int]:
    """A percent check and its draw: 0 or less fails and 100 or more succeeds without one, then 0.

    The percent is rounded down first. Source: kingdoms.random.draws.
    """
    chance = percent if isinstance(percent, int) else floor(exact(percent))
    if chance <= 0:
        return False, 0
    if chance >= 100:
        return True, 0
    drawn = dice.whole(100, chance=chance)
    return drawn <= chance, drawn


def succeeds(dice: Dice, percent: float | Exact) -> bool:
    """Whether a percent check succeeds; see `checked`."""
    return checked(dice, percent)[0]


def ranged(dice: Dice, least: int, most: int) -> int:
    """A whole number from `least` to `most`, without a draw where there is but one.

    Raises:
        ValueError: `most` is below `least`.
    """
    return dice.pick(range(least, most + 1))


def thrown(dice: Dice, times: int, sides: int) -> int:
    """The sum of that many draws, each of that many sides: NdM."""
    added = 0
    for _ in range(times):
        added += dice.whole(sides)
    return added


def picked(dice: Dice, options: Sequence[T]) -> T:
    """One of the options in the stated order, without a draw where there is but one.

    Raises:
        ValueError: there is none.
    """
    return dice.pick(options)


def rounded(dice: Dice, number: float | Exact) -> int:
    """A number rounded randomly: the fraction is the chance of one more."""
    value = exact(number)
    whole = floor(value)
    return whole + succeeds(dice, (value - whole) * 100)


class DiceSource(Protocol):
    """Whatever gives streams by actor and purpose: `engine.dice.Streams`, `engine.state.State`."""

    def stream(self, actor: str, purpose: str) -> Dice:
        """The next stream of that actor for that purpose."""
        ...


def fight_stream(streams: DiceSource, phase: int, province: int, kind: str) -> Dice:
    """The sub-stream of one battle or encounter (`kind`), which can be replayed alone.

    The number of fights of a kind in that phase and province runs on by itself, and the seed and
    turn are those of the tick. Source: kingdoms.random.streams.
    """
    return streams.stream(f"phase:{phase}/province:{province}", kind)


def step_stream(streams: DiceSource, phase: int, kind: str, id: int, step: str) -> Dice:
    """The stream of one character, army or province (its `kind` and `id`) in one step of a phase.

    Phase 0 is the start of a turn, 7 its end. Source: kingdoms.random.streams.
    """
    return streams.stream(f"phase:{phase}/{kind}:{id}", step)


def percent_fraction(percent: int) -> Fraction:
    """A percent as the factor that it multiplies by: 20 is 6/5."""
    return 1 + Fraction(percent, 100)
