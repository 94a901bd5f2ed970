"""Several realms in one world: out of reach of each other but for gates."""

from itertools import pairwise
from pathlib import Path

import pytest

from data import FOLDER
from engine.campaign import Player
from engine.dice import Seed, SeededDice
from engine.hexes import APART, Grid, Hex
from engine.labels import Labels, NoSuch
from engine.module import Fault, Module, check, load
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.knowledge.views import in_view, remember
from engine.packs.cohorts.magic.cast import distance
from engine.packs.cohorts.mapgen import WorldPlan, generate
from engine.packs.cohorts.mapgen.fairness import gap, shares_of
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.march import MoveEnded, StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.pieces.records import Map, Possession, Province, Realm, Stack
from engine.packs.cohorts.setup.founding import found
from engine.world import World
from tests.rules.scene import MODULES, Scene, ref

UNDER = Realm(name="the Underhall", width=6, height=5, wraps=False)
DISTANCE, GATES = "cohorts.world.hex-distance", "cohorts.movement.gates"


@pytest.fixture
def scene() -> Scene:
    """An Overland of 12 by 12 that wraps, and an Underhall of 6 by 5 that does not."""
    made = Scene(beyond=[UNDER])
    made.rules.contests = {}  # forces meet, and nobody is hurt
    return made


def gate(scene: Scene, start: tuple[int, ...], goal: tuple[int, ...]) -> None:
    scene.change(scene.at(*start), gate=scene.at(*goal).id)


def walker(scene: Scene, x: int, y: int, realm: int = 0, player: Player | None = None) -> Stack:
    stack = scene.change(scene.stack(x, y, player), province=scene.at(x, y, realm).id)
    scene.unit(stack, player, soldiers=100)
    return stack


# ---------------------------------------------------------------- hexes


@pytest.mark.rule(DISTANCE)
def test_each_realm_is_measured_by_its_own_size_and_wrap(scene: Scene) -> None:
    grid = scene.grid
    assert grid.distance(Hex(0, 4), Hex(11, 4)) == 1
    assert grid.distance(Hex(0, 4, 1), Hex(5, 4, 1)) == 5
    assert grid.neighbour(Hex(11, 4), 1) == Hex(0, 4)
    assert grid.neighbour(Hex(5, 4, 1), 1) is None
    assert grid.neighbour(Hex(5, 3, 1), 1) is None
    assert grid.within(Hex(0, 0, 1), 1) == [Hex(0, 0, 1), Hex(1, 0, 1), Hex(0, 1, 1)]
    assert [grid.at(grid.index(hex_)) for hex_ in grid] == list(grid)


@pytest.mark.rule(DISTANCE)
@pytest.mark.parametrize("wraps", [True, False])
def test_distance_in_every_realm_is_what_steps_between_neighbours_make(wraps: bool) -> None:
    grid = Grid(5, 4, beyond=(Grid(7, 6, wraps), Grid(4, 5)))
    for start in grid:
        steps, edge = {start: 0}, [start]
        for here in edge:
            for there in grid.neighbours(here):
                if there and there not in steps:
                    steps[there] = steps[here] + 1
                    edge.append(there)
        for goal in grid:
            assert grid.distance(start, goal) == steps.get(goal, APART)
        for radius in range(5):
            near = [hex_ for hex_ in grid if steps.get(hex_, APART) <= radius]
            assert grid.within(start, radius) == near
            ring = [hex_ for hex_ in grid if steps.get(hex_, APART) == radius]
            assert sorted(grid.ring(start, radius), key=grid.index) == ring
        for goal, least in steps.items():
            line = grid.line(start, goal)
            assert len(line) == least + 1
            assert all(grid.distance(one, other) == 1 for one, other in pairwise(line))


@pytest.mark.rule(DISTANCE)
def test_the_same_place_in_another_realm_is_in_reach_of_nothing(scene: Scene) -> None:
    above, below = scene.at(2, 2), scene.at(2, 2, 1)
    assert distance(scene.world, above.id, below.id) == APART
    stack = walker(scene, 2, 2)
    scene.barony((2, 2))
    scene.city(2, 2, scene.me)
    for kind in ("watch", "wizard", "guard"):
        scene.tower(2, 2, kind, 4)
    seen = in_view(scene.world, scene.content, scene.ours.id)
    assert stack.province in seen
    assert {scene.grid.at(id - 1).realm for id in seen} == {0}
    assert below.id not in [each.id for each in scene.view().all(Province)]


@pytest.mark.rule(DISTANCE)
def test_nobody_finds_a_way_into_another_realm_that_leads_through_no_gate(scene: Scene) -> None:
    stack = walker(scene, 2, 2)
    gate(scene, (2, 2), (2, 2, 1))
    remember(scene.world, scene.ours.id, range(1, len(scene.grid) + 1), scene.world)
    ran = scene.run(Move(stack=ref(stack), destination=ref(scene.at(3, 2, 1))))
    assert ran.code == "out_of_range"


# ---------------------------------------------------------------- gates


@pytest.mark.rule(GATES)
def test_a_gate_leads_into_another_realm_and_only_one_way(scene: Scene) -> None:
    stack = walker(scene, 2, 2)
    gate(scene, (2, 2), (3, 3, 1))
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("gate", "e")))
    [moved] = ran.events(StackMoved)
    assert moved.route == (scene.at(3, 3, 1).id, scene.at(4, 3, 1).id)
    assert moved.points - moved.left == 8 + 8
    back = scene.run(MoveAlong(stack=ref(stack), steps=("w", "gate")))
    assert [each.reason for each in back.events(MoveEnded)] == ["no gate"]
    assert scene.now(stack).province == scene.at(3, 3, 1).id


@pytest.mark.rule(GATES)
def test_coordinates_of_a_step_are_those_of_the_realm_where_it_is_taken(scene: Scene) -> None:
    stack = walker(scene, 2, 2)
    gate(scene, (3, 2), (3, 3, 1))
    scene.run(MoveAlong(stack=ref(stack), steps=("3/2", "gate", "4/3")))
    assert scene.now(stack).province == scene.at(4, 3, 1).id


@pytest.mark.rule(GATES)
@pytest.mark.rule("cohorts.turn.sighting-when")
def test_whoever_waits_at_the_far_end_sights_and_meets_who_comes_through(scene: Scene) -> None:
    foe, stranger = scene.someone("at_war"), scene.someone("neutral")
    guard = walker(scene, 3, 3, 1, foe)
    walker(scene, 3, 3, 0, stranger)  # at the same coordinates of the other realm
    stack = walker(scene, 8, 8)
    gate(scene, (8, 8), (3, 3, 1))
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("gate",)))
    seen = [each for each in ran.entries if isinstance(each.event, StackSighted)]
    assert any(each.for_(foe.faction) for each in seen)
    assert not any(each.for_(stranger.faction) for each in seen)
    [met] = ran.events(StacksMet)
    assert met.province == scene.at(3, 3, 1).id
    assert guard.place in met.defenders


@pytest.mark.rule(GATES)
def test_walkers_are_refused_where_a_gate_leads_into_the_water_of_another_realm(
    scene: Scene,
) -> None:
    stack = walker(scene, 2, 2)
    gate(scene, (2, 2), (3, 3, 1))
    scene.change(scene.at(3, 3, 1), terrain="sea")
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("gate",)))
    assert [each.reason for each in ran.events(MoveEnded)] == ["cannot stay"]


@pytest.mark.rule("cohorts.world.caches")
def test_what_lies_at_the_far_end_is_known_only_to_who_is_there(scene: Scene) -> None:
    stack = walker(scene, 2, 2)
    gate(scene, (2, 2), (2, 2, 1))
    below = scene.at(2, 2, 1)
    scene.items(below, spear=40)
    assert below.place not in _goods(scene.view())
    scene.run(MoveAlong(stack=ref(stack), steps=("gate",)))
    assert below.place in _goods(scene.view())


def _goods(view: World) -> list[object]:
    return [each.holder for each in view.all(Possession)]


@pytest.mark.rule("cohorts.knowledge.view")
def test_who_leaves_a_realm_remembers_it(scene: Scene) -> None:
    stack = walker(scene, 2, 2)
    gate(scene, (2, 2), (2, 2, 1))
    scene.run(MoveAlong(stack=ref(stack), steps=("gate",)))
    known = {each.id: each for each in scene.view().all(Province)}
    above, below = scene.at(2, 2), scene.at(2, 2, 1)
    assert known[above.id].location == "2,2 in the Overland"
    assert known[below.id].location == "2,2 in the Underhall"
    in_sight = in_view(scene.world, scene.content, scene.ours.id)
    assert below.id in in_sight
    assert above.id not in in_sight


# ---------------------------------------------------------------- names of places


@pytest.mark.parametrize(
    "text", ["2,3 in the Underhall", "2, 3 the underhall", "2,3 Underhall", "2,3 in Under-Hall"]
)
def test_a_place_is_found_by_its_coordinates_and_realm(scene: Scene, text: str) -> None:
    labels = Labels(scene.world)
    place = ref(scene.at(2, 3, 1))
    assert labels.find(text, ["province"]) == place
    assert labels.find(labels.of(place, ["province"]), ["province"]) == place


def test_bare_coordinates_mean_a_place_only_where_one_realm_has_them(scene: Scene) -> None:
    labels = Labels(scene.world)
    assert labels.find("9,9", ["province"]) == ref(scene.at(9, 9))
    with pytest.raises(NoSuch) as several:
        labels.find("2,3", ["province"])
    assert several.value.suggestion == "2,3 in the Overland or 2,3 in the Underhall"
    with pytest.raises(NoSuch):
        labels.find("9,9 in the Underhall", ["province"])
    assert Labels(Scene().world).of(Ref("province", 1), ["province"]) == "0,0"


# ---------------------------------------------------------------- modules and their making

TWO = """
[meta]
title = "Two"
extends = "cohorts"
[map]
name = "the Overland"
width = 40
height = 30
[alternate_realms.underhall]
name = "the Underhall"
width = 14
height = 11
wraps = false
gates = 2
[alternate_realms.underhall.land]
land_percent = 90
terrains = ["plateaus", "crags", "fen", "sea", "shoals"]
deposits_percent = [0, 0, 100]
hot_spots = ["drake_cave"]
hot_spots_percent = 10
"""


def write(folder: Path, text: str) -> Path:
    (folder / "two").mkdir(exist_ok=True)
    (folder / "two" / "module.toml").write_text(text, encoding="utf-8")
    return folder / "two"


def streams(seed: int = 0) -> SeededDice:
    return SeededDice(Seed(bytes([seed]) * 32), 0)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Module:
    folder = tmp_path_factory.mktemp("modules")
    write(folder, TWO)
    return load("two", [folder, MODULES])


@pytest.fixture(scope="module")
def made(two: Module) -> WorldPlan:
    return generate(two, 40, 30, streams())


def test_a_realm_is_laid_by_its_own_settings(two: Module, made: WorldPlan) -> None:
    below = [each for each in made.provinces if each.at.realm == 1]
    assert len(below) == 14 * 11
    assert {each.terrain for each in below} <= {"plateaus", "crags", "fen", "sea", "shoals"}
    land = [each for each in below if each.terrain not in ("sea", "shoals")]
    assert len(land) >= 14 * 11 * 85 // 100
    full = [each for each in land if len(each.resources) == 2]
    assert len(full) > len(land) * 3 // 4
    spots = [each for each in made.hot_spots if each.at.realm == 1]
    assert spots
    assert {each.type for each in spots} == {"drake_cave"}
    cities = [each.city for each in made.baronies if each.city.at.realm == 1]
    assert cities
    assert not any(city.faction for city in cities)
    names = [each.city.name for each in made.baronies]
    assert len(names) == len(set(names))


def test_the_first_realm_is_as_without_the_others_but_for_the_gates(made: WorldPlan) -> None:
    alone = generate(load("cohorts", [MODULES]), 40, 30, streams())
    first = made.provinces[: 40 * 30]
    moved = [n for n, each in enumerate(first) if each != alone.provinces[n]]
    assert [gate.realm for n in moved if (gate := first[n].gate)] == [1, 1]
    assert len(moved) == 2
    assert made.baronies[: len(alone.baronies)] == alone.baronies
    assert made.rivers[: len(alone.rivers)] == alone.rivers


@pytest.mark.rule(GATES)
def test_generated_gates_lead_there_and_back(made: WorldPlan) -> None:
    far = {each.at: each.gate for each in made.provinces if each.gate}
    across = {at: to for at, to in far.items() if at.realm != to.realm}
    assert len(across) == 4
    assert all(across[to] == at for at, to in across.items())


def test_the_records_of_a_world_know_its_realms(two: Module) -> None:
    world = found(Rules.of(two), streams(), {})
    atlas = world.get(Map, 1)
    assert [realm.name for realm in atlas.realms] == ["the Overland", "the Underhall"]
    assert [each.wraps for each in atlas.realms] == [True, False]
    for id in (1, 40 * 30, 40 * 30 + 1, len(atlas.grid)):
        province = world.get(Province, id)
        hex_ = atlas.grid.at(id - 1)
        assert (province.x, province.y) == hex_.spot
        assert province.location == atlas.location(id)
    rows = world.rows()
    assert World.load(world.kinds.values(), rows).rows() == rows
    assert Module.from_json(two.to_json()) == two


def test_a_world_of_one_realm_is_stored_as_it_always_was() -> None:
    world = Scene().world
    assert b"realm" not in world.get(Map, 1).dump()
    assert b"realm" not in world.get(Province, 1).dump()
    assert Province.load(world.get(Province, 1).dump()) == world.get(Province, 1)
    stored = load("cohorts", [MODULES]).to_json()
    assert "alternate_realms" not in stored
    assert '"wraps"' not in stored


@pytest.mark.parametrize(
    "old, new, key, message",
    [
        ('name = "the Overland"', "", "name", "is missing: with several realms"),
        ('name = "the Underhall"', 'name = "The Overland"', "name", "realm 'map' already"),
        ("width = 14", "width = 3", "width", "4 or more"),
        ("height = 11", "height = 201", "height", "200 or less"),
        ('"plateaus", "crags", "fen", ', "", "terrains", "names no land"),
        (', "sea", "shoals"', "", "terrains", "names no water"),
        ("[0, 0, 100]", "[0, 0, 90]", "deposits_percent", "add up to 100"),
        ("gates = 2", "starts = ['nobody']", "starts", "names 'nobody'"),
        (
            "hot_spots_percent = 10",
            "[drawing]\ngates = [{ at = [1, 1], to = [99, 1], realm = 'underhall' }]",
            "to",
            "realm 'underhall' is 14 by 11",
        ),
        (
            "hot_spots_percent = 10",
            "[drawing]\ngates = [{ at = [1, 1], to = [2, 1], realm = 'underhal' }]",
            "realm",
            "did you mean 'underhall'?",
        ),
    ],
)
def test_what_is_wrong_with_realms_is_named(
    tmp_path: Path, old: str, new: str, key: str, message: str
) -> None:
    assert old in TWO
    faults = check(write(tmp_path, TWO.replace(old, new)), [MODULES])
    assert any(fault.key == key and message in str(fault) for fault in faults), faults


def test_a_realm_where_players_start_but_no_gate_leads_is_allowed_with_a_warning(
    tmp_path: Path,
) -> None:
    alone = TWO.replace("gates = 2", 'starts = ["ashmark"]')
    [warning] = check(write(tmp_path, alone), [MODULES])
    assert isinstance(warning, Fault)
    assert warning.warning
    assert "no gate leads here" in str(warning)
    assert " warning:" in str(warning)
    assert load("two", [tmp_path, MODULES]).content(Content).alternate_realms
    unused = TWO.replace("gates = 2", "")
    assert check(write(tmp_path, unused), [MODULES]) == []


@pytest.mark.rule("cohorts.world.starter-world")
def test_starts_in_different_realms_are_as_fair_as_in_one() -> None:
    module = load("hollowhill", [FOLDER / "modules"])
    content = module.content(Content)
    misses = []
    for seed in range(3):
        shares = shares_of(generate(module, 13, 9, streams(seed)), content)
        assert list(shares) == ["orchard_towns", "kettle_court"]
        misses.append(gap(list(shares.values())))
    assert min(misses) <= content.world.fairness.percent
