"""The map generator: what holds of every world, and whom it settles where."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.hexes import Grid
from engine.names import NAME_LENGTH
from engine.packs.cohorts.content import StartingCity
from engine.packs.cohorts.content.worldmaking import Syllables
from engine.packs.cohorts.mapgen import NoRoomError, generate
from engine.packs.cohorts.mapgen.deposits import lay_deposits, new_ground
from engine.packs.lands.graph import cut, is_connected, parts
from engine.packs.lands.naming import Namer
from tests.packs.cohorts.mapgen.plans import (
    ROOT,
    Case,
    content,
    every_world,
    is_coastal,
    is_land,
    land_parts,
    module,
    world,
    worlds,
)

# ---------------------------------------------------------------- provinces


@every_world
@given(worlds)
def test_every_province_has_its_place_and_a_known_terrain(case: Case) -> None:
    plan = world(*case)
    assert [province.at for province in plan.provinces] == list(plan.grid.hexes())
    for province in plan.provinces:
        assert province.terrain in content().terrains
        assert 0 <= province.height <= 100
        if not is_land(plan, province.at):
            assert (province.height, province.resources, province.cache) == (0, (), ())


@every_world
@given(worlds)
def test_about_as_much_is_land_as_the_module_says(case: Case) -> None:
    plan = world(*case)
    land = sum(is_land(plan, province.at) for province in plan.provinces)
    assert abs(100 * land / len(plan.grid) - content().world.land_percent) < 8


@pytest.mark.rule("cohorts.world.terrain-types")
def test_a_large_world_has_every_terrain() -> None:
    painted = {province.terrain for province in world(80, 60, 1).provinces}
    assert painted == set(content().terrains)


@every_world
@given(worlds)
@example((24, 32, 24532))  # a fen, promised to a city as its food, is no place for iron
@pytest.mark.rule("cohorts.world.resource-terrain", "cohorts.world.province-resources")
def test_deposits_fit_the_land_and_are_two_at_most(case: Case) -> None:
    plan = world(*case)
    starting = {barony.city.at for barony in plan.baronies if barony.city.faction}
    for province in plan.provinces:
        assert len(province.resources) <= 2
        fitting = content().fitting(province.terrain, is_coastal(plan, province.at))
        if province.at not in starting:
            assert set(province.resources) <= {resource.key for resource in fitting}


@pytest.mark.rule("cohorts.world.resource-seeding")
def test_deposits_come_as_often_as_the_table_says() -> None:
    grid = Grid(80, 60)
    ground = new_ground(grid, content(), ["hills"] * len(grid), [True] * len(grid))
    lay_deposits(ground, SeededDice(Seed(bytes(32)), 0))
    for number, percent in enumerate(content().seeding.deposits_percent):
        times = sum(len(deposits) == number for deposits in ground.deposits)
        assert abs(100 * times / len(grid) - percent) < 2
    laid = [key for deposits in ground.deposits for key in deposits]
    fitting = list(content().fitting("hills", coastal=False))
    weights = content().seeding.weights
    whole = sum(weights[resource.availability] for resource in fitting)
    for resource in fitting:
        percent = 100 * weights[resource.availability] / whole
        assert abs(100 * laid.count(resource.key) / len(laid) - percent) < 2


# ---------------------------------------------------------------- baronies and above


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.baronies", "cohorts.world.starter-world")
def test_all_land_is_in_exactly_one_barony(case: Case) -> None:
    plan = world(*case)
    owned = [at for barony in plan.baronies for at in barony.provinces]
    assert len(owned) == len(set(owned))
    for province in plan.provinces:
        if is_land(plan, province.at):
            assert province.barony is not None
        if province.barony is not None:
            assert province.at in plan.baronies[province.barony].provinces


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-world")
def test_a_barony_is_connected_and_of_the_right_size(case: Case) -> None:
    plan = world(*case)
    size = content().world.barony_provinces
    for barony in plan.baronies:
        assert size.min <= len(barony.provinces) <= size.max
        indexes = [plan.grid.index(at) for at in barony.provinces]
        assert is_connected(plan.grid.adjacency(), indexes)
        assert barony.city.at in barony.provinces
        assert is_land(plan, barony.city.at)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("cohorts.world.starter-world")
def test_capitals_keep_their_distance(seed: int) -> None:
    plan = world(24, 18, seed)
    capitals = [barony.city.at for barony in plan.baronies]
    apart = content().world.capitals_at_least_apart
    for place, capital in enumerate(capitals):
        for other in capitals[:place]:
            assert plan.grid.distance(capital, other) >= apart


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.territories", "cohorts.world.kingdoms")
def test_every_barony_is_in_one_territory_and_that_in_one_kingdom(case: Case) -> None:
    plan = world(*case)
    territories = [member for each in plan.territories for member in each.baronies]
    assert sorted(territories) == list(range(len(plan.baronies)))
    kingdoms = [member for each in plan.kingdoms for member in each.territories]
    assert sorted(kingdoms) == list(range(len(plan.territories)))
    for territory in plan.territories:
        assert territory.capital in territory.baronies
        assert len(territory.baronies) <= content().world.territory_baronies.max
    for kingdom in plan.kingdoms:
        assert kingdom.capital in [plan.territories[each].capital for each in kingdom.territories]
        assert len(kingdom.territories) <= content().world.kingdom_territories.max


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-world")
def test_every_barony_has_food_and_timber_or_stone_near_its_capital(case: Case) -> None:
    plan = world(*case)
    for barony in plan.baronies:
        near = [at for at in barony.provinces if plan.grid.distance(at, barony.city.at) <= 2]
        found = [key for at in near for key in plan.province(at).resources]
        assert not content().missing((("any food",), ("oak", "stone")), found)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.regions")
def test_regions_are_connected_stretches_of_one_family(case: Case) -> None:
    plan = world(*case)
    names = [region.name for region in plan.regions]
    assert len(names) == len(set(names))
    for place, region in enumerate(plan.regions):
        families = {content().terrains[plan.province(at).terrain].family for at in region.provinces}
        assert len(families) == 1
        assert all(plan.province(at).region == place for at in region.provinces)
        assert is_connected(plan.grid.adjacency(), [plan.grid.index(at) for at in region.provinces])


# ---------------------------------------------------------------- rivers, roads, barriers


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-world")
def test_rivers_flow_downhill_into_the_sea_and_never_grow_smaller(case: Case) -> None:
    plan = world(*case)
    onward = {link.at: link for link in plan.rivers}
    assert len(onward) == len(plan.rivers), "a province has one way down"
    for link in plan.rivers:
        assert 1 <= link.level <= 4
        assert is_land(plan, link.at)
        at, level, passed = link.at, link.level, 0
        while at in onward:
            assert onward[at].level >= level
            level = onward[at].level
            there = plan.grid.neighbour(at, onward[at].direction)
            assert there is not None
            assert plan.province(there).height <= plan.province(at).height
            at, passed = there, passed + 1
            assert passed <= len(plan.rivers)
        assert not is_land(plan, at)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-world")
def test_a_river_begins_in_the_heights_at_level_1(case: Case) -> None:
    plan = world(*case)
    fed = {plan.grid.neighbour(link.at, link.direction) for link in plan.rivers}
    for link in plan.rivers:
        if link.at not in fed:
            terrain = content().terrains[plan.province(link.at).terrain]
            assert link.level == 1
            assert terrain.family == "mountains" or terrain.key == "hills"


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.improvement.road-effect")
def test_roads_link_land_once_each(case: Case) -> None:
    plan = world(*case)
    assert len({(link.at, link.direction) for link in plan.roads}) == len(plan.roads)
    for link in plan.roads:
        there = plan.grid.neighbour(link.at, link.direction)
        assert there is not None
        assert link.direction < 3, "so that a link is not told from both ends"
        assert 1 <= link.level <= 4
        assert is_land(plan, link.at)
        assert is_land(plan, there)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.barriers")
def test_a_barrier_can_be_walked_around(case: Case) -> None:
    plan = world(*case)
    closed = {(wall.at, plan.grid.neighbour(wall.at, wall.direction)) for wall in plan.barriers}
    links = {(link.at, link.direction) for link in plan.roads}
    links |= {(link.at, link.direction) for link in plan.rivers}
    for here, there in closed:
        assert there is not None
        assert (here, plan.grid.direction_between(here, there)) not in links
        assert any(
            side in plan.grid.neighbours(there)
            and is_land(plan, side)
            and not {(here, side), (side, here), (side, there), (there, side)} & closed
            for side in plan.grid.neighbours(here)
            if side
        )


# ---------------------------------------------------------------- the same everywhere


def test_the_same_seed_gives_the_same_world_and_another_seed_another() -> None:
    first = generate(module(), 24, 18, SeededDice(Seed(bytes(32)), 0))
    again = generate(module(), 24, 18, SeededDice(Seed(bytes(32)), 0))
    other = generate(module(), 24, 18, SeededDice(Seed(bytes(31) + b"\1"), 0))
    assert first == again
    assert first.provinces != other.provinces


PRINT = """
from hashlib import sha256
from pathlib import Path
from engine.dice import Seed, SeededDice
from engine.module import Module, load
from engine.packs.cohorts.mapgen import generate
module = load("cohorts", [Path("data/modules")])
plan = generate(module, 31, 23, SeededDice(Seed(bytes(32)), 0))
print(module.digest(), sha256(repr(plan).encode()).hexdigest())
"""


def test_a_world_is_the_same_to_the_byte_under_any_hash_seed() -> None:
    module_digest = module().digest()
    plan = generate(module(), 31, 23, SeededDice(Seed(bytes(32)), 0))
    expected = f"{module_digest} {sha256(repr(plan).encode()).hexdigest()}"
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", PRINT],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected


# ---------------------------------------------------------------- cutting graphs


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(8, 20), st.integers(8, 20))
def test_a_part_is_cut_into_connected_pieces_that_hold_every_member(
    seed: int, width: int, height: int
) -> None:
    grid = Grid(width, height)
    dice = SeededDice(Seed(bytes(32)), seed).stream("test", "holes")
    members = [index for index in range(len(grid)) if dice.whole(100) <= 70]
    for part in parts(grid.adjacency(), members):
        pieces = cut(grid.adjacency(), part, 5, 8, 9)
        assert sorted(index for piece in pieces for index in piece) == part
        assert all(len(piece) <= 9 for piece in pieces)
        assert all(is_connected(grid.adjacency(), piece) for piece in pieces)


# ---------------------------------------------------------------- cities


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.setup.starting-city")
def test_every_faction_has_a_starting_city_for_each_player(case: Case) -> None:
    plan = world(*case)
    seats = [barony.city.faction for barony in plan.baronies if barony.city.faction]
    for key, faction in module().factions.items():
        assert seats.count(key) == faction.players


@every_world
@given(worlds)
def test_starting_cities_reach_each_other_by_land_or_by_ship(case: Case) -> None:
    plan = world(*case)
    starts = [barony.city.at for barony in plan.baronies if barony.city.faction]
    lands = [
        next(n for n, part in enumerate(land_parts(plan)) if plan.grid.index(at) in part)
        for at in starts
    ]
    assert len(set(lands)) == 1 or all(is_coastal(plan, at) for at in starts)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-city")
def test_a_starting_city_begins_as_the_module_says(case: Case) -> None:
    plan = world(*case)
    rules: StartingCity = content().starting_city
    for barony in plan.baronies:
        city = barony.city
        if city.faction is None:
            continue
        realm = content().realms[city.faction]
        people = realm.population or 8000
        assert dict(city.population) == {
            realm.home_race: people * 4 // 5,
            realm.second_race: people // 5,
        }
        assert dict(city.improvements) == rules.improvements
        assert dict(city.items) == rules.items
        assert city.recruits == ((realm.home_race, realm.recruits or 200),)
        assert city.fortification == 1
        assert plan.province(city.at).resources == ("oak", "stone")
        found = [key for village in city.villages for key in plan.province(village.at).resources]
        assert not content().missing((("any food",), ("oak", "stone")), found)
        assert all(village.at in barony.provinces for village in city.villages)
        assert all(village.at != city.at for village in city.villages)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.starter-world")
def test_a_wild_city_has_the_people_that_the_module_says(case: Case) -> None:
    plan = world(*case)
    span = content().world.wild_city_population
    for barony in plan.baronies:
        if barony.city.faction is None:
            assert span.min <= sum(number for _, number in barony.city.population) <= span.max


@every_world
@given(worlds)
def test_no_two_cities_have_one_name(case: Case) -> None:
    plan = world(*case)
    names = [barony.city.name.casefold() for barony in plan.baronies]
    assert len(names) == len(set(names))


def test_a_map_too_small_for_its_players_is_refused() -> None:
    dice = SeededDice(Seed(bytes(32)), 0)
    with pytest.raises(NoRoomError, match="8 starting cities are needed"):
        generate(module(), 5, 5, dice)


# ---------------------------------------------------------------- wild cities


@every_world
@given(worlds)
def test_wild_cities_are_held_by_units_of_their_peoples_and_others_by_none(case: Case) -> None:
    plan, rules = world(*case), content().wild_cities
    for barony in plan.baronies:
        city = barony.city
        if city.faction:
            assert city.garrison == ()
            assert city.guilds == ()
            continue
        people = dict(city.population)
        for race, number in people.items():
            soldiers = sum(unit.soldiers for unit in city.garrison if unit.race == race)
            assert soldiers == number * rules.soldiers_per_thousand // 1000
        for unit in city.garrison:
            assert 0 < unit.soldiers <= rules.unit_soldiers
            assert rules.level.min <= unit.level <= rules.level.max
            assert len(unit.name) <= NAME_LENGTH
            assert all(content().item(item) for _, item in unit.worn)
        assert len({unit.name for unit in city.garrison}) == len(city.garrison)
        assert city.fortification < len(rules.fortified_percent)


def test_the_units_of_a_wild_city_are_spread_over_the_line_of_battle() -> None:
    line = content().wild_cities.slots
    assert set(line) == {1, 2, 3, 4, 5}
    for barony in world(60, 40, 1).baronies:
        held = Counter(unit.slot for unit in barony.city.garrison)
        assert len(held) == min(len(barony.city.garrison), len(line))
        assert not held or max(held.values()) - min(held.values()) <= 1


def test_garrisons_are_the_better_the_farther_they_are_from_a_starting_city() -> None:
    plan = world(60, 40, 1)
    starts = [barony.city.at for barony in plan.baronies if barony.city.faction]
    levels: dict[int, list[int]] = {}
    for barony in plan.baronies:
        for unit in barony.city.garrison:
            far = min(plan.grid.distance(barony.city.at, start) for start in starts)
            levels.setdefault(far // 8, []).append(unit.level)
    means = [sum(each) / len(each) for _, each in sorted(levels.items())]
    assert len(means) > 1
    assert means == sorted(means)


def test_some_wild_cities_have_a_guild_and_some_have_walls() -> None:
    wild = [each.city for each in world(60, 40, 1).baronies if each.city.faction is None]
    guilds = [guild for city in wild for guild in city.guilds]
    span = content().wild_cities.guild_level
    assert 0 < len(guilds) < len(wild) / 2
    assert all(span.min <= guild.level <= span.max for guild in guilds)
    assert {city.fortification for city in wild} == {0, 1, 2, 3}


# ---------------------------------------------------------------- gates, limits, safe land


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.movement.gates")
def test_gates_come_in_pairs_that_lead_to_each_other_over_land(case: Case) -> None:
    plan = world(*case)
    gates = {province.at: province.gate for province in plan.provinces if province.gate}
    land = sum(is_land(plan, province.at) for province in plan.provinces)
    assert len(gates) == land * content().world.gates_percent // 200 * 2
    for at, to in gates.items():
        assert gates[to] == at != to
        assert is_land(plan, at)


@every_world
@given(worlds)
@pytest.mark.rule("cohorts.world.level-restriction")
def test_limits_lie_on_hot_spots_off_the_roads_and_never_on_a_city(case: Case) -> None:
    plan = world(*case)
    spots = {spot.at for spot in plan.hot_spots}
    travelled = {link.at for link in plan.roads}
    travelled |= {plan.grid.neighbour(link.at, link.direction) for link in plan.roads}
    cities = {barony.city.at for barony in plan.baronies}
    for province in plan.provinces:
        if province.level_limit:
            assert province.level_limit in content().world.level_limits
            assert province.at in spots - travelled - cities


@every_world
@given(worlds)
def test_safe_land_lies_around_hot_spots_and_in_nobodys_home(case: Case) -> None:
    plan = world(*case)
    homes = {at for each in plan.baronies if each.city.faction for at in each.provinces}
    cities = {barony.city.at for barony in plan.baronies}
    safe = [province.at for province in plan.provinces if province.pvp_free]
    assert safe
    for at in safe:
        assert at not in homes | cities
        assert any(plan.grid.distance(at, spot.at) <= 1 for spot in plan.hot_spots)


def test_where_the_parts_of_a_name_meet_no_letter_comes_three_times() -> None:
    namer = Namer(SeededDice(Seed(bytes(32)), 1).stream("names", "test"), ["New"])
    assert namer.draw(Syllables(first=("Skirr",), last=("roost",))) == "Skirroost"
    assert namer.draw(Syllables(first=("Tal",), last=("leigh",))) == "Talleigh"
