"""Confusion: how a unit falls into it and comes out of it (warmaster.command.confusion)."""

from __future__ import annotations

from engine.packs.warmaster.battle.happenings import Confusion
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES


def confuse(battle: Battle, unit: BattleUnit) -> None:
    """Confuse a unit, unless it is so already or undead (warmaster.unit.attributes)."""
    if unit.confused or unit.undead or not unit.alive:
        return
    unit.confused_in = battle.commands[unit.side]
    _set(battle, unit, confused=True)


def clear(battle: Battle, unit: BattleUnit) -> None:
    """A unit is no longer confused."""
    if unit.confused:
        _set(battle, unit, confused=False)


def recover(battle: Battle, side: int) -> None:
    """At the end of a side's Command phase: who was confused before it began is no longer so."""
    for unit in battle.living(side):
        if unit.confused and unit.confused_in < battle.commands[side]:
            _set(battle, unit, confused=False)


def _set(battle: Battle, unit: BattleUnit, *, confused: bool) -> None:
    unit.confused = confused
    battle.changes += 1
    battle.happen(Confusion(side=SIDES[unit.side], number=unit.number, confused=confused))
