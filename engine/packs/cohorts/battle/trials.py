"""What may be expected of a battle: many of them fought with dice of their own, and counted.

They are fought by the very engine, without a record. Where not all is known of who fights, each
of them is fought in another of the ways in which it may be (`guess.Case`), so that the chance goes
over all of these, and what the strongest and the weakest of them bring are the ends of a band.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.battle import Fate, Odds
from engine.dice import SeededDice
from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.fight import Field, Fight
from engine.packs.cohorts.battle.guess import SEED, Case
from engine.packs.cohorts.battle.slots import ATTACKER, SIDES
from engine.world import Place

MOST: Final = 1_000
"""Battles."""
WITHIN: Final = 0.03
"""An estimate is good enough once its interval reaches no farther to either side."""
_EVERY: Final = 10  # battles from one estimate to the next
STEPS: Final = 20
"""The number of equal parts of the cases, from the weakest enemy to the strongest."""
_GOLDEN: Final = 0.6180339887
_LEAST: Final = 400
"""Battles over all steps, so that the ends of the band are told from enough of them."""


Tried = tuple[bool, tuple[Fate, ...]]
"""Whether the attacker has won a battle, and what became of everyone in it."""


def fought(field: Field, units: Sequence[Combatant]) -> Iterator[Odds]:
    """Ever better estimates, until one is good enough or the most battles were fought."""
    tally = _Tally()
    while True:
        for number in range(tally.battles, tally.battles + _EVERY):
            dice = SeededDice(SEED, number).stream("odds", "battle")
            tally.add(course.run(field, units, dice))
            if tally.certain:
                break
        estimate = tally.odds()
        yield estimate
        low, high = estimate.interval
        if high - low <= 2 * WITHIN or tally.battles >= MOST:
            return


def drawn(muster: Callable[[Case], tuple[Field, Sequence[Combatant]]]) -> Iterator[Odds]:
    """Ever better estimates over all cases of what is not known, as `fought`.

    `muster` says who would fight in a case.
    """

    def battle(case: Case) -> Tried:
        field, units = muster(case)
        tally = _Tally()
        tally.add(course.run(field, units, SeededDice(SEED, case.number).stream("odds", "battle")))
        return tally.won > 0, tally.odds().fates

    yield from spread(battle, most=MOST)


def spread(battle: Callable[[Case], Tried], *, most: int) -> Iterator[Odds]:
    """Estimates from battles in all cases, each time one of every step from weakest to strongest.

    `battle` fights one in a case and says whether the attacker has won, and what became of whom.
    """
    won = [0] * STEPS
    falls: dict[Place, list[float]] = {}
    sides: dict[Place, str] = {}
    passes = 0
    while True:
        for step in range(STEPS):
            # The middle of its part of the step moves from pass to pass, evenly over all of it.
            part = (passes * _GOLDEN + 0.5) % 1
            case = Case(passes * STEPS + step, (step + part) / STEPS)
            attacker, fates = battle(case)
            won[step] += attacker
            for fate in fates:
                sides[fate.piece] = fate.side
                sums = falls.setdefault(fate.piece, [0.0, 0.0])
                sums[0] += fate.falls
                sums[1] += fate.lost
        passes += 1
        fates = tuple(
            Fate(piece=place, side=sides[place], falls=fell / n, lost=lost / n)
            for n in (passes * STEPS,)
            for place, (fell, lost) in falls.items()
        )
        odds = _over(won, passes).replace(fates=fates)
        yield odds
        low, high = odds.interval
        near = high - low <= 2 * WITHIN and odds.battles >= _LEAST
        if near or odds.battles >= most:
            return


def _over(won: Sequence[int], passes: int) -> Odds:
    """The chance over all cases, and between which it lies from the worst to the best of them."""
    whole = Odds(
        attacker_wins=sum(won) / (len(won) * passes), exact=False, battles=len(won) * passes
    )
    shares = _steady(won, passes)
    low, high = whole.interval
    low, high = min(low, *shares), max(high, *shares)
    return whole.replace(least=low, most=high)


def _steady(won: Sequence[int], passes: int) -> tuple[float, float]:
    """The share of battles won at the first and at the last step, borne out by those beside them.

    The stronger others are, the likelier they win. So steps that a few lucky battles put into
    another order count as one step, all their battles together (pool adjacent violators).
    """
    half = len(won) // 2
    sign = 1 if sum(won[:half]) >= sum(won[half:]) else -1
    pools: list[tuple[int, int]] = []  # battles won, steps
    for count in won:
        pools.append((count, 1))
        while len(pools) > 1:
            (a, m), (b, n) = pools[-2:]
            if sign * a * n >= sign * b * m:
                break
            pools[-2:] = [(a + b, m + n)]
    first, last = (count / (steps * passes) for count, steps in (pools[0], pools[-1]))
    return first, last


class _Tally:
    """The battles so far."""

    def __init__(self) -> None:
        self.battles = 0
        self.won = 0
        self.roster: list[tuple[Combatant, list[float]]] = []
        """Everybody, with how often they fell, and the sum of the shares lost of them."""
        self.certain = False
        """Whether nothing was left to chance, one side having nobody who fights."""

    def add(self, fight: Fight) -> None:
        """Count a battle that is over."""
        if not self.battles:
            self.roster = [(one.unit, [0.0, 0.0]) for one in fight.roster]
            self.certain = len({one.side for one in fight.roster}) < len(SIDES)
        self.battles += 1
        self.won += fight.winner == ATTACKER
        for one, (_, count) in zip(fight.roster, self.roster, strict=True):
            count[0] += one.state == "dead"
            count[1] += (one.wounds - one.unit.wounds) / (100 - one.unit.wounds)

    def odds(self) -> Odds:
        """What they tell."""
        n = self.battles
        return Odds(
            attacker_wins=self.won / n,
            exact=self.certain,
            battles=0 if self.certain else n,
            fates=tuple(
                Fate(
                    piece=unit.place,
                    side=SIDES[unit.side],
                    falls=fell / n,
                    lost=max(0.0, lost / n),
                )
                for unit, (fell, lost) in self.roster
            ),
        )
