"""After a campaign battle: units of the winner that rally, slain characters who live after all.

The dice are the battle's and follow its last, so that a record holds all results. Source:
warmaster.map.result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.facts import Tagged, facts
from engine.packs.warmaster.battle.values import SIDES, SideName


@facts
class Rallied(Tagged, pack="warmaster"):
    """A destroyed unit of the winner tried to rally; with `lives` it does, with one stand."""

    side: SideName
    number: int
    die: int
    lives: bool


@facts
class Spared(Tagged, pack="warmaster"):
    """A die for a slain character; with `lives` it is badly wounded and no more."""

    side: SideName
    number: int
    """In its side's list of characters, from 1."""
    die: int
    lives: bool


@facts
class Mercy(Tagged, pack="warmaster"):
    """On which dice a unit rallies and a character lives; 0 where nobody rolls, as when pitched."""

    rally: int = 0
    spare: int = 0


def mercy(
    mercy: Mercy,
    winner: SideName,
    destroyed: Sequence[int],
    slain: tuple[Sequence[int], Sequence[int]],
    die: Callable[[], int],
) -> Iterator[Tagged]:
    """Roll for the destroyed units of the winner, then for slain characters, the attacker's first.

    `destroyed` are the numbers of the units, `slain` those of the characters of both sides.
    """
    for number in destroyed if mercy.rally else ():
        rolled = die()
        yield Rallied(side=winner, number=number, die=rolled, lives=rolled >= mercy.rally)
    for side, numbers in zip(SIDES, slain, strict=True):
        for number in numbers if mercy.spare else ():
            rolled = die()
            yield Spared(side=side, number=number, die=rolled, lives=rolled >= mercy.spare)
