"""Spending points: what they raise, how far, and who may not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.orders import parameters
from engine.packs.cohorts.characters.learning import (
    AttributesRaised,
    SkillRaised,
    SpendAttributePoints,
    SpendSkillPoints,
)
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.skills import skill_called
from engine.state import State
from tests.rules.scene import Ran, Scene, ref


def mage(scene: Scene, **values: Any) -> Character:
    """A mage of level 10 with points, and thief 4 outside the class."""
    usual = {"job": "mage", "level": 10, "skills": {"thief": 4}}
    points = {"skill_points": 9, "attribute_points": 3}
    return scene.character(scene.at(0, 0), **{**usual, **points, **values})


def learn(scene: Scene, character: Character, skill: str, points: int = 1) -> Ran:
    return scene.run(SpendSkillPoints(character=ref(character), skill=skill, points=points))


@pytest.mark.rule("cohorts.xp.spend-skill-points")
def test_points_beyond_the_cap_are_kept() -> None:
    scene = Scene()
    character = mage(scene)
    (told,) = learn(scene, character, "Thief", 5).events(SkillRaised)
    assert scene.now(character).skills == {"thief": 5}
    assert (scene.now(character).skill_points, told.level, told.left) == (8, 5, 8)


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


def test_a_skill_lifted_by_practice_stays_and_goes_on_as_a_trained_one() -> None:
    scene = Scene()
    above = mage(scene, skills={"thief": 12}, practised=("thief",))
    assert learn(scene, above, "thief").code == "skill_maximum"
    assert scene.now(above).skills == {"thief": 12}
    practised = mage(scene, skills={"thief": 6}, practised=("thief",))
    assert not learn(scene, practised, "thief", 4).refused
    assert scene.now(practised).skills == {"thief": 10}


@pytest.mark.rule("cohorts.xp.spend-attribute-points")
def test_attribute_points_may_be_split() -> None:
    scene = Scene()
    character = mage(scene)
    order = SpendAttributePoints(character=ref(character), strength=1, wisdom=2)
    (told,) = scene.run(order).events(AttributesRaised)
    now = scene.now(character)
    assert (now.attributes["STR"], now.attributes["WIS"], now.attributes["DEX"]) == (11, 12, 10)
    assert (now.attribute_points, told.attributes) == (0, {"STR": 11, "WIS": 12})


def test_more_points_than_there_are_and_none_at_all_are_refused() -> None:
    scene = Scene()
    character = mage(scene)
    more = SpendAttributePoints(character=ref(character), strength=2, wisdom=2)
    assert scene.run(more).code == "missing"
    assert scene.run(SpendAttributePoints(character=ref(character))).code == "zero_result"
    assert scene.now(character) == character


def test_nobody_spends_the_points_of_others() -> None:
    scene = Scene()
    character = mage(scene)
    mate = scene.player("mate", scene.ours)
    orders = (
        SpendSkillPoints(character=ref(character), skill="thief"),
        SpendAttributePoints(character=ref(character), strength=1),
    )
    for order in orders:
        assert scene.run(order, player=mate).code == "not_allowed"


def test_who_has_points_and_what_can_be_raised_is_offered() -> None:
    scene = Scene()
    character = mage(scene, skills={"potions": 10, "thief": 5})
    mage(scene, skill_points=0)
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player, state.planning = scene.me.id, True
    asks = {each.name: each.asks for each in parameters(SpendSkillPoints)}
    assert asks["character"]
    assert asks["skill"]
    who = [choice.value for choice in asks["character"].among(state, {})]
    assert who == [str(ref(character))]
    offered = {choice.value for choice in asks["skill"].among(state, {"character": who[0]})}
    assert offered == set(scene.content.skills) - {"potions", "thief", "magic_user", "spell_craft"}


@pytest.mark.parametrize("name", ["blade", "Sword", "STAFFS", "exotic weapon", "soldier_training"])
def test_a_skill_has_its_other_names(name: str) -> None:
    found = skill_called(Scene().content, name)
    assert found
    assert found.key in ("blade", "pole", "exotic", "troop_training")


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
