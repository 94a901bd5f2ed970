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
"each wins" against all others together, and beats others in more than half of its duels with them.
In Cohorts a people is a host of soldiers who are armed alike.
"""
_COLUMNS: Final = (
    *("module", "points", "battles", "even is", "even pairs", "goal", "each wins", "goal"),
    *("each beats", "goal", "attacker won", "goal", "met"),
)
_ASKED: Final = ("module", "asked", "answer", "goal", "met")


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
    def beaten(self) -> int:
        """How many others that people beats that beats the fewest."""
        beaten = dict.fromkeys(self.counted.peoples, 0)
        for (one, other), tally in self.counted.pairs.items():
            if one != other and tally.share != 0.5:
                beaten[one if tally.share > 0.5 else other] += 1
        return min(beaten.values())

    @property
    def met(self) -> bool:
        """Whether the goal is met."""
        goal, (even, pairs), (worst, best) = self.goal, self.even, self.peoples
        low, high = goal.peoples
        return (
            100 * even >= goal.pairs * pairs
            and low <= 100 * worst
            and 100 * best <= high
            and goal.beats <= self.beaten
            and goal.attacker <= 100 * self.counted.attackers.share <= 100 - goal.attacker
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


def page(measured: Sequence[Measured], armies: int) -> Iterator[str]:
    """The lines of the page; goals that are not met stand in bold."""
    yield from _HEAD.splitlines()
    yield ""
    off = 100 * _SURE * sqrt(0.25 / (2 * armies))
    yield f"Each two peoples fought {2 * armies} duels, so the share of an even pair is told to"
    yield f"within {off:.0f} percent, and by chance alone some pairs that are even do not look so."
    yield ""
    yield from _table(_COLUMNS, map(_cells, measured))
    asked = [cells for each in measured for cells in _asked(each)]
    if asked:
        yield ""
        yield "Beside duels of peoples, battles answered these questions."
        yield ""
        yield from _table(_ASKED, asked)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    for cells in rows:
        yield f"| {' | '.join(cells)} |"


def _cells(each: Measured) -> Sequence[str]:
    goal, (even, pairs), (worst, best) = each.goal, each.even, each.peoples
    low, high = goal.peoples
    share = f"{even / pairs:.0%}" if pairs else "none"
    asked = goal.pairs or goal.beats or goal.attacker or goal.peoples != (0, 100)
    return (
        each.module,
        str(each.counted.worth),
        str(each.counted.attackers.battles),
        f"{goal.least} to {100 - goal.least}%",
        f"{even} of {pairs}: {share}",
        f"{goal.pairs}%" if goal.pairs else "-",
        f"{100 * worst:.0f} to {best:.0%}",
        f"{low} to {high}%" if goal.peoples != (0, 100) else "-",
        f"{each.beaten} or more",
        f"{goal.beats}" if goal.beats else "-",
        f"{each.counted.attackers.share:.0%}",
        f"{goal.attacker} to {100 - goal.attacker}%" if goal.attacker else "-",
        _met(each.met) if asked else "-",
    )


def _asked(each: Measured) -> Iterator[Sequence[str]]:
    """What was asked beside duels of peoples, the mean of the answers, and the goal."""
    for trial, answers in each.counted.trials:
        low, high = trial.goal
        met = low <= answers.value <= high
        found = f"{answers.value:.0%} ± {100 * _SURE * answers.error:.0f}"
        yield each.module, trial.name, found, f"{100 * low:.0f} to {high:.0%}", _met(met)


def _met(met: bool) -> str:
    return "yes" if met else "**no**"
