"""Why a unit that was given no order had none, and what the army's line kept it from.

Asked of a battle as it stands, for those who tell of it; no rule hangs on it. Sources:
warmaster.command.choice, warmaster.directive.keep-line.
"""

from __future__ import annotations

from typing import Literal

from engine.packs.warmaster.battle.directives import plan_of
from engine.packs.warmaster.battle.state import Battle, BattleUnit

Idle = Literal["engaged", "confused", "stalled", "charged", "line", "directive", "order"]
"""It fought already, was confused, had blundered, had charged, was held back by the army's line,
had nothing to do by its directive, or nobody gave it an order that it obeyed."""


def why_idle(battle: Battle, unit: BattleUnit) -> Idle:
    """Why a living unit does nothing in its own Command phase."""
    if battle.engaged(unit):
        return "engaged"
    if unit.confused:
        return "confused"
    if unit.stalled:
        return "stalled"
    if unit.charged:
        return "charged"
    if plan_of(battle, unit) is not None:
        return "order"
    return "line" if plan_of(battle, unit, in_line=False) is not None else "directive"


def held_in_line(battle: Battle, unit: BattleUnit) -> bool:
    """Whether the army's line makes a unit go elsewhere, or less far, than it would without."""
    plan, free = plan_of(battle, unit), plan_of(battle, unit, in_line=False)
    return plan is not None and free is not None and plan.path != free.path
