"""Which units meet their nemesis (kingdoms.battle.nemesis)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.dice import Dice
from engine.packs.kingdoms.battle.line import Column, LineUnit, facing, frightens
from engine.packs.kingdoms.content.armies import ArmyType
from engine.packs.kingdoms.pieces.chance import picked


def met(type: ArmyType, enemies: Sequence[ArmyType], dice: Dice) -> int | None:
    """The place of the nemesis that a unit of a type meets among those who face it, or None.

    If all of them are its nemesis it is the first, if only some are one of all is picked.
    """
    feared = [frightens(enemy, type) for enemy in enemies]
    if not any(feared):
        return None
    if all(feared):
        return 0
    place = picked(dice, list(range(len(enemies))))
    return place if feared[place] else None


def meetings(columns: Iterable[Column], dice: Dice) -> dict[int, LineUnit]:
    """The enemy that frightens each unit that meets its nemesis, by the `id` of the unit's object.

    In the order of picks: columns from 1, in each attackers then defenders.
    """
    found: dict[int, LineUnit] = {}
    for column in columns:
        for own, enemy in ((column.attacker, column.defender), (column.defender, column.attacker)):
            for unit in own.units():
                faced = facing(unit, own, enemy)
                place = met(unit.type, [each.type for each in faced], dice)
                if place is not None:
                    found[id(unit)] = faced[place]
    return found
