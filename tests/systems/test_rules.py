"""The rules of the small system, tick by tick through the engine."""

from __future__ import annotations

import itertools

import pytest
from skirmish.rules.content import Content
from skirmish.rules.duel import DuelFought, Duellist, Duels, blows_of, clash_of, fight
from skirmish.rules.records import Fighter, Spot
from skirmish.rules.season import AWARDS
from skirmish.rules.stepping import Drill, FighterHeld, FighterStepped

from data import FOLDER
from engine import packs
from engine.campaign import Now, Player
from engine.dice import ForeseeDice, ScriptedDice, Whole
from engine.ending import CampaignEnded
from engine.events import OrderFailed
from engine.facts import NotKnown
from engine.module import Module, ModuleError, check, load
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.preview import plan
from engine.state import State
from engine.world import Place, World
from tests.systems.installed import skirmish_installed
from tests.systems.scene import CELLAR, LANTERN, MODULES, RULES, Sand, rules, step


def test_its_module_is_sound_and_names_no_pack_but_its_own() -> None:
    assert check(MODULES / "arena") == []
    assert RULES.module.meta.packs == ("skirmish",)
    assert Module.from_json(RULES.module.to_json()) == RULES.module


def test_the_pack_is_found_where_it_is_installed_and_nowhere_else() -> None:
    with skirmish_installed():
        assert Rules.read(RULES.module.to_json()).packs == (packs.load("skirmish"),)
        assert packs.names() == (*packs.SHIPPED, "skirmish")
    with pytest.raises(LookupError, match="there is no rule pack 'skirmish'"):
        packs.load("skirmish")


def test_its_module_is_not_among_the_shipped_ones() -> None:
    with pytest.raises(ModuleError, match="there is no module 'arena'"):
        load("arena", [FOLDER / "modules"])


# ---------------------------------------------------------------- steps, all at once


def test_who_steps_into_a_free_place_stands_there(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick", (1, 1))
    sand.run((one, "e"))
    assert sand.at(one) == (2, 1)
    assert [(e.start, e.goal) for e in sand.events(FighterStepped)] == [(8, 9)]


def test_a_wall_is_no_way(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick", (0, 0))
    sand.run((one, "nw"))
    (failed,) = sand.events(OrderFailed)
    assert (failed.code, failed.rule) == ("wall", "skirmish.arena.sand")
    assert sand.at(one) == (0, 0)


def test_companions_who_swap_places_pass_each_other(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick", (1, 1)), sand.enter(LANTERN, "Tallow", (2, 1))
    sand.run((one, "e"), (other, "w"))
    assert (sand.at(one), sand.at(other)) == ((2, 1), (1, 1))
    assert not sand.events(DuelFought)


def test_rivals_who_swap_places_fight_halfway_and_neither_gets_the_place(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick", (1, 1)), sand.enter(CELLAR, "Coal", (2, 1))
    sand.run((one, "e"), (other, "w"))
    (duel,) = sand.events(DuelFought)
    assert (sand.at(one), sand.at(other)) == ((1, 1), (2, 1))
    assert [held.fighter for held in sand.events(FighterHeld)] == [duel.victor]
    assert {duel.victor, duel.beaten} == {one.id, other.id}


def test_three_in_a_ring_all_get_on(sand: Sand) -> None:
    ring = [
        sand.enter(LANTERN, "Wick", (1, 1)),
        sand.enter(CELLAR, "Coal", (2, 1)),
        sand.enter(LANTERN, "Tallow", (2, 2)),
    ]
    sand.run((ring[0], "e"), (ring[1], "sw"), (ring[2], "nw"))
    assert [sand.at(each) for each in ring] == [(2, 1), (2, 2), (1, 1)]
    assert not sand.events(DuelFought)


def test_who_follows_another_gets_the_place_that_becomes_free(sand: Sand) -> None:
    first, second = sand.enter(LANTERN, "Wick", (1, 1)), sand.enter(CELLAR, "Coal", (2, 1))
    sand.run((first, "e"), (second, "e"))
    assert (sand.at(first), sand.at(second)) == ((2, 1), (3, 1))


@pytest.mark.parametrize("seed", range(1, 9))
def test_of_rivals_who_want_one_place_the_winner_of_their_duel_gets_it(seed: int) -> None:
    sand = Sand(seed)
    one, other = sand.enter(LANTERN, "Wick", (1, 1)), sand.enter(CELLAR, "Coal", (3, 1))
    sand.run((one, "e"), (other, "w"))
    (duel,) = sand.events(DuelFought)
    winner, loser = (one, other) if duel.victor == one.id else (other, one)
    assert sand.at(winner) == (2, 1)
    assert sand.at(loser) == (
        None if duel.carried else {one.id: (1, 1), other.id: (3, 1)}[loser.id]
    )


def test_of_companions_who_want_one_place_the_one_with_the_lower_number_goes(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick", (1, 1)), sand.enter(LANTERN, "Tallow", (3, 1))
    sand.run((other, "w"), (one, "e"))
    assert (sand.at(one), sand.at(other)) == ((2, 1), (3, 1))
    (failed,) = sand.events(OrderFailed)
    assert (failed.player, failed.rule) == (other.player, "skirmish.step.companions")


def test_whoever_stays_is_fought_and_keeps_the_place_unless_carried_off() -> None:
    outcomes: set[bool] = set()
    for seed in range(1, 30):
        sand = Sand(seed)
        one = sand.enter(LANTERN, "Wick", (1, 1), style="blade")
        other = sand.enter(CELLAR, "Coal", (2, 1))
        sand.put(sand.now(other).replace(wounds=2))
        sand.run((one, "e"))
        (duel,) = sand.events(DuelFought)
        gone = duel.carried and duel.beaten == other.id
        assert sand.at(one) == ((2, 1) if gone else (1, 1))
        assert sand.at(other) == (None if gone else (2, 1))
        outcomes.add(gone)
    assert outcomes == {True, False}


def test_a_fighter_steps_once_in_a_turn(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick", (1, 1))
    sand.give((one, [step(one, "e"), step(one, "e")]))
    assert sand.at(one) == (2, 1)
    assert [failed.rule for failed in sand.events(OrderFailed)] == ["skirmish.step.together"]


def test_nobody_commands_the_fighter_of_another(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick"), sand.enter(CELLAR, "Coal")
    sand.give((one, [step(other, "w")]))
    assert [failed.code for failed in sand.events(OrderFailed)] == ["unable"]


# ---------------------------------------------------------------- duels


def duellist(id: int, strength: int = 1, wounds: int = 0) -> Duellist:
    return Duellist(fighter=id, name=f"F{id}", style="net", strength=strength, wounds=wounds)


def test_the_higher_throw_wounds_and_equal_ones_wound_nobody() -> None:
    bouts = RULES.module.content(Content).bouts
    clash = clash_of(fighter(1), fighter(2))
    with ScriptedDice([Whole(n, 6) for n in (4, 2, 3, 3, 1, 2)]) as dice:
        record = fight(bouts, duellist(1), duellist(2), dice, clash)
    assert [blow.hit for blow in blows_of(record)] == ["defender", "none", "attacker"]
    assert record.winner == "defender"  # neither struck more, and the second was there


def test_a_duel_ends_when_one_can_bear_no_more() -> None:
    bouts = RULES.module.content(Content).bouts
    with ScriptedDice([Whole(6, 6), Whole(1, 6)]) as dice:
        record = fight(
            bouts, duellist(1), duellist(2, wounds=2), dice, clash_of(fighter(1), fighter(2))
        )
    assert len(blows_of(record)) == 1
    assert record.winner == "attacker"


def fighter(id: int) -> Fighter:
    return Fighter(
        id=id, name=f"F{id}", player=id, style="net", spot=id, drilled=0, wounds=0, wins=0
    )


def test_the_odds_are_the_share_of_all_throws_that_the_attacker_wins(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick", (1, 1), "blade"), sand.enter(CELLAR, "Coal", (2, 1))
    clash = clash_of(one, other)
    (odds,) = Duels().odds(State(RULES, sand.world, ForeseeDice()), clash)
    bouts, sides = Duels().muster(State(RULES, sand.world, ForeseeDice()), clash)
    won = 0
    for throws in itertools.product(range(1, 7), repeat=2 * bouts.blows):
        script = [Whole(throw, 6) for throw in throws]
        won += Duels().fight(bouts, sides, ScriptedDice(script), clash).winner == "attacker"
    assert odds.exact
    assert odds.attacker_wins == won / 6 ** (2 * bouts.blows)
    view = RULES.view(sand.world, sand.faction(one))
    with pytest.raises(NotKnown):
        next(Duels().odds(State(RULES, view, ForeseeDice()), clash))


def test_a_duel_leaves_wounds_a_win_and_blood_and_the_sand_is_raked() -> None:
    sand = Sand(3)
    one, other = sand.enter(LANTERN, "Wick", (1, 1), "blade"), sand.enter(CELLAR, "Coal", (2, 1))
    sand.run((one, "e"))
    (duel,) = sand.events(DuelFought)
    struck = [blow.hit for blow in blows_of(duel.record) if blow.hit != "none"]
    assert struck
    assert sand.now(one).wounds == struck.count("attacker")
    assert sand.now(other).wounds == struck.count("defender")
    assert [sand.now(each).wins for each in (one, other)].count(1) == 1
    assert sum(spot.blood for spot in sand.world.all(Spot)) == len(struck)
    stained = sum(1 for spot in sand.world.all(Spot) if spot.blood)
    sand.tick("monthly")
    assert sum(spot.blood for spot in sand.world.all(Spot)) == len(struck) - stained


def test_drill_adds_to_throws_up_to_the_most(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick")
    for _ in range(5):
        sand.give((one, [Drill(fighter=Ref("fighter", one.id))]))
    assert sand.now(one).drilled == 4
    assert [failed.code for failed in sand.events(OrderFailed)] == ["drilled"]


# ---------------------------------------------------------------- the season


def test_the_season_ends_on_the_day_on_which_a_school_has_won_enough() -> None:
    sand = Sand(3, rules(laurels=2))
    one, other = sand.enter(LANTERN, "Wick", (1, 1), "blade"), sand.enter(CELLAR, "Coal", (2, 1))
    sand.put(sand.now(one).replace(wins=1))
    sand.put(sand.now(other).replace(wins=1))
    assert not sand.events(CampaignEnded)
    sand.run((one, "e"), (other, "w"))
    (duel,), (ended,) = sand.events(DuelFought), sand.events(CampaignEnded)
    winner, loser = (one, other) if duel.victor == one.id else (other, one)
    assert sand.world.get(Now, 1).over
    assert ended.turn == 1
    assert ended.ending.reason == AWARDS
    schools = [Place("faction", sand.faction(each)) for each in (winner, loser)]
    assert ended.ending.victors == (schools[0],)
    assert [(each.who, each.rank, each.points) for each in ended.standings] == [
        (schools[0], 1, 2 * 2 + 1),
        (schools[1], 2, 1 * 2 + 1),
    ]


def test_who_is_carried_off_is_worth_no_more_than_the_duels_won(sand: Sand) -> None:
    one = sand.enter(CELLAR, "Coal")
    sand.put(one.replace(wins=3, spot=0))
    first, last = RULES.standings(sand.world)
    assert (first.who.id, first.points, last.points) == (sand.faction(one), 6, 0)
    assert [(each.what, each.count) for each in first.made_of] == [
        ("duels_won", 3),
        ("on_the_sand", 0),
    ]


# ---------------------------------------------------------------- knowledge and plans


def test_how_far_others_are_drilled_nobody_knows(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick"), sand.enter(CELLAR, "Coal")
    view = RULES.view(sand.world, sand.faction(one))
    assert view.get(Fighter, one.id).drilled == 0
    with pytest.raises(NotKnown):
        _ = view.get(Fighter, other.id).drilled
    for record in sand.world.all(Fighter):
        assert RULES.knows(sand.world, sand.faction(one), record.place)


def test_what_anybody_may_know_holds_all_fighters_and_no_drill(sand: Sand) -> None:
    one, other = sand.enter(LANTERN, "Wick"), sand.enter(CELLAR, "Coal")
    known = RULES.public(sand.world)
    assert [each.name for each in known.all(Fighter)] == [one.name, other.name]
    assert [each.knows("drilled") for each in known.all(Fighter)] == [False, False]
    assert [each.name for each in known.all(Player)] == [one.name, other.name]
    for school in (1, 2):
        view = RULES.view(sand.world, school)
        for cls in known.kinds.values():
            for record in known.all(cls):
                assert record.known().items() <= view.get(cls, record.id).known().items()


def test_a_plan_shows_a_step_into_the_open_and_leaves_a_duel_open(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick", (1, 1))
    sand.enter(CELLAR, "Coal", (2, 1))
    view = RULES.view(sand.world, sand.faction(one))
    free, met = (
        plan(RULES, view, one.player, (Queued("k1", step(one, way)),)) for way in ("se", "e")
    )
    assert [each.outcome for each in free.orders] == ["done"]
    assert free.world.get(Fighter, one.id).spot != one.spot
    assert [each.outcome for each in met.orders] == ["unforeseen"]


def test_a_world_is_stored_and_loaded_whole(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick", (1, 1))
    other = sand.enter(CELLAR, "Coal", (2, 1))
    sand.run((one, "e"), (other, "w"))
    rows = sand.world.rows()
    assert World.load(RULES.records, rows).rows() == rows
    assert sand.world.get(Player, one.player).last_run == 1
