"""Chances in percent, as Cohorts rolls them: held to 0 to 100, then 1d100 at most the chance.

Source: cohorts.action.percent-rolls. What a chance is and what follows stands with each rule;
battles draw by rules of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.state import State
from engine.world import Place


@dataclass(frozen=True, slots=True)
class Roll:
    """A chance that was tried."""

    chance: int
    """In percent, 0 to 100."""
    roll: int
    """1 to 100."""

    @property
    def succeeds(self) -> bool:
        """Whether it came about."""
        return self.roll <= self.chance


def held(percent: int) -> int:
    """A percentage as a chance: no less than 0, no more than 100."""
    return min(100, max(0, percent))


def attempt(state: State, actor: Place, purpose: str, percent: int) -> Roll:
    """Roll for what somebody tries."""
    chance = held(percent)
    dice = state.stream(f"{actor.kind}:{actor.id}", purpose)
    return Roll(chance, dice.whole(100, chance=chance))
