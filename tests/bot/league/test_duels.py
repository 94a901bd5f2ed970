"""Duels of a league: fought both ways, the same for the same numbers, and how sure it all is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.cli import main
from bot.league.duel_table import duel_table
from bot.league.duels import Counted, Duelling, Mean, Tally
from engine.dice import SeededDice
from engine.duels import BalanceTrial, DuelSide
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


def test_the_command_tells_a_host_of_a_module_without_duels(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with skirmish_installed():
        assert main(["league", str(MODULES / "arena"), "--duels", "1"]) == 2
    assert "nobody fights duels" in capsys.readouterr().err
