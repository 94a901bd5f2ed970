"""Experience: the results of new levels, and how points are spent."""

from engine.dice import ForeseeDice
from engine.module import key_of
from engine.packs.cohorts.characters.learning import (
    ATTRIBUTES,
    SpendAttributePoints,
    SpendSkillPoints,
)
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.experience import divided, earn
from engine.packs.cohorts.worth.skills import bare, kind_of, most, skill_called
from engine.state import State
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, module, ref

CONTENT = module().content(Content)
OF_A_WARRIOR = {"built-in": "troop_training", "trained": "blade", "untrained": "spy"}


@rule("cohorts.skill.kinds")
def kinds(given: Given) -> Result:
    return caps(given["level"], "warrior", OF_A_WARRIOR[given["kind"]])


@rule("cohorts.class.list")
def classes(given: Given) -> Result:
    skill = skill_called(CONTENT, given["skill"])
    assert skill
    return caps(given["level"], given["class"].casefold(), skill.key)


def caps(level: int, job: str, skill: str) -> Result:
    scene = Scene()
    someone = scene.character(scene.at(1, 1), level=level, job=job)
    kind = kind_of(CONTENT, someone, skill)
    base = bare(CONTENT, someone, skill)
    return {"kind": kind, "max_base": most(kind, level), "base": base}


@rule("cohorts.xp.level-up")
def level_up(given: Given) -> Result:
    scene = Scene()
    before = given["xp_before"]
    hero = scene.character(
        scene.at(1, 1),
        xp=before,
        level=CONTENT.experience.level_of(before),
        reached=given.get("level_reached_before", 0),
    )
    now = earn(State(scene.rules, scene.world, ForeseeDice()), hero, given["gained"])
    assert isinstance(now, Character)
    return {
        "level": now.level,
        "xp": now.xp,
        "skill_points": now.skill_points,
        "attribute_points": now.attribute_points,
    }


@rule("cohorts.xp.spend-skill-points")
def skill_points(given: Given) -> Result:
    scene = Scene()
    skill = skill_called(CONTENT, given["skill"])
    assert skill
    hero = scene.character(
        scene.at(1, 1),
        job=given["class"].casefold(),
        level=given["level"],
        skills={skill.key: given["base"]} if given.get("base") else {},
        skill_points=given["points"],
        practised=(skill.key,) if given.get("practised") else (),
    )
    ran = scene.run(
        SpendSkillPoints(character=ref(hero), skill=given["skill"], points=given["spend"])
    )
    now = scene.now(hero)
    return {
        "result": ran.result(),
        "base": bare(CONTENT, now, skill.key),
        "points": now.skill_points,
    }


@rule("cohorts.xp.spend-attribute-points")
def attribute_points(given: Given) -> Result:
    scene = Scene()
    attributes = {key: given.get(key, 10) for key in ATTRIBUTES.values()}
    hero = scene.character(scene.at(1, 1), attributes=attributes, attribute_points=given["points"])
    names = {key_of(key): name for name, key in ATTRIBUTES.items()}
    spend = {names[key_of(key)]: points for key, points in given["spend"].items()}
    ran = scene.give(SpendAttributePoints, character=ref(hero), **spend)
    now = scene.now(hero)
    return {"result": ran.result(), "points": now.attribute_points, **now.attributes}


@rule("cohorts.unit.xp-sources")
def quest_shares(given: Given) -> Result:
    levels = [
        unit["level"] if unit.get("kind") == "character" else unit.get("el", unit.get("level"))
        for unit in given["units"]
    ]
    return {"shares": divided(CONTENT.experience, given["quest_xp"], levels)}
