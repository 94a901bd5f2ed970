"""How computer players of Cohorts arm their people, and whom they send to look into cities."""

from __future__ import annotations

from typing import Any

import pytest

from engine.deciding import decide
from engine.orders import Order
from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.covert.spying import SpyCity
from engine.packs.cohorts.guilds.talents import SetUnitTalents
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.records import City, Province, Stack, Unit
from engine.packs.cohorts.rivals.arming import slot_for
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.scouting import wanted
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.transfers import TransferItems, TransferMilitaryUnit
from tests.packs.cohorts.test_rivals import mind
from tests.packs.cohorts.test_rivals_at_war import Border
from tests.rules.scene import Scene


class Camp(Scene):
    """A city with a smithy, oak and recruits, as its lord leaves it."""

    def __init__(self) -> None:
        super().__init__(8, 8)
        works = {"barracks": 2, "smithy": 1}
        people = {"human": 9000}
        self.town: City = self.city(3, 3, self.me, improvements=works, population=people, actions=2)
        self.village(3, 4)
        self.province(3, 4, barony=self.town.barony, deposits=("oak",))
        self.items(self.town, **{recruits_item("human"): 400})
        self.run()

    def given(self, kind: type[Order]) -> list[Any]:
        """The orders of a kind that the player gives, in their order."""
        orders = (each.queued.order for each in decide(mind(self.rules, self.world, self.me.id)))
        return [each for each in orders if isinstance(each, kind)]


def test_recruits_wait_for_weapons_but_for_the_guard_of_a_bare_city() -> None:
    scene = Camp()
    (guard,) = scene.given(TrainMilitaryUnits)[:1]
    assert guard.quantity < 100
    scene.unit(scene.town, soldiers=60, equipment={"main_hand": "spear"})
    assert all(each.equipment for each in scene.given(TrainMilitaryUnits)), "made in the same turn"
    scene.change(scene.town, actions=1)
    assert not scene.given(TrainMilitaryUnits)
    scene.items(scene.town, spear=151)  # one of them is for the lord
    (armed,) = scene.given(TrainMilitaryUnits)[:1]
    assert (armed.quantity, armed.equipment) == (150, ("spear",))


def test_who_shoots_stands_behind_riders_on_the_flanks_and_all_are_spread() -> None:
    content = Camp().content
    slots = {
        arms: [slot_for(content, arms, number) for number in range(10)]
        for arms in (("short_bow",), ("spear", "palfrey"), ("spear",), ("spear", "short_bow"))
    }
    assert sorted(set(slots["short_bow",])) == [6, 7, 8, 9, 10]
    assert sorted(set(slots["spear", "palfrey"])) == [1, 5]
    assert sorted(set(slots["spear",])) == [1, 2, 3, 4, 5]
    assert max(slots["spear", "short_bow"]) == 5, "who can hold a line does"


def test_a_unit_whose_arms_have_changed_is_put_where_they_are_of_use() -> None:
    scene = Camp()
    archers = scene.unit(scene.town, equipment={"ranged": "short_bow"}, slot=3)
    scene.unit(scene.town, equipment={"main_hand": "spear"}, slot=2)
    orders = scene.given(AssignBattleSlot)
    (moved,) = [each for each in orders if each.piece.kind == Unit.kind]
    assert moved.piece.id == archers.id
    assert moved.slot > 5


@pytest.mark.parametrize("arms, talent", [("spear", "pikeman"), ("short_sword", "swordsman")])
def test_talents_fit_the_arms(arms: str, talent: str) -> None:
    scene = Camp()
    scene.guild(scene.town, "warrior", 5)
    scene.unit(scene.town, equipment={"main_hand": arms}, level=1)
    (learnt,) = scene.given(SetUnitTalents)
    assert learnt.changes == (f"add {talent}",)


@pytest.mark.parametrize("level, leads", [(4, True), (2, False)])
def test_the_seasoned_lead_from_behind_the_line_and_the_green_keep_out(
    level: int, leads: bool
) -> None:
    scene = Camp()
    host = scene.stack(5, 5)
    scene.unit(host, soldiers=100, equipment={"main_hand": "spear"})
    hero = scene.character(host, level=level, slot=0 if leads else 8)
    scene.run()
    slots = {each.piece.id: each.slot for each in scene.given(AssignBattleSlot)}
    told = [each.piece.id for each in scene.given(SetDirective)]
    assert slots[hero.id] == (8 if leads else 0)
    assert (hero.id in told) == leads, "who keeps out of battle needs no directive"


def test_stacks_in_which_nobody_is_are_taken_off_the_map() -> None:
    scene = Camp()
    empty, held = scene.stack(5, 5), scene.stack(3, 3)
    scene.character(held)
    scene.run()
    assert [each.stack.id for each in scene.given(DeactivateStack)] == [empty.id]


@pytest.mark.rule("cohorts.stack.possessions-and-burden")
@pytest.mark.parametrize("at_home", [True, False])
def test_a_stack_puts_down_what_keeps_it_from_moving(at_home: bool) -> None:
    scene = Camp()
    spot = (3, 3) if at_home else (6, 6)
    stack: Stack = scene.stack(*spot)
    hero = scene.character(stack)
    scene.unit(stack, soldiers=100, equipment={"main_hand": "spear"}, slot=1)
    prisoner = scene.unit(stack, player=None, captor=scene.me.id)
    scene.items(stack, spear=300)
    scene.run()
    assert not pace(scene.state(), stack, "land").rate
    gifts = scene.given(TransferItems)
    (freed,) = scene.given(TransferMilitaryUnit)[:1]
    assert freed.unit.id == prisoner.id
    to = {each.target.kind for each in gifts}
    assert to == ({"city"} if at_home else {"character", "province"})
    for order in (*gifts, freed):
        scene.run(order)
    assert pace(scene.state(), stack, "land").rate
    assert bool(scene.held(hero)) != at_home


_EAST = 8
"""Lands from here on were seen once."""


class Watched(Border):
    """Two neighbours at war, the enemy's city some days away, and a spy of the own side."""

    def __init__(self, x: int = 9, *, stands: str = "at_war") -> None:
        super().__init__(soldiers=250, stands=stands)
        self.far = self.city(12, 5, self.foe)
        self.barony_of(self.far, (11, 5), (13, 5))
        self.party = self.stack(x, 5)
        self.spy = self.character(self.party, skills={"spy": 5}, slot=0)
        seen = [each.id for each in self.world.all(Province) if each.x >= _EAST]
        remember(self.world, self.ours.id, seen, self.world)
        self.run()

    def looked_into(self) -> list[int]:
        """The cities into which its spy is sent to look, by id."""
        given = (each.queued.order for each in self.given(SpyCity))
        return [order.refs()["target"].id for order in given]

    def wants(self) -> list[int]:
        """The cities into which its side would look, by id."""
        return [each.id for each in wanted(RivalView(mind(self.rules, self.world, self.me.id)))]


def test_a_spy_within_reach_of_an_enemys_city_looks_into_it() -> None:
    scene = Watched(x=9)
    scene.looked_into_target()
    assert scene.looked_into() == [scene.far.id]
    scene.change(scene.spy, skills={"stealth": 5})
    assert not scene.looked_into(), "who is no spy"


def test_a_party_with_a_spy_goes_near_and_keeps_away_from_the_walls() -> None:
    scene = Watched(x=5)
    scene.looked_into_target()
    goes = {each.queued.order.refs()["stack"].id: each for each in scene.given(Move)}
    march = goes[scene.party.id]
    assert march.reason.key == "looks"
    assert march.reason.things == (scene.far.place,)
    spot = march.queued.order.refs()["destination"].id
    assert scene.world.get(Province, spot).barony != scene.far.barony


@pytest.mark.parametrize("stands, looks", [("at_war", True), ("neutral", True), ("allied", False)])
def test_into_the_cities_of_friends_nobody_looks(stands: str, looks: bool) -> None:
    assert bool(Watched(stands=stands).wants()) is looks


def test_a_city_that_was_looked_into_is_looked_into_again_only_when_the_news_is_old() -> None:
    scene = Watched(stands="neutral")
    assert len(scene.wants()) == 1, "of a neighbour in peace one city at a time"
    scene.looked_into_target()
    assert not scene.wants(), "and none while there is news of one"
    scene.at_turn(30)
    assert scene.wants()


@pytest.mark.rule("cohorts.world.pvp-restriction")
def test_nobody_spies_where_that_is_forbidden() -> None:
    scene = Watched(x=9)
    scene.province(12, 5, pvp_free=True)
    scene.looked_into_target()
    scene.run()
    assert not scene.looked_into()
