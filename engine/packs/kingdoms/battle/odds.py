"""What may be expected of a battle in lines: the chance to win counted out, losses by trial.

Who wins hangs on few draws, all independent: the length of the line, fanatics, Elephants, picks of
nemesis, events. As long as their outcomes are not too many they are all counted; else, and for what
becomes of each unit, battles are fought with dice of their own, the same for all who ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final

from engine.battle import Fate, Odds
from engine.dice import SEED_BYTES, Dice, Seed, SeededDice
from engine.packs.kingdoms.battle.duel import Duel
from engine.packs.kingdoms.battle.fight import Battle, Sides, fanaticism, fight
from engine.packs.kingdoms.battle.happenings import UnitEnded
from engine.packs.kingdoms.battle.line import Half, LineUnit, facing, frightens
from engine.packs.kingdoms.battle.strength import base_strength, multiplied, with_quality
from engine.packs.kingdoms.battle.values import SIDES, Field, Side
from engine.packs.kingdoms.content.armies import LineFigures
from engine.world import Place

_SEED: Final = Seed(bytes(SEED_BYTES))
"""Nothing of a campaign is in it."""
_EVERY: Final = 20  # battles from one estimate to the next
_KEPT: Final = frozenset(("stays", "escaped"))


def forecast(field: Field, sides: Sides, duel: Duel | None = None) -> Iterator[Odds]:
    """Ever better estimates of a battle, up to the number of trials that the module sets.

    The chance to win is exact where it can be; a duel that may be fought cannot be counted out.
    """
    sure = None if duel and all(side.leaders for side in sides) else exact(field, sides)
    tally = TrialTally(sides)
    while tally.battles < field.figures.trials:
        for number in range(tally.battles, tally.battles + _EVERY):
            dice = SeededDice(_SEED, number).stream("odds", "battle")
            tally.add(field, sides, dice, duel)
        odds = tally.odds()
        if sure is not None:
            odds = odds.replace(attacker_wins=float(sure), exact=True, battles=0)
        yield odds


class TrialTally:
    """The trial battles so far."""

    def __init__(self, sides: Sides) -> None:
        self.battles = 0
        self.won = 0
        self.falls = {army.piece: 0 for side in sides for army in side.armies}
        self.side = {
            army.piece: name
            for name, side in zip(SIDES, sides, strict=True)
            for army in side.armies
        }

    def add(self, field: Field, sides: Sides, dice: Dice, duel: Duel | None = None) -> None:
        """Fight one more, and count who wins and who is gone."""
        fought = fight(field, sides, dice, duel)
        self.battles += 1
        self.won += fought.winner == "attacker"
        for each in fought.events:
            if isinstance(each, UnitEnded) and each.fate not in _KEPT:
                self.falls[each.piece] += 1

    def fates(self) -> tuple[Fate, ...]:
        """What each unit may expect; who is left has lost nothing that counts."""
        return tuple(self._fate(piece, fell / self.battles) for piece, fell in self.falls.items())

    def _fate(self, piece: Place, chance: float) -> Fate:
        return Fate(piece=piece, side=self.side[piece], falls=chance, lost=chance)

    def odds(self) -> Odds:
        """What they tell."""
        return Odds(
            attacker_wins=self.won / self.battles,
            exact=False,
            battles=self.battles,
            fates=self.fates(),
        )


# ---------------------------------------------------------------- counting out


def exact(field: Field, sides: Sides) -> Fraction | None:
    """The chance that the attacker wins, without a duel; None if there is too much to count."""
    if not all(side.armies for side in sides):
        return Fraction(int(bool(sides[0].armies)))
    least, most = field.ground.line
    lines: dict[int, Fraction] = {}
    chance = Fraction(0)
    widest = max(len(side.armies) for side in sides)
    for length in range(least, most + 1):
        same = min(length, widest)  # a longer line than either side's changes nothing
        if same not in lines:
            found = _with_line(field, sides, same)
            if found is None:
                return None
            lines[same] = found
        chance += lines[same]
    return chance / (most + 1 - least)


def _with_line(field: Field, sides: Sides, length: int) -> Fraction | None:
    """The attacker's chance with a line of that length, None if it is too much to count."""
    battle = Battle(field, sides, SeededDice(_SEED, 0).stream("odds", "line"))
    battle.rank()
    battle.stand(length)
    battle.weigh()
    figures, most = field.figures, field.figures.exact_outcomes
    halves = [
        tuple(_half(field, sides[n], column.halves[n], column.halves[1 - n]) for n in range(2))
        for column in battle.columns
    ]
    if any(len(one) * len(other) > most for one, other in halves):
        return None
    scale = lcm(*(each.denominator for both in halves for half in both for each in half))
    whole = [
        tuple({int(each * scale): weight for each, weight in half.items()} for half in both)
        for both in halves
    ]
    won, of = 0, 0
    for factors, weight in _events(figures, figures.battle_event):
        columns = [
            _difference(figures, _times(one, factors[0]), _times(other, factors[1]))
            for one, other in whole
        ]
        found = _chance_above(columns, most)
        if found is None:
            return None
        won, of = won + found[0] * weight, of + found[1] * weight
    return Fraction(won, of)


def _half(field: Field, side: Side, own: Half, enemy: Half) -> dict[Fraction, int]:
    """The strengths that one side may bring into a column, before events, by weight."""
    found = {Fraction(0): 1}
    for unit in own.units():
        share = field.figures.behind if unit.row == "behind" and not unit.flies else Fraction(1)
        added: dict[Fraction, int] = {}
        for strength, often in _unit(field, side, unit, facing(unit, own, enemy)).items():
            for total, weight in found.items():
                both = total + strength * share
                added[both] = added.get(both, 0) + weight * often
        found = added
    return found


def _unit(
    field: Field, side: Side, unit: LineUnit, faced: Sequence[LineUnit]
) -> dict[Fraction, int]:
    """The strengths that a unit may fight with: fanatical or not, its draw, its nemesis."""
    feared = sum(frightens(each.type, unit.type) for each in faced)
    zeal = fanaticism(field.figures, side, unit.leader, unit.army)
    draws = range(unit.type.least, unit.type.strength + 1) if unit.type.least else (None,)
    frights = ((field.figures.nemesis, feared), (Fraction(1), max(1, len(faced)) - feared))
    found: dict[Fraction, int] = {}
    for drawn in draws:
        for fanatical, often in ((True, zeal), (False, 100 - zeal)):
            for factor, weight in frights:
                if often and weight:
                    strength = _strength(field, unit, drawn, fanatical=fanatical) * factor
                    found[strength] = found.get(strength, 0) + often * weight
    return found


def _strength(field: Field, unit: LineUnit, drawn: int | None, *, fanatical: bool) -> Fraction:
    """What a unit that was weighed without any draw brings with these."""
    base = unit.base
    if drawn is not None:
        base = base_strength(field, unit.army, defends=unit.side == "defender", drawn=drawn)
    return multiplied(with_quality(field.figures, base, unit.fights + fanatical), unit.factors)


_Whole = Mapping[int, int]
"""Whole outcomes by weight."""


def _events(figures: LineFigures, chance: int) -> Iterator[tuple[tuple[int, int], int]]:
    """What an event multiplies both sides by, in whole parts of one common share; its weight."""
    share = lcm(*(each.factor.denominator for each in figures.happenings))
    found: dict[tuple[int, int], int] = {}
    if chance < 100:
        found[share, share] = (100 - chance) * 2 * len(figures.happenings)
    for each in figures.happenings if chance else ():
        factor = int(each.factor * share)
        for both in ((factor, share), (share, factor)):
            found[both] = found.get(both, 0) + chance
    yield from found.items()


def _times(strengths: _Whole, factor: int) -> _Whole:
    return {each * factor: weight for each, weight in strengths.items()}


def _difference(figures: LineFigures, attacker: _Whole, defender: _Whole) -> _Whole:
    """By how much the attacker is ahead in a column, with the column's event."""
    found: dict[int, int] = {}
    for (one, other), weight in _events(figures, figures.column_event):
        for first, often in attacker.items():
            for second, times in defender.items():
                ahead = first * one - second * other
                found[ahead] = found.get(ahead, 0) + weight * often * times
    return found


def _chance_above(columns: Sequence[_Whole], most: int) -> tuple[int, int] | None:
    """The weight of the sum over all columns above 0, and of all; None if it is too much to count.

    The columns are added up in two halves, which are then held against each other.
    """
    half = len(columns) // 2
    left, right = _sums(columns[:half], most), _sums(columns[half:], most)
    if left is None or right is None:
        return None
    return _pairs_above(left, right), sum(left.values()) * sum(right.values())


def _sums(columns: Sequence[_Whole], most: int) -> dict[int, int] | None:
    found = {0: 1}
    for column in columns:
        if len(found) * len(column) > most:
            return None
        added: dict[int, int] = {}
        for total, weight in found.items():
            for ahead, often in column.items():
                added[total + ahead] = added.get(total + ahead, 0) + weight * often
        found = added
    return found


def _pairs_above(left: Mapping[int, int], right: Mapping[int, int]) -> int:
    """The weight of all pairs of which the sum is above 0."""
    falling = sorted(right, reverse=True)
    weight, reached, place = 0, 0, 0
    for each in sorted(left):
        while place < len(falling) and each + falling[place] > 0:
            reached += right[falling[place]]
            place += 1
        weight += left[each] * reached
    return weight
