"""Driving units back: the dice for the hits that they took, their flight and their rout.

Source: warmaster.shoot.drive-back.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.packs.warmaster.battle.blows import Dice, DrivenBack
from engine.packs.warmaster.battle.confusion import confuse
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.happenings import MovedBack
from engine.packs.warmaster.battle.losing import destroy
from engine.packs.warmaster.battle.reach import way_back
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES


def move_back(battle: Battle, unit: BattleUnit, hexes: int) -> int:
    """Move a unit back by that many hexes, or as far as it can; gives how far it went."""
    path = way_back(battle, unit, hexes)
    if len(path) > 1:
        battle.place(unit, path[-1])
    battle.happen(
        MovedBack(
            side=SIDES[unit.side],
            number=unit.number,
            path=tuple(spot_of(cell) for cell in path),
            hexes=hexes,
        )
    )
    return len(path) - 1


class Drive(NamedTuple):
    """What the dice of a drive-back say."""

    confused: bool
    routed: bool
    hexes: int


def drive(dice: Dice, pace: int) -> Drive:
    """Read the dice of a unit with that pace."""
    total = sum(dice)
    return Drive(6 in dice, total > 10 * pace, total // 10)


def drive_back(battle: Battle, unit: BattleUnit, hits: int) -> None:
    """Drive a unit that is not engaged back for that many hits."""
    dice = battle.roll(hits)
    told = drive(dice, unit.troop.pace)
    battle.happen(
        DrivenBack(
            side=SIDES[unit.side],
            number=unit.number,
            dice=dice,
            hexes=0 if told.routed else told.hexes,
            routed=told.routed,
        )
    )
    if told.routed:
        destroy(battle, unit, "rout")
        return
    if told.confused:
        confuse(battle, unit)
    if told.hexes:
        move_back(battle, unit, told.hexes)
