"""Ways and reach, on what a faction knows."""

import gc
import weakref
from fractions import Fraction

import pytest

from engine.campaign import Faction, Now
from engine.dice import SeededDice
from engine.hexes import Hex
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.pieces.records import Character, Province, Stack
from engine.state import State
from tests.rules.scene import SEED, Scene, ref


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
