"""Practice of skills, a break, and the gathering of flora."""

from engine.dice import ScriptedDice, Whole
from engine.module.names import key_of
from engine.packs.cohorts.characters.gathering import FloraGathered, GatherFlora
from engine.packs.cohorts.characters.practising import PracticeSkill, SkillPractised
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.worth.skills import trained
from tests.rules.adapters.battle_field import CONTENT
from tests.rules.adapters.characters_acting import HOME, Camp, ended
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import ref

GUILDS = {"priest": "church", "bard": "college"}


@rule("cohorts.order.practice-skill")
def practice(given: Given) -> Result:
    job: str = given.get("class", "warrior").casefold()
    mine = (*trained(CONTENT, job, ""), *CONTENT.classes[job].built_in)
    others = [key for key in CONTENT.skills if key not in mine]
    skill = mine[0] if given["trained"] else others[0]
    values = {"job": job, "level": given["level"], "skills": {skill: given["skill"]}}
    scene = Camp(**values)
    if given.get("guild_level"):
        city = scene.city(*HOME, scene.me)
        scene.guild(city, GUILDS.get(job, job), given["guild_level"])
    dice = ScriptedDice([Whole(given["roll"], 100)]) if "roll" in given else None
    ran = scene.run(PracticeSkill(character=ref(scene.hero), skill=skill), dice=dice)
    told = next(iter(ran.events(SkillPractised)), None)
    now = scene.now(scene.hero)
    return {
        "result": ran.result(),
        "chance": told.chance if told else None,
        "skill": now.skills[skill],
        "trained": given["trained"] or skill in now.practised,
    }


@rule("cohorts.order.take-a-break")
def take_a_break(given: Given) -> Result:
    wanted = given.get("effective_CON", 10)
    base = int(wanted)
    percent = 100 * wanted / base - 100
    boots = {"boots": {"modifiers": {"con_percent": percent}}}
    scene = Camp(
        {"gear": boots},
        level=given.get("level", 1),
        attributes={"CON": base},
        equipment={"foot": "boots"},
        wounds=given.get("wounds", 0),
    )
    order = TakeABreak(character=ref(scene.hero))
    ran = scene.run(order)
    if "monthly_productions_since" in given:
        scene.produce()
        for _ in range(given["monthly_productions_since"]):
            scene.produce(monthly=True)
        ran = scene.run(order)
    return {**ended(ran), "wounds": scene.now(scene.hero).wounds}


@rule("cohorts.order.gather-flora")
def gather(given: Given) -> Result:
    flora = key_of(given.get("flora", "lavender"))
    scene = Camp(level=given["level"])
    scene.province(*HOME, deposits=())
    x, y = HOME[0] + given["distance"], HOME[1]
    scene.province(x, y, deposits=(flora,) if given["flora_there"] else ("wheat",))
    # A scout, so that the province is known however far it is.
    scene.character(scene.at(x, y))
    ran = scene.run(
        GatherFlora(character=ref(scene.hero), province=ref(scene.at(x, y)), flora=flora)
    )
    told = next(iter(ran.events(FloraGathered)), None)
    assert (told.number if told else 0) == scene.held(scene.hero).get(flora, 0)
    return {**ended(ran), "gathered": told.number if told else 0}
