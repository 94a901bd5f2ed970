"""The Shooting phase: spells, missiles, drive-backs (warmaster.shoot.sequence)."""

from __future__ import annotations

from engine.packs.warmaster.battle import figures, items, magic
from engine.packs.warmaster.battle.blows import Dice, Shot
from engine.packs.warmaster.battle.driving import drive_back
from engine.packs.warmaster.battle.grid import distances
from engine.packs.warmaster.battle.losing import bury, save, suffer
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES


def phase(battle: Battle) -> None:
    """Play the Shooting phase of the active side."""
    magic.cast_all(battle)
    for unit in battle.living(battle.active):
        shoot(battle, unit)
    for unit in battle.living(1 - battle.active):
        if unit.taken and not battle.engaged(unit):
            drive_back(battle, unit, unit.taken)
    for side in (ATTACKER, DEFENDER):
        for unit in battle.living(side):
            unit.odd = unit.taken = 0


def shoot(battle: Battle, unit: BattleUnit) -> None:
    """Let a unit shoot, if it can and has a target (warmaster.shoot.who)."""
    own, besides = shots(unit)
    if not own + besides or unit.confused or battle.engaged(unit):
        return
    target = target_of(battle, unit)
    if target is None:
        return
    special = unit.troop.special
    needs = figures.needed(figures.cover(battle, target), keen="keen" in special)
    dice, before = battle.roll(own), ()
    attached = battle.roll(besides)
    if items.rolls_again(battle, unit, "shooting", own, hits(dice, needs)):
        dice, before = battle.roll(own), dice
    scored = hits(dice, needs) + hits(attached, needs)
    saves = save(battle, target, scored, pierced="pierce" in special)
    harm = suffer(battle, target, saves, shooting=True)
    battle.happen(
        Shot(
            side=SIDES[unit.side],
            number=unit.number,
            target=target.number,
            needs=needs,
            dice=dice + attached,
            dice_before=before,
            harm=harm,
        )
    )
    bury(battle, target, "shooting")


def hits(dice: Dice, needs: int) -> int:
    """How many dice hit."""
    return sum(die >= needs for die in dice)


def shots(unit: BattleUnit) -> tuple[int, int]:
    """The shooting dice of its stands, and of its attached stand (warmaster.shoot.dice)."""
    attached = unit.troop.attached
    return unit.troop.shots * unit.stands, attached.shots if attached and unit.attached else 0


def target_of(battle: Battle, unit: BattleUnit) -> BattleUnit | None:
    """At whom it shoots: the nearest enemy in range and sight that is not engaged."""
    away, most = distances(unit.cell), unit.range
    found = [
        each
        for each in battle.living(1 - unit.side)
        if away[each.cell] <= most and not battle.engaged(each)
    ]
    found.sort(key=lambda each: away[each.cell])  # of equals the first in the roster stays first
    return next((each for each in found if battle.aims(unit, each.cell)), None)
