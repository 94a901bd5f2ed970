"""How long battles of Warmaster take, and the odds of one.

The aims, on one core: twenty units against twenty in 150 ms at most, with their record; the odds of
ten against ten, counted over sixty battles, in 3 seconds.
"""

from typing import Any

import pytest

from engine.packs.warmaster.battle.fight import fight
from engine.packs.warmaster.battle.odds import forecast
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import LORE

pytestmark = pytest.mark.bench

BATTLE, ODDS = 0.15, 3
"""Seconds at most."""
TRIALS = 60
FIELD = grounds("hills", 1)


def test_a_battle_of_twenty_units_against_twenty(benchmark: Any) -> None:
    armies = host("crown-marches", ATTACKER, 20), host("ashen-host", DEFENDER, 20)
    fought = benchmark(lambda: fight(FIELD, armies, LORE, thrown(1)))
    assert len(fought.events) > 100
    assert benchmark.stats.stats.median <= BATTLE


def test_the_odds_of_ten_units_against_ten(benchmark: Any) -> None:
    armies = host("redtusk-horde", ATTACKER, 10), host("silverleaf-courts", DEFENDER, 10)
    *_, odds = benchmark.pedantic(
        lambda: [*forecast(lambda _: FIELD, armies, LORE, TRIALS)], rounds=3, iterations=1
    )
    assert odds.battles == TRIALS
    assert benchmark.stats.stats.median <= ODDS
