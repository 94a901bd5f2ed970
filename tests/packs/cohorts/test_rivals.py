"""Computer players: they know what their view holds, give sensible orders, and say why."""

from __future__ import annotations

import datetime as dt
import functools
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from bot import faces
from bot.faces.cohorts.stories import MARCHES
from data import FOLDER
from engine.calendar import OccasionKind
from engine.campaign import Player
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.events import OrderFailed
from engine.module import load
from engine.module.natures import RivalNature
from engine.orders import Order, Queued
from engine.packs import Rules
from engine.packs.cohorts.characters.acting import CharacterAction
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.magic.lasting import Countdown
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Unit
from engine.packs.cohorts.quests.adventures import PerformAdventure
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.packs.warlords.rivals import MEANS
from engine.rivals import STRENGTHS, Decision, Mind, Strength
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import Place, World
from tests.hidden import HIDDEN, Veiled, veiled
from tests.hidden.kinds import unlike
from tests.rules.plain import blank

RULES = Rules.of(load("cohorts", [FOLDER / "modules"]))
WEEKS = 5


def mind(
    rules: Rules, world: World, player: int, strength: Strength = "strong", **wishes: int
) -> Mind:
    """A player of the plain nature, but for some wishes, who sees what its faction sees.

    It is strong where nothing else is said, and so forgets nobody.
    """
    nature = RivalNature.model_validate({"key": "test", "name": "Test", "wishes": wishes})
    view = rules.view(world, world.get(Player, player).faction)
    return Mind(rules, view, player, nature, strength, SeededDice(Seed(bytes(32)), 1))


class Game:
    """A campaign of the shipped module, played without any host."""

    def __init__(self, seed: int) -> None:
        self.seed = Seed(bytes([seed]) * 32)
        assert RULES.found
        self.world: World = RULES.found(RULES, SeededDice(self.seed, 1), {})
        self.world.settle()
        self.number = 1
        for place, side in enumerate(MARCHES.seats.values()):
            about = {"faction": side["faction"], "party": side["start"]}
            join = Join.model_validate({"name": f"Player {place}", **about})
            assert not self.tick("setup", Submission(0, (Queued("a1", join),)))

    def tick(self, kind: DueKind, *submissions: Submission) -> list[OrderFailed]:
        """Resolve a tick; returns the orders that failed."""
        self.number += 1
        due = Due(kind, self.number, dt.date(2026, 1, 5), submissions)
        outcome = resolve(RULES, self.world, due, SeededDice(self.seed, self.number))
        assert not outcome.faults
        self.world = outcome.world
        events = [entry.event for entry in outcome.entries]
        return [event for event in events if isinstance(event, OrderFailed)]


Played = tuple[Game, dict[int, list[Decision]], list[OrderFailed]]


@functools.cache
def played() -> Played:
    """Some weeks of computer players alone: what each gave, and what the truth refused."""
    game, failed = Game(1), list[OrderFailed]()
    given: dict[int, list[Decision]] = {player.id: [] for player in game.world.all(Player)}
    for _ in range(WEEKS):
        for player in given:
            decisions = decide(mind(RULES, game.world, player))
            given[player] += decisions
            failed += game.tick("run", Submission(player, tuple(each.queued for each in decisions)))
        game.tick("weekly")
    return game, given, failed


def test_every_one_of_them_trains_builds_and_explores() -> None:
    _, given, _ = played()
    for decisions in given.values():
        kinds = {type(each.queued.order) for each in decisions}
        assert {Move, TrainMilitaryUnits, ConstructVillage, TransferCharacter} <= kinds


def test_few_of_their_orders_fail() -> None:
    _, given, failed = played()
    assert len(failed) * 50 <= sum(map(len, given.values()))


def test_their_realms_grow_and_their_people_are_out_in_the_world() -> None:
    game, given, _ = played()
    for player in given:
        assert sum(unit.soldiers for unit in game.world.by(Unit, "player", player)) > 100
        stacks = {stack.place for stack in game.world.by(Stack, "player", player)}
        people = list(game.world.by(Character, "player", player))
        assert any(each.holder in stacks for each in people)


def test_every_order_has_a_reason_about_things_that_are_known() -> None:
    game, _, _ = played()
    face = faces.of(RULES)
    for player in game.world.all(Player):
        thinks = mind(RULES, game.world, player.id)
        names = face.names(thinks.view, str, reader=player.faction)
        for decision in decide(thinks):
            assert all(thinks.view.at(place) is not None for place in decision.reason.things)
            assert decision.reason.key in face.reasons
            assert "{" not in face.because(decision.reason, names)


def test_the_same_view_brings_the_same_orders() -> None:
    game, _, _ = played()
    assert decide(mind(RULES, game.world, 1)) == decide(mind(RULES, game.world.fork(), 1))


# ---------------------------------------------------------------- what cannot be known


@functools.cache
def twins() -> tuple[Veiled, World]:
    """A world in which much is hidden, and another in which all of that is different."""
    scene = veiled()
    view = partial(scene.rules.view, faction=scene.me.faction)
    return scene, unlike(scene, scene.world, HIDDEN.values(), view)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_what_a_faction_cannot_know_changes_no_order_of_its_players(strength: Strength) -> None:
    scene, other = twins()
    orders = decide(mind(scene.rules, scene.world, scene.me.id, strength))
    assert orders
    assert decide(mind(scene.rules, other, scene.me.id, strength)) == orders


# ---------------------------------------------------------------- natures


def beside_a_wild_city(soldiers: int) -> list[ConquerCity]:
    """The attacks of a player whose host of that many stands beside a city of nobody."""
    world = played()[0].world.fork()
    player = world.get(Player, 1)
    grid = world.get(Map, 1).grid
    terrains = RULES.module.content(Content).terrains
    wild = next(
        (city, spot + 1)
        for city in world.all(City)
        if not city.baron and not city.faction
        for spot in grid.adjacency()[city.province - 1]
        if spot >= 0 and not terrains[world.get(Province, spot + 1).terrain].is_water
    )
    stack = next(world.by(Stack, "player", player.id))
    pattern = next(world.by(Unit, "player", player.id))
    world.put(stack.replace(province=wild[1]))
    for _ in range(soldiers // 100):
        hale = {"soldiers": 100, "wounds": Fraction(0), "holder": stack.place}
        values = {**pattern.known(), **hale}
        del values["id"]
        world.add(Unit, **values)
    orders = (each.queued.order for each in decide(mind(RULES, world, player.id, land=8)))
    return [each for each in orders if isinstance(each, ConquerCity)]


def test_a_strong_host_takes_a_city_and_a_weak_one_leaves_it_alone() -> None:
    assert beside_a_wild_city(soldiers=4000)
    assert not beside_a_wild_city(soldiers=100)


# ---------------------------------------------------------------- other rules


def test_the_rules_that_build_on_these_are_played_by_the_same_players() -> None:
    """Warlords has special orders, and what it does not have is not asked for."""
    rules = Rules.of(load("warlords", [FOLDER / "modules"]))
    assert rules.found
    assert rules.rival
    seed = Seed(bytes(32))
    world: World = rules.found(rules, SeededDice(seed, 1), {})
    world.settle()
    faction = next(iter(rules.module.factions))
    join = rules.rival.join(rules, world, faction, "One", SeededDice(seed, 1).stream("a", "b"))
    due = Due("setup", 2, dt.date(2026, 1, 5), (Submission(0, (Queued("a1", join),)),))
    world = resolve(rules, world, due, SeededDice(seed, 2)).world
    paths = {each.queued.order.path for each in decide(mind(rules, world, 1))}
    assert {("city", "improve-village"), ("character", "adventure")} <= paths, "as in Cohorts"
    assert paths <= set(rules.orders)
    assert MEANS.needless <= set(rules.orders)
    assert not paths & MEANS.needless, "they bring nothing in its battles"


# ---------------------------------------------------------------- heroes


def at_home() -> tuple[World, City, list[Character]]:
    """A world after some weeks, a city of its first player, and that player's people, all in it."""
    world = played()[0].world.fork()
    people = list(world.by(Character, "player", 1))
    city = next(each for each in world.all(City) if each.baron in [hero.id for hero in people])
    for hero in people:
        world.put(hero.replace(holder=city.place, actions=1))
    return world, city, [world.get(Character, hero.id) for hero in people]


def given(world: World, kind: type[Order]) -> list[Any]:
    """The orders of a kind that the first player gives."""
    orders = (each.queued.order for each in decide(mind(RULES, world, 1)))
    return [each for each in orders if isinstance(each, kind)]


def test_what_is_open_to_one_of_their_people_is_for_who_is_furthest_on() -> None:
    world, _, people = at_home()
    for row in list(world.all(Countdown)):
        world.remove(row)
    for hero in people:
        world.put(hero.replace(xp=45 if hero == people[-1] else 15, level=1 + (hero == people[-1])))
    poles = [
        each for each in given(world, PerformAdventure) if each.adventure == "the_greased_pole"
    ]
    assert [each.character.id for each in poles] == [people[-1].id]


def test_whose_adventure_nobody_can_foresee_does_nothing_beside_it() -> None:
    world, city, people = at_home()
    stones = ("counting_the_stones",)  # which may show a hoard of which nobody knows
    seen = {"province": city.province, "quests": stones, "hidden": False}
    world.add(HotSpot, **{**blank(HotSpot), **seen})
    for hero in people:
        world.put(hero.replace(level=5))
    orders = given(world, CharacterAction)
    busy = [each.character.id for each in orders]
    adventurers = [e.character.id for e in orders if getattr(e, "adventure", "") in stones]
    assert adventurers
    assert all(busy.count(each) == 1 for each in adventurers)


def test_who_can_found_a_guild_does_so_where_there_is_none() -> None:
    world, city, people = at_home()
    assert not given(world, BuildGuild)
    founder = people[-1]
    world.put(founder.replace(xp=825, level=10))
    (order,) = given(world, BuildGuild)
    assert (order.city.id, order.founder.id) == (city.id, founder.id)


def test_founders_who_are_away_go_home() -> None:
    world, city, people = at_home()
    hero, stack = people[-1], next(world.by(Stack, "player", 1))
    spot = next(each + 1 for each in around_land(world, city))
    world.put(stack.replace(province=spot, used=0, acted=""))
    world.put(hero.replace(xp=825, level=10, holder=stack.place))
    moves = [each for each in given(world, Move) if each.stack.id == stack.id]
    assert [each.destination.id for each in moves] == [city.province]


@pytest.mark.parametrize("near", [True, False])
def test_those_whose_stack_is_gone_are_taken_in(near: bool) -> None:
    world, city, people = at_home()
    stray = next(hero for hero in people if hero.id != city.baron)
    lands = (each + 1 for each in around_land(world, city))
    free = next(each for each in lands if world.first(Stack, "province", each) is None)
    spot = city.province if near else free
    world.put(stray.replace(holder=Place(Province.kind, spot)))
    if near:
        moved = given(world, TransferCharacter)
        assert (stray.place, city.place) in [(o.character.place, o.target.place) for o in moved]
    else:
        assert spot in [each.province.id for each in given(world, ActivateStack)]


def around_land(world: World, city: City) -> list[int]:
    """The places on the grid of the land beside a city."""
    terrains = RULES.module.content(Content).terrains
    near = world.get(Map, 1).grid.adjacency()[city.province - 1]
    return [
        each
        for each in near
        if each >= 0 and not terrains[world.get(Province, each + 1).terrain].is_water
    ]


@pytest.mark.rule("cohorts.order.build-guild", "cohorts.xp.chart")
def test_what_cities_have_to_do_makes_a_founder_by_turn_20() -> None:
    """A task in a city a turn, each open again after a monthly production, and nothing else."""
    content, calendar = RULES.module.content(Content), RULES.module.calendar
    tasks = [each for each in content.adventures.values() if each.open.per == "player"]
    steady = [each for each in tasks if each.where.city == "any" and each.open.months == 1]
    xp, turn, done = content.setup.xp, 1, list[str]()
    for occasion in calendar.coming(dt.datetime(2026, 1, 1, tzinfo=dt.UTC)):
        if occasion.kind is OccasionKind.RUN:
            continue
        level = content.experience.level_of(xp)
        able = [
            each
            for each in steady
            if each.key not in done
            and each.requires.level_min <= level <= (each.requires.level_max or level)
        ]
        for best in sorted(able, key=lambda each: -each.reward.xp)[:1]:
            xp, done = xp + best.reward.xp, [*done, best.key]
        done = [] if occasion.monthly else done
        turn += 1
        if turn > 20:
            break
    assert content.experience.level_of(xp) >= content.guild_rules.founder_level
