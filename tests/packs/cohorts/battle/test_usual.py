"""What is usual of foreign pieces: the middle of what is drawn is what one knows, and it fits
together.
"""

from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest

from engine.dice import SeededDice
from engine.packs.cohorts.battle.usual import Estimate, Usual
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from tests.packs.armies import weeks_on
from tests.rules.scene import SEED, Scene

CASES = 200


@pytest.fixture
def scene() -> Scene:
    """Mine and an enemy's stand beside each other, ten weeks after the start."""
    scene = Scene()
    weeks_on(scene, 10)
    return scene


def stacks(scene: Scene) -> tuple[Stack, Stack]:
    foe = scene.someone("at_war")
    return scene.stack(5, 5, name="Mine"), scene.stack(5, 5, foe, name="Theirs")


def drawn(scene: Scene, piece: Character | Unit) -> Iterator[dict[str, Any]]:
    """What an enemy is taken to be, in all cases from the weakest to the strongest."""
    view = scene.view()
    usual, seen = Usual(view, scene.content, scene.ours.id), view.get(type(piece), piece.id)
    for number in range(CASES):
        share, dice = (number + 0.5) / CASES, SeededDice(SEED, number).stream("stack:1", "unknown")
        if isinstance(seen, Unit):
            yield usual.unit(seen, share, dice)
        else:
            yield usual.character(seen, share, dice)


def test_a_span_around_a_mean_comes_to_it() -> None:
    span = Estimate.around(3, 1, 6)
    assert mean(span.at((n + 0.5) / CASES) for n in range(CASES)) == pytest.approx(3, abs=0.02)
    assert Estimate.around(1, 1, 4) == Estimate(1, 1, 4), "a mean at its end is as near as may be"


def test_levels_of_others_come_to_the_average_of_ones_own(scene: Scene) -> None:
    mine, theirs = stacks(scene)
    for level in (2, 2, 6):
        scene.unit(mine, level=level, soldiers=60)
    other = scene.unit(theirs, scene.someone("at_war"), soldiers=60, level=1)
    levels = [case["level"] for case in drawn(scene, other)]
    assert mean(levels) == pytest.approx(10 / 3, abs=0.2)


def test_who_is_of_a_higher_level_has_the_attributes_that_came_with_it(scene: Scene) -> None:
    mine, theirs = stacks(scene)
    scene.character(mine, level=8, job="mage")
    other = scene.character(theirs, scene.someone("at_war"), level=1)
    points: dict[int, list[int]] = {}
    for case in drawn(scene, other):
        points.setdefault(case["level"], []).append(sum(case["attributes"].values()))
    least, most = min(points), max(points)
    assert most > least + 3
    assert min(points[most]) > min(points[least])
    assert max(points[most]) > max(points[least])


def test_people_bear_the_arms_in_which_they_are_skilled(scene: Scene) -> None:
    _, theirs = stacks(scene)
    other = scene.character(theirs, scene.someone("at_war"), job="warrior", level=1)
    cases = list(drawn(scene, other))
    archers = [each for each in cases if "bow" in each["equipment"].get("ranged", "")]
    assert archers
    assert all({"bow", "ranger"} & {*each["skills"]} for each in archers)
    assert not any(
        "hand_axe" in each["equipment"].values() and "axe" not in each["skills"] for each in cases
    )
