"""Whole campaigns of orders drawn by chance, of every system: no turn breaks.

`SOAK_ORDERS` says how many orders a soak draws in all, and `SOAK_SEED` which. Others hold what
orders do against the rules; here it is only that a turn is made whatever players come up with.
"""

from __future__ import annotations

import datetime as dt
import os
import random
from collections.abc import Iterator
from itertools import count

import pytest

from bot.league.games import Game
from engine.campaign import Now, Player
from engine.module import load
from engine.packs import Rules
from engine.turn import DueKind, Submission, TickOutcome
from engine.world import World
from tests.bot.league.whims import Whims
from tests.rules.scene import MODULES as SHIPPED

MODULES = ("cohorts", "warlords", "kingdoms", "warmaster")
"""One of every system."""
SEED = int(os.environ.get("SOAK_SEED", "0")) or random.randrange(1, 10**9)
ORDERS = int(os.environ.get("SOAK_ORDERS", "1000000")) // len(MODULES)
A_GAME = 25  # turns of one world, then another is founded
A_TURN = 12  # orders of a player


class AnyGame(Game):
    """A campaign whose players give what chance has them give."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.whims = Whims(rules, number)
        self.given = 0
        super().__init__(rules, number, ("middle",))

    def _submissions(self) -> tuple[Submission, ...]:
        now, found = self.world.get(Now, 1), list[Submission]()
        for seat in self.played.seats:
            if self.world.get(Player, seat.player).last_run != now.turn:
                orders = tuple(self.whims.turn(self.world, seat.player, A_TURN))
                self.given += len(orders)
                found.append(Submission(seat.player, orders))
        return tuple(found)

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        before = len(self.played.faults)
        out = super()._resolve(kind, day, turns)
        assert self.played.faults[before:] == []
        again = World.load(self.rules.records, out.world.rows())
        assert list(again.rows()) == list(out.world.rows()), "it comes back as it was kept"
        return out


def played(module: str, seed: int, orders: int, turns: int = A_GAME) -> Iterator[AnyGame]:
    """Games of the module until that many orders were given."""
    rules = Rules.of(load(module, [SHIPPED]))
    given = 0
    for number in count(seed):
        game = AnyGame(rules, number)
        for _ in game.turns(turns):
            if given + game.given >= orders:
                break
        given += game.given
        yield game
        if given >= orders:
            return


@pytest.mark.parametrize("module", MODULES)
def test_turns_of_any_orders_are_made(module: str) -> None:
    (game,) = played(module, 1, 60)
    assert game.given >= 60


@pytest.mark.soak
@pytest.mark.parametrize("module", MODULES)
def test_campaigns_of_any_orders_are_made(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = list(played(module, SEED, ORDERS))
    with capsys.disabled():
        given = sum(game.given for game in games)
        ticks = sum(game.tick for game in games)
        print(f"\n{module}, seed {SEED}: {given} orders, {ticks} ticks, {len(games)} games")
    assert sum(game.given for game in games) >= ORDERS
