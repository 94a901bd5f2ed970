"""Practice, exploring, searching and spying in a world of Kingdoms."""

from __future__ import annotations

import pytest

from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.inventions import discovered
from engine.packs.kingdoms.crowns.ventures.moving import NEAR
from engine.packs.kingdoms.crowns.ventures.searching import Search, SiteSearched
from engine.packs.kingdoms.crowns.ventures.spying import ProvinceReported, Spy
from engine.packs.kingdoms.crowns.ventures.working import (
    ABILITY,
    Explore,
    Explored,
    InventionGained,
    Practice,
    Practised,
)
from engine.packs.kingdoms.pieces.abilities import level_in, levels_of
from engine.packs.kingdoms.pieces.records import Survey, survey_id
from tests.packs.kingdoms.ventures.court import MODULE, Court, ref
from tests.rules.adapters.kingdoms.chance import script

HERE = 20
NOBODY = 100
"""A draw that brings nobody by chance."""


@pytest.mark.rule("kingdoms.action.practice")
def test_practice_raises_an_ability_and_comes_once_a_turn(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, aptitude=5)
    order = Practice(character=ref(hero), ability="Melee")
    assert court.do(red, order, [50])
    assert level_in(court.now(hero).skill, "ME") == 1
    assert [(event.chance, event.rose) for event in court.told(Practised)] == [(50, True)]
    assert not court.do(red, order)
    assert court.refused[0].rule == "kingdoms.action.practice"


@pytest.mark.rule("kingdoms.action.practice")
@pytest.mark.rule("kingdoms.invention.discovery")
def test_a_sage_invents_first_by_the_level_before_and_then_may_improve(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue", inventions=("compass",))
    sage = court.ruler(red, HERE, skill={"SA": 3}, aptitude=4)
    order = Practice(character=ref(sage), ability="SA")
    # 15 percent, the second of twenty, then 10 percent to improve.
    assert court.do(red, order, [15, 2, 11])
    assert court.now(red).inventions == ("war_engine",)
    assert court.now(sage).merit.inventions == 1
    assert court.hears(red, InventionGained)
    assert not court.hears(blue, InventionGained)
    court.change(sage, doings=sage.doings)
    # What another kingdom had before gives no merit of first discovery.
    assert court.do(red, order, [15, 1, 11])
    assert court.now(red).inventions == ("war_engine", "compass")
    assert court.now(sage).merit.inventions == 1


@pytest.mark.rule("kingdoms.invention.discovery")
def test_with_all_inventions_there_is_no_draw() -> None:
    devices = MODULE.content(VentureContent).devices
    with script([]) as dice:
        assert discovered(devices, tuple(devices), dice) is None
    with script([2]) as dice:
        assert discovered(devices, ["war_engine"], dice) == "fortress_walls"


@pytest.mark.rule("kingdoms.action.explore")
@pytest.mark.rule("kingdoms.feature.discovery")
def test_exploring_discovers_features_and_the_first_to_do_so_has_the_merit(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    one, other = court.ruler(red, HERE), court.ruler(blue, HERE)
    site = court.site(HERE, "oasis", spot=50)
    hidden = court.site(HERE, "oasis", spot=51)
    assert court.do(red, Explore(character=ref(one)), [NOBODY])
    assert court.world.get(Survey, survey_id(red.id, HERE)).percent == 50
    assert (court.now(site).known_to, court.now(hidden).known_to) == ((red.id,), ())
    assert court.do(blue, Explore(character=ref(other)), [NOBODY])
    merits = [court.now(each).merit.features for each in (one, other)]
    assert merits == [1, 0]
    assert [event.first for event in court.told(Explored)] == [(site.id,), ()]


@pytest.mark.rule("kingdoms.action.explore")
def test_who_is_slain_or_flees_on_the_way_explores_nothing(court: Court) -> None:
    red = court.crown("Red")
    coward = court.ruler(red, HERE, temper="Cowardly", refusal=100, hit_points=1, plan=("FL",))
    # Somebody comes (10 percent on a plain): a gryphon; what follows is by the seed.
    explored = Explore(character=ref(coward))
    for turn in range(1, 60):
        court.set_turn(turn)
        if court.now(coward).alive:
            court.do(red, explored)
    fights = court.told(EncounterFought)
    assert fights
    told = court.told(Explored)
    ends = [fight.outcome for fight in fights]
    gave_up = sum("fled" in end or "slain" in end for end in ends)
    assert gave_up
    lived = court.now(coward).alive
    assert len(told) <= 59 - gave_up
    assert lived or "initiator_slain" in ends or "other_slain" in ends


@pytest.mark.rule("kingdoms.action.search")
def test_a_feature_without_guardian_gives_hoard_and_benefit(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, hit_points=3)
    site = court.site(HERE, "enchanted_spring", red, gold=12)
    wand = court.item("wand_of_fire", site)
    assert court.do(red, Search(character=ref(hero), feature=ref(site)), [NOBODY])
    assert (court.now(red).treasury, court.now(site).gold) == (112, 0)
    assert court.now(wand).holder == hero.place
    assert court.now(hero).hit_points == 20
    assert [event.benefit for event in court.told(SiteSearched)] == ["spring"]


@pytest.mark.rule("kingdoms.action.search")
def test_an_undiscovered_feature_and_one_elsewhere_are_not_searched(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    hero = court.ruler(red, HERE)
    unknown, away = court.site(HERE, "oasis", blue), court.site(HERE + 1, "oasis", red)
    assert not court.do(red, Search(character=ref(hero), feature=ref(unknown)))
    assert not court.do(red, Search(character=ref(hero), feature=ref(away)))
    assert court.refused[0].code == "out_of_range"


def test_a_library_gives_an_invention_with_its_merit_and_an_oracle_a_feature_without() -> None:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE)
    library, oracle = court.site(HERE, "lost_library", red), court.site(HERE, "oracle", red)
    far = court.site(1, "oasis")
    assert court.do(red, Search(character=ref(hero), feature=ref(library)), [NOBODY, 1])
    assert (court.now(red).inventions, court.now(hero).merit.inventions) == (("compass",), 1)
    assert court.do(red, Search(character=ref(hero), feature=ref(oracle)), [NOBODY])
    assert court.now(far).known_to == (red.id,)
    assert court.now(hero).merit.features == 0


def test_a_slain_guardian_leaves_its_hoard_and_merit_to_the_slayer(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, skill={"ME": 5}, hit_points=90)
    lair = court.site(HERE, "troll_caves", red, being="troll", hit_points=1, full=25, gold=30)
    blade = court.item("enchanted_blade", lair)
    for turn in range(4, 9):
        court.set_turn(turn)
        if court.now(lair).being:
            assert court.do(red, Search(character=ref(hero), feature=ref(lair)))
    assert court.now(lair).being == ""
    assert court.now(red).treasury == 130
    assert court.now(blade).holder == hero.place
    assert court.now(hero).merit.monsters == 25
    assert court.told(EncounterFought)[-1].gold == 30
    assert not court.told(SiteSearched), "what its guardian gave was all, and nothing else is told"


def test_a_spy_reports_with_his_error_and_brings_an_invention_home(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue", inventions=("compass", "steel"))
    spy = court.ruler(red, HERE, skill={"SP": 3}, aptitude=5)
    court.give(blue, HERE)
    for _ in range(10):
        court.army(blue, HERE)
    # An error of 15 percent, the invention at 30 percent, the second of two, no lesson.
    assert court.do(red, Spy(character=ref(spy)), [15, 30, 2, 11])
    (report,) = court.told(ProvinceReported)
    assert report.armies == ((blue.id, "LE", 12),)
    assert (report.owner, report.margin) == (blue.id, 28)
    assert court.now(red).inventions == ("steel",)
    assert court.now(spy).merit.espionage == 1
    assert court.now(blue).inventions == ("compass", "steel")
    assert "Spy" in court.now(spy).doings.shadowy


@pytest.mark.rule("kingdoms.experience.practice")
def test_practice_that_could_raise_nothing_is_refused_and_says_what_is_missing() -> None:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE, skill={"ME": 2, "TA": 1}, aptitude=2)
    full = court.change(hero, aptitude=levels_of({"ME": 2, "TA": 3}))
    assert not court.do(red, Practice(character=ref(full), ability="Melee"))
    assert "has Melee 2, and an aptitude of 2." in court.refused[-1].says
    assert not court.do(red, Practice(character=ref(full), ability="Archery"))
    assert "has no aptitude for Archery." in court.refused[-1].says
    asked = ABILITY.among(court.state(), {"character": str(ref(full))})
    assert [each.label for each in asked] == ["Tactical, 20% chance"]


@pytest.mark.rule("kingdoms.action.trail")
def test_who_is_offered_to_be_trailed_is_known_to_be_near(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    hero = court.ruler(red, HERE)
    near, _, hidden = (court.ruler(blue, at) for at in (HERE + 1, HERE + 4, HERE))
    court.world.put(hidden.only([each for each in hidden.names if each != "holding"]))
    asked = NEAR.among(court.state(), {"character": str(ref(hero))})
    assert [each.value for each in asked] == [str(ref(near))]
