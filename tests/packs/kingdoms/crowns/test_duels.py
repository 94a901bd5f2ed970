"""Armies of equal pay that belong to nobody: who meets, and what zeal is worth."""

from __future__ import annotations

from engine.dice import SeededDice
from engine.duels import DuelSide
from engine.packs.kingdoms.crowns.duels import KingdomsDuels
from engine.trials import SEED
from tests.packs.kingdoms.crowns.table import rules

DUELS = KingdomsDuels()
WORTH = DUELS.usual


def won(one: DuelSide, other: DuelSide, tries: int) -> int:
    """How many of that many duels the first wins, half of them as the attacker."""
    count = 0
    for number in range(tries):
        parties = (one, other) if number % 2 else (other, one)
        fought = DUELS.fight(rules(), parties, SeededDice(SEED, number).stream("test", "duel"))
        assert -1 <= fought.lead <= 1
        count += parties[fought.winner] is one
    return count


def test_types_that_are_raised_on_land_may_meet() -> None:
    peoples = DUELS.peoples(rules())
    assert {"LE", "GA", "DR"} <= set(peoples)
    assert not {"FL", "WH"} & set(peoples)


def test_more_pay_and_zeal_win() -> None:
    plain = DuelSide("LE", WORTH, 1)
    assert won(DuelSide("LE", 2 * WORTH, 1), plain, 30) > 24
    zealous = DuelSide("LE", WORTH, 1, gift="Divine")
    assert won(zealous, plain, 60) > 30
    assert set(DUELS.boons(rules())[0].peoples) == set(DUELS.peoples(rules()))
