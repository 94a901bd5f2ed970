"""Effective skills, and what skills of arms give."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.sighting import Look
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.bonuses import skill, skill_level
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.cohorts.worth.martial import fighting_style, school_of
from tests.rules.adapters.movement import state_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene, module

CONTENT = module().content(Content)


def someone(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.at(2, 2), **values)


def untrained(
    given: Given,
    *skills: str,
    attributes: Mapping[str, int] | None = None,
    content: Mapping[str, Any] | None = None,
) -> tuple[Scene, Character]:
    """Someone outside the classes of these skills, so that the bare levels are the effective."""
    scene = Scene(content=content)
    found = {name: given[name] for name in skills if name in given}
    tens = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)
    job = "priest"  # of no deity: trained in nothing but stealth and healing
    return scene, someone(scene, job=job, skills=found, attributes={**tens, **(attributes or {})})


@rule("cohorts.skill.class-bonus")
def class_bonus(given: Given) -> Result:
    scene = Scene()
    first, second = given["attributes"]
    key = {"built-in": "troop_training", "trained": "blade", "untrained": "spy"}[given["kind"]]
    character = someone(
        scene,
        level=given["base"],
        skills={key: given["base"]},
        attributes={"STR": first, "CON": second},
    )
    return {"effective": skill(scene.world, scene.content, character, key).value}


@rule("cohorts.skill.heroic-level")
def heroic(given: Given) -> Result:
    level = heroic_level(given["level"])
    # HL3, HL5 and HL10 are written for three, five and ten times the heroic level.
    times = int(str(given.get("written", "HL1")).removeprefix("HL"))
    return {"hl": level, "value": times * level}


@rule("cohorts.skill.knight")
@rule("cohorts.skill.ranger")
@rule("cohorts.skill.berserker")
def styles(given: Given) -> Result:
    skills = ("knight", "ranger", "berserker")
    attributes = {key.upper(): given[key] for key in ("int", "wis", "cha") if key in given}
    scene, character = untrained(given, *skills, attributes=attributes)
    total: dict[str, Fraction] = {}
    for each in fighting_style(scene.world, scene.content, character):
        total[each.target] = total.get(each.target, Fraction(0)) + each.amount
    legs = {"races": {"human": {"land": {"rate": given.get("own_rate", 0)}}}}
    road, walker = untrained(given, *skills, attributes=attributes, content=legs)
    stack = road.stack(2, 2)
    road.change(walker, holder=stack.place)
    rate = pace(state_of(road), stack, "land").rate
    raised = {
        f"{school}_bonus": skill_level(scene.world, scene.content, character, school)
        for school in ("blade", "axe", "bow", "exotic", "hammer", "pole")
    }
    ranger = skill_level(scene.world, scene.content, character, "ranger")
    look = Look("stack", 0, "legion", invisible=given.get("invisibility_level", 0), ranger=ranger)
    return {
        **raised,
        "af_bonus_percent": total.get("AF", 0),
        "df_bonus": total.get("DF", 0),
        "mar_bonus": total.get("MAR", 0),
        "sar_bonus": total.get("SAR", 0),
        "movement_bonus_percent": total.get("rate", 0),
        "rate": rate,
        "sights_invisible": look.percent(CONTENT.sighting) > 0,
    }


@rule("cohorts.skill.weaponmaster")
@rule("cohorts.skill.weapon-specialists")
def masters(given: Given) -> Result:
    levels = dict(
        given.get("skills", {given["school"]: given["skill"]} if "skill" in given else {})
    )
    attributes: dict[str, int] = {}
    if "attributes" in given:
        pair = CONTENT.skills[given["school"]].specialist
        attributes = dict(zip(pair, given["attributes"], strict=True))
    scene, character = untrained(given, attributes=attributes)
    character = scene.change(character, skills=levels)
    classes = given.get("weapon_classes", [given.get("school")])
    school = school_of(scene.world, scene.content, character, classes)
    plain = school.af_percent - school.specialist_percent if school else 0
    return {
        "school_used": Name(school.skill) if school else None,
        "af_bonus_percent": plain,
        "pow_bonus": school.power if school else 0,
        "extra_af_percent": school.specialist_percent if school else 0,
        "total_af_percent": school.af_percent if school else 0,
    }
