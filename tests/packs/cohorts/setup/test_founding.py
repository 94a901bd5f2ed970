"""New worlds as records: what holds of every one, whatever the seed and the size."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Now, Player
from engine.dice import Seed, SeededDice
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import actions_of, population_limit
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen import NoRoomError
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Map,
    Possession,
    Province,
    Stack,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.setup.founding import found
from engine.packs.cohorts.trade.access import access, foods
from engine.turn import Due, DueKind, resolve
from engine.world import World
from tests.rules.scene import MONDAY, module
from tests.searching import from_these

Case = tuple[int, int, int]
WIDTHS, HEIGHTS = (16, 24, 31), (14, 18, 23)
worlds = from_these(
    [
        (width, height, 1000 * width + height + more)
        for width, height in product(WIDTHS, HEIGHTS)
        for more in (0, 500)
    ],
    st.tuples(st.sampled_from(WIDTHS), st.sampled_from(HEIGHTS), st.integers(0, 10_000)),
)
every_world = settings(max_examples=12)


@cache
def rules() -> Rules:
    return Rules.of(module())


@cache
def new_world(case: Case) -> World:
    width, height, seed = case
    dice = SeededDice(Seed(seed.to_bytes(32, "big")), 0)
    return found(rules(), dice, {"width": width, "height": height})


@every_world
@given(worlds)
def test_every_record_loads_and_dumps_equal(case: Case) -> None:
    world = new_world(case)
    again = World.load(rules().records, [*world.rows(), *world.counters()])
    assert again.rows() == world.rows()
    assert again.counters() == world.counters()
    for cls in rules().records:
        for record in world.all(cls):
            assert cls.load(record.dump()) == record


@every_world
@given(worlds)
def test_a_province_has_the_id_of_its_hex_and_the_map_has_no_other(case: Case) -> None:
    world = new_world(case)
    grid = world.get(Map, 1).grid
    assert (grid.width, grid.height) == case[:2]
    assert [(p.id, p.x, p.y) for p in world.all(Province)] == [
        (id, hex_.x, hex_.y) for id, hex_ in enumerate(grid, start=1)
    ]


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.territories", "cohorts.world.kingdoms")
def test_every_realm_has_a_capital_inside_it(case: Case) -> None:
    world = new_world(case)
    for territory in world.all(Territory):
        capital = world.get(Barony, world.get(City, territory.capital).barony)
        assert capital.territory == territory.id
        assert world.find(Kingdom, territory.kingdom)
    for kingdom in world.all(Kingdom):
        capital = world.get(Barony, world.get(City, kingdom.capital).barony)
        assert world.get(Territory, capital.territory).kingdom == kingdom.id


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-city")
def test_no_city_begins_with_more_people_than_it_holds_or_other_actions_than_they_give(
    case: Case,
) -> None:
    world, content = new_world(case), module().content(Content)
    for city in world.all(City):
        people = head_count(city)
        assert 0 < people <= population_limit(world, content, city)
        assert city.actions == actions_of(content.cities, people)
        assert all(city.population.values())
        assert list(city.population) == sorted(city.population)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-city")
def test_every_starting_city_can_feed_its_people(case: Case) -> None:
    world, content = new_world(case), module().content(Content)
    for city in world.all(City):
        if city.faction:
            assert foods(content, access(world, content, city))


@every_world
@given(worlds)
def test_villages_stand_once_in_a_province_of_a_barony_and_never_in_its_capital(case: Case) -> None:
    world = new_world(case)
    spots = [village.province for village in world.all(Village)]
    assert len(spots) == len(set(spots))
    capitals = [city.province for city in world.all(City)]
    for spot in spots:
        assert world.get(Province, spot).barony
        assert spot not in capitals


@every_world
@given(worlds)
def test_a_link_has_the_id_of_a_side_that_two_provinces_share_and_says_something(
    case: Case,
) -> None:
    world = new_world(case)
    grid = world.get(Map, 1).grid
    sides: dict[int, int] = {}
    for province in world.all(Province):
        for direction in range(6):
            id_ = link_id(grid, province.id, direction)
            sides[id_] = sides.get(id_, 0) + 1
    for link in world.all(Link):
        assert sides[link.id] == 2
        assert link.river or link.road or link.barrier
        assert not (link.barrier and (link.road or link.river))


@every_world
@given(worlds)
def test_nobody_is_there_but_cities_with_goods_and_garrisons_that_are_nobodys_before_anyone_joins(
    case: Case,
) -> None:
    world = new_world(case)
    assert [world.count(cls) for cls in (Player, Character, Stack)] == [0, 0, 0]
    for unit in world.all(Unit):
        city = world.at(unit.holder)
        assert isinstance(city, City)
        assert (unit.player, city.faction) == (0, 0)
    assert all(city.baron == 0 for city in world.all(City))
    for possession in world.all(Possession):
        assert possession.count > 0
        assert possession.holder.kind in {"city", "province"}
        assert world.at(possession.holder)


@pytest.mark.parametrize("kind", ["run", "weekly", "monthly"])
def test_no_tick_minds_units_and_guilds_that_are_nobodys(kind: DueKind) -> None:
    world = new_world((24, 18, 1))
    outcome = resolve(rules(), world, Due(kind, 1, MONDAY), SeededDice(Seed(bytes(32)), 1))
    assert not outcome.faults
    units = [(unit.name, unit.soldiers, unit.holder) for unit in world.all(Unit)]
    assert units
    assert [(u.name, u.soldiers, u.holder) for u in outcome.world.all(Unit)] == units


def test_a_new_world_stands_before_its_first_tick_in_turn_1() -> None:
    now = new_world((24, 18, 1)).get(Now, 1)
    assert (now.tick, now.turn, now.month) == (0, 1, 1)


def test_the_size_is_the_modules_if_nothing_else_is_said() -> None:
    world = found(rules(), SeededDice(Seed(bytes(32)), 0), {})
    size = module().extent
    assert (world.get(Map, 1).width, world.get(Map, 1).height) == (size.width, size.height)


def test_on_a_map_too_small_for_the_factions_no_world_is_founded() -> None:
    with pytest.raises(NoRoomError):
        found(rules(), SeededDice(Seed(bytes(32)), 0), {"width": 4, "height": 4})
