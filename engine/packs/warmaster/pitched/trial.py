"""What an army of points may expect of another: trial battles by the very engine.

Both armies are known in full, so nothing of it tells of anybody else's.
Source: warmaster.battle.kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Fate, Odds
from engine.dice import SeededDice
from engine.packs.warmaster.battle.values import SIDES, Army
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.fighting import Arena, FightingSide, arena, fight
from engine.packs.warmaster.outcome import DEAD, result_of
from engine.packs.warmaster.pitched.contest import AGREED, NAME, PITCHED, army_of
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.state import State
from engine.trials import SEED, WITHIN
from engine.world import Place

_FIRST: Final = 20
"""Battles of the first estimate, which serves until there is a better one."""
_LEAST: Final = 60
"""Battles of the second: the least that are worth anything."""
_EVERY: Final = 20
"""Battles from then on to the next."""
UNIT: Final = "bought-unit"
"""What the fates of a trial call a unit; its id is its number in its army, from 1."""
_CLASH: Final = Clash(kind=PITCHED, sides=((), ()), trigger=AGREED)

Armies = tuple[BoughtArmy, BoughtArmy]
"""Who attacks, and who defends."""


def trial(state: State, armies: Armies, terrain: str) -> Iterator[Odds]:
    """Ever better estimates of how often the first army wins, on a terrain of the module.

    Its fates are those of the units, each a `UNIT`. Whether anybody could buy the armies is not
    asked.
    """
    war = state.module.content(WarmasterContent)
    where = arena(war, terrain, 0, merciful=False)
    one, other = (
        _numbered(army_of(state, side, army)) for side, army in zip(SIDES, armies, strict=True)
    )
    won = battles = 0
    falls, losses = dict[tuple[int, Place], int](), dict[tuple[int, Place], int]()
    while True:
        more = _FIRST if not battles else max(_EVERY, _LEAST - battles)
        for number in range(battles, battles + more):
            record = _fought(where, (one, other), number)
            won += record.winner == SIDES[0]
            for fate in result_of(record, war.warmaster.mercy_wounds).fates:
                whose = fate.side, fate.piece
                falls[whose] = falls.get(whose, 0) + fate.dead
                losses[whose] = losses.get(whose, 0) + (fate.wounds or 0)
        battles += more
        odds = Odds(
            attacker_wins=won / battles,
            exact=False,
            battles=battles,
            fates=tuple(
                Fate(
                    piece=piece,
                    side=SIDES[side],
                    falls=falls[side, piece] / battles,
                    lost=losses[side, piece] / (DEAD * battles),
                )
                for side, piece in falls
            ),
        )
        yield odds
        low, high = odds.interval
        if high - low <= 2 * WITHIN or battles >= war.warmaster.trials:
            return


def _fought(where: Arena, armies: tuple[Army, Army], number: int) -> BattleRecord:
    one, other = armies
    dice = SeededDice(SEED, number).stream("odds", "battle")
    fought = fight(where, (FightingSide(one), FightingSide(other)), dice)
    return BattleRecord(system=NAME, clash=_CLASH, engagements=(fought,))


def _numbered(army: Army) -> Army:
    """The army with its units named by their numbers, so that their fates can be told apart."""
    troops = [
        troop.replace(piece=Place(UNIT, number)) for number, troop in enumerate(army.troops, 1)
    ]
    return army.replace(troops=tuple(troops))
