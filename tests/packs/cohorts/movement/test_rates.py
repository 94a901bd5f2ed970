"""How fast stacks are, and why."""

from fractions import Fraction

from engine.dice import SeededDice
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement.rates import Pace, pace
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State
from tests.rules.scene import SEED, Scene


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
