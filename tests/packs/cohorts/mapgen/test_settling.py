"""Whom the map generator settles: starting cities, wild cities, and what lies around them."""

from collections import Counter

import pytest
from hypothesis import given

from engine.dice import Seed, SeededDice
from engine.names import NAME_LENGTH
from engine.packs.cohorts.content import StartingCity
from engine.packs.cohorts.content.worldmaking import Syllables
from engine.packs.cohorts.mapgen import NoRoomError, generate
from engine.packs.lands.naming import Namer
from tests.packs.cohorts.mapgen.plans import (
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


@pytest.mark.parametrize("seed", range(12))
def test_starting_places_are_spread_and_alike(seed: int) -> None:
    plan = world(24, 18, seed)
    starts = [barony for barony in plan.baronies if barony.city.faction]
    foods: list[int] = []
    for barony in starts:
        kinds = [
            content().resources[key].class_
            for at in barony.provinces
            for key in plan.province(at).resources
        ]
        foods.append(kinds.count("food"))
        for other in starts:
            gap = plan.grid.distance(barony.city.at, other.city.at)
            assert other is barony or gap >= 3
    assert min(foods) >= 1
    assert max(foods) <= 2


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
