"""Battles of equal worth, in which a league measures parts of a system (`Pack.duels`).

What a side is made of is the pack's matter; the league says of which people it is, how much it may
cost, and of which boon it has more or less than the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.packs import Rules


@dataclass(frozen=True, slots=True)
class Boon:
    """What a side can have or do without, such as an item or a spell."""

    key: str
    name: str
    sort: str
    """What it is, in the plural, such as `items`: those of a sort are listed together."""
    peoples: tuple[str, ...]
    """The keys of the peoples that can have it."""
    price: str = ""
    """What it costs, as people read it; empty for what comes with something else."""
    given: bool = False
    """Whether a side has it only as a gift; else every side has it that does not lack it."""


@dataclass(frozen=True, slots=True)
class DuelSide:
    """A side of a duel."""

    people: str
    worth: int
    """What it may cost at most, in the points of the system."""
    number: int
    """Of the many sides that these points could buy, which; the same number buys the same."""
    gift: str = ""
    """The boon that it has for nothing."""
    lack: str = ""
    """The boon that it has to do without."""


Parties = tuple[DuelSide, DuelSide]


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result of a duel."""

    winner: int
    """0 for the side that attacked, 1 for the other."""
    lead: float
    """How much larger a share of its worth the other side lost than the attacker did, -1 to 1."""
    marks: tuple[str, ...] = ()
    """Further things to count, in a few words each."""
    uses: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Of boons that are used, by key how often one was tried, and how often it worked."""


@dataclass(frozen=True, slots=True)
class BalanceGoal:
    """What duels of a system are to show once it is in balance, in percent."""

    worth: int = 0
    """Points that a side may cost; 0 for the usual."""
    least: int = 30
    """A pair of peoples is even if neither wins less often."""
    pairs: int = 75
    """Least share of pairs that should be even."""
    peoples: tuple[int, int] = (0, 100)
    """Between which each people is to win against all others together."""
    beats: int = 0
    """How many others each people is to beat at least: to win more than half of its duels with."""
    attacker: int = 0
    """Neither who attacks nor who defends is to win less often; 0 if that is left open."""


@dataclass(frozen=True, slots=True)
class BalanceTrial:
    """A question of balance that is asked often, each time with other dice."""

    name: str
    """What is asked, as people read it."""
    goal: tuple[float, float]
    """Between which the mean of the answers should lie, 0 to 1."""
    ask: Callable[[Rules, Dice], float]
    """Answers it once, 0 to 1."""


class Duels(Protocol):
    """What a pack brings so that a league can measure it."""

    usual: int
    """The usual worth of a side, in points."""

    def peoples(self, rules: Rules) -> Mapping[str, str]:
        """Who may fight, by key the name."""
        ...

    def boons(self, rules: Rules) -> Sequence[Boon]:
        """Everything of which the worth can be measured."""
        ...

    def trials(self, rules: Rules) -> Sequence[BalanceTrial]:
        """Questions that two sides of points cannot answer."""
        ...

    def fight(self, rules: Rules, parties: Parties, dice: Dice) -> DuelResult:
        """Let two sides meet, the first as the attacker."""
        ...
