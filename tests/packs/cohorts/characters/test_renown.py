"""Renown beyond the worked cases: who goes over with what, who learns of it, what is conserved."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders import Order
from engine.packs.cohorts.characters.influencing import InfluenceCharacter, PieceInfluenced
from engine.packs.cohorts.characters.recruiting import RecruitCharacter
from engine.packs.cohorts.characters.renown import OfferAborted, TransferRenown
from engine.packs.cohorts.pieces.positions import add_renown, renown_of
from engine.packs.cohorts.pieces.records import Character
from tests.rules.adapters.characters_renown import Court
from tests.rules.scene import Scene, ref

few = settings(max_examples=20, deadline=None)


# ---------------------------------------------------------------- influence


def test_a_baron_who_is_won_over_brings_city_and_wild_garrison_and_turns_out_the_rest() -> None:
    scene = Court(renown=10_000)
    foe = scene.someone("at_war")
    city = scene.city(5, 5, foe)
    baron = scene.world.get(Character, city.baron)
    wild = scene.change(scene.unit(city), player=0)
    theirs = scene.unit(city, foe)
    assert scene.influence(baron).code == "bad_target", "nobody has seen the baron"
    ran = scene.influence(city)
    assert not ran.refused
    now = scene.now(baron)
    assert (now.player, now.holder) == (scene.me.id, city.place)
    assert scene.now(wild).player == scene.me.id
    assert scene.now(theirs).player == foe.id
    assert scene.now(theirs).holder == scene.at(5, 5).place
    assert ran.events(PieceInfluenced)[0].cities == (city.id,)


def test_what_keeps_the_lord_of_a_city_does_not_tell_the_name() -> None:
    scene = Court(renown=10_000)
    city = scene.city(5, 5, scene.someone("neutral"))
    lord = scene.change(scene.world.get(Character, city.baron), starting=True, name="Hidden")
    ran = scene.influence(city)
    assert ran.code == "not_allowed"
    assert lord.name not in ran.failures[0].says
    wild = scene.change(scene.city(7, 7), province=scene.at(5, 5).id)
    assert scene.influence(wild).code == "bad_target"


def test_whoever_is_won_over_joins_the_stack_of_the_sponsor() -> None:
    scene = Court(renown=10_000)
    target = scene.character(scene.at(5, 5), scene.someone("neutral"))
    scene.influence(target)
    assert scene.now(target).holder == scene.party.place


def test_the_loser_is_told_to_whom_and_others_there_only_that_it_left() -> None:
    scene = Court(renown=10_000)
    loser, watcher = scene.someone("neutral"), scene.someone("at_war")
    scene.character(scene.at(5, 5), watcher)
    target = scene.character(scene.at(5, 5), loser)
    ran = scene.influence(target)
    [entry] = [e for e in ran.entries if isinstance(e.event, PieceInfluenced)]
    assert entry.audience[loser.faction].knows("player")
    assert not entry.audience[loser.faction].knows("cost")
    assert not entry.audience[watcher.faction].knows("player")
    assert entry.audience[scene.ours.id].knows("cost")


def test_prisoners_are_won_over_by_their_captor_alone_and_are_free_then() -> None:
    scene = Court(renown=10_000)
    foe = scene.someone("at_war")
    captive = scene.character(scene.party, foe, captor=scene.me.id)
    other = scene.character(scene.at(5, 5), foe, captor=scene.someone("neutral").id)
    assert scene.influence(other).code == "not_allowed"
    assert not scene.influence(captive).refused
    assert (scene.now(captive).captor, scene.now(captive).player) == (0, scene.me.id)


def test_an_aborted_offer_may_be_raised_in_the_same_turn_and_a_success_may_not() -> None:
    scene = Court(renown=10_000)
    one, other = (scene.change(scene.character(scene.at(5, 5)), player=0) for _ in range(2))
    assert scene.influence(one, 59).events(OfferAborted)
    assert not scene.influence(one, 60).refused
    assert scene.influence(other).code == "cooling_down"


def test_what_others_ask_for_cannot_be_foreseen() -> None:
    scene = Court(renown=10_000)
    target = scene.character(scene.at(5, 5), scene.someone("neutral"))
    order = InfluenceCharacter(sponsor=ref(scene.main), target=ref(target), offer=100)
    assert scene.plan(order).orders[0].outcome == "unforeseen"


@pytest.mark.rule("cohorts.renown.new-units")
def test_new_units_are_won_with_the_renown_that_was_earned() -> None:
    scene = Court(renown=60)
    unit = scene.change(scene.unit(scene.at(5, 5), soldiers=5), player=0)
    assert not scene.influence(unit).refused
    assert (scene.now(unit).player, scene.renown) == (scene.me.id, 0)


# ---------------------------------------------------------------- recruits


def test_nobody_is_recruited_where_all_are_slaves() -> None:
    scene = Court(renown=10_000)
    city = scene.city(5, 5, scene.me, population={}, slaves={"orc": 500})
    scene.guild(city, "warrior", 5)
    order = RecruitCharacter(sponsor=ref(scene.main), city=ref(city), guild="warrior", offer=60)
    assert scene.run(order).code == "not_allowed"


def test_the_guilds_of_others_cannot_be_foreseen() -> None:
    scene = Court(renown=10_000)
    city = scene.city(5, 5, scene.someone("neutral"), population={"human": 500})
    scene.guild(city, "warrior", 5)
    order = RecruitCharacter(sponsor=ref(scene.main), city=ref(city), guild="warrior", offer=60)
    assert scene.plan(order).orders[0].outcome == "unforeseen"


# ---------------------------------------------------------------- what always holds


@few
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 120)), max_size=8))
def test_no_renown_is_made_or_lost_between_teammates(moves: list[tuple[bool, int]]) -> None:
    scene = Scene()
    mate = scene.someone("teammate")
    add_renown(scene.world, scene.me.id, 100)
    add_renown(scene.world, mate.id, 50)
    for mine, amount in moves:
        giver, taker = (scene.me, mate) if mine else (mate, scene.me)
        order: Order = TransferRenown(target=ref(taker), amount=amount)
        scene.run(order, player=giver)
        held = [renown_of(scene.world, player.id) for player in (scene.me, mate)]
        assert sum(held) == 150
        assert min(held) >= 0
