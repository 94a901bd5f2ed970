"""How long battles of Warmaster take.

The aims, on one core: twenty units against twenty in 150 ms at most, with their record; the sixty
battles of ten against ten that odds are counted over in 3 seconds.
"""

from typing import Any

import pytest

from engine.packs.warmaster.battle.fight import fight
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import LORE

BATTLE, ODDS = 0.15, 3
"""Seconds at most."""
TRIALS = 60
FIELD = grounds("hills", 1)


@pytest.mark.aim("one battle", median=BATTLE)
def test_a_battle_of_twenty_units_against_twenty(benchmark: Any) -> None:
    armies = host("crown-marches", ATTACKER, 20), host("ashen-host", DEFENDER, 20)
    fought = benchmark(lambda: fight(FIELD, armies, LORE, thrown(1)))
    assert len(fought.events) > 100


@pytest.mark.aim("soon enough to be asked for", median=ODDS)
def test_the_battles_of_odds_of_ten_units_against_ten(benchmark: Any) -> None:
    armies = host("redtusk-horde", ATTACKER, 10), host("silverleaf-courts", DEFENDER, 10)

    def trials() -> int:
        return sum(
            fight(FIELD, armies, LORE, thrown(number)).winner == "attacker"
            for number in range(TRIALS)
        )

    won = benchmark.pedantic(trials, rounds=3, iterations=1)
    assert 0 < won < TRIALS
