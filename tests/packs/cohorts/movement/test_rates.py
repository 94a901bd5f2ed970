"""How fast stacks are, and why."""

from fractions import Fraction

import pytest

from engine.dice import SeededDice
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement.rates import Pace, pace
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State
from tests.rules.scene import SEED, Scene


def pace_of(scene: Scene, stack: Stack, mode: Mode = "land") -> Pace:
    return pace(State(scene.rules, scene.world, SeededDice(SEED, 1)), stack, mode)


def test_an_empty_stack_has_no_rate() -> None:
    scene = Scene(4, 4)
    found = pace_of(scene, scene.stack(1, 1))
    assert found.rate == 0
    assert found.slowest is None


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


@pytest.mark.parametrize("mounted, rate", [(False, 39), (True, 55)])
def test_a_scout_is_faster_on_foot_than_it_makes_its_mount(mounted: bool, rate: int) -> None:
    scene = Scene(
        4,
        4,
        content={
            "races": {"human": {"land": {"rate": 30}}},
            "mounts": {"palfrey": {"land": {"rate": 50}}},
        },
    )
    stack = scene.stack(1, 1)
    worn = {"mount": "palfrey"} if mounted else {}
    scene.unit(stack, talents=("scout",), equipment=worn)
    assert pace_of(scene, stack).rate == rate


@pytest.mark.parametrize("mode, rate", [("land", 16), ("air", Fraction(35, 2))])
def test_a_frozen_rider_goes_at_half_its_own_walk_and_flies_at_half(
    mode: Mode, rate: Fraction | int
) -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack, equipment={"mount": "griffon"}, statuses={"frozen": 1})
    assert pace_of(scene, stack, mode).rate == rate


@pytest.mark.rule("cohorts.talent.scout")
def test_a_frozen_rider_walks_as_a_scout_on_foot() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack, equipment={"mount": "griffon"}, statuses={"frozen": 1}, talents=("scout",))
    assert pace_of(scene, stack).rate == Fraction(32) * (100 + 30 - 50) / 100


def test_boots_that_quicken_every_soldier_quicken_the_unit() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack, equipment={"foot": "boots"})
    assert pace_of(scene, stack).rate == Fraction(32) * 102 / 100


def test_the_dead_and_prisoners_are_a_load_that_somebody_must_carry() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack)
    scene.character(stack, dead=True)
    scene.character(stack, captor=scene.me.id)
    burdened = pace_of(scene, stack)
    assert burdened.pool
    assert (burdened.pool.load, burdened.rate) == (70, 0)
    scene.items(stack, palfrey=1)
    carried = pace_of(scene, stack)
    assert carried.pool
    assert (carried.pool.capacity, carried.pool.overburden, carried.rate) == (75, 0, 32)


def test_a_fleet_is_as_fast_as_its_slowest_ship_and_takes_everyone_aboard_as_cargo() -> None:
    scene = Scene(4, 4, terrain="sea")
    stack = scene.stack(1, 1)
    scene.unit(stack, arm="ship", type="merchant_vessel")
    scene.unit(stack, arm="ship", type="runner")
    scene.unit(stack, soldiers=100)
    found = pace_of(scene, stack, "water")
    assert found.ships
    assert found.hold
    assert found.rate == 45
    assert (found.hold.cargo_load, found.hold.troop_load) == (3500, 0)
    scene.unit(stack, soldiers=1000)
    assert pace_of(scene, stack, "water").rate == 0


def test_a_ship_goes_nowhere_by_land() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack)
    scene.unit(stack, arm="ship", type="runner")
    scene.items(stack, wagon=100)
    assert pace_of(scene, stack).rate == 0


def test_swimmers_carry_what_is_on_them_and_boats_what_is_in_the_stack() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack, race="lizardfolk", soldiers=10)
    assert pace_of(scene, stack, "water").rate == 30
    scene.unit(stack, soldiers=5)
    assert pace_of(scene, stack, "water").rate == 0
    scene.items(stack, rowboat=1)
    assert pace_of(scene, stack, "water").rate == 20


def test_an_engine_slows_the_stack_and_its_crew_bears_no_load() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.unit(stack, arm="artillery", type="catapult", equipment={"head": "iron_helm"})
    assert pace_of(scene, stack).rate == 20
    assert pace_of(scene, stack, "air").rate == 0


def test_a_character_rides_the_mount_it_has_equipped_and_carries_what_it_wears() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    scene.character(stack, equipment={"armor": "iron_helm", "mount": "griffon"})
    [rider] = pace_of(scene, stack, "air").movers
    assert (rider.rate, rider.load, rider.capacity) == (35, 37, 75)


@pytest.mark.parametrize("race, mode, rate", [("dwarf", "land", 28), ("elf", "land", 35)])
def test_an_agitator_goes_as_characters_of_its_race_do_on_foot(
    race: str, mode: Mode, rate: int
) -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    agent = scene.agent(stack, race=race)
    assert pace_of(scene, stack, mode).rate == rate
    scene.items(agent, spear=100)
    assert pace_of(scene, stack, mode).rate == 0


def test_an_agent_that_a_fleet_carries_weighs_what_a_character_of_its_race_does() -> None:
    loads: list[Fraction] = []
    for passenger in (Scene.agent, Scene.character):
        scene = Scene(4, 4, terrain="sea")
        stack = scene.stack(1, 1)
        scene.fill(stack, ["ship"])
        passenger(scene, stack, race="dwarf")
        hold = pace_of(scene, stack, "water").hold
        assert hold
        loads.append(hold.cargo_load)
    assert loads[0] == loads[1] > 0
