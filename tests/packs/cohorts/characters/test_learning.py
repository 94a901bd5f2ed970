"""Spending points: what they raise, how far, and who may not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.characters.learning import (
    SpendSkillPoints,
)
from engine.packs.cohorts.pieces.records import Character
from tests.rules.scene import Ran, Scene, ref


def mage(scene: Scene, **values: Any) -> Character:
    """A mage of level 10 with points, and thief 4 outside the class."""
    usual = {"job": "mage", "level": 10, "skills": {"thief": 4}}
    points = {"skill_points": 9, "attribute_points": 3}
    return scene.character(scene.at(0, 0), **{**usual, **points, **values})


def learn(scene: Scene, character: Character, skill: str, points: int = 1) -> Ran:
    return scene.run(SpendSkillPoints(character=ref(character), skill=skill, points=points))


@pytest.mark.parametrize(
    "skill, points, values, code",
    [
        ("potions", 10, {}, "missing"),
        ("thief", 1, {"skills": {"thief": 5}}, "skill_maximum"),
        ("potions", 1, {"skills": {"potions": 10}}, "skill_maximum"),
        ("magic user", 1, {}, "skill_maximum"),
        ("thieff", 1, {}, "bad_target"),
        ("thief", 1, {"dead": True}, "unable"),
        ("thief", 1, {"captor": 9}, "unable"),
    ],
)
def test_what_cannot_be_learned_is_refused_and_the_points_are_kept(
    skill: str, points: int, values: dict[str, Any], code: str
) -> None:
    scene = Scene()
    character = mage(scene, **values)
    assert learn(scene, character, skill, points).code == code
    assert scene.now(character) == character


def test_who_has_points_and_what_can_be_raised_is_offered(scene: Scene) -> None:
    character = mage(scene, skills={"potions": 10, "thief": 5})
    mage(scene, skill_points=0)
    who = scene.offered(SpendSkillPoints, "character")
    assert who == [str(ref(character))]
    offered = set(scene.offered(SpendSkillPoints, "skill", character=who[0]))
    assert offered == set(scene.content.skills) - {"potions", "thief", "magic_user", "spell_craft"}


@given(
    st.lists(st.tuples(st.sampled_from(["thief", "potions", "stealth"]), st.integers(1, 5))),
)
def test_points_are_neither_made_nor_lost(spent: list[tuple[str, int]]) -> None:
    scene = Scene()
    character = mage(scene)
    for skill, points in spent:
        learn(scene, character, skill, points)
        now = scene.now(character)
        assert now.skill_points >= 0
        assert now.skill_points + sum(now.skills.values()) == 9 + 4
        assert now.skills["thief"] <= 5
