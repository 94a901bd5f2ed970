"""Battles of equal points that nobody plays: what is bought for them, and what is told of them."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.duels import DuelSide
from engine.packs import Rules
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pitched.buying import spent_on, unfit
from engine.packs.warmaster.pitched.duels import WarmasterDuels, enlisted
from engine.trials import SEED
from tests.rules.scene import module

RULES = Rules.of(module("warmaster"))
WAR = RULES.module.content(WarmasterContent)
DUELS = WarmasterDuels()


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
            uses = DUELS.fight(RULES, (party, DuelSide("deepdelve-holds", 1000, 2)), dice).uses
            tried[place] += uses.get("thornrain", (0, 0))[0]
    assert tried[0] > tried[1] == 0


def test_a_gift_is_carried_by_who_may_and_changes_nothing_else() -> None:
    items = {boon.key: boon for boon in DUELS.boons(RULES) if boon.given}
    assert set(items) == set(WAR.magic_items)
    assert "deepdelve-holds" not in items["ring-of-magic"].peoples
    assert "deepdelve-holds" in items["scroll-of-dispelling"].peoples
    plain = DuelSide("crown-marches", 1000, 1)
    gifted = DuelSide("crown-marches", 1000, 1, gift="crown-of-command")
    leads = [
        [
            DUELS.fight(RULES, (party, plain), SeededDice(SEED, number).stream("a", "duel")).lead
            for number in range(3)
        ]
        for party in (plain, plain, gifted)
    ]
    assert leads[0] == leads[1] != leads[2]
    assert all(-1 <= lead <= 1 for lead in leads[0] + leads[2])
