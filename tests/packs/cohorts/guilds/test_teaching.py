"""Guilds teach characters: what, whom, with what chance, and who learns of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.guilds.teaching import CharacterTaught, GuildTrainCharacter
from engine.packs.cohorts.pieces.records import Character, Guild
from engine.packs.cohorts.worth.skills import kind_of, most
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Ran, Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.guild(town(scene), "knave", 10)
    return scene


def pupil(scene: Scene, who: str = "self", **values: Any) -> Character:
    """A knave of level 8 at the guild's city, with thief 3."""
    usual = {"job": "knave", "level": 8, "skills": {"thief": 3}}
    return scene.character(scene.at(0, 0), scene.someone(who), **{**usual, **values})


def teach(scene: Scene, character: Character, skill: str = "thief", roll: int = 1) -> Ran:
    guild = next(scene.world.all(Guild))
    order = GuildTrainCharacter(guild=ref(guild), character=ref(character), skill=skill)
    return scene.run(order, dice=ScriptedDice([Whole(roll, 100)]))


@pytest.mark.parametrize("roll, level", [(45, 4), (46, 3)])
def test_the_roll_decides_and_the_action_is_spent_either_way(
    scene: Scene, roll: int, level: int
) -> None:
    character = pupil(scene)
    ran = teach(scene, character, roll=roll)
    (told,) = ran.events(CharacterTaught)
    assert (told.chance, told.roll, told.level) == (45, roll, level)
    assert told.succeeded == (level == 4)
    assert scene.now(character).skills == {"thief": level}
    assert next(scene.world.all(Guild)).actions == 0


def test_sponsor_and_owner_are_told_and_nobody_else(scene: Scene) -> None:
    scene.someone("neutral")
    character = pupil(scene, "allied")
    ran = teach(scene, character)
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, CharacterTaught)]
    assert set(entry.audience) == {scene.ours.id, scene.faction("allied").id}
    assert all(learned == entry.event for learned in entry.audience.values())


@pytest.mark.parametrize(
    "skill, values, code",
    [
        ("stealth", {}, "skill_not_taught"),
        ("faith", {}, "skill_not_taught"),
        ("no such skill", {}, "skill_not_taught"),
        ("thief", {"skills": {"thief": 11}, "level": 20}, "guild_level_too_low"),
        ("thief", {"skills": {"thief": 8}}, "skill_maximum"),
        ("thief", {"job": "warrior", "skills": {"thief": 4}}, "skill_maximum"),
        ("spy", {"job": "merchant", "level": 4}, "skill_maximum"),
        ("thief", {"dead": True}, "not_here"),
        ("thief", {"captor": 7}, "not_here"),
    ],
)
def test_what_cannot_be_taught_is_refused_for_its_reason(
    scene: Scene, skill: str, values: dict[str, Any], code: str
) -> None:
    assert teach(scene, pupil(scene, **values), skill).code == code
    assert next(scene.world.all(Guild)).actions == 1


@pytest.mark.parametrize("who", ["neutral", "at_war"])
def test_a_stranger_is_refused_before_anything_of_its_skills_is_told(
    scene: Scene, who: str
) -> None:
    assert teach(scene, pupil(scene, who)).code == "relation"
    assert teach(scene, pupil(scene, who, skills={"thief": 30})).code == "relation"
    assert teach(scene, pupil(scene, who, dead=True)).code == "relation"


def test_an_allys_skill_cannot_be_foreseen(scene: Scene) -> None:
    character = pupil(scene, "allied")
    scene.run()
    guild = next(scene.world.all(Guild))
    order = GuildTrainCharacter(guild=ref(guild), character=ref(character), skill="thief")
    assert scene.plan(order).orders[0].outcome == "unforeseen"


def test_friends_at_the_city_and_the_lessons_of_the_guild_are_offered(scene: Scene) -> None:
    mine, ally = pupil(scene), pupil(scene, "allied")
    pupil(scene, "neutral")
    pupil(scene, dead=True)
    scene.character(scene.at(5, 5))
    scene.run()
    guild = str(ref(next(scene.world.all(Guild))))
    offered = scene.offered(GuildTrainCharacter, "character", guild=guild)
    baron = next(scene.world.all(Character))
    assert offered == [str(ref(each)) for each in (baron, mine, ally)]
    lessons = scene.offered(GuildTrainCharacter, "skill", guild=guild)
    knave = scene.content.classes["knave"]
    assert lessons == list(knave.trained)


@given(
    job=st.sampled_from(["knave", "warrior", "mage"]),
    level=st.integers(1, 20),
    skill=st.sampled_from(["thief", "blade", "spy"]),
    known=st.integers(0, 12),
)
def test_no_teaching_lifts_a_skill_above_its_maximum(
    job: str, level: int, skill: str, known: int
) -> None:
    scene = Scene()
    scene.guild(town(scene), "knave", 12)
    character = pupil(scene, job=job, level=level, skills={skill: known})
    teach(scene, character, skill)
    now = scene.now(character).skills[skill]
    cap = most(kind_of(scene.content, character, skill), level)
    assert now == known or now == known + 1 <= cap
