"""Blunders: what a double 6 brings (warmaster.command.blunder)."""

from __future__ import annotations

from typing import Final

from engine.packs.warmaster.battle.confusion import confuse
from engine.packs.warmaster.battle.directives import carry_out, plan_of
from engine.packs.warmaster.battle.driving import move_back
from engine.packs.warmaster.battle.happenings import Blundered
from engine.packs.warmaster.battle.items import ready, use_of
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.items import IgnoreBlunder

CONFUSION, STANDSTILL, BACKWARDS, HALF_HEARTED, HEADLONG, LOSS_OF_FACE = range(1, 7)
"""The results by the die."""
_LEAST_COMMAND: Final = 4


def blunder(battle: Battle, character: BattleCharacter, unit: BattleUnit) -> bool:
    """Roll for a blunder, which falls on this unit; whether an item makes it a passed test.

    Source: warmaster.item.sceptre-of-sovereignty.
    """
    bearer, effect = next(ready(battle, character.side, IgnoreBlunder), (None, None))
    if bearer and bearer is character:
        _set_aside(battle, bearer, character, unit, 0)
        return True
    die = battle.die()
    if bearer and effect and die in effect.dice:
        use = use_of(battle, bearer.side, bearer.captain.item)
        if not use.general_only:
            _set_aside(battle, bearer, character, unit, die)
            return True
    befall(battle, character, unit, die)
    return False


def _set_aside(
    battle: Battle, bearer: BattleCharacter, character: BattleCharacter, unit: BattleUnit, die: int
) -> None:
    bearer.used = True
    battle.happen(
        Blundered(
            side=SIDES[character.side],
            by=character.number,
            number=unit.number,
            die=die,
            ignored_by=bearer.captain.item,
            command=character.command,
        )
    )


def befall(battle: Battle, character: BattleCharacter, unit: BattleUnit, die: int) -> None:
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
