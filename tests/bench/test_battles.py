"""How fast battles are fought without a record, as odds need them, and with one.

The aims: five units a side at least 300 times a second, ten against ten in 10 ms at most.
"""

from typing import Any

import pytest

from engine.battle import Clash
from engine.dice import SeededDice
from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Attack, Combatant, Contingent, Side, Special
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.world import Place
from tests.rules.adapters.battle_field import FIELD, hero, unit
from tests.rules.scene import SEED

pytestmark = pytest.mark.bench


def army(size: int) -> list[Combatant]:
    """Units of all kinds that stand their ground for all fifteen rounds, so many a side."""
    units: list[Combatant] = []
    for side in (0, 1):
        for number in range(size):
            maker = hero if number % 5 == 4 else unit
            units.append(
                maker(
                    100 * side + number + 1,
                    side,
                    slot=number % 10 + 1,
                    dex=10.0 + number % 4,
                    melee=Attack(0.5, power=5),
                    missile=Attack(0.3, power=4) if number % 3 == 0 else None,
                    specials=(Special("fire", 1, 1),) if number == 1 else (),
                    res=3.0,
                    df=30.0,
                )
            )
    return units


@pytest.mark.parametrize("size", [5, 10])
def test_a_battle_without_a_record(benchmark: Any, size: int) -> None:
    units = army(size)

    def fight() -> int:
        return course.run(FIELD, units, SeededDice(SEED, 1).stream("bench", "battle")).round

    assert benchmark(fight) == FIELD.rules.rounds


@pytest.mark.parametrize("size", [5, 10])
def test_a_battle_with_its_record(benchmark: Any, size: int) -> None:
    units, system = army(size), CohortsBattles()
    sides = [
        Side((Contingent(Place("stack", n), "", 1, tuple(u for u in units if u.side == n)),))
        for n in (0, 1)
    ]
    clash = Clash(province=1, attackers=(1,), defenders=(2,), trigger="movement")

    def fight() -> int:
        dice = SeededDice(SEED, 1).stream("bench", "battle")
        return len(system.fight(FIELD, sides[0], sides[1], dice, clash).engagements)

    assert benchmark(fight) == 1
