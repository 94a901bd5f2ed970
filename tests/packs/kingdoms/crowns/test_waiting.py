"""Standing orders of the game of kings: what they wait for, and when they have nothing to do."""

from __future__ import annotations

import pytest

from engine.orders import Order
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.exploring import explored
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.crowns.waiting import (
    UNTILS,
    Healed,
    SkillReached,
    TreasuryAbove,
    WellExplored,
)
from engine.repeats import Repeat, Verdict, judged
from engine.state import State
from tests.packs.kingdoms.ventures.court import RULES, Court, ref

HERE = 10


class Standing(Court):
    """A King and a hero, of whom one is hurt."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self.crown("Mine", treasury=30)
        self.ruled = self.king(self.me, HERE, skill={"ME": 1}, aptitude=2, hit_points=27)
        self.hero = self.ruler(self.me, HERE, hit_points=7)

    def view(self) -> State:
        seen = RULES.view(self.world, self.me.faction)
        state = State(RULES, seen, self.state().dice)
        state.planning, state.player = True, self.me.player
        return state

    def verdict(self, order: Order, repeat: Repeat) -> Verdict:
        return judged(self.view(), order, repeat, [], ran=True)


def test_an_order_waits_for_land_wounds_levels_and_gold() -> None:
    court = Standing()
    order = Explore(character=ref(court.hero))
    offered = {kind: list(kind.offers(court.view(), order, None)) for kind in UNTILS}
    assert offered[WellExplored] == [WellExplored(holding=HERE, percent=100)]
    assert offered[Healed] == [Healed(ruler=court.hero.id)]
    assert TreasuryAbove(gold=50) in offered[TreasuryAbove]
    levels = [each for each in offered[SkillReached] if isinstance(each, SkillReached)]
    melee = [(e.ruler, e.level) for e in levels if e.ability == "ME"]
    assert melee == [(court.ruled.id, 2)]
    untils = [each for kind in UNTILS for each in offered[kind]]
    assert not any(each.holds(court.view()) for each in untils)
    explored(court.world, court.me.id, HERE, 100)
    court.change(court.hero, hit_points=20)
    court.change(court.me, treasury=50)
    court.change(court.ruled, skill=tuple(2 for _ in court.ruled.skill))
    assert all(
        each.holds(court.view())
        for each in (
            *offered[WellExplored],
            *offered[Healed],
            TreasuryAbove(gold=50),
            SkillReached(ruler=court.ruled.id, ability="ME", level=2),
        )
    )


def test_exploring_ends_where_nothing_is_left_to_explore() -> None:
    court = Standing()
    order, repeat = Explore(character=ref(court.hero)), Repeat()
    assert court.verdict(order, repeat).why is None
    explored(court.world, court.me.id, HERE, 100)
    assert court.verdict(order, repeat).why == "done"


@pytest.mark.parametrize("ability, ends", [("Melee", True), ("Sage", False)])
def test_practice_ends_at_the_aptitude_but_a_sage_goes_on(ability: str, ends: bool) -> None:
    court = Standing()
    court.change(court.ruled, skill=court.ruled.aptitude)
    order = Practice(character=ref(court.ruled), ability=ability)
    assert (court.verdict(order, Repeat()).why == "done") == ends


def test_a_search_ends_with_its_guardian_and_halts_if_that_is_still_there() -> None:
    court = Standing()
    site = court.site(HERE, "giants_castle", court.me, being="giant", hit_points=60, full=60)
    order = Search(character=ref(court.hero), feature=ref(site))
    assert not order.done(court.view())
    assert court.do(court.me, order)
    (event,) = court.told(EncounterFought)
    verdict = judged(court.view(), order, Repeat(), [event], ran=True)
    assert verdict.why == "halted"
    court.change(site, being="")
    assert judged(court.view(), order, Repeat(), [], ran=True).why == "done"
