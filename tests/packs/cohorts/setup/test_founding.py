"""New worlds as records: what holds of every one, and where its hot spots are."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import data
from bot.faces.cohorts.map.chart import chart_of
from engine.campaign import Faction, Now, Player
from engine.dice import Seed, SeededDice
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import actions_of, population_limit
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.views import knows
from engine.packs.cohorts.mapgen import NoRoomError, WorldPlan, generate
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.hotspots import HotSpot, use
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
from tests.packs.cohorts.mapgen.plans import content
from tests.rules.scene import MONDAY, Scene, module, ref
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


RULE = pytest.mark.rule("cohorts.world.hot-spots")
ICONS = json.loads((Path(data.__file__).parent / "art" / "icons.json").read_text())
PLAIN = {"id", "province", "type", "name", "icon", "text"}

seeds = st.integers(0, 10_000)
some = settings(max_examples=10, deadline=None)


@cache
def plan(seed: int, width: int = 24, height: int = 18) -> WorldPlan:
    return generate(module(), width, height, SeededDice(Seed(seed.to_bytes(32, "big")), 0))


def hot_spot(scene: Scene, x: int, y: int, **values: Any) -> HotSpot:
    usual: dict[str, Any] = {"type": "", "name": "Old well", "icon": "moon", "text": "It hums."}
    usual |= {"quests": ("draw-water",), "hidden": False, "uses": 0}
    return scene.world.add(HotSpot, province=scene.at(x, y).id, **{**usual, **values})


def seen_by(scene: Scene, faction: Faction | None = None) -> list[HotSpot]:
    return list(scene.view(faction or scene.ours).all(HotSpot))


# ---------------------------------------------------------------- who knows of them


@RULE
def test_a_piece_in_the_province_is_told_the_quests(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5, uses=2)
    scene.stack(5, 5)
    assert seen_by(scene) == [spot]


@RULE
def test_from_the_next_province_the_icon_is_seen_but_not_the_quests(scene: Scene) -> None:
    hot_spot(scene, 5, 5)
    scene.stack(6, 5)
    [seen] = seen_by(scene)
    assert set(seen.known()) == PLAIN
    assert seen.icon == "moon"


@RULE
def test_a_faction_that_never_sighted_the_province_knows_of_no_hot_spot(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5)
    scene.stack(9, 9)
    assert seen_by(scene) == []
    assert not knows(scene.rules, scene.world, scene.ours.id, spot.place)


@RULE
def test_whoever_has_once_sighted_the_province_goes_on_seeing_the_icon(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5)
    stack = scene.stack(5, 5)
    scene.character(stack)
    ran = scene.give(MoveAlong, stack=str(ref(stack)), steps=["e", "e", "e"])
    assert not ran.refused
    assert scene.now(stack).province == scene.at(8, 5).id
    [seen] = seen_by(scene)
    assert set(seen.known()) == PLAIN
    assert knows(scene.rules, scene.world, scene.ours.id, spot.place)


@RULE
def test_a_hidden_hot_spot_is_shown_to_nobody_not_even_to_who_stands_on_it(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5, hidden=True)
    scene.stack(5, 5)
    assert seen_by(scene) == []
    assert not knows(scene.rules, scene.world, scene.ours.id, spot.place)
    scene.change(spot, hidden=False)
    assert [each.id for each in seen_by(scene)] == [spot.id]


@RULE
def test_the_map_shows_a_hot_spot_by_its_own_icon(scene: Scene) -> None:
    hot_spot(scene, 5, 5)
    scene.stack(6, 5)
    [site] = chart_of(scene.rules, scene.view(scene.ours), scene.ours.id).sites
    assert (site.x, site.y, site.kind, site.icon) == (5, 5, "hot-spot", "moon")


@RULE
def test_a_hot_spot_whose_uses_are_up_disappears_from_the_map(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5, uses=2)
    scene.stack(5, 5)
    use(scene.world, spot)
    [seen] = seen_by(scene)
    assert seen.uses == 1
    use(scene.world, seen)
    assert scene.gone(spot)
    assert seen_by(scene) == []


@RULE
def test_a_hot_spot_without_a_limit_is_never_used_up(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5)
    for _ in range(5):
        use(scene.world, scene.now(spot))
    assert scene.now(spot) == spot


# ---------------------------------------------------------------- where they are


@RULE
def test_every_kind_has_a_drawing_of_its_own_and_there_are_ten_at_least() -> None:
    kinds = content().hot_spots.values()
    assert len(kinds) >= 10
    assert {kind.icon for kind in kinds} <= set(ICONS)
    families = {family for kind in kinds for family in kind.families}
    assert families == {t.family for t in content().terrains.values() if not t.is_water}


@RULE
@pytest.mark.rule("cohorts.world.starter-world")
@some
@given(seeds)
def test_hot_spots_lie_on_land_that_suits_them_away_from_cities_and_starts(seed: int) -> None:
    world = plan(seed)
    homes = {at for each in world.baronies if each.city.faction for at in each.provinces}
    cities = {each.city.at for each in world.baronies}
    assert len({spot.at for spot in world.hot_spots}) == len(world.hot_spots)
    for spot in world.hot_spots:
        family = content().terrains[world.province(spot.at).terrain].family
        assert family in content().hot_spots[spot.type].families
        assert spot.at not in homes | cities


@RULE
@pytest.mark.rule("cohorts.world.starter-world")
@some
@given(seeds)
def test_there_are_as_many_as_the_module_says_and_none_beside_another(seed: int) -> None:
    world = plan(seed)
    terrains = content().terrains
    land = sum(not terrains[each.terrain].is_water for each in world.provinces)
    assert len(world.hot_spots) == land * content().world.hot_spots_percent // 100
    spots = [spot.at for spot in world.hot_spots]
    for place, spot in enumerate(spots):
        assert all(world.grid.distance(spot, other) > 1 for other in spots[:place])


@RULE
def test_on_a_large_map_no_kind_is_much_rarer_than_another_of_its_land() -> None:
    counts = dict.fromkeys(content().hot_spots, 0)
    for spot in plan(1, 80, 60).hot_spots:
        counts[spot.type] += 1
    assert min(counts.values()) >= 2
