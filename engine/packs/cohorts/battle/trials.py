"""What may be expected of a battle: many of them fought with dice of their own, and counted.

They are fought by the very engine, without a record; where not all is known of who fights, in all
cases of that (`engine.trials`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.battle import Fate, Odds
from engine.dice import SeededDice
from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.fight import BattleSetting, Fight
from engine.packs.cohorts.battle.slots import ATTACKER, SIDES
from engine.trials import SEED, WITHIN, Possibility, Tried, spread

MOST: Final = 1_000
"""Battles."""
_EVERY: Final = 10  # battles from one estimate to the next


def fought(field: BattleSetting, units: Sequence[Combatant]) -> Iterator[Odds]:
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


def drawn(
    muster: Callable[[Possibility], tuple[BattleSetting, Sequence[Combatant]]],
) -> Iterator[Odds]:
    """Ever better estimates over all cases of what is not known, as `fought`.

    `muster` says who would fight in a case.
    """

    def battle(case: Possibility) -> Tried:
        field, units = muster(case)
        tally = _Tally()
        tally.add(course.run(field, units, SeededDice(SEED, case.number).stream("odds", "battle")))
        return Tried(tally.won > 0, tally.odds().fates)

    yield from spread(battle, most=MOST)


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
