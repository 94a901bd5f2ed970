"""The page of balance: how even duels of equal worth are, against what is aimed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from bot.league.duels import Counted, Duelling
from engine.duels import BalanceGoal
from engine.packs import Rules

_SURE: Final = 1.96
"""Standard errors to either side that hold 19 of 20 such figures."""
_HEAD: Final = """\
# Balance

Made by `python3 run.py balance`; do not edit it. In each system sides of equal worth meet in
duels, each with sides changed (`python3 run.py league <module> --duels N` shows every pair). A pair
is even if neither people wins more often than the range says; a people wins between the shares in
"each wins" against all others together.
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the duels of a module showed for one goal."""

    module: str
    goal: BalanceGoal
    counted: Counted

    @property
    def even(self) -> tuple[int, int]:
        """How many pairs of different peoples are even, and of how many."""
        least = self.goal.least / 100
        shares = [t.share for (one, other), t in self.counted.pairs.items() if one != other]
        return sum(least <= share <= 1 - least for share in shares), len(shares)

    @property
    def peoples(self) -> tuple[float, float]:
        """Which share of its duels with all others the worst people won, and the best."""
        shares = [self.counted.against_all(each).share for each in self.counted.peoples]
        return min(shares), max(shares)

    @property
    def met(self) -> bool:
        """Whether the goal is met."""
        even, pairs = self.even
        attacks = self.counted.attackers.share
        enough = 100 * even >= self.goal.pairs * pairs
        ranges = ((self.goal.peoples, *self.peoples), (self.goal.attacker, attacks, attacks))
        return enough and all(
            not least or (least / 100 <= low and high <= 1 - least / 100)
            for least, low, high in ranges
        )


def measure(rules: Rules, armies: int) -> Iterator[Measured]:
    """Let that many armies of each people meet, once for each goal of a module's rules.

    Raises:
        LookupError: no pack of the module says how duels are fought.
    """
    for goal in rules.balance or (BalanceGoal(pairs=0),):
        league = Duelling(rules, armies, goal.worth)
        for _ in league.fight():
            pass
        yield Measured(rules.module.name, goal, league.counted)


def page(measured: Iterable[Measured], armies: int) -> Iterator[str]:
    """The lines of the page; goals that are not met stand in bold."""
    yield from _HEAD.splitlines()
    yield ""
    off = 100 * _SURE * sqrt(0.25 / (2 * armies))
    yield f"Each two peoples fought {2 * armies} duels, so the share of an even pair is told to"
    yield f"within {off:.0f} percent, and by chance alone some pairs that are even do not look so."
    yield ""
    yield (
        "| module | points | battles | even is | even pairs | goal | each wins | goal "
        "| attacker won | goal | met |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for each in measured:
        yield f"| {' | '.join(_cells(each))} |"


def _cells(each: Measured) -> Sequence[str]:
    goal, (even, pairs) = each.goal, each.even
    share = f"{even / pairs:.0%}" if pairs else "none"
    asked = bool(goal.pairs or goal.peoples or goal.attacker)
    worst, best = each.peoples
    met = ("yes" if each.met else "**no**") if asked else "-"
    return (
        each.module,
        str(each.counted.worth),
        str(each.counted.attackers.battles),
        _range(goal.least),
        f"{even} of {pairs}: {share}",
        f"{goal.pairs}%" if goal.pairs else "-",
        f"{100 * worst:.0f} to {best:.0%}",
        _range(goal.peoples),
        f"{each.counted.attackers.share:.0%}",
        _range(goal.attacker),
        met,
    )


def _range(least: int) -> str:
    """The least and the most that a goal asks for; a dash if it asks for nothing."""
    return f"{least} to {100 - least}%" if least else "-"
