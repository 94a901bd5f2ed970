"""Whatever is ordered, nothing goes farther in a week than its movement points take it."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import SeededDice
from engine.orders import Order
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import link_between, points
from engine.packs.cohorts.pieces.contents import PIECES
from engine.packs.cohorts.pieces.records import Piece, Province, Stack
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferItems, TransferMilitaryUnit
from engine.state import State
from engine.world import World
from tests.packs.any_orders import AnyOrders
from tests.rules.scene import SEED, Scene, ref

LANDS = ("grassland", "forest", "hills", "ocean", "crags", "moors", "jungle")


def crossroads() -> Scene:
    """Land of many kinds with roads, rivers and a strait; stacks that march, ride, fly and sail."""
    scene = Scene(8, 6)
    known = [land for land in LANDS if land in scene.content.terrains]
    for number, (x, y, _) in enumerate(scene.grid):
        scene.province(x, y, terrain=known[number * number % len(known)])
    for x in range(7):
        scene.link((x, 2), (x + 1, 2), road=x % 4 + 1, river=x % 3)
        scene.link((x, 4), (x + 1, 4), river=x % 4 + 1, barrier=int(x == 3))
    for race in ("human", "avian", "centaur"):
        stack = scene.stack(2, 2)
        scene.unit(stack, race=race, soldiers=50, equipment={"armor": "soft_leather"})
        scene.unit(stack, race="human", soldiers=20, equipment={"mount": "courser"})
        scene.items(stack, spear=9, palfrey=2)
    fleet = scene.stack(3, 3)
    scene.province(3, 3, terrain="ocean")
    scene.unit(fleet, arm="ship", type="runner")
    scene.character(scene.stack(5, 2), skills={"ranger": 9})
    return scene


SCENE = crossroads()
ANY = AnyOrders(SCENE, SCENE.view(), [TransferMilitaryUnit, TransferItems, TransferAll], ["spear"])
STACKS = st.sampled_from([ref(stack) for stack in SCENE.world.all(Stack)])
MODES = st.sampled_from([None, "land", "air", "water"])
STEPS = st.lists(st.sampled_from(["ne", "e", "se", "sw", "w", "nw"]), min_size=1, max_size=6)
MARCHES = st.builds(MoveAlong, stack=STACKS, steps=STEPS.map(tuple), mode=MODES) | st.builds(
    Move,
    stack=STACKS,
    destination=st.sampled_from([ref(province) for province in SCENE.world.all(Province)]),
    mode=MODES,
)


def pieces(world: World) -> Iterator[Piece]:
    for cls in PIECES:
        yield from world.all(cls)


@pytest.mark.rule(
    "cohorts.movement.point-consumption", "cohorts.movement.minimum-move", "cohorts.movement.reach"
)
@given(st.lists(MARCHES | ANY.orders(), max_size=8))
def test_nothing_moves_farther_than_its_points(orders: list[Order]) -> None:
    scene = Scene(4, 4)
    scene.world, scene.ours, scene.me = SCENE.world, SCENE.ours, SCENE.me
    for order in orders:
        before = scene.world
        for moved in scene.run(order).events(StackMoved):
            stack = before.get(Stack, moved.stack)
            state = State(scene.rules, before.fork(), SeededDice(SEED, 1))
            stamina = Stamina.of(state, stack, moved.mode)  # type: ignore[arg-type]
            cost = sum(steps(before, stamina, moved))
            assert moved.points == stamina.points > 0
            if points(cost) > stamina.points:  # the one step that is always possible
                assert (len(moved.route), stamina.used, moved.left) == (1, 0, 0)
            else:
                assert moved.left == stamina.points - points(cost)
            gone = scene.world.get(Stack, stack.id)
            assert gone.province == moved.route[-1]
            assert gone.used == 1 - moved.left / stamina.rate
        for piece in pieces(before):
            assert piece.used <= scene.world.get(type(piece), piece.id).used <= 1


def steps(world: World, stamina: Stamina, moved: StackMoved) -> Iterator[int]:
    """What each step of a march costs by the land alone."""
    here = moved.start
    adjacency = SCENE.grid.adjacency()
    for there in moved.route:
        link = link_between(world, here, adjacency[here - 1].index(there - 1))
        cost = stamina.gait.into(world, world.get(Province, here), world.get(Province, there), link)
        assert cost > 0
        yield cost
        here = there
