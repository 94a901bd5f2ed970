"""Stacks of equal cost that belong to nobody: what meets, and that nothing is above all else."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.duels import DuelSide
from engine.packs import Rules
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.duels import WarlordsDuels, numbers
from engine.trials import SEED
from tests.rules.scene import module

RULES = Rules.of(module("warlords"))
WAR = RULES.module.content(WarContent)
DUELS = WarlordsDuels()
WORTH = DUELS.usual


def won(one: DuelSide, other: DuelSide, tries: int) -> int:
    """How many of that many duels the first wins, half of them as the attacker."""
    count = 0
    for number in range(tries):
        parties = (one, other) if number % 2 else (other, one)
        fought = DUELS.fight(RULES, parties, SeededDice(SEED, number).stream("test", "duel"))
        count += parties[fought.winner] is one
    return count


@pytest.mark.rule("warlords.roster.units")
def test_stacks_that_meet_cost_the_same_or_nearly_so() -> None:
    cards = [WAR.unit_types[key] for key in DUELS.peoples(RULES)]
    for one in cards:
        for other in cards:
            mine, theirs = numbers(WAR, one, other, WORTH)
            costs = mine * one.recruits, theirs * other.recruits
            assert max(costs) <= WORTH
            most = WAR.warlords.stack_limit
            assert max(mine, theirs) <= most
            full = most * min(one.recruits, other.recruits)
            assert min(costs) * 10 >= min(full, max(costs)) * 7, (one.key, other.key)


@pytest.mark.rule("warlords.bonus.banding-most")
def test_bands_of_peasants_do_not_beat_all_foot_that_costs_as_much() -> None:
    peasants = DuelSide("peasant", WORTH, 1)
    for key in ("light_infantry", "heavy_infantry"):
        assert won(peasants, DuelSide(key, WORTH, 1), 40) < 36, key


def test_a_spell_and_a_hero_help_who_is_given_them() -> None:
    plain = DuelSide("heavy_infantry", WORTH, 1)
    for key in ("battle_hymn", "champion"):
        assert won(DuelSide("heavy_infantry", WORTH, 1, gift=key), plain, 40) > 22, key
    assert {boon.sort for boon in DUELS.boons(RULES)} == {"spells", "heroes"}


def test_who_may_cost_more_has_more() -> None:
    rich, plain = DuelSide("ogre", 2 * WORTH, 1), DuelSide("ogre", WORTH, 1)
    assert won(rich, plain, 20) > 16
