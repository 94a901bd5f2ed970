"""Guilds teach: characters their skills, units their levels; who is fit, and who is told."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.guilds.teaching import (
    CharacterTaught,
    GuildTrainCharacter,
    GuildTrainCombatUnit,
)
from engine.packs.cohorts.pieces.records import Character, Guild, Unit
from engine.packs.cohorts.worth.drill import UnitDrilled, bonus, result
from engine.packs.cohorts.worth.experience import LevelChanged
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


@pytest.fixture
def camp() -> Scene:
    camp = Scene()
    camp.guild(town(camp), "warrior", 10)
    return camp


def soldiers(camp: Scene, who: str = "self", x: int = 0, **values: Any) -> Unit:
    """A unit of 100 soldiers of level 3, of encounter level 5."""
    usual = {"level": 3, "xp": 90, "soldiers": 100}
    return camp.unit(camp.at(x, 0), camp.someone(who), **{**usual, **values})


def drill(camp: Scene, *units: Unit | Character, rolls: tuple[int, ...] = (12, 12)) -> Ran:
    guild = next(camp.world.all(Guild))
    order = GuildTrainCombatUnit(guild=ref(guild), units=tuple(map(ref, units)))
    return camp.run(order, dice=ScriptedDice([Whole(roll, 20) for roll in rolls]))


def test_each_owner_is_told_of_its_own_and_an_allys_level_stays_its_own(camp: Scene) -> None:
    ally = soldiers(camp, "allied")
    camp.met(camp.someone("allied"), camp.someone("neutral"))
    camp.change(next(camp.world.all(Guild)), level=13)
    ran = drill(camp, ally, rolls=(20,))
    heard = {type(entry.event): set(entry.audience) for entry in ran.entries}
    theirs = camp.faction("allied").id
    assert heard == {UnitDrilled: {camp.ours.id, theirs}, LevelChanged: {theirs}}


@pytest.mark.parametrize(
    "who, values, code",
    [
        ("self", {"level": 8}, "guild_level_too_low"),
        ("self", {"x": 1}, "not_here"),
        ("neutral", {}, "relation"),
        ("at_war", {"level": 30}, "relation"),
    ],
)
def test_one_unfit_unit_has_the_whole_order_refused(
    camp: Scene, who: str, values: dict[str, Any], code: str
) -> None:
    fit, unfit = soldiers(camp), soldiers(camp, who, **values)
    assert drill(camp, fit, unfit).code == code
    assert camp.now(fit) == fit
    assert next(camp.world.all(Guild)).actions == 1


def test_1_to_4_different_units_are_trained(camp: Scene) -> None:
    units = [soldiers(camp) for _ in range(5)]
    assert drill(camp).code == "bad_target"
    assert drill(camp, *units).code == "bad_target"
    assert drill(camp, units[0], units[0]).code == "bad_target"
    assert not drill(camp, *units[:4], rolls=(9, 9, 9, 9)).refused


@given(
    roll=st.integers(1, 20),
    trainer=st.integers(2, 40),
    target=st.integers(1, 39),
    targets=st.integers(1, 4),
    gap=st.integers(0, 600),
)
def test_no_roll_gives_more_than_one_and_a_half_levels_or_takes_more_than_half(
    roll: int, trainer: int, target: int, targets: int, gap: int
) -> None:
    figures = Scene().content.drill
    plus = bonus(figures, trainer, target, targets)
    got = result(figures, roll, plus, gap)
    assert got.total == roll + plus
    assert -gap / 2 <= got.xp <= gap * 3 / 2
    assert roll == 1 or got.xp >= 0
    alone = result(figures, roll, bonus(figures, trainer, target), gap)
    assert got.xp <= alone.xp
