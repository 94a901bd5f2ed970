"""The event of a battle in lines in the world of Cohorts."""

from __future__ import annotations

from engine.battle import BattleRecord
from engine.events import Event
from engine.facts import facts


@facts
class LinesFought(Event):
    """Two sides fought in lines; both are told all of it (kingdoms.battle.report)."""

    province: int
    winner: int
    """The faction that has won; 0 for nobody's."""
    loser: int
    fell: tuple[str, ...]
    """The names of the winner's units and leaders that are gone."""
    beaten: tuple[str, ...]
    """Those of the loser."""
    paroled: tuple[str, ...] = ()
    """Units of the loser that went home for good."""
    record: BattleRecord
