"""The Move order: how far a stack gets, what stops it, who learns of it, and its plan."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.battle import BATTLE
from engine.campaign import Faction
from engine.dice import Dice, ScriptedDice, SeededDice, Whole
from engine.hexes import DIRECTION_NAMES
from engine.orders import Order, Ref
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.encounters import StacksMet, WouldMeet
from engine.packs.cohorts.marching.march import MoveEnded, StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import link_between, points
from engine.packs.cohorts.pieces.contents import PIECES
from engine.packs.cohorts.pieces.records import Character, Piece, Province, Stack, Unit
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferItems, TransferMilitaryUnit
from engine.state import State
from engine.world import World
from tests.packs.any_orders import AnyOrders
from tests.rules.adapters.movement import Decided
from tests.rules.scene import SEED, Ran, Scene, ref

EAST = ("e",)


def with_stack(**values: Any) -> tuple[Scene, Stack]:
    scene = Scene(**values)
    scene.rules.contests = {}  # forces meet, and nobody is hurt
    stack = scene.stack(5, 5)
    scene.unit(stack)
    return scene, stack


def ended(ran: Ran) -> list[str]:
    return [event.reason for event in ran.events(MoveEnded)]


# ---------------------------------------------------------------- what is asked for


def test_steps_may_be_written_in_several_ways_and_are_kept_in_one() -> None:
    stack = Ref("stack", 1)
    names = MoveAlong(
        stack=stack, steps=("North-East", "south west", "W", "Gate", "12/5", "province:7")
    )
    assert names.steps == ("ne", "sw", "w", "gate", "12/5", "province:7")
    assert MoveAlong(stack=stack, steps=DIRECTION_NAMES).steps == ("ne", "e", "se", "sw", "w", "nw")
    assert MoveAlong.model_validate_json(names.model_dump_json()) == names


@pytest.mark.parametrize("step", ["up", "", "stack:3", "12,5", "province:x"])
def test_what_is_no_step_is_no_order(step: str) -> None:
    with pytest.raises(ValidationError):
        MoveAlong(stack=Ref("stack", 1), steps=(step,))


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"steps": ("e", "1/1")}, "bad_target"),
        ({"steps": ("9/99",)}, "bad_target"),
        ({"mode": "air"}, "unable"),
        ({"mode": "water"}, "unable"),
    ],
)
def test_steps_that_make_no_sense_are_refused(changes: dict[str, Any], code: str) -> None:
    scene, stack = with_stack()
    ran = scene.run(MoveAlong(**{"stack": ref(stack), "steps": EAST, **changes}))
    assert ran.code == code
    assert not ran.faults
    assert scene.now(stack) == stack


@pytest.mark.parametrize("province", [66, 9999])
def test_a_destination_that_makes_no_sense_is_refused(province: int) -> None:
    scene, stack = with_stack()
    ran = scene.run(Move(stack=ref(stack), destination=Ref("province", province)))
    assert ran.code == "bad_target"
    assert scene.now(stack) == stack


@pytest.mark.parametrize(
    "values, order",
    [
        (
            {"stack": "stack:3", "route": ["e", "12/5"], "mode": "air", "allow_war": True},
            MoveAlong(stack=Ref("stack", 3), steps=("e", "12/5"), mode="air"),
        ),
        (
            {"stack": "stack:3", "destination": "province:7"},
            Move(stack=Ref("stack", 3), destination=Ref("province", 7)),
        ),
    ],
)
def test_a_move_that_was_stored_with_a_route_is_read_as_its_own_order(
    values: dict[str, Any], order: Order
) -> None:
    body = json.dumps({"order": "stack move", "phase": "", "values": values})
    read = Scene().rules.read_order("k1", body)
    assert read.order == order
    assert Scene().rules.read_order("k1", read.to_json()) == read


def test_an_overburdened_stack_is_told_who_bears_too_much(scene: Scene) -> None:
    stack = scene.stack(5, 5)
    scene.items(scene.character(stack, name="Odo"), iron_helm=100)
    [failure] = scene.run(MoveAlong(stack=ref(stack), steps=EAST)).failures
    assert (failure.code, failure.rule) == ("unable", "cohorts.movement.overburden-land")
    assert "Odo" in failure.says


def test_a_stack_that_lacks_wings_is_not_told_of_loads() -> None:
    scene, stack = with_stack()
    [failure] = scene.run(MoveAlong(stack=ref(stack), steps=EAST, mode="air")).failures
    assert (failure.code, failure.rule) == ("unable", "cohorts.movement.base-rate")


# ---------------------------------------------------------------- on the way


def test_a_stack_may_be_moved_several_times_in_several_modes(scene: Scene) -> None:
    stack = scene.stack(5, 5)
    scene.unit(stack, race="avian")
    ran = scene.run(
        MoveAlong(stack=ref(stack), steps=EAST), MoveAlong(stack=ref(stack), steps=EAST, mode="air")
    )
    assert [event.mode for event in ran.events(StackMoved)] == ["land", "air"]
    assert scene.now(stack).used == Fraction(8, 35) + Fraction(8, 25)


def test_the_steps_not_taken_are_dropped_and_the_player_told_why() -> None:
    scene, stack = with_stack(terrain="crags")
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e", "e", "e")))
    [moved], [end] = ran.events(StackMoved), ran.events(MoveEnded)
    assert moved.route == (scene.at(6, 5).id, scene.at(7, 5).id)
    assert (end.reason, end.wanted, end.province) == (
        "points",
        scene.at(8, 5).id,
        scene.at(7, 5).id,
    )


@pytest.mark.rule("cohorts.movement.move-order")
def test_an_unknown_barrier_stops_the_stack_before_it_for_the_turn_and_costs_nobody() -> None:
    scene, stack = with_stack()
    scene.link((6, 5), (7, 5), barrier=1)
    ran = scene.run(
        MoveAlong(stack=ref(stack), steps=("e", "e")), MoveAlong(stack=ref(stack), steps=("w",))
    )
    assert ended(ran) == ["barrier"]
    assert ran.code == "no_action"
    [unit] = scene.world.by(Unit, "holder", stack.place)
    assert (scene.now(stack).province, unit.used) == (scene.at(6, 5).id, Fraction(1, 4))


# ---------------------------------------------------------------- who learns of it


def test_only_the_own_faction_is_told_of_a_move_and_remembers_what_it_left() -> None:
    scene, stack = with_stack()
    other = scene.someone("at_war")
    scene.unit(scene.stack(5, 6, other), other)
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e", "e")))
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, StackMoved)]
    assert list(entry.audience) == [scene.ours.id]
    behind = scene.world.first(Memory, "spot", (scene.ours.id, scene.at(4, 5).id))
    assert behind
    assert not scene.world.first(Memory, "spot", (other.faction, scene.at(4, 5).id))


# ---------------------------------------------------------------- meeting


def at_war() -> tuple[Scene, Stack, Stack]:
    scene, stack = with_stack()
    foe = scene.someone("at_war")
    other = scene.stack(6, 5, foe)
    scene.unit(other, foe)
    return scene, stack, other


def test_forces_at_war_meet_and_the_move_stops_there() -> None:
    scene, stack, other = at_war()
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e", "e")))
    [met] = ran.events(StacksMet)
    assert (met.mover, met.direction, met.defenders) == (stack.id, 1, (other.place,))
    assert ended(ran) == ["met"]
    assert scene.now(stack).province == other.province
    [entry] = [entry for entry in ran.entries if entry.event == met]
    assert list(entry.audience) == [scene.ours.id, scene.faction("at_war").id]


@pytest.mark.parametrize("levels, meets", [((1, 1), True), ((1, 10), True), ((9, 1), True)])
def test_somebody_always_dares_where_both_are_sighted(levels: tuple[int, int], meets: bool) -> None:
    # Whom certain death awaits is fallen upon by the other.
    scene, stack, other = at_war()
    for holder, level in zip((stack, other), levels, strict=True):
        [unit] = scene.world.by(Unit, "holder", holder.place)
        scene.change(unit, level=level)
    assert bool(scene.run(MoveAlong(stack=ref(stack), steps=EAST)).events(StacksMet)) is meets


def test_nobody_meets_where_players_may_not_fight_and_agents_slip_by() -> None:
    scene, stack, other = at_war()
    scene.province(6, 5, pvp_free=True)
    assert not scene.run(MoveAlong(stack=ref(stack), steps=EAST)).events(StacksMet)
    scene, stack, other = at_war()
    [unit] = scene.world.by(Unit, "holder", other.place)
    scene.world.remove(unit)
    scene.agent(other, scene.someone("at_war"))
    assert not scene.run(MoveAlong(stack=ref(stack), steps=EAST)).events(StacksMet)


class SeenBy:
    """Dice with which these factions sight everything, and nobody else sights anything."""

    def __init__(self, *factions: Faction) -> None:
        self.actors = [f"faction:{faction.id}" for faction in factions]

    def stream(self, actor: str, purpose: str) -> Dice:
        return ScriptedDice([Whole(1 if actor in self.actors else 100)])


def test_an_enemy_who_saw_nothing_and_was_not_seen_stays_out_of_a_third_partys_fight() -> None:
    scene = Scene()
    scene.rules.contests = {}
    stack = scene.stack(5, 5)
    scene.character(stack)
    foes: list[Stack] = []
    for who in ("at_war", "third"):
        side = scene.faction(who)
        player = scene.player(who, side)
        scene.relation(scene.ours, side, "at_war")
        foes.append(scene.stack(6, 5, player))
        scene.character(foes[-1], player)
    move = MoveAlong(stack=ref(stack), steps=EAST)
    ran = scene.run(move, dice=SeenBy(scene.faction("at_war")))
    [met] = ran.events(StacksMet)
    assert met.defenders == (foes[0].place,)
    [entry] = [entry for entry in ran.entries if entry.event == met]
    assert list(entry.audience) == [scene.ours.id, scene.faction("at_war").id]


def test_no_garrison_comes_out_of_a_city_where_players_may_not_fight() -> None:
    for safe in (False, True):
        scene, stack = with_stack()
        foe = scene.someone("at_war")
        scene.barony((6, 5), (7, 5))
        city = scene.city(7, 5, foe)
        scene.unit(city, foe, level=9)
        scene.province(7, 5, pvp_free=safe)
        met = scene.run(MoveAlong(stack=ref(stack), steps=EAST)).events(StacksMet)
        assert bool(met) is not safe


def test_a_garrison_that_dares_comes_out_and_one_that_does_not_shelters_its_friends() -> None:
    for level, comes_out in ((9, True), (1, True), (0, False)):
        scene, stack = with_stack()
        foe = scene.someone("at_war")
        scene.barony((6, 5), (7, 5), (7, 4))
        city = scene.city(6, 5, foe)
        friend = scene.stack(7, 4, foe)
        scene.unit(friend, foe)
        if level:
            scene.unit(city, foe, level=level)
        ran = scene.run(MoveAlong(stack=ref(stack), steps=EAST))
        [met] = ran.events(StacksMet)
        assert (city.place in met.defenders) is comes_out
        assert friend.place in met.defenders
        assert (scene.now(friend).province == city.province) is not comes_out


# ---------------------------------------------------------------- plans


def test_a_plan_shows_the_way_and_a_step_into_the_unseen_cannot_be_foreseen() -> None:
    scene, stack = with_stack()
    plan = scene.plan(
        MoveAlong(stack=ref(stack), steps=EAST), MoveAlong(stack=ref(stack), steps=EAST)
    )
    assert [planned.outcome for planned in plan.orders] == ["done", "unforeseen"]
    after = plan.world.get(Stack, stack.id)
    assert not after.knows("province")
    assert not after.knows("used")


def test_a_plan_goes_through_remembered_land_beside_what_was_never_seen() -> None:
    scene, stack = with_stack()
    remember(scene.world, scene.ours.id, [scene.at(7, 5).id, scene.at(8, 5).id], scene.world)
    before = scene.view()
    plan = scene.plan(MoveAlong(stack=ref(stack), steps=("e", "e", "e")))
    [planned] = plan.orders
    assert planned.outcome == "done"
    assert plan.world.get(Stack, stack.id).province == scene.at(8, 5).id
    assert list(plan.world.all(Memory)) == list(before.all(Memory))


def test_a_plan_never_fights_but_says_whom_the_stack_would_meet() -> None:
    scene, stack, other = at_war()
    scene.rules.contests = {BATTLE: Decided("attacker")}
    remember(scene.world, scene.ours.id, range(1, len(scene.grid) + 1), scene.world)
    # One that came beside it is known from its sighting alone.
    scout = scene.stack(5, 4)
    scene.unit(scout)
    scene.run(MoveAlong(stack=ref(scout), steps=("se",)))
    assert scene.now(scout).province == stack.province
    view = scene.view()
    [planned] = scene.plan(MoveAlong(stack=ref(stack), steps=("e", "e"))).orders
    events = [entry.event for entry in planned.entries]
    known = view.find(Stack, other.id) is not None
    assert planned.outcome == "done"
    assert [type(event) for event in events] == (
        [StackMoved, WouldMeet, MoveEnded] if known else [StackMoved]
    )
    assert known, "the sightings of this seed show the stack"


@settings(max_examples=20)
@given(
    st.lists(
        st.sampled_from(("ne", "e", "se", "sw", "w", "nw", "gate", "3/3")), min_size=1, max_size=8
    ),
    st.sampled_from((None, "land", "air", "water")),
    st.integers(0, 4),
)
def test_no_route_breaks_a_tick_or_makes_movement(
    route: list[str], mode: Any, quarters: int
) -> None:
    scene = Scene(6, 6)
    for x in range(6):
        for y in range(6):
            land = ("grassland", "sea", "crags", "swamp")[(x * 5 + y * 3) % 4]
            scene.province(x, y, terrain=land, gate=(x + y) % 3 * 7)
            scene.link((x, y), ((x + 1) % 6, y), river=y % 5, barrier=int(x == y))
    stack = scene.stack(2, 2, used=Fraction(quarters, 4))
    member = scene.character(stack, race="avian")
    ran = scene.run(MoveAlong(stack=ref(stack), steps=tuple(route), mode=mode))
    assert not ran.faults
    assert scene.now(stack).used >= stack.used
    assert scene.now(stack).used <= 1
    assert scene.world.get(Character, member.id).used <= 1
    for moved in ran.events(StackMoved):
        assert 0 <= moved.left < moved.points


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
