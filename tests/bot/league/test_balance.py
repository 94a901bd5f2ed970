"""The page of balance: what is even, what is aimed at, and what is not met stands out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import main
from bot.league.balance import Measured, page
from bot.league.duels import Counted, Mean, Tally
from engine.duels import BalanceGoal, BalanceTrial
from engine.packs import Rules
from tests.rules.scene import module


def measured(goal: BalanceGoal, attackers: int = 50, **won: int) -> Measured:
    """Of three peoples how many of 10 duels the first of each two won."""
    counted = Counted(worth=500, peoples={"a": "A", "b": "B", "c": "C"})
    counted.attackers = Tally(100, attackers)
    counted.pairs = {(one, other): Tally(10, number) for (one, other), number in won.items()}
    return Measured("test", goal, counted)


def test_a_goal_is_met_by_pairs_and_by_who_attacks() -> None:
    even = {"ab": 5, "ac": 4, "bc": 9, "aa": 10}
    assert measured(BalanceGoal(pairs=60), **even).even == (2, 3)
    assert measured(BalanceGoal(pairs=60), **even).met
    assert not measured(BalanceGoal(pairs=75), **even).met
    assert not measured(BalanceGoal(pairs=60, least=45), **even).met
    assert measured(BalanceGoal(pairs=60, attacker=45), 46, **even).met
    assert not measured(BalanceGoal(pairs=60, attacker=45), 56, **even).met
    assert measured(BalanceGoal(pairs=60), **even).peoples == (0.35, 0.7)
    assert measured(BalanceGoal(pairs=60, peoples=(35, 70)), **even).met
    assert not measured(BalanceGoal(pairs=60, peoples=(35, 65)), **even).met
    assert not measured(BalanceGoal(pairs=60, peoples=(36, 70)), **even).met
    beaten = measured(BalanceGoal(pairs=0, beats=1), ab=6, ac=4, bc=4)
    assert (beaten.beaten, beaten.met) == (0, False), "b is beaten by both"
    assert measured(BalanceGoal(pairs=0, beats=1), ab=6, ac=4, bc=6).met


def test_the_page_has_a_line_for_each_goal_and_marks_what_is_not_met() -> None:
    goals = (BalanceGoal(pairs=60), BalanceGoal(pairs=75, attacker=45), BalanceGoal(pairs=0))
    lines = list(page([measured(goal, ab=5, ac=4, bc=9) for goal in goals], 5))
    rows = [line for line in lines if line.startswith("| test")]
    assert [row.split("|")[-2].strip() for row in rows] == ["yes", "**no**", "-"]
    assert "2 of 3: 67%" in rows[0]
    assert "45 to 55%" in rows[1]


def test_what_is_asked_beside_duels_has_a_line_each() -> None:
    trial = BalanceTrial("Packed beats spread", (0.4, 0.6), lambda rules, dice: 0.5)
    answers = Mean()
    for answer in (0.0, 1.0, 1.0):
        answers.add(answer)
    each = measured(BalanceGoal(pairs=60), ab=5, ac=4, bc=9)
    each.counted.trials.append((trial, answers))
    (row,) = [line for line in page([each], 5) if "Packed" in line]
    assert row == "| test | Packed beats spread | 67% ± 65 | 40 to 60% | **no** |"


@pytest.mark.parametrize("name", ["cohorts", "warlords", "warmaster"])
def test_shipped_systems_say_what_they_aim_at(name: str) -> None:
    assert Rules.of(module(name)).balance


def test_one_command_writes_the_page(tmp_path: Path) -> None:
    file = tmp_path / "balance.md"
    assert main(["balance", "kingdoms", "--armies", "1", "--page", str(file)]) == 0
    (row,) = [line for line in file.read_text().splitlines() if line.startswith("| kingdoms")]
    assert row.endswith("| - |"), "nothing is aimed at"
