"""What a character may go and do, weighed against each other: worth for the time that it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.rivals import Reason


@dataclass(frozen=True, slots=True)
class Errand:
    """Somewhere to go and something to do there."""

    key: str
    """What it is; nobody else then goes for the same. Empty: as many as like."""
    way: tuple[int, ...]
    phases: int
    """What is done there takes; the way comes before."""
    worth: float
    """As gold would be."""
    reason: Reason
    do: Callable[[Hand], None] | None = None
    """Does it, once there."""

    @property
    def rate(self) -> float:
        """Its worth for each phase."""
        return self.worth / max(1, self.phases + len(self.way))


Kind = Callable[[Hand], Iterator[Errand]]
"""Possible work of one kind now."""


def busy(hand: Hand, kinds: Sequence[Kind]) -> None:
    """Fill a character's day, each time with what is worth most for its time."""
    while hand.time:
        errand = _best(hand, kinds)
        if errand is None:
            return
        if errand.key:
            hand.realm.claimed[errand.key] = None
        before = hand.time
        hand.go(errand.way, errand.reason)
        arrived = not errand.way or hand.at == errand.way[-1]
        if arrived and errand.do and hand.time >= errand.phases:
            errand.do(hand)
        if hand.time == before:
            return


def _best(hand: Hand, kinds: Sequence[Kind]) -> Errand | None:
    """What is best, or for a weak king nearest; of equals the first."""
    claimed = hand.realm.claimed
    found = [
        each for kind in kinds for each in kind(hand) if each.worth > 0 and each.key not in claimed
    ]
    if hand.realm.mind.strength == "weak":
        return min(found, key=lambda each: len(each.way), default=None)
    return max(found, key=lambda each: each.rate, default=None)
