"""When a battle is over, and who has won (warmaster.end.withdrawal, warmaster.end.time)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.packs.warmaster.battle.happenings import Ended, Withdrew
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import DEFENDER, SIDES

ROUNDS: Final = 8  # warmaster.turn.sequence
_BREAKS_AT: Final = (Fraction(9, 20), Fraction(2, 5))
"""The share of its units, machines not counted, at which an army withdraws: for either side."""


def withdrawal(battle: Battle) -> Ended | None:
    """Whether an army withdraws at the end of a phase; then the battle is over."""
    reasons = [_beaten(battle, side) for side in (0, 1)]
    for reason in reasons:
        if reason:
            battle.happen(reason)
    if not any(reasons):
        return None
    # If both would withdraw the defender has won.
    winner = SIDES[DEFENDER] if reasons[0] else SIDES[0]
    return Ended(winner=winner, reason="withdrawal", round=battle.round)


def _beaten(battle: Battle, side: int) -> Withdrew | None:
    began = [unit for unit in battle.units[side] if unit.troop.kind != "machine"]
    lost = sum(not unit.alive for unit in began)
    general = any(
        each.captain.role == "general" and each.unit is None for each in battle.characters[side]
    )
    if not general and (not lost or lost < _BREAKS_AT[side] * len(began)):
        return None
    return Withdrew(
        side=SIDES[side],
        reason="general" if general else "losses",
        lost=lost,
        of=len(began),
    )


def by_time(battle: Battle) -> Ended:
    """No round is left: the attack has failed."""
    return Ended(winner=SIDES[DEFENDER], reason="time", round=battle.round)
