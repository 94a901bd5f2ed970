"""Odds by trial: what may be expected of a fight of which not all is known.

A trial is fought in each possible state of what is not known (`Possibility`), so that the chance
goes over all of these, and what the strongest and the weakest of them bring are the ends of a band.
What is drawn for a case, and how a fight is fought in it, is the rules' matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.battle import End, Fate, Odds
from engine.dice import SEED_BYTES, Seed
from engine.world import Place

SEED: Final = Seed(bytes(SEED_BYTES))
"""Nothing of a campaign is in it, so all who ask about the same fight are told the same."""
WITHIN: Final = 0.03
"""An estimate is good enough once its interval reaches no farther to either side."""
STEPS: Final = 20
"""The number of equal parts of the cases, from the weakest enemy to the strongest."""
_GOLDEN: Final = 0.6180339887
_LEAST: Final = 400
"""Fights over all steps, so that the ends of the band are told from enough of them."""


@dataclass(frozen=True, slots=True)
class Possibility:
    """One of the many ways in which what is not known may be."""

    number: int
    """All that is drawn for it hangs on this."""
    strength: float
    """How strong those are of whom it is not known: the share of all cases that are weaker."""


MIDDLE: Final = Possibility(0, 0.5)


class Tried(NamedTuple):
    """The result of a fight in one case."""

    won: bool
    """Whether the attacker has won, or has else what it is after."""
    fates: tuple[Fate, ...]
    end: tuple[str, str] = ("", "")
    """The code and the gainer of an `End`, where a fight knows more than victory and defeat."""


def shares(counted: Mapping[tuple[str, str], int], trials: int) -> tuple[End, ...]:
    """How a number of trials ended, the likeliest first."""
    ends = [End(code=code, gainer=by, chance=n / trials) for (code, by), n in counted.items()]
    return tuple(sorted((end for end in ends if end.code), key=lambda end: -end.chance))


def spread(battle: Callable[[Possibility], Tried], *, most: int) -> Iterator[Odds]:
    """Estimates from battles in all cases, each time one of every step from weakest to strongest.

    `battle` fights one in a case and returns the result.
    """
    won = [0] * STEPS
    falls: dict[Place, list[float]] = {}
    sides: dict[Place, str] = {}
    ended = Counter[tuple[str, str]]()
    passes = 0
    while True:
        for step in range(STEPS):
            # The middle of its part of the step moves from pass to pass, evenly over all of it.
            part = (passes * _GOLDEN + 0.5) % 1
            case = Possibility(passes * STEPS + step, (step + part) / STEPS)
            tried = battle(case)
            won[step] += tried.won
            ended[tried.end] += 1
            for fate in tried.fates:
                sides[fate.piece] = fate.side
                sums = falls.setdefault(fate.piece, [0.0, 0.0])
                sums[0] += fate.falls
                sums[1] += fate.lost
        passes += 1
        fates = tuple(
            Fate(piece=place, side=sides[place], falls=fell / n, lost=lost / n)
            for n in (passes * STEPS,)
            for place, (fell, lost) in falls.items()
        )
        odds = _over(won, passes).replace(fates=fates, ends=shares(ended, passes * STEPS))
        yield odds
        low, high = odds.interval
        near = high - low <= 2 * WITHIN and odds.battles >= _LEAST
        if near or odds.battles >= most:
            return


def _over(won: Sequence[int], passes: int) -> Odds:
    """The chance over all cases, and between which it lies from the worst to the best of them."""
    whole = Odds(
        attacker_wins=sum(won) / (len(won) * passes), exact=False, battles=len(won) * passes
    )
    shares = _steady(won, passes)
    low, high = whole.interval
    low, high = min(low, *shares), max(high, *shares)
    return whole.replace(least=low, most=high)


def _steady(won: Sequence[int], passes: int) -> tuple[float, float]:
    """The share of battles won at the first and at the last step, borne out by those beside them.

    The stronger others are, the likelier they win. So steps that a few lucky battles put into
    another order count as one step, all their battles together (pool adjacent violators).
    """
    half = len(won) // 2
    sign = 1 if sum(won[:half]) >= sum(won[half:]) else -1
    pools: list[tuple[int, int]] = []  # battles won, steps
    for count in won:
        pools.append((count, 1))
        while len(pools) > 1:
            (a, m), (b, n) = pools[-2:]
            if sign * a * n >= sign * b * m:
                break
            pools[-2:] = [(a + b, m + n)]
    first, last = (count / (steps * passes) for count, steps in (pools[0], pools[-1]))
    return first, last
