"""Ways and reach, rates and loads, barriers, and who drowns."""

import gc
import weakref
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.campaign import Faction, Now
from engine.dice import Seed, SeededDice
from engine.hexes import Hex
from engine.module import Module, check, load
from engine.packs import Rules
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.content.peoples import Travel
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.movement import burden, routes
from engine.packs.cohorts.movement.drowning import Drowned
from engine.packs.cohorts.movement.rates import Pace, pace
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import NATURAL, natural_barrier
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.records import Character, Province, Stack, Unit
from engine.packs.cohorts.setup.founding import found
from engine.state import State
from tests.rules.scene import MODULES, SEED, Scene, ref


def seen(scene: Scene, *hexes: tuple[int, int]) -> None:
    """Let the faction of `me` remember these provinces, by default all, as they are now."""
    ids = [scene.at(*hex_).id for hex_ in hexes] or range(1, len(scene.grid) + 1)
    remember(scene.world, scene.ours.id, ids, scene.world)


def planning(scene: Scene) -> State:
    state = State(scene.rules, scene.view(), SeededDice(SEED, 1))
    state.planning, state.player = True, scene.me.id
    return state


def truth(scene: Scene) -> State:
    return State(scene.rules, scene.world, SeededDice(SEED, 1))


def find(
    state: State,
    scene: Scene,
    stack: Stack,
    goal: tuple[int, int],
    mode: Mode = "land",
    **how: bool,
) -> routes.Route | None:
    gait = Stamina.of(state, stack, mode).gait
    return routes.find(state, gait, stack.province, scene.at(*goal).id, **how)


def reached(scene: Scene, state: State, stack: Stack) -> dict[Hex, Fraction]:
    found = routes.reach(state, stack, "land")
    return {scene.grid.at(id - 1): left for id, left in found.items()}


def walled(scene: Scene) -> None:
    """Crags on all sides of (5, 5) but the east."""
    for hex_ in scene.grid.neighbours(Hex(5, 5)):
        if hex_ and hex_ != Hex(6, 5):
            scene.province(*hex_.spot, terrain="crags")


@pytest.mark.parametrize("known", [True, False])
def test_a_plan_and_the_tick_propose_the_same_way(known: bool, scene: Scene) -> None:
    for x in range(12):
        for y in range(12):
            scene.province(x, y, terrain=("forest", "crags", "hills", "moors")[(x * y + x) % 4])
    scene.link((5, 5), (6, 5), road=4)
    scene.link((6, 5), (7, 5), barrier=1)
    if known:
        seen(scene)
    stack = scene.stack(5, 5)
    scene.unit(stack)
    ways = [find(state, scene, stack, (9, 7)) for state in (planning(scene), truth(scene))]
    assert ways[0]
    assert ways[0] == ways[1]


@pytest.mark.rule("cohorts.stack.possessions-and-burden")
def test_a_prisoner_of_whom_not_all_is_known_is_carried_as_in_truth(scene: Scene) -> None:
    stack = scene.stack(5, 5)
    scene.unit(stack)
    prisoner = scene.unit(stack, scene.someone("at_war"), captor=scene.me.id)
    plan = planning(scene)
    assert not plan.world.get(Unit, prisoner.id).knows("level")
    assert pace(plan, stack, "land").rate == pace(truth(scene), stack, "land").rate


def test_unknown_land_counts_as_grassland_and_unknown_water_as_sea() -> None:
    scene = Scene(terrain="crags")
    stack = scene.stack(5, 5)
    scene.unit(stack)
    way = find(planning(scene), scene, stack, (8, 5))
    assert way
    # One step into crags in view, two more into what nobody saw.
    assert way.cost == 16 + 8 + 8
    fleet = Scene(terrain="ocean")
    ships = fleet.stack(5, 5)
    fleet.unit(ships, arm="ship", type="runner")
    way = find(planning(fleet), fleet, ships, (8, 5), "water")
    assert way
    assert way.cost == 7 + 8 + 8


def test_a_way_follows_a_road_that_is_remembered_and_none_that_was_never_seen(scene: Scene) -> None:
    for one, other in (((5, 5), (6, 5)), ((6, 5), (7, 5)), ((7, 5), (8, 5))):
        scene.link(one, other, road=4)
    stack = scene.stack(5, 5)
    scene.unit(stack)
    before = find(truth(scene), scene, stack, (8, 5))
    seen(scene)
    after = find(truth(scene), scene, stack, (8, 5))
    assert before
    assert after
    assert (before.cost, after.cost) == (4 + 8 + 8, 12)


def test_a_new_road_in_ones_own_barony_is_counted_on_out_of_sight_too(scene: Scene) -> None:
    scene.barony((1, 1), (8, 8), (9, 8))
    scene.city(1, 1, scene.me)
    seen(scene)
    scene.link((8, 8), (9, 8), road=4)
    stack = scene.stack(6, 8)
    scene.unit(stack)
    ways = [find(state, scene, stack, (9, 8)) for state in (planning(scene), truth(scene))]
    assert [way.cost for way in ways if way] == [8 + 8 + 4] * 2


def test_of_two_memories_of_a_road_the_newer_counts() -> None:
    for newer in ((7, 5), (8, 5)):
        scene = Scene()
        seen(scene, (7, 5), (8, 5))
        scene.link((7, 5), (8, 5), road=4)
        now = scene.world.get(Now, 1)
        scene.world.put(now.replace(turn=now.turn + 1))
        seen(scene, newer)
        stack = scene.stack(1, 1)
        scene.unit(stack)
        start, goal = scene.at(7, 5).id, scene.at(8, 5).id
        ways = [
            routes.find(state, Stamina.of(state, stack, "land").gait, start, goal)
            for state in (planning(scene), truth(scene))
        ]
        assert [way.cost for way in ways if way] == [4, 4]


def test_a_way_keeps_off_known_barriers_and_own_provinces_that_bar_the_stack(scene: Scene) -> None:
    scene.barony((5, 5), (6, 5), (7, 5))
    scene.city(5, 5, scene.me)
    stack = scene.stack(5, 5)
    scene.unit(stack, level=9)
    straight = find(planning(scene), scene, stack, (7, 5))
    assert straight
    assert straight.directions == (1, 1)
    scene.province(6, 5, level_limit=3)
    around = find(planning(scene), scene, stack, (7, 5))
    assert around
    assert len(around.directions) == 3
    scene.province(6, 5, level_limit=0)
    scene.link((5, 5), (6, 5), barrier=1)
    around = find(planning(scene), scene, stack, (7, 5))
    assert around
    assert len(around.directions) == 3


@pytest.mark.rule("cohorts.world.level-restriction")
def test_whoever_was_turned_back_by_a_limit_knows_it_and_goes_round(scene: Scene) -> None:
    stack = scene.stack(5, 5)
    scene.unit(stack, level=9)
    barred = scene.province(6, 5, level_limit=3)
    assert not scene.view().get(Province, barred.id).knows("level_limit")
    scene.run(Move(stack=ref(stack), destination=ref(barred)))
    assert scene.now(stack).province == scene.at(5, 5).id
    assert scene.view().get(Province, barred.id).level_limit == 3
    around = find(planning(scene), scene, stack, (7, 5))
    assert around
    assert len(around.directions) == 3
    again = scene.run(Move(stack=ref(stack), destination=ref(barred)))
    [failure] = again.failures
    assert "Only stacks of level 3 or less may enter" in failure.says
    foes = scene.world.get(Faction, scene.someone("at_war").faction)
    seen = scene.view(foes).find(Province, barred.id)
    assert seen is None or not seen.knows("level_limit")


def test_a_way_leads_through_enemy_land_only_if_allowed_or_to_a_goal_there(scene: Scene) -> None:
    foe = scene.someone("at_war")
    column = [(7, y) for y in range(12)]
    scene.barony(*column)
    scene.city(7, 0, foe)
    scene.barony(*((11, y) for y in range(12)))
    scene.city(11, 0, foe)
    seen(scene)
    stack = scene.stack(5, 5)
    scene.unit(stack)
    state = truth(scene)
    assert find(state, scene, stack, (9, 5)) is None
    assert find(state, scene, stack, (9, 5), allow_war=True)
    assert find(state, scene, stack, (7, 5))


def test_reach_says_what_points_are_left_where(scene: Scene) -> None:
    walled(scene)
    stack = scene.stack(5, 5)
    scene.unit(stack)
    found = reached(scene, planning(scene), stack)
    assert found[Hex(5, 5)] == 32
    assert found[Hex(6, 5)] == 24
    assert found[Hex(4, 5)] == 16
    assert found[Hex(9, 5)] == 0
    assert min(found.values()) == 0


def test_what_is_reached_is_what_a_move_gets_to() -> None:
    scene = Scene(8, 8)
    for x in range(8):
        for y in range(8):
            scene.province(x, y, terrain=("forest", "sea", "hills", "swamp")[(x * 3 + y * y) % 4])
            scene.link((x, y), ((x + 1) % 8, y), river=(x + y) % 5, road=x % 5)
    seen(scene)
    stack = scene.stack(4, 4)
    scene.unit(stack, race="elf")
    scene.province(4, 4, terrain="grassland")
    for hex_, left in reached(scene, truth(scene), stack).items():
        if hex_ == Hex(4, 4):
            continue
        world = scene.world
        [moved] = scene.run(Move(stack=ref(stack), destination=ref(scene.at(*hex_.spot)))).events(
            StackMoved
        )
        assert scene.now(stack).province == scene.at(*hex_.spot).id
        assert moved.left == left
        scene.world = world


def test_a_way_is_found_by_what_was_known_when_the_tick_began_as_its_plan_was(scene: Scene) -> None:
    scene.province(7, 5, terrain="crags")
    seen(scene, (8, 5))
    stack, scout = scene.stack(5, 5), scene.stack(5, 5)
    scene.unit(stack)
    scene.unit(scout)
    orders = (
        MoveAlong(stack=ref(scout), steps=("e", "e")),
        Move(stack=ref(stack), destination=ref(scene.at(8, 5))),
    )
    # Straight over what is grassland for all it knows: that it is crags the scout sees too late.
    way = find(planning(scene), scene, stack, (8, 5))
    assert way
    _, moved = scene.run(*orders).events(StackMoved)
    assert moved.route == tuple(scene.at(x, 5).id for x in (6, 7, 8))
    assert way.directions == (1, 1, 1)


def test_what_a_plan_read_of_the_map_goes_with_it(scene: Scene) -> None:
    state = planning(scene)
    chart = weakref.ref(routes.chart_of(state, scene.ours.id))
    assert chart() is routes.chart_of(state, scene.ours.id)
    del state
    gc.collect()
    assert chart() is None


@pytest.mark.rule("cohorts.knowledge.view")
def test_the_limit_of_a_province_that_was_ones_own_is_not_known_any_more(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.unit(stack, level=9)
    scene.barony((5, 2), (9, 2))
    city = scene.city(9, 2, scene.me)
    scene.province(5, 2, level_limit=3)
    seen(scene)
    assert find(planning(scene), scene, stack, (6, 2)) == find(truth(scene), scene, stack, (6, 2))
    around = find(truth(scene), scene, stack, (6, 2))
    neutral = scene.someone("neutral")
    scene.change(city, baron=scene.character(city, neutral).id)
    scene.world.put_all(
        character.replace(player=neutral.id) for character in scene.world.all(Character)
    )
    for state in (planning(scene), truth(scene)):
        straight = find(state, scene, stack, (6, 2))
        assert straight
        assert around
        assert straight.directions == (1, 1, 1, 1) != around.directions


@pytest.mark.rule("cohorts.movement.pathfinding")
def test_a_module_says_what_unknown_provinces_count_as() -> None:
    for terrain, cost in (("forest", 10), ("crags", 16)):
        scene = Scene(content={"movement": {"unknown_land": terrain}})
        stack = scene.stack(2, 2)
        scene.character(stack)
        found = find(planning(scene), scene, stack, (8, 2))
        assert found
        assert found.cost == 8 + (len(found.directions) - 1) * cost


EAST, WEST = 1, 4
PEOPLE = {"races": {"human": dict.fromkeys(MODES, Travel(rate=40, capacity=100))}}
"""Humans to whom all three modes are open."""
RULE = "cohorts.world.barriers"


def beside(barrier: int) -> tuple[Scene, Stack]:
    """A stack at 5,5 with the barrier on its eastern side."""
    scene = Scene(content=PEOPLE)
    scene.link((5, 5), (6, 5), barrier=barrier)
    return scene, stack_at(scene, 5, 5)


def stack_at(scene: Scene, x: int, y: int) -> Stack:
    stack = scene.stack(x, y)
    scene.character(stack)
    return stack


@pytest.mark.rule(RULE)
def test_the_fastest_way_goes_round_only_for_those_whom_the_barrier_stops() -> None:
    scene, _ = beside(natural_barrier(EAST, ("land",), one_way=True))
    remember(scene.world, scene.ours.id, range(1, len(scene.grid) + 1), scene.world)

    def steps(start: tuple[int, int], goal: tuple[int, int], mode: Mode) -> int:
        stack = stack_at(scene, *start)
        ran = scene.run(Move(stack=ref(stack), destination=ref(scene.at(*goal)), mode=mode))
        [moved] = ran.events(StackMoved)
        return len(moved.route)

    assert steps((5, 5), (6, 5), "land") == 2
    assert steps((5, 5), (6, 5), "air") == 1
    assert steps((6, 5), (5, 5), "land") == 1


@pytest.mark.rule(RULE)
def test_who_has_seen_a_barrier_remembers_whom_it_bars() -> None:
    barrier = natural_barrier(EAST, ("water",), one_way=True) | 2
    scene, stack = beside(barrier)
    link = scene.link((5, 5), (6, 5), river=2, road=3)
    remember(scene.world, scene.ours.id, (scene.at(5, 5).id, scene.at(6, 5).id), scene.world)
    scene.change(stack, province=scene.at(9, 9).id)
    scene.change(link, barrier=0)
    seen = scene.view().get(Link, link.id)
    assert (seen.river, seen.road, seen.barrier) == (2, 3, barrier)


DRAWN = """
[meta]
title = "Walled"
extends = "cohorts"
[map]
width = 24
height = 20
[drawing]
barriers = [
  { at = [5, 5], side = "e", one_way = true },
  { at = [5, 6], side = "nw", modes = ["land", "water"] },
  { at = [5, 8], side = "w" },
]
"""


def written(folder: Path, text: str) -> Path:
    (folder / "walled").mkdir()
    (folder / "walled" / "module.toml").write_text(text, encoding="utf-8")
    return folder / "walled"


@pytest.fixture
def one_way(tmp_path: Path) -> Module:
    written(tmp_path, DRAWN)
    return load("walled", [tmp_path, MODULES])


@pytest.mark.rule(RULE)
def test_a_module_draws_barriers_that_are_one_way_or_for_some_modes(one_way: Module) -> None:
    world = found(Rules.of(one_way), SeededDice(Seed(bytes(32)), 0), {})
    grid = Scene(24, 20).grid

    def barrier(x: int, y: int, direction: int) -> int:
        return world.get(Link, link_id(grid, y * 24 + x + 1, direction)).barrier

    assert world.get(Province, 5 * 24 + 6).y == 5
    assert barrier(5, 5, EAST) == natural_barrier(EAST, one_way=True)
    assert barrier(5, 6, 5) == natural_barrier(5, ("land", "water"))
    assert barrier(5, 8, WEST) == NATURAL


@pytest.mark.rule(RULE)
def test_a_stored_module_says_of_a_plain_barrier_no_more_than_it_always_did(
    one_way: Module,
) -> None:
    stored = one_way.to_json()
    assert '{"at":[5,8],"side":"w"}' in stored
    assert '{"at":[5,5],"side":"e","one_way":true}' in stored
    assert Module.from_json(stored) == one_way


def test_a_mode_that_nobody_knows_is_a_fault(tmp_path: Path) -> None:
    folder = written(tmp_path, DRAWN.replace('"land", "water"', '"land", "by boat"'))
    [fault] = check(folder, [MODULES])
    assert "'land', 'air' or 'water'" in fault.message


def pace_of(scene: Scene, stack: Stack, mode: Mode = "land") -> Pace:
    return pace(State(scene.rules, scene.world, SeededDice(SEED, 1)), stack, mode)


def test_the_rate_names_who_is_slowest_and_what_changes_its_rate() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.character(stack, race="elf", name="Ilva")
    scene.character(stack, race="dwarf", name="Odo", skills={"ranger": 2}, talents=("scout",))
    found = pace_of(scene, stack)
    assert found.slowest
    assert (found.slowest.name, found.rate) == ("Ilva", 35)
    dwarf = found.movers[1]
    assert (dwarf.name, dwarf.rate) == ("Odo", Fraction(28) * 136 / 100)
    assert [(line.source, line.amount) for line in dwarf.normal.lines] == [
        ("Scout", 30),
        ("Ranger 2", 6),
    ]


whole = st.integers(0, 400)


@given(st.sampled_from(MODES), whole, whole, st.integers(1, 400))
def test_a_heavier_load_never_costs_less_of_the_rate(
    mode: Mode, load: int, more: int, capacity: int
) -> None:
    rules = Scene(4, 4).content.movement
    lighter, heavier = (
        burden.penalty(rules, mode, burden.overburden(Fraction(each), Fraction(capacity)))
        for each in (load, load + more)
    )
    assert 0 <= lighter <= heavier <= 100


def test_wings_do_not_keep_a_unit_up_for_a_week_and_fins_do() -> None:
    scene = Scene(terrain="sea")
    avian = scene.unit(scene.at(5, 5), race="avian")
    lizardfolk = scene.unit(scene.at(5, 5), race="lizardfolk")
    scene.produce()
    assert scene.gone(avian)
    assert not scene.gone(lizardfolk)


def test_a_drowned_unit_is_gone_and_its_equipment_lies_in_the_province() -> None:
    scene = Scene(terrain="sea")
    stack = scene.stack(5, 5)
    unit = scene.unit(stack, soldiers=20, equipment={"back": "cloak", "main_hand": "spear"})
    ran = scene.produce()
    assert scene.gone(unit)
    assert scene.held(scene.at(5, 5)) == {"spear": 20, "cloak": 20}
    [drowned] = ran.events(Drowned)
    assert (drowned.piece, drowned.province) == (unit.place, stack.province)


def test_a_drowned_character_floats_dead_in_the_province_without_its_goods() -> None:
    scene = Scene(terrain="ocean")
    worn = {"main_hand": "dagger", "off_hand": "dagger", "armor": "plate+1"}
    hero = scene.character(scene.stack(5, 5), captor=2, equipment=worn)
    scene.items(hero, dagger=1)
    scene.produce()
    body = scene.now(hero)
    assert (body.dead, body.captor, body.holder) == (True, 0, scene.at(5, 5).place)
    assert body.equipment == {}
    assert scene.held(scene.at(5, 5)) == {"dagger": 3, "plate+1": 1}
