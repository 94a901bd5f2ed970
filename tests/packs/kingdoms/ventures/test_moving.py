"""Moves, pursuits, trails, practice, exploring and spying in a world of Kingdoms."""

from __future__ import annotations

import pytest

from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.events import OrderFailed
from engine.orders import Order
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.inventions import discovered
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.moving import (
    NEAR,
    Move,
    Pursue,
    RulerMoved,
    Trail,
    Trailed,
)
from engine.packs.kingdoms.crowns.ventures.searching import Search, SiteSearched
from engine.packs.kingdoms.crowns.ventures.spying import ProvinceReported, Spy
from engine.packs.kingdoms.crowns.ventures.working import (
    ABILITY,
    Explore,
    Explored,
    InventionGained,
    Practice,
    Practised,
    Wait,
)
from engine.packs.kingdoms.pieces.abilities import level_in, levels_of
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler, Survey, survey_id
from engine.state import State
from engine.suggesting import ParameterTrial
from engine.world import Record
from tests.packs.hostile import asked, raised_on
from tests.packs.kingdoms.crowns.table import Table, rules
from tests.packs.kingdoms.ventures.court import MODULE, RULES, Court, ref
from tests.rules.adapters.kingdoms.words import script

HERE, EAST, FAR = 20, 21, 24


@pytest.mark.rule("kingdoms.action.invalid-orders")
def test_what_is_impossible_in_its_phase_passes_and_what_follows_goes_on(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    far, east = court.world.get(Holding, FAR), court.world.get(Holding, EAST)
    orders: list[Order] = [
        Move(character=ref(king), to=ref(far)),
        Move(character=ref(king), to=ref(east)),
    ]
    court.tick("run", {red.player: orders})
    assert [event.says for event in court.told(OrderFailed)] == [
        f"That province is not next to where {king.name} is."
    ]
    moved = court.told(RulerMoved)
    assert [(event.goal, event.phase) for event in moved] == [(EAST, 2)]


@pytest.mark.rule("kingdoms.action.invalid-orders")
def test_an_action_that_would_end_after_the_sixth_phase_is_refused(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    orders = [Explore(character=ref(king)) for _ in range(4)]
    court.tick("run", {red.player: orders})
    assert [event.rule for event in court.told(OrderFailed)] == ["kingdoms.turn.phases"]


@pytest.mark.rule("kingdoms.action.wait")
def test_waits_let_phases_pass_before_the_next_action(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    east = court.world.get(Holding, EAST)
    waits: list[Order] = [Wait(character=ref(king)) for _ in range(3)]
    court.tick("run", {red.player: [*waits, Move(character=ref(king), to=ref(east))]})
    assert [event.phase for event in court.told(RulerMoved)] == [4]


def test_one_in_a_coma_may_move_and_do_nothing_else_but_wait_and_leave(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, coma=(2,) * 15)
    east = court.world.get(Holding, EAST)
    assert not court.do(red, Explore(character=ref(hero)))
    assert court.refused[0].rule == "kingdoms.character.coma"
    assert court.do(red, Move(character=ref(hero), to=ref(east)))


def test_one_who_was_hired_this_turn_takes_orders_from_the_next_on(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE, since=4)
    assert not court.do(red, Wait(character=ref(hero)))
    court.set_turn(5)
    assert court.do(red, Wait(character=ref(hero)))


def test_a_pursuer_comes_to_his_target_and_fights_one_who_leads_no_army(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    hunter = court.ruler(red, HERE, skill={"SP": 5})
    prey = court.ruler(blue, EAST)
    court.sight(red, prey)
    court.give(red, HERE, EAST)
    court.tick("run", {red.player: [Pursue(character=ref(hunter), target=ref(prey))]})
    assert court.now(hunter).holding == EAST
    fights = court.told(EncounterFought)
    assert [(each.meeting, each.rulers) for each in fights] == [("pursue", (hunter.id, prey.id))]
    assert court.hears(red, EncounterFought)
    assert court.hears(blue, EncounterFought)


@pytest.mark.rule("kingdoms.treaty.effects")
def test_a_pursuer_only_joins_the_character_of_a_treaty_partner(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    court.treaty(red, blue)
    hunter = court.ruler(red, HERE, skill={"SP": 5})
    friend = court.ruler(blue, EAST)
    court.sight(red, friend)
    court.give(red, HERE, EAST)
    court.tick("run", {red.player: [Pursue(character=ref(hunter), target=ref(friend))]})
    assert court.now(hunter).holding == EAST
    assert not court.told(EncounterFought)


@pytest.mark.rule("kingdoms.action.trail")
def test_a_trailer_follows_phase_by_phase_and_learns_what_the_target_does(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    spy = court.ruler(red, HERE, skill={"SP": 5})
    prey = court.ruler(blue, HERE)
    court.sight(red, prey)
    court.give(red, HERE)
    court.give(blue, EAST, EAST + 1)
    goals = [court.world.get(Holding, id) for id in (EAST, EAST + 1)]
    court.tick(
        "run",
        {
            red.player: [Trail(character=ref(spy), target=ref(prey))],
            blue.player: [Move(character=ref(prey), to=ref(goal)) for goal in goals],
        },
    )
    assert court.now(spy).holding == EAST + 1
    assert len(court.told(Trailed)) == 6
    assert not any(event.lost for event in court.told(Trailed))
    assert [event.goal for event in court.told(RulerMoved) if event.ruler == prey.id] == [
        EAST,
        EAST + 1,
    ]
    seen = [e.ruler for e in court.hears(red, RulerMoved) if isinstance(e, RulerMoved)]
    # In the first phase the trail was taken up only after the move (kingdoms.turn.phase-steps).
    assert seen.count(prey.id) == 1
    assert "Trail" in court.now(spy).doings.shadowy


@pytest.mark.rule("kingdoms.action.trail")
def test_a_leader_of_armies_trails_nobody(court: Court) -> None:
    red = court.crown("Red")
    spy, prey = court.ruler(red, HERE), court.ruler(None, HERE)
    court.army(red, HERE, leader=spy)
    assert not court.do(red, Trail(character=ref(spy), target=ref(prey)))
    assert "leads armies" in court.refused[0].says


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


def test_no_chooser_raises_whatever_was_typed_before() -> None:
    world = Table.seated().world
    player = next(iter(world.all(Player)))
    state = State(rules(), rules().view(world, player.faction), ForeseeDice())
    state.player, state.planning = player.id, True
    orders = [cls for cls in rules().orders.values() if "setup" not in cls.phases]
    things: list[Record] = [*list(world.all(Ruler))[:3], *list(world.all(Army))[:2]]
    assert raised_on(state, asked(orders, things)) == []


@pytest.mark.rule("kingdoms.action.cast")
def test_a_spell_is_not_refused_only_because_nothing_else_of_it_is_chosen_yet(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, 20, skill={"IL": 3})
    court.give(red, 20)
    state = State(RULES, RULES.view(court.world, red.faction), ForeseeDice())
    state.player, state.planning = red.player, True
    trial = ParameterTrial([state], Cast, "spell", {"character": str(ref(king))})
    assert trial.refusal("Illusory Terrain") is None
