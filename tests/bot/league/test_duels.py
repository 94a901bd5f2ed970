"""Duels of a league: fought both ways, the same for the same numbers, and how sure it all is.

On the page of balance stands out what is even, what is aimed at, and what is not met.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bot.cli import main
from bot.league.balance import Measured, page
from bot.league.duel_table import duel_table
from bot.league.duels import Counted, Duelling, Mean, Tally
from engine.dice import SeededDice
from engine.duels import BalanceGoal, BalanceTrial, DuelSide
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.duels.arms import cost as arms_cost
from tests.rules.scene import SEED, module
from tests.systems.installed import skirmish_installed
from tests.systems.scene import MODULES
from tests.systems.scene import rules as skirmish

POINTS = 500


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules.of(module("warmaster"))


@pytest.fixture(scope="module")
def counted(rules: Rules) -> Counted:
    league = Duelling(rules, 1, POINTS, boons=1)
    told = list(league.fight())
    assert len(told) == league.battles
    return league.counted


def test_everybody_meets_everybody_and_each_attacks_once(counted: Counted) -> None:
    peoples = len(counted.peoples)
    assert len(counted.pairs) == peoples * (peoples + 1) // 2
    assert all(tally.battles == 2 for tally in counted.pairs.values())
    assert counted.attackers.battles == 2 * len(counted.pairs)
    assert counted.sides.total() == 2 * counted.attackers.battles


def test_the_same_numbers_fight_the_same_duels(rules: Rules) -> None:
    one, same, other = (Duelling(rules, 1, points) for points in (POINTS, POINTS, POINTS + 100))
    for league in (one, same, other):
        for _ in zip(range(12), league.fight(), strict=False):
            pass
    assert one.counted == same.counted
    assert one.counted.pairs != other.counted.pairs


def test_the_table_tells_of_peoples_spells_and_what_boons_are_worth(counted: Counted) -> None:
    lines = list(duel_table(counted))
    assert lines[0].startswith(f"{counted.attackers.battles} battles of {POINTS} points")
    for name in counted.peoples.values():
        assert any(line.startswith(name[:20]) for line in lines)
    assert any(line.startswith("Worth of items") for line in lines)
    assert any(line.startswith("Worth of spells") for line in lines)
    assert any(line.split()[:3] == ["Crown", "of", "Command"] for line in lines)
    assert len(counted.boons) == len(set(counted.boons)) == 17 + 24


def test_every_question_of_balance_has_an_answer_that_its_dice_give_again() -> None:
    base = Rules.of(module())
    assert base.duels
    for trial in base.duels.trials(base):
        one, same = (trial.ask(base, SeededDice(SEED, 1).stream("a", "trial")) for _ in range(2))
        assert one == same
        assert 0 <= one <= 1


def test_arms_of_equal_cost_meet_and_the_dearer_are_fewer() -> None:
    base = Rules.of(module())
    assert base.duels
    arms = list(base.duels.peoples(base))
    assert {"spear", "short_bow", "courser_lance"} <= set(arms)
    costs = [
        arms_cost(base.module.content(Content), {"main_hand": key}) for key in ("spear", "maul")
    ]
    assert costs == [Fraction(3, 2), Fraction(3)]
    parties = (DuelSide("spear", 300, 1), DuelSide("maul", 300, 2))
    fought = base.duels.fight(base, parties, SeededDice(SEED, 1).stream("a", "duel"))
    assert fought.winner in (0, 1)
    assert -1 <= fought.lead <= 1


def test_answers_are_told_with_their_goal() -> None:
    trial = BalanceTrial(name="Tall beats small", goal=(0.4, 0.6), ask=lambda _, __: 1.0)
    answers = Mean()
    answers.add(1.0)
    counted = Counted(POINTS, {}, attackers=Tally(battles=1), trials=[(trial, answers)])
    assert list(duel_table(counted))[-1].split() == [
        *("Tall", "beats", "small", "100%", "±", "0%", "40%", "to", "60%", "missed")
    ]


def test_no_duel_no_table() -> None:
    assert list(duel_table(Counted(POINTS, {}))) == ["No duel was fought."]


def test_a_share_and_a_mean_say_how_sure_they_are() -> None:
    few, many = Tally(battles=4, won=3), Tally(battles=400, won=300)
    assert few.share == many.share == 0.75
    assert many.error == pytest.approx(0.0217, abs=1e-4)
    assert many.error < few.error
    assert Tally(battles=3, won=3).error > 0
    mean = Mean()
    for figure in (0.5, 0.5, 0.5, -0.1):
        mean.add(figure)
    assert mean.value == pytest.approx(0.35)
    assert mean.error == pytest.approx(0.15)


def test_what_changes_nothing_is_worth_nothing(rules: Rules) -> None:
    league = Duelling(rules, 1, POINTS, boons=1)
    useless = replace(league.boons[0], key="", given=False)
    league.boons = [useless]
    for _ in league.fight():
        pass
    _, change = league.counted.boons[""]
    assert (change.wins.number, change.wins.value, change.lead.value) == (2, 0, 0)
    assert league.counted.more.wins.number == 2


def test_a_system_without_duels_says_so() -> None:
    with skirmish_installed(), pytest.raises(LookupError, match="nobody fights duels"):
        Duelling(skirmish(laurels=2), 1)


def test_the_command_tells_of_a_module_without_duels(capsys: pytest.CaptureFixture[str]) -> None:
    with skirmish_installed():
        assert main(["league", str(MODULES / "arena"), "--duels", "1"]) == 2
    assert "nobody fights duels" in capsys.readouterr().err


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
