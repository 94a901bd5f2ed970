"""Spell books of characters: research, lessons, and spells struck out."""

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.characters.studying import (
    CharacterLearnSpellFromCharacter,
    CharacterResearchSpell,
    DropSpell,
    LearnSpellFromGuild,
)
from engine.packs.cohorts.content import Spell
from engine.packs.cohorts.magic.studying import SpellResearched
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.casters import highest_item_spell, highest_miracle
from engine.packs.cohorts.worth.mana import capacity
from engine.packs.cohorts.worth.skills import kind_of, most
from tests.rules.adapters.magic_scene import HOME, Magic
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref


def of_level(scene: Scene, given: Given) -> Spell:
    level = given.get("spell_level", 1)
    return next(s for s in scene.content.spells.values() if s.level == level)


def learned(scene: Scene, student: Character, spell: Spell, ran: Ran) -> dict[str, object]:
    """How a lesson ended."""
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    return {"result": "success" if spell.key in scene.now(student).spells else "failed"}


@rule("cohorts.order.learn-spell-from-guild")
def from_guild(given: Given) -> Result:
    scene = Magic(given.get("guild_level", 12))
    spell = of_level(scene, given)
    scene.learn(spell.key)
    if "guild" in given:
        lord = scene.someone(given["guild"])
        scene.change(scene.seat, baron=scene.character(scene.seat, lord).id)
    student = scene.character(
        scene.mine(),
        job=given.get("class", "Warrior").casefold(),
        skills={"spell_craft": given.get("spell_craft", 1)},
    )
    order = LearnSpellFromGuild(character=ref(student), city=ref(scene.seat), spell=spell.name)
    return learned(scene, student, spell, scene.run(order))


@rule("cohorts.order.character-learn-spell-from-character")
def from_character(given: Given) -> Result:
    scene = Scene()
    spell = of_level(scene, given)
    stack = scene.stack(*HOME)
    student, teacher = (
        scene.character(stack, skills={"spell_craft": given[f"{who}_spell_craft"]}, spells=spells)
        for who, spells in (("sponsor", ()), ("target", (spell.key,)))
    )
    order = CharacterLearnSpellFromCharacter(
        character=ref(student), teacher=ref(teacher), spell=spell.name
    )
    return learned(scene, student, spell, scene.run(order))


@rule("cohorts.order.character-research-spell")
def research(given: Given) -> Result:
    scene = Magic(given.get("guild_level", 1))
    spell = of_level(scene, given)
    place = scene.mine(0 if "guild_level" in given else 1)
    # An untrained skill is as it is: nothing of the class adds to it.
    student = scene.character(place, level=60, skills={"spell_craft": given["spell_craft"]})
    order = CharacterResearchSpell(character=ref(student), spell=spell.name)
    roll = Whole(given.get("roll", 100), sides=100)
    ran = scene.run(order, dice=ScriptedDice([roll]))
    tried = next(iter(ran.events(SpellResearched)), None)
    return {"chance": tried.chance if tried else 0, **learned(scene, student, spell, ran)}


@rule("cohorts.order.drop-spell")
def drop(given: Given) -> Result:
    scene = Scene()
    spells = ("fireball",) if given["in_book"] else ()
    mage = scene.character(scene.stack(*HOME), spells=spells)
    ran = scene.run(DropSpell(character=ref(mage), spell="Fireball"))
    assert not scene.now(mage).spells
    return {"result": ran.result("removed")}


@rule("cohorts.skill.faith")
def faith(given: Given) -> Result:
    return {"max_miracle_level": highest_miracle(given["faith"])}


@rule("cohorts.skill.spell-craft")
def spell_craft(given: Given) -> Result:
    renamed = {"sponsor_spell_craft": given["learner"], "target_spell_craft": given["teacher"]}
    case = Given({**renamed, "spell_level": given["spell_level"]}, given.where)
    return {"can_learn": from_character(case)["result"] == "success"}


@rule("cohorts.class.priest")
def priest(given: Given) -> Result:
    if "teacher" in given:
        return {"can_teach": _can_teach(given)}
    scene = Scene(content={"deities": {"solanna": {"trained": tuple(given["deity_trains"])}}})
    job = given["class"].casefold()
    one = scene.character(scene.stack(*HOME), level=given["level"], job=job, deity="solanna")
    kind = kind_of(scene.content, one, given["skill"])
    return {"kind": kind, "max_base": most(kind, given["level"])}


def _can_teach(given: Given) -> bool:
    scene = Scene()
    spell = of_level(scene, given)
    stack = scene.stack(*HOME)
    craft = {"spell_craft": given["spell_craft"]}
    job = given["teacher"].casefold()
    teacher = scene.character(
        stack, job=job, deity="solanna", level=35, skills=craft, spells=(spell.key,)
    )
    student = scene.character(stack, job="mage", level=35, skills={"spell_craft": 35})
    order = CharacterLearnSpellFromCharacter(
        character=ref(student), teacher=ref(teacher), spell=spell.name
    )
    return learned(scene, student, spell, scene.run(order))["result"] == "success"


@rule("cohorts.skill.magic-user")
def magic_user(given: Given) -> Result:
    scene = Scene()
    skills = {"magic_user": given["magic_user"]}
    bearer = scene.character(scene.stack(*HOME), level=13, skills=skills)
    return {
        "mana_capacity": capacity(scene.world, scene.content, bearer),
        "max_item_spell_level": highest_item_spell(given["magic_user"]),
    }
