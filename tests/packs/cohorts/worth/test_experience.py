"""Experience: levels and points that come and go with XP, and how XP are shared."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.experience import LevelChanged, divided, earn
from engine.state import State
from tests.rules.scene import Scene

CHART = Scene().content.experience


def hero(scene: Scene, xp: int = 15, **values: Any) -> Character:
    return scene.character(scene.at(0, 0), xp=xp, level=CHART.level_of(xp), **values)


def gain(scene: Scene, piece: Character | Unit, *amounts: int) -> tuple[Any, list[LevelChanged]]:
    """The piece after it earned these XP, and what was told of its levels."""
    state = State(scene.rules, scene.world, ForeseeDice())
    for amount in amounts:
        piece = earn(state, scene.now(piece), amount)
    assert scene.now(piece) == piece
    events = [entry.event for entry in state.log.entries]
    return piece, [event for event in events if isinstance(event, LevelChanged)]


@pytest.mark.rule("cohorts.xp.level-up")
def test_points_come_once_for_each_level_crossed() -> None:
    scene = Scene()
    now, told = gain(scene, hero(scene), 225 - 15)
    assert (now.level, now.skill_points, now.attribute_points) == (5, 12, 8)
    (event,) = told
    assert (event.before, event.level) == (1, 5)
    assert (event.skill_points, event.attribute_points, event.talents) == (12, 8, 1)


def test_a_level_that_was_lost_and_won_again_gives_no_points_twice() -> None:
    scene = Scene()
    someone = hero(scene, 90)
    now, _ = gain(scene, someone, -60)
    assert (now.level, now.skill_points, now.reached) == (1, 0, 3)
    now, told = gain(scene, someone, 59)
    assert (now.level, now.skill_points) == (2, 0)
    assert told[0].skill_points == 0
    now, _ = gain(scene, someone, 61)
    assert (now.level, now.skill_points, now.attribute_points, now.reached) == (4, 3, 2, 0)


def test_points_already_given_are_kept_when_levels_go() -> None:
    scene = Scene()
    now, _ = gain(scene, hero(scene), 30, -40)
    assert (now.level, now.xp, now.skill_points, now.attribute_points) == (1, 5, 3, 2)


@pytest.mark.rule("cohorts.skill.kinds")
def test_a_built_in_skill_rises_with_the_level_and_others_stay() -> None:
    scene = Scene()
    mage = hero(scene, job="mage", skills={"magic_user": 1, "potions": 1, "spell_craft": 1})
    now, _ = gain(scene, mage, 75)
    assert now.skills == {"magic_user": 3, "potions": 1, "spell_craft": 3}


def test_with_a_lost_level_goes_the_room_for_mana() -> None:
    scene = Scene()
    low = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 1)
    mage = hero(scene, 90, job="mage", mana=3, attributes=low)
    now, _ = gain(scene, mage, -45)
    assert (now.level, now.mana) == (2, 2)
    now, _ = gain(scene, mage, 90)
    assert (now.level, now.mana) == (3, 2)


@pytest.mark.rule("cohorts.unit.levelling", "cohorts.unit.xp-sources")
def test_a_unit_levels_by_the_same_chart() -> None:
    scene = Scene()
    unit = scene.unit(scene.at(0, 0), xp=15, level=1)
    now, told = gain(scene, unit, 30)
    assert (now.level, now.xp) == (2, 45)
    assert [(event.level, event.skill_points) for event in told] == [(2, 0)]


def test_below_the_next_level_nothing_is_told() -> None:
    scene = Scene()
    now, told = gain(scene, hero(scene), 29)
    assert (now.xp, now.level, told) == (44, 1, [])


@given(st.lists(st.integers(-400, 400), max_size=12))
def test_xp_and_level_never_fall_below_their_least_and_points_fit_the_best_level(
    amounts: list[int],
) -> None:
    scene = Scene()
    someone = hero(scene)
    best = 1
    for amount in amounts:
        now, _ = gain(scene, someone, amount)
        best = max(best, now.level)
        assert now.xp >= 0
        assert now.level == CHART.level_of(now.xp) >= 1
        assert max(now.level, now.reached) == best
        assert (now.skill_points, now.attribute_points) == (3 * (best - 1), 2 * (best - 1))


@pytest.mark.rule("cohorts.unit.xp-sources")
@given(st.integers(0, 50_000), st.lists(st.integers(1, 30), min_size=1, max_size=9))
def test_all_xp_are_given_and_who_stands_higher_gets_no_less(xp: int, levels: list[int]) -> None:
    shares = divided(CHART, xp, levels)
    assert sum(shares) == xp
    for one, level in zip(shares, levels, strict=True):
        for other, lower in zip(shares, levels, strict=True):
            assert level <= lower or one >= other


def test_the_points_of_a_level_are_the_modules() -> None:
    scene = Scene(content={"experience": {"skill_points": 5, "attribute_points": 0}})
    now, _ = gain(scene, hero(scene), 30)
    assert (now.skill_points, now.attribute_points) == (5, 0)
