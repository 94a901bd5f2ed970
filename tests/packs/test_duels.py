"""Duels of forces that belong to nobody, in each system: who meets, and what helps whom."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.duels import Duels, DuelSide
from engine.packs import Rules
from engine.packs.kingdoms.crowns.duels import KingdomsDuels
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.duels import WarlordsDuels, numbers
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pitched.buying import spent_on, unfit
from engine.packs.warmaster.pitched.duels import WarmasterDuels, enlisted
from engine.trials import SEED
from tests.packs.kingdoms.crowns.table import rules
from tests.rules.scene import module

ARMIES = KingdomsDuels()
PAY = ARMIES.usual


def won(duels: Duels, by: Rules, one: DuelSide, other: DuelSide, tries: int) -> int:
    """How many of that many duels the first wins, half of them as the attacker."""
    count = 0
    for number in range(tries):
        parties = (one, other) if number % 2 else (other, one)
        fought = duels.fight(by, parties, SeededDice(SEED, number).stream("test", "duel"))
        assert -1 <= fought.lead <= 1
        count += parties[fought.winner] is one
    return count


def test_types_that_are_raised_on_land_may_meet() -> None:
    peoples = ARMIES.peoples(rules())
    assert {"LE", "GA", "DR"} <= set(peoples)
    assert not {"FL", "WH"} & set(peoples)


def test_more_pay_and_zeal_win() -> None:
    plain = DuelSide("LE", PAY, 1)
    assert won(ARMIES, rules(), DuelSide("LE", 2 * PAY, 1), plain, 30) > 24
    zealous = DuelSide("LE", PAY, 1, gift="Divine")
    assert won(ARMIES, rules(), zealous, plain, 60) > 30
    assert set(ARMIES.boons(rules())[0].peoples) == set(ARMIES.peoples(rules()))


WARLORDS = Rules.of(module("warlords"))
ROSTER = WARLORDS.module.content(WarContent)
STACKS = WarlordsDuels()
COST = STACKS.usual


@pytest.mark.rule("warlords.roster.units")
def test_stacks_that_meet_cost_the_same_or_nearly_so() -> None:
    cards = [ROSTER.unit_types[key] for key in STACKS.peoples(WARLORDS)]
    for one in cards:
        for other in cards:
            mine, theirs = numbers(ROSTER, one, other, COST)
            costs = mine * one.recruits, theirs * other.recruits
            assert max(costs) <= COST
            most = ROSTER.warlords.stack_limit
            assert max(mine, theirs) <= most
            full = most * min(one.recruits, other.recruits)
            assert min(costs) * 10 >= min(full, max(costs)) * 7, (one.key, other.key)


@pytest.mark.rule("warlords.bonus.banding-most")
def test_bands_of_peasants_do_not_beat_all_foot_that_costs_as_much() -> None:
    peasants = DuelSide("peasant", COST, 1)
    for key in ("light_infantry", "heavy_infantry"):
        assert won(STACKS, WARLORDS, peasants, DuelSide(key, COST, 1), 40) < 36, key


def test_a_spell_and_a_hero_help_who_is_given_them() -> None:
    plain = DuelSide("heavy_infantry", COST, 1)
    for key in ("battle_hymn", "champion"):
        gifted = DuelSide("heavy_infantry", COST, 1, gift=key)
        assert won(STACKS, WARLORDS, gifted, plain, 40) > 22, key
    assert {boon.sort for boon in STACKS.boons(WARLORDS)} == {"spells", "heroes"}


def test_who_may_cost_more_has_more() -> None:
    rich, plain = DuelSide("ogre", 2 * COST, 1), DuelSide("ogre", COST, 1)
    assert won(STACKS, WARLORDS, rich, plain, 20) > 16


RULES = Rules.of(module("warmaster"))
WAR = RULES.module.content(WarmasterContent)
BOUGHT = WarmasterDuels()


@pytest.mark.rule("warmaster.army.points")
@pytest.mark.parametrize("key", WAR.army_lists)
def test_armies_that_nobody_buys_are_allowed_and_spend_their_points(key: str) -> None:
    own = WAR.army_lists[key]
    bought = [
        (points, enlisted(own, points, SeededDice(SEED, number).stream("test", "enlist")))
        for points in (500, 1000, 2000)
        for number in range(10)
    ]
    for points, army in bought:
        assert [each.says for each in unfit(WAR, army, points)] == []
        cheapest = min(kind.points for kind in own.units.values() if not kind.most)
        assert points - spent_on(WAR, army) < cheapest
    assert len({army.units for _, army in bought}) > len(bought) // 2


def test_who_lacks_a_spell_never_tries_it() -> None:
    known, unknown = (DuelSide("silverleaf-courts", 1000, 1, lack=key) for key in ("", "thornrain"))
    tried = [0, 0]
    for number in range(4):
        for place, party in enumerate((known, unknown)):
            dice = SeededDice(SEED, number).stream("test", "duel")
            uses = BOUGHT.fight(RULES, (party, DuelSide("deepdelve-holds", 1000, 2)), dice).uses
            tried[place] += uses.get("thornrain", (0, 0))[0]
    assert tried[0] > tried[1] == 0


def test_a_gift_is_carried_by_who_may_and_changes_nothing_else() -> None:
    items = {boon.key: boon for boon in BOUGHT.boons(RULES) if boon.given}
    assert set(items) == set(WAR.magic_items)
    assert "deepdelve-holds" not in items["ring-of-magic"].peoples
    assert "deepdelve-holds" in items["scroll-of-dispelling"].peoples
    plain = DuelSide("crown-marches", 1000, 1)
    gifted = DuelSide("crown-marches", 1000, 1, gift="crown-of-command")
    leads = [
        [
            BOUGHT.fight(RULES, (party, plain), SeededDice(SEED, number).stream("a", "duel")).lead
            for number in range(3)
        ]
        for party in (plain, plain, gifted)
    ]
    assert leads[0] == leads[1] != leads[2]
    assert all(-1 <= lead <= 1 for lead in leads[0] + leads[2])
