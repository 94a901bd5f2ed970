"""How fast battles are fought without a record, as odds need them, with one, and in a tick.

The aims, on one core in its own time: five units a side at least 2,000 times a second by way of the
odds, ten against ten in 10 ms at most and twenty against twenty in 8 ms, a tick with 100 battles of
five against five in 1.5 s at most.
"""

from dataclasses import replace
from typing import Any

import pytest

from engine.campaign import Now
from engine.dice import ForeseeDice, SeededDice
from engine.orders import Queued
from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Attack, BattleSide, Combatant, Detachment, Special
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import Place
from tests.rules.adapters.battle_field import FIELD, hero, unit
from tests.rules.adapters.battle_spells import spell_of
from tests.rules.scene import SEED, Scene, clash_at, ref

A_SECOND = 2_000
"""Battles of five against five."""
TEN, TWENTY, TICK = 0.010, 0.008, 1.5
"""Seconds at most."""
BATTLES = 100


def army(size: int) -> list[Combatant]:
    """Units of all kinds that stand their ground for all fifteen rounds, that many a side."""
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


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=pytest.mark.aim(f"at most {most * 1e3:g} ms", median=most))
        for size, most in ((5, TEN), (10, TEN), (20, TWENTY))
    ],
)
def test_a_battle_without_a_record(benchmark: Any, size: int) -> None:
    units = army(size)

    def fight() -> int:
        return course.run(FIELD, units, SeededDice(SEED, 1).stream("bench", "battle")).round

    assert benchmark(fight) == FIELD.rules.rounds


@pytest.mark.aim("ten against ten", median=TEN)
def test_a_battle_of_ten_against_ten_with_spells(benchmark: Any) -> None:
    loaded = {
        "duel_spell": LoadedSpell(spell_of("Venom Dart"), 2),
        "battle_spell": LoadedSpell(spell_of("Aura of Shielding"), 15),
    }
    units = [replace(one, **(loaded if one.character else {})) for one in army(10)]

    def fight() -> int:
        return course.run(FIELD, units, SeededDice(SEED, 1).stream("bench", "battle")).round

    assert benchmark(fight) == FIELD.rules.rounds


@pytest.mark.parametrize("size", [5, 10])
def test_a_battle_with_its_record(benchmark: Any, size: int) -> None:
    units, system = army(size), CohortsBattles()
    sides = [
        BattleSide((Detachment(Place("stack", n), "", 1, tuple(u for u in units if u.side == n)),))
        for n in (0, 1)
    ]
    clash = clash_at(Place("province", 1), [Place("stack", 1)], [Place("stack", 2)])

    def fight() -> int:
        dice = SeededDice(SEED, 1).stream("bench", "battle")
        return len(system.fight(FIELD, tuple(sides), dice, clash).engagements)

    assert benchmark(fight) == 1


# ---------------------------------------------------------------- in a world


def five(scene: Scene, stack: Stack, player: Any) -> None:
    """Four units with their arms and a hero, who stand their ground for long."""
    gear = {"main_hand": "spear", "armor": "soft_leather", "ranged": "short_bow"}
    for number in range(4):
        scene.unit(stack, player, soldiers=100, level=5, slot=number + 1, equipment=gear)
    scene.character(stack, player, level=5, slot=8, equipment={"main_hand": "broadsword"})


@pytest.mark.aim("at least 2,000 battles a second", **{"ms a battle": 0.5})
def test_the_odds_of_five_against_five(benchmark: Any) -> None:
    scene = Scene()
    foe = scene.someone("at_war")
    mine, theirs = scene.stack(4, 4), scene.stack(5, 4, foe)
    five(scene, mine, scene.me)
    five(scene, theirs, foe)
    clash = clash_at(Place("province", theirs.province), [mine], [theirs])
    state = State(scene.rules, scene.world, ForeseeDice())

    def odds() -> int:
        *_, last = CohortsBattles().odds(state, clash)
        return last.battles

    battles = benchmark(odds)
    assert battles > 0
    benchmark.extra_info["ms a battle"] = 1000 * benchmark.stats.stats.median / battles
    assert battles / benchmark.stats.stats.min >= A_SECOND


@pytest.mark.aim("in a tick", median=TICK)
def test_a_tick_with_100_battles_of_five_against_five(benchmark: Any) -> None:
    scene = Scene(60, 60)
    foe = scene.someone("at_war")
    orders: list[Queued] = []
    for number in range(BATTLES):
        x, y = 6 * (number % 10), 6 * (number // 10)
        mine, theirs = scene.stack(x, y), scene.stack(x + 1, y, foe)
        five(scene, mine, scene.me)
        five(scene, theirs, foe)
        orders.append(Queued(f"k{number}", MoveAlong(stack=ref(mine), steps=("e",))))
    submission = Submission(scene.me.id, tuple(orders))
    due = Due("run", 1, scene.world.get(Now, 1).date, (submission,))

    def tick() -> TickOutcome:
        return resolve(scene.rules, scene.world, due, SeededDice(SEED, 1))

    outcome = benchmark.pedantic(tick, rounds=5, warmup_rounds=1)
    assert not outcome.faults
    fought = [entry for entry in outcome.entries if isinstance(entry.event, BattleFought)]
    assert len(fought) == BATTLES
