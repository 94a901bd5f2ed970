"""What a rival gives of what it wants, and a caretaker for a seat; another person on a place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from data import FOLDER
from engine.campaign import Player
from engine.caretaking import CARETAKERS_KEY, beside, tend
from engine.deciding import decide
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.module import check
from engine.module.natures import PLAIN, RivalNature
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.rivals import keeping as in_cohorts
from engine.packs.kingdoms.crowns.joining import Leave, Succeed
from engine.packs.kingdoms.crowns.rivals import guarding as in_kingdoms
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.working import Explore, Wait
from engine.packs.kingdoms.pieces.records import Crown, Holding
from engine.rivals import Decision, Intent, Keeping, Mind, Play, Reason
from engine.seat_transfer import SeatTaken
from engine.turn import Due, Submission, resolve
from engine.world import World
from tests.golden.realm import Realm
from tests.packs.kingdoms.crowns.table import SEED, Table, ref, rules
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


FAR = Move(character=KING, to=Ref("holding", (TABLE.king().holding + 90) % 192 + 1))


def given(*intents: Intent) -> list[tuple[Order, str]]:
    """The orders of a rival that wants this, each with the key of its reason."""
    own = Rules.of(module("kingdoms"))
    wanted: Iterable[Intent] = intents
    joins = rules().rival
    assert joins
    own.rival = Play(think=lambda mind: wanted, join=joins.join)
    view = own.view(TABLE.world, TABLE.crown().faction)
    mind = Mind(own, view, TABLE.crown().player, PLAIN, "middle", SeededDice(SEED, 1))
    return [(each.queued.order, each.reason.key) for each in decide(mind)]


def test_what_is_refused_falls_and_what_is_taken_keeps_its_reason() -> None:
    stays = Explore(character=KING)
    assert given(Intent(FAR, Reason("far")), Intent(stays, Reason("here"))) == [(stays, "here")]


def test_of_one_choice_the_first_that_is_taken_is_given() -> None:
    stays, waits = Explore(character=KING), Wait(character=KING)
    found = given(
        Intent(FAR, Reason("far"), choice="king"),
        Intent(stays, Reason("here"), choice="king"),
        Intent(waits, Reason("nothing"), choice="king"),
    )
    assert found == [(stays, "here")]


def test_without_a_pack_that_plays_nothing_is_given() -> None:
    own = Rules.of(module("kingdoms"))
    own.rival = None
    view = own.view(TABLE.world, 1)
    assert decide(Mind(own, view, 1, PLAIN, "middle", SeededDice(SEED, 1))) == ()


def test_a_wish_of_which_a_nature_says_nothing_has_the_usual_weight() -> None:
    nature = RivalNature(key="miser", name="Miser", wishes={"gold": 10})
    assert (nature.wants("gold"), nature.wants("war")) == (10, 5)


def test_natures_are_given_out_in_turn_and_a_module_without_any_has_plain_ones() -> None:
    natures = list(rules().module.rivals.values())
    assert [rules().module.nature(n) for n in range(5)] == [*natures, natures[0]]
    bare = rules().module.model_copy(update={"rivals": {}})
    assert bare.nature(3) == PLAIN


def test_a_wish_that_there_is_not_is_told_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    text = '[meta]\nextends = "kingdoms"\n\n[rivals.odd]\nwishes = { fame = 3, war = 11 }\n'
    (folder / "module.toml").write_text(text)
    faults = [fault for fault in check(folder, [FOLDER / "modules"]) if "rivals" in fault.table]
    assert {fault.line for fault in faults} == {5}
    assert len(faults) == 2


def after(world: World, *orders: object) -> tuple[World, list[object]]:
    """The world after a setup with these acts of the host, and what was emitted."""
    queued = tuple(Queued(f"a{n}", order) for n, order in enumerate(orders, 1))  # type: ignore[arg-type]
    due = Due("setup", 9, dt.date(2026, 1, 5), (Submission(0, queued),))
    out = resolve(rules(), world, due, SeededDice(SEED, 9))
    return out.world, [entry.event for entry in out.entries]


def test_the_kingdom_goes_on_under_another_players_name() -> None:
    table = Table.seated()
    player = table.crown().player
    left, _ = after(table.world, Leave(player=player))
    assert not left.get(Player, player).active
    taken, events = after(left, Succeed(player=player, name="  Bram "))
    now = taken.get(Player, player)
    assert (now.name, now.active, now.missed, now.idle) == ("Bram", True, 0, False)
    assert taken.first(Crown, "player", player) == left.first(Crown, "player", player)
    (event,) = [each for each in events if isinstance(each, SeatTaken)]
    assert (event.name, event.before) == ("Bram", left.get(Player, player).name)


@pytest.mark.parametrize("name", ["", "x" * 40, "@everyone"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    table = Table.seated()
    player = table.crown().player
    world, events = after(table.world, Succeed(player=player, name=name))
    assert any(isinstance(each, OrderFailed) for each in events)
    assert world.get(Player, player) == table.world.get(Player, player)


def test_nobody_takes_the_place_of_who_has_lost_all_or_never_was() -> None:
    table = Table.seated()
    player = table.world.get(Player, table.crown().player)
    table.world.put(player.replace(out=3))
    for id in (player.id, 99):
        _, events = after(table.world, Succeed(player=id, name="Bram"))
        assert any(isinstance(each, OrderFailed) for each in events)
