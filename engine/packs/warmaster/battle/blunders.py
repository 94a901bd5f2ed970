"""Blunders: what a double 6 brings (warmaster.command.blunder)."""

from __future__ import annotations

from typing import Final

from engine.packs.warmaster.battle.confusion import confuse
from engine.packs.warmaster.battle.directives import carry_out, plan_of
from engine.packs.warmaster.battle.happenings import Blundered
from engine.packs.warmaster.battle.moving_back import move_back
from engine.packs.warmaster.battle.state import Battle, Character, Unit
from engine.packs.warmaster.battle.values import SIDES

CONFUSION, STANDSTILL, BACKWARDS, HALF_HEARTED, HEADLONG, LOSS_OF_FACE = range(1, 7)
"""The results by the die."""
_LEAST_COMMAND: Final = 4


def blunder(battle: Battle, character: Character, unit: Unit) -> None:
    """Roll for a blunder, which falls on this unit."""
    befall(battle, character, unit, battle.die())


def befall(battle: Battle, character: Character, unit: Unit, die: int) -> None:
    """What the die brings; after all but loss of face the unit gets no order in this turn."""
    if die == LOSS_OF_FACE:
        character.command = max(min(character.command, _LEAST_COMMAND), character.command - 1)
    else:
        unit.stalled = True
    battle.happen(
        Blundered(
            side=SIDES[character.side],
            by=character.number,
            number=unit.number,
            die=die,
            command=character.command,
        )
    )
    pace = unit.troop.pace
    plan = None
    if die == CONFUSION:
        confuse(battle, unit)
    elif die == BACKWARDS:
        move_back(battle, unit, pace)
    elif die == HALF_HEARTED:
        plan = plan_of(battle, unit, pace=(pace + 1) // 2, charging=False)
    elif die == HEADLONG:
        plan = plan_of(battle, unit, directive="attack")
    if plan:
        carry_out(battle, unit, plan)
