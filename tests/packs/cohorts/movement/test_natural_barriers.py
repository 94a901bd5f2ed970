"""Natural barriers as a module may make them: one-way, or for some modes only."""

from pathlib import Path

import pytest

from engine.dice import Seed, SeededDice
from engine.module import Module, check, load
from engine.packs import Rules
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.content.peoples import Travel
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement.steps import NATURAL, natural_barrier
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.records import Province, Stack
from engine.packs.cohorts.setup.founding import found
from tests.rules.scene import MODULES, Scene, ref

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
def walled(tmp_path: Path) -> Module:
    written(tmp_path, DRAWN)
    return load("walled", [tmp_path, MODULES])


@pytest.mark.rule(RULE)
def test_a_module_draws_barriers_that_are_one_way_or_for_some_modes(walled: Module) -> None:
    world = found(Rules.of(walled), SeededDice(Seed(bytes(32)), 0), {})
    grid = Scene(24, 20).grid

    def barrier(x: int, y: int, direction: int) -> int:
        return world.get(Link, link_id(grid, y * 24 + x + 1, direction)).barrier

    assert world.get(Province, 5 * 24 + 6).y == 5
    assert barrier(5, 5, EAST) == natural_barrier(EAST, one_way=True)
    assert barrier(5, 6, 5) == natural_barrier(5, ("land", "water"))
    assert barrier(5, 8, WEST) == NATURAL


@pytest.mark.rule(RULE)
def test_a_stored_module_says_of_a_plain_barrier_no_more_than_it_always_did(
    walled: Module,
) -> None:
    stored = walled.to_json()
    assert '{"at":[5,8],"side":"w"}' in stored
    assert '{"at":[5,5],"side":"e","one_way":true}' in stored
    assert Module.from_json(stored) == walled


def test_a_mode_that_nobody_knows_is_a_fault(tmp_path: Path) -> None:
    folder = written(tmp_path, DRAWN.replace('"land", "water"', '"land", "by boat"'))
    [fault] = check(folder, [MODULES])
    assert "'land', 'air' or 'water'" in fault.message
