"""A battle in lines as a contest: its field, its champions' duel, its record and its odds.

Who fights is the matter of each world; encounters fight the duel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.battle import BATTLE, BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice, SeededDice
from engine.packs.kingdoms.battle.duel import Duel
from engine.packs.kingdoms.battle.fight import Sides, fight
from engine.packs.kingdoms.battle.odds import TrialTally, forecast
from engine.packs.kingdoms.battle.values import Field
from engine.trials import MIDDLE, SEED, Possibility, Tried, spread

SYSTEM: Final = "kingdoms.battle"

Dueling = Callable[[list[Engagement]], Duel]
"""How champions duel; the duels that are fought are noted in the list."""


@dataclass(frozen=True, slots=True)
class Arena:
    """Where a battle is fought, and how champions duel there."""

    field: Field
    dueling: Dueling | None = None
    """None where encounters are off (kingdoms.mapping.packs)."""

    def duel(self, fought: list[Engagement]) -> Duel | None:
        """The duel of a battle, noted as it is fought."""
        return self.dueling(fought) if self.dueling else None


def fought(arena: Arena, sides: Sides, dice: Dice, clash: Clash) -> BattleRecord:
    """A whole battle; a duel that is fought is a separate engagement before it."""
    duels: list[Engagement] = []
    lines = fight(arena.field, sides, dice, arena.duel(duels))
    return BattleRecord(system=SYSTEM, clash=clash, engagements=(*duels, lines))


def expected(
    mustered: Callable[[Possibility], tuple[Arena, Sides]], *, known: bool
) -> Iterator[Odds]:
    """What may be expected: counted out or by trial where all is known, else over all cases."""
    arena, sides = mustered(MIDDLE)
    if known:
        yield from forecast(arena.field, sides, arena.duel([]))
        return

    def battle(case: Possibility) -> Tried:
        arena, sides = mustered(case)
        tally = TrialTally(sides)
        dice = SeededDice(SEED, case.number).stream("odds", BATTLE)
        tally.add(arena.field, sides, dice, arena.duel([]))
        return Tried(tally.won > 0, tally.fates())

    yield from spread(battle, most=arena.field.figures.trials)
