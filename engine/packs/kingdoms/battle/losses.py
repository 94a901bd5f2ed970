"""What a battle costs and gives those who fought: casualties, bites, graves and better quality.

Sources: kingdoms.battle.casualties, kingdoms.army.werebeasts, kingdoms.battle.gains,
kingdoms.battle.graves, kingdoms.army.trolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

from engine.dice import Dice
from engine.packs.kingdoms.battle.happenings import Loss, Remains
from engine.packs.kingdoms.battle.line import Column, Half, LineUnit
from engine.packs.kingdoms.battle.values import Field, Fielded
from engine.packs.kingdoms.content.armies import ArmyType, LineFigures
from engine.packs.kingdoms.pieces.chance import succeeds


def ratio(figures: LineFigures, winner: Fraction, loser: Fraction) -> Fraction:
    """By how much a column's winner was stronger (kingdoms.battle.casualties)."""
    if loser:
        return winner / loser
    return Fraction(figures.no_strength_ratio if winner else 1)


def percents(figures: LineFigures, winner: Fraction, loser: Fraction) -> tuple[int, int]:
    """The casualty percents of a column's winner and of its loser."""
    by = ratio(figures, winner, loser)
    return (
        floor(figures.winner_losses / by),
        min(figures.most_losses, floor(figures.loser_losses * by)),
    )


def loss_of(percent: int, drawn: int) -> Loss:
    """What a draw of 100 brings a unit of that casualty percent."""
    if drawn <= percent // 2:
        return "destroyed"
    return "reduced" if drawn <= percent else "unhurt"


def suffer(figures: LineFigures, unit: LineUnit, percent: int, dice: Dice) -> tuple[int, int]:
    """Draw for a unit's loss; gives its own percent, and what was drawn, 0 without a draw."""
    own = percent // 2 if unit.row == "behind" and not unit.flies else percent
    if own < 1:
        return own, 0
    drawn = dice.whole(100, chance=own)
    unit.loss = loss_of(own, drawn)
    if unit.loss == "reduced":
        reduce(figures, unit)
    return own, drawn


def reduce(figures: LineFigures, unit: LineUnit) -> None:
    """Take one quality level, below Sub-Depleted the unit."""
    if unit.quality > figures.least_quality:
        unit.quality -= 1
    else:
        unit.loss = "destroyed"


def bites(
    field: Field, column: Column, winner: Half, loser: Half, dice: Dice
) -> Iterator[LineUnit]:
    """The unit that Werebeasts who won a column bite, if any; it is marked."""
    biter = next((u for u in (winner.front, *winner.flank) if u.type.bites), None)
    victim = loser.front
    if biter is None or not bitable(field, victim.army, victim.type):
        return
    if victim.loss != "destroyed" and succeeds(dice, field.figures.bite):
        victim.bitten = biter.type.key
        yield victim


def bitable(field: Field, army: Fielded, type: ArmyType) -> bool:
    """Whether an army can be bitten: a humanoid one, no Fleet (kingdoms.army.werebeasts)."""
    return field.humanoid(army) and not type.sails


def gains(figures: LineFigures, units: Sequence[LineUnit], dice: Dice) -> Iterator[LineUnit]:
    """Those of a side's units that gain a quality level, of those who won their column."""
    for unit in units:
        able = unit.loss != "destroyed" and unit.quality < figures.most_quality
        if able and succeeds(dice, figures.gain):
            unit.quality += 1
            yield unit


def remains(field: Field, army: Fielded, quality: int) -> Remains | None:
    """The grave that an army destroyed in this battle leaves (kingdoms.battle.graves).

    None at sea, of Trolls, and of a skeletal army that has lost its last level.
    """
    if field.sea or (field.type_of(army).regenerates and not army.skeletal):
        return None
    left = quality - army.skeletal
    if left < field.figures.least_quality:
        return None
    return Remains(type=army.type, race=army.race, quality=left)


def risen(field: Field, army: Fielded, quality: int) -> int | None:
    """The quality of the mercenaries that destroyed Trolls become; None for others, and if spent.

    Source: kingdoms.army.trolls.
    """
    if army.skeletal or not field.type_of(army).regenerates:
        return None
    return quality - 1 if quality > field.figures.least_quality else None
