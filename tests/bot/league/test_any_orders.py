"""Whole campaigns of orders drawn by chance, of every system: no turn breaks.

`SOAK_ORDERS` says how many orders are drawn in all, and `SOAK_SEED` which. Others hold what orders
do against the rules; here it is only that a turn is made whatever players come up with.
"""

import os
import random

import pytest

from engine.module import load
from engine.packs import Rules
from tests.bot.league.whims import AnyGame
from tests.rules.scene import MODULES

SYSTEMS = ("cohorts", "warlords", "kingdoms", "warmaster")
SEED = int(os.environ.get("SOAK_SEED", "0")) or random.randrange(1, 10**9)
ORDERS = int(os.environ.get("SOAK_ORDERS", "1000000")) // len(SYSTEMS)
TURNS = 25  # of one world, then another is founded


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_campaigns_of_any_orders_are_made(system: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = Rules.of(load(system, [MODULES]))
    given = ticks = games = 0
    while given < ORDERS:
        game = AnyGame(rules, SEED + games)
        for _ in game.turns(TURNS):
            if given + game.given >= ORDERS:
                break
        given, ticks, games = given + game.given, ticks + game.tick, games + 1
    with capsys.disabled():
        print(f"\n{system}, seed {SEED}: {given} orders, {ticks} ticks, {games} games")
