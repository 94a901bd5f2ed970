"""Weights, mounts, and what a load does."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.movement import burden
from tests.rules.scene import Scene

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


def test_a_load_without_any_capacity_cannot_be_carried() -> None:
    assert burden.overburden(Fraction(1), Fraction(0)) is None
    for mode in MODES:
        assert burden.penalty(Scene(4, 4).content.movement, mode, None) == 100


@pytest.mark.parametrize("race, statuses", [("troll", {}), ("human", {"husk": 1})])
def test_who_is_too_large_or_a_husk_does_not_ride(race: str, statuses: dict[str, int]) -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    unit = scene.unit(stack, race=race, statuses=statuses, equipment={"mount": "courser"})
    assert burden.mount_of(scene.content, unit) is None
    rider = scene.unit(stack, equipment={"mount": "courser"})
    assert burden.mount_of(scene.content, rider) == scene.content.mounts["courser"]


def test_an_engine_weighs_with_its_crew_and_a_statue_a_hundredfold() -> None:
    scene = Scene(4, 4)
    stack, content = scene.stack(1, 1), scene.content
    engine = scene.unit(stack, arm="artillery", type="catapult")
    assert burden.full_weight(scene.world, content, engine) == 25 * 35 + 600
    statue = scene.character(stack, statuses={"stoned": 1})
    scene.items(statue, iron_helm=7)
    assert burden.full_weight(scene.world, content, statue) == 3500 + 14


def test_the_mount_that_is_ridden_is_no_load_but_weighs_on_who_carries_the_rider() -> None:
    scene = Scene(4, 4)
    worn = {"back": "cloak", "mount": "palfrey"}
    rider = scene.unit(scene.stack(1, 1), soldiers=10, equipment=worn)
    assert burden.gear_weight(scene.world, scene.content, rider) == 10
    assert burden.full_weight(scene.world, scene.content, rider) == 10 + 350 + 1500


def test_what_the_module_gives_no_weight_weighs_nothing() -> None:
    content = Scene(4, 4).content
    assert burden.item_weight(content, "a good word") == 0
    assert burden.item_weight(content, "giant_spider_recruits") == (
        content.races["giant_spider"].weight
    )
