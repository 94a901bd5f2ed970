"""What may be expected of a battle: it is fought many times with dice of its own, and counted.

The dice are the same for all who ask, and nothing of a campaign is in them. Too much hangs on
every battle for its chances to be counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.battle import Engagement, Fate, Odds
from engine.dice import SEED_BYTES, Dice, Seed, SeededDice
from engine.packs.warmaster.battle.fight import fight
from engine.packs.warmaster.battle.happenings import Stood
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.values import SIDES, Army, Field
from engine.world import Place

_SEED: Final = Seed(bytes(SEED_BYTES))
_EVERY: Final = 10  # battles from one estimate to the next

FieldMaker = Callable[[Dice], Field]
"""Makes the field of a battle, with dice where chance has a part in it."""


def forecast(
    field: FieldMaker, armies: tuple[Army, Army], lore: Lore, trials: int
) -> Iterator[Odds]:
    """Ever better estimates of a battle, up to so many trials of it."""
    tally = Tally(armies)
    while tally.battles < trials:
        for number in range(tally.battles, min(trials, tally.battles + _EVERY)):
            tally.add(tried(field, armies, lore, number))
        yield tally.odds()


def tried(field: FieldMaker, armies: tuple[Army, Army], lore: Lore, number: int) -> Engagement:
    """The trial battle of that number, on a field of its own."""
    dice = SeededDice(_SEED, number).stream("odds", "battle")
    return fight(field(dice), armies, lore, dice)


class Tally:
    """The trial battles so far."""

    def __init__(self, armies: tuple[Army, Army]) -> None:
        self.armies = armies
        self.battles = 0
        self.won = 0
        """By the attacker."""
        self._fallen = _none_of(armies)
        self._left = _none_of(armies)
        self._slain = [[0] * len(army.captains) for army in armies]

    def add(self, fought: Engagement) -> None:
        """Count one more: who won, who is gone, and what is left."""
        self.battles += 1
        self.won += fought.winner == SIDES[0]
        last = next(each for each in reversed(fought.events) if isinstance(each, Stood))
        for side, units in enumerate(last.units):
            for place, unit in enumerate(units):
                self._fallen[side][place] += not unit.stands
                self._left[side][place] += unit.stands
            for place, with_ in enumerate(last.characters[side]):
                self._slain[side][place] += not with_

    def odds(self) -> Odds:
        """What they tell; of whom there is nothing in the world no fate is told."""
        return Odds(
            attacker_wins=self.won / self.battles,
            exact=False,
            battles=self.battles,
            fates=tuple(self._fates()),
        )

    def _fates(self) -> Iterator[Fate]:
        for side, army in enumerate(self.armies):
            name = SIDES[side]
            for place, troop in enumerate(army.troops):
                if troop.piece:
                    falls = self._fallen[side][place] / self.battles
                    # A spell may give back more stands than a unit began with.
                    left = self._left[side][place] / (self.battles * troop.stands)
                    yield Fate(piece=troop.piece, side=name, falls=falls, lost=max(falls, 1 - left))
            for place, captain in enumerate(army.captains):
                if captain.piece:
                    yield _of_character(
                        captain.piece, name, self._slain[side][place] / self.battles
                    )


def _of_character(piece: Place, side: str, falls: float) -> Fate:
    return Fate(piece=piece, side=side, falls=falls, lost=falls)


def _none_of(armies: Sequence[Army]) -> list[list[int]]:
    return [[0] * len(army.troops) for army in armies]
