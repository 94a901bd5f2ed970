"""The seam between the strategic game and the one battle system of a campaign.

The strategic game says who meets whom and why; a rule pack says how they fight, and what may be
expected of a fight. Pictures and replays are made from the record alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, sqrt
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.facts import Facts, Tagged, facts
from engine.numbers import exact
from engine.world import Place

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.state import State

_Z: Final = 1.96
"""Standard errors to either side that hold 95% of what chance brings."""


@facts
class Clash(Facts):
    """Two sides that are to fight in a province."""

    province: int
    attackers: tuple[int, ...]
    """Stacks of the side that moved, the one that brought it about first
    (cohorts.battle.initiation)."""
    defenders: tuple[int, ...]
    trigger: str
    """What brought it about: `movement`, `garrison` (one that comes out), `conquer`, `siege`,
    `repel` (a garrison attacks intruders) or `quest`."""
    city: int = 0
    """The city whose garrison fights with the defenders, in `repel` with the attackers; 0 for
    none."""
    origin: int = 0
    """The province that the first attacker came from and falls back to; 0 if it did not move."""


@facts
class Engagement(Facts):
    """One fight of a battle: who took part, what happened in order, how it ended."""

    participants: tuple[Tagged, ...]
    """Who fought, in the system's own records, as they were before."""
    events: tuple[Tagged, ...]
    winner: str
    """`attacker`, `defender` or `none`."""


@facts
class BattleRecord(Facts):
    """A whole battle, enough to draw and to replay it."""

    system: str
    clash: Clash
    engagements: tuple[Engagement, ...]

    @property
    def winner(self) -> str:
        """Who won the last engagement."""
        return self.engagements[-1].winner


@facts
class Fate(Facts):
    """What somebody who fights may expect of a battle."""

    piece: Place
    side: str
    """`attacker` or `defender`."""
    falls: float
    """The chance that it dies, 0 to 1."""
    lost: float
    """The share that is lost on average of what it has left, 0 to 1: all of that by dying."""


@facts
class Guess(Facts):
    """Of whom or what the asking side does not know all, so that the usual was taken."""

    about: Place
    fields: tuple[str, ...]
    """What is not known, by the names of the record's fields."""


@facts
class Odds(Facts):
    """What two sides may expect of a battle, from what the asking side knows."""

    attacker_wins: float
    """0 to 1."""
    exact: bool
    """False for the share of trial battles that the attacker won."""
    battles: int = 0
    """How many trial battles were fought."""
    fates: tuple[Fate, ...] = ()
    guesses: tuple[Guess, ...] = ()

    @property
    def error(self) -> float:
        """The standard error of a sampled figure; 0 for an exact one."""
        share = self.attacker_wins
        return sqrt(share * (1 - share) / self.battles) if self.battles else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the attacker's chance lies with 95% confidence.

        Wilson's score interval, which is sound near 0 and 1 too.
        """
        if self.exact:
            return self.attacker_wins, self.attacker_wins
        if not self.battles:
            return 0.0, 1.0
        share, n = self.attacker_wins, self.battles
        spread = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
        middle, whole = share + _Z * _Z / (2 * n), 1 + _Z * _Z / n
        low, high = (middle - spread) / whole, (middle + spread) / whole
        return max(0.0, min(share, low)), min(1.0, max(share, high))


def whole_percent(chance: float) -> int:
    """A chance as players are told it, in whole percent (warlords.forecast)."""
    return floor(exact(chance) * 100 + Fraction(1, 2))


class BattleSystem(Protocol):
    """The battles of one rule pack."""

    def muster(self, state: State, clash: Clash) -> tuple[Any, Any, Any]:
        """The field, the attacker and the defender, in the system's own records."""
        ...

    def fight(
        self, field: Any, attacker: Any, defender: Any, dice: Dice, clash: Clash
    ) -> BattleRecord:
        """Fight it out; touches no world."""
        ...

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell both sides."""
        ...

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Everyone who took part in a battle."""
        ...

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The chances on a view, each estimate better than the one before; at least one.

        Whoever asks may stop early. Nothing in it knows the seed: the same view gives the same.

        Raises:
            NotKnown: the asking side knows too little even for a guess.
        """
        ...
