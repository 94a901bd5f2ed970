"""The seam between the strategic game and the one battle system of a campaign.

The strategic game says who meets whom and why; a rule pack says how they fight. Pictures, replays
and odds are made from the record alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from engine.facts import Facts, Tagged, facts

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.state import State


@facts
class Clash(Facts):
    """Two sides that are to fight in a province."""

    province: int
    attackers: tuple[int, ...]
    """Stacks of the side that moved (cohorts.battle.initiation)."""
    defenders: tuple[int, ...]
    trigger: str
    """What brought it about: `movement`, `garrison` (one that comes out), `conquer`, `siege`,
    `repel` (a garrison attacks intruders) or `quest`."""
    city: int = 0
    """The city whose garrison fights with the defenders, in `repel` with the attackers; 0 for
    none."""
    origin: int = 0
    """The province that the attackers came from and fall back to; 0 if they did not move."""


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
class Odds(Facts):
    """What an attacker may expect, from what the asking side knows."""

    attacker_wins: float
    """0 to 1."""
    exact: bool
    """False for a sampled figure."""
    error: float = 0.0
    """The standard error of a sampled figure."""


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

    def odds(self, state: State, clash: Clash) -> Odds:
        """The chances on a view; nothing in it knows the seed."""
        ...
