"""Whether a module gives all its factions an even chance, as far as its games can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, comb, inf, sqrt
from statistics import NormalDist
from typing import Final

from bot.league.duels import Mean

_DOUBT: Final = 0.05
"""How often an even module may be called uneven: once in 20."""
_SURE: Final = NormalDist().inv_cdf(1 - _DOUBT / 2)
MATTERS: Final = 0.10
"""Of all points: what a faction has more than its fair share, that players would mind."""
FEWEST: Final = 3
"""Games without which nothing is said."""


@dataclass(frozen=True, slots=True)
class Lean:
    """How far a faction lies off its fair share."""

    faction: int
    share: float
    """Of all points at the end, the mean of the games."""
    error: float
    """How far that may be off, either way, in 19 of 20 such rehearsals; infinite for too few."""
    spread: float
    """How far it lies off in a single game, as a standard deviation."""
    won: float
    """Games, those that several factions won in parts."""
    surely: bool
    """Whether it lies off its fair share by more than chance."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the games say of a module."""

    games: int
    fair: float
    """The share that is everybody's in an even module."""
    leans: tuple[Lean, ...]
    """The largest share first."""

    @property
    def doubt(self) -> float:
        """The widest of the errors."""
        return max((each.error for each in self.leans), default=inf)

    @property
    def wanted(self) -> int:
        """About how many games would show a difference that players would mind."""
        widest = max((each.spread for each in self.leans), default=0.0)
        return max(2 * FEWEST, ceil((_SURE * widest / MATTERS) ** 2))


def judged(points: Sequence[Mapping[int, int]], winners: Sequence[Sequence[int]]) -> Verdict:
    """The verdict on games by the points of their factions at the end, and by who won each.

    Points below 0 count as none. A game in which nobody has any says that all are even.
    """
    factions = list(points[0]) if points else []
    fair = 1 / max(1, len(factions))
    shares = {faction: Mean() for faction in factions}
    won = dict.fromkeys(factions, 0.0)
    for game, first in zip(points, winners, strict=True):
        whole = sum(max(0, each) for each in game.values())
        for faction in factions:
            shares[faction].add(max(0, game[faction]) / whole if whole else fair)
        for faction in first:
            won[faction] += 1 / len(first)
    games = len(points)
    # Several factions are looked at, each of which may seem to lean by chance.
    doubt = _DOUBT / max(1, len(factions))
    leans = [
        Lean(
            faction,
            mean.value,
            _student(1 - _DOUBT / 2, games - 1) * mean.error if games >= FEWEST else inf,
            mean.error * sqrt(games),
            won[faction],
            games >= FEWEST
            and (
                abs(mean.value - fair) > _student(1 - doubt / 2, games - 1) * mean.error > 0
                or _by_chance(won[faction], games, fair) < doubt
            ),
        )
        for faction, mean in shares.items()
    ]
    return Verdict(games, fair, tuple(sorted(leans, key=lambda each: -each.share)))


def _student(chance: float, freedom: int) -> float:
    """The quantile of Student's t with that many degrees of freedom.

    By the expansion of Cornish and Fisher, within a tenth from 2 degrees on for usual chances.
    """
    z = NormalDist().inv_cdf(chance)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _by_chance(won: float, games: int, fair: float) -> float:
    """How likely one of even factions wins that many games or more."""
    least = ceil(won)
    return sum(
        comb(games, number) * fair**number * (1 - fair) ** (games - number)
        for number in range(least, games + 1)
    )
