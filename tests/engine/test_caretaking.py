"""What a caretaker gives: what keeps a seat, beside its standing orders, and nothing of a war."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.caretaking import CARETAKERS_KEY, beside, tend
from engine.deciding import decide
from engine.dice import SeededDice
from engine.module.natures import PLAIN
from engine.orders import Order, Queued
from engine.packs import Rules
from engine.packs.cohorts.rivals import keeping as in_cohorts
from engine.packs.kingdoms.crowns.rivals import guarding as in_kingdoms
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.working import Explore, Wait
from engine.packs.kingdoms.pieces.records import Holding
from engine.rivals import Decision, Intent, Keeping, Mind, Reason
from tests.golden.realm import Realm
from tests.packs.kingdoms.crowns.table import SEED, Table, ref
from tests.rules.scene import module

TABLE = Table.seated()
KING = ref(TABLE.king())
HOSTILE = {
    "agent assassinate", "agent rob", "character afflict", "character cast", "covert assassinate",
    "covert cause-strife", "covert kidnap", "covert sabotage-walls", "diplomacy break-alliance",
    "diplomacy declare-war", "faith attack-church", "guild assassinate-agent", "war assist",
    "war bombard", "war conquer", "war raze", "war repel", "war siege", "character spy",
    "character pursue", "kingdom break-treaty", "kingdom disband", "kingdom give-gold",
}  # fmt: skip
RELATIONS = {
    "diplomacy declare-war", "diplomacy sue-for-peace", "diplomacy declare-alliance",
    "diplomacy break-alliance", "diplomacy rescind-votes", "kingdom treat", "kingdom break-treaty",
    "kingdom withdraw-offer",
}  # fmt: skip


def kingdoms(*intents: Intent) -> Mind:
    """The mind of a king who wants this and nothing else."""
    own = Rules.of(module("kingdoms"))
    wanted: Iterable[Intent] = intents
    assert own.rival
    own.rival = replace(own.rival, think=lambda mind: wanted)
    view = own.view(TABLE.world, TABLE.crown().faction)
    return Mind(own, view, TABLE.crown().player, PLAIN, "middle", SeededDice(SEED, 1))


def going(mind: Mind, *, own: bool) -> Order:
    """The king goes to an own neighbouring province, or to a foreign one."""
    for holding in mind.view.all(Holding):
        mine = holding.knows("owner") and holding.owner == TABLE.crown().id
        order = Move(character=KING, to=ref(holding))
        if mine == own and (not own or not list(order.conditions(mind.state()))):
            return order
    raise LookupError


KEPT = {
    "cohorts": in_cohorts.PRODUCTION | in_cohorts.CARE,
    "kingdoms": in_kingdoms.PRODUCTION | in_kingdoms.CARE,
}


@pytest.mark.parametrize("name", sorted(KEPT))
def test_what_may_be_given_is_there_and_nothing_of_it_is_against_anybody(name: str) -> None:
    paths = KEPT[name]
    assert paths <= Rules.of(module(name)).orders.keys()
    assert not {" ".join(path) for path in paths} & HOSTILE


@pytest.mark.parametrize("name", ["cohorts", "warlords", "kingdoms", "warmaster"])
def test_a_caretaker_changes_no_relation_in_any_system(name: str) -> None:
    rules = Rules.of(module(name))
    kept = {" ".join(path) for path in KEPT["kingdoms" if name == "kingdoms" else "cohorts"]}
    at_stake = {" ".join(p) for p in rules.orders if p[0] == "diplomacy" or "treat" in p[1]}
    assert at_stake
    assert not kept & (at_stake | RELATIONS)


def test_nobody_leaves_the_own_land_and_production_alone_is_less() -> None:
    mind = kingdoms()
    play = mind.rules.rival
    assert play
    abroad, home = (going(mind, own=own) for own in (False, True))
    assert not play.keeps(mind, abroad, "grow")
    assert play.keeps(mind, home, "grow")
    assert not play.keeps(mind, home, "production")
    assert play.keeps(mind, Wait(character=KING), "production")


def test_a_caretaker_gives_what_it_may_of_what_is_wanted_under_keys_of_its_own() -> None:
    mind = kingdoms()
    goes = Intent(going(mind, own=True), Reason("home"), choice="king")
    stays = Intent(Wait(character=KING), Reason("here"), choice="king")
    abroad = Intent(going(mind, own=False), Reason("prey"))
    wishes: tuple[tuple[Keeping, Intent], ...] = (("grow", goes), ("production", stays))
    for keeping, kept in wishes:
        given = tend(kingdoms(abroad, goes, stays), keeping)
        assert [(each.queued.key, each.queued.order) for each in given] == [
            (f"{CARETAKERS_KEY}1", kept.order)
        ]


def test_the_standing_orders_come_first_and_what_they_leave_no_room_for_falls() -> None:
    mind = kingdoms()
    wait = Decision(Queued("k1", Wait(character=KING)), Reason("here"))
    assert [each.queued.key for each in beside(mind, [wait], ())] == ["c1"]
    whole_day = [Queued(f"k{n}", Explore(character=KING)) for n in range(1, 9)]
    left = beside(mind, [Decision(Queued("k1", Explore(character=KING)), Reason("x"))], whole_day)
    assert left == ()


def test_nobody_looks_after_a_seat_that_no_pack_plays() -> None:
    own = Rules.of(module("kingdoms"))
    own.rival = None
    view = own.view(TABLE.world, 1)
    assert tend(Mind(own, view, 1, PLAIN, "middle", SeededDice(SEED, 1)), "grow") == ()


def test_in_a_realm_at_war_a_caretaker_still_attacks_nobody() -> None:
    realm = Realm(Rules.of(module()))
    rules = realm.rules
    view = rules.view(realm.world, 1)
    mind = Mind(rules, view, 1, PLAIN, "strong", SeededDice(SEED, 3))
    grown = {" ".join(each.queued.order.path) for each in tend(mind, "grow")}
    made = {" ".join(each.queued.order.path) for each in tend(mind, "production")}
    wanted = {" ".join(each.queued.order.path) for each in decide(mind)}
    assert grown
    assert not grown & HOSTILE
    assert made <= {" ".join(path) for path in in_cohorts.PRODUCTION}
    assert wanted - grown, "a rival wants more than that"
