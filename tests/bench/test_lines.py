"""How fast battles in lines are fought, and how soon their odds are known.

The aims, on one core: twenty armies against twenty in 5 ms at most, with their record; the first
estimate of what may be expected of them in half a second, a chance counted out in the same.
"""

from typing import Any

import pytest

from engine.dice import SeededDice
from engine.packs.kingdoms.battle.fight import Sides, fight
from engine.packs.kingdoms.battle.odds import exact, forecast
from engine.packs.kingdoms.battle.values import Contingent, Refuges, Side
from engine.world import Place
from tests.rules.adapters.kingdoms.armies import TYPES, army, field, leader
from tests.rules.scene import SEED

BATTLE, ODDS = 0.005, 0.5
"""Seconds at most."""


def host(number: int, size: int, alignment: str) -> Side:
    """Armies of all kinds under two leaders and none."""
    codes = list(TYPES)
    armies = [
        army(
            codes[(place * 7 + number) % len(codes)],
            "elf" if place % 2 else "human",
            1 + place % 5,
            piece=Place("army", number * 1000 + place),
        )
        for place in range(size)
    ]
    third = -(-size // 3)
    return Side(
        crown=number,
        alignment=alignment,
        explored=50 * number,
        contingents=(
            *(
                Contingent(
                    leader=leader(piece=Place("ruler", number * 10 + n), tactical=n, druid=1),
                    armies=tuple(armies[n * third : (n + 1) * third]),
                    origin=5 if number == 1 else 0,
                )
                for n in range(2)
            ),
            Contingent(armies=tuple(armies[2 * third :])),
        ),
        refuges=Refuges(land=(3, 4), sea=(6,), water=(6,), adjacent=(3, 4, 6)),
    )


def hosts(size: int, *alignments: str) -> Sides:
    one, other = (host(n, size, each) for n, each in enumerate(alignments, start=1))
    return one, other


@pytest.mark.aim("one battle", median=BATTLE)
def test_a_battle_of_twenty_against_twenty_with_its_record(benchmark: Any) -> None:
    sides, streams = hosts(20, "Good", "Evil"), SeededDice(SEED, 1)
    fought = benchmark(lambda: fight(field(), sides, streams.stream("bench", "battle")))
    assert len(fought.events) > 80


@pytest.mark.aim("soon enough to be asked for", median=ODDS)
def test_the_first_estimate_for_twenty_against_twenty(benchmark: Any) -> None:
    sides = hosts(20, "Good", "Evil")
    first = benchmark(lambda: next(forecast(field(), sides)))
    assert not first.exact


@pytest.mark.aim("soon enough to be asked for", median=ODDS)
@pytest.mark.parametrize("size", [3, 6, 8])
def test_a_chance_counted_out(benchmark: Any, size: int) -> None:
    sides = hosts(size, "Neutral", "Neutral")
    benchmark(lambda: exact(field(), sides))
