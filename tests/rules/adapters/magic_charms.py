"""Charms and tasks: what they change and how they cancel out; and how spell books fill."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from engine.dice import ScriptedDice, Whole
from engine.modifiers import Modifier, Statistic
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import resistance
from engine.packs.cohorts.characters.studying import (
    CharacterLearnSpellFromCharacter,
    CharacterResearchSpell,
    DropSpell,
    LearnSpellFromGuild,
)
from engine.packs.cohorts.content import Spell
from engine.packs.cohorts.knowledge.sighting import Look, StackSighted
from engine.packs.cohorts.magic.studying import SpellResearched
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.worth.active_spells import modifiers_on
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.casters import highest_item_spell, highest_miracle
from engine.packs.cohorts.worth.mana import capacity
from engine.packs.cohorts.worth.skills import kind_of, most
from engine.world import Record
from tests.rules.adapters.battle_field import going
from tests.rules.adapters.magic_scene import HOME, Magic, outcome
from tests.rules.asking import ask
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref

ATTRIBUTES = {
    "strength": "STR",
    "dexterity": "DEX",
    "constitution": "CON",
    "intelligence": "INT",
    "wisdom": "WIS",
    "charisma": "CHA",
}


def is_task(given: Given) -> bool:
    return given.about.startswith("task")


def level_for(percent: int) -> int:
    """A caster level at which a charm or task changes that many percent, ten for a heroic level."""
    return percent // 10 * 5


def attributes(given: Given) -> Result:
    spell = given.about
    key: Any = ATTRIBUTES[spell.split("-")[-1]]
    scene = Magic(given["caster_level"])
    values = dict.fromkeys(ATTRIBUTES.values(), 10) | {key: given.get(key, 10)}
    make = scene.foe if is_task(given) else scene.hero
    target = make(given.get("distance", 0), attributes=values)
    scene.shells(given, shell=target)
    ran = scene.cast(spell, target, given.get("mana", 0))
    found = attribute(scene.world, scene.content, scene.now(target), key)
    return {key: found.value, **outcome(ran)}


for of in ATTRIBUTES:
    rule(f"cohorts.spell.charm-of-{of}")(attributes)
    rule(f"cohorts.spell.task-of-{of}")(attributes)


@rule("cohorts.spell.charm-of-speed")
@rule("cohorts.spell.task-of-speed")
def speed(given: Given) -> Result:
    still = {"land": {"rate": given.get("rate", 30)}}
    scene = Magic(given["caster_level"], content={"races": {"human": still}})
    away = given.get("distance", 0)
    stack = scene.foes(away) if is_task(given) else scene.mine(away)
    scene.character(stack, scene.owner(stack))
    scene.shells(given, stack_shell=stack, province_shell=scene.away(away))
    for other in ("charm", "task"):
        percent = given.get(f"{other}_percent", 0)
        scene.put(f"{other}-of-speed", stack, percent, level=level_for(percent))
    ran = scene.cast(given.about, stack, given.get("mana", 0))
    return {"rate": pace(scene.state(), scene.now(stack), "land").rate, **outcome(ran)}


def fighter(scene: Magic, given: Given, **values: Any) -> Unit:
    """The unit that a charm or task is cast on."""
    make = scene.foe_unit if is_task(given) else unit_of_mine(scene)
    return make(given.get("distance", 0), **values)


def unit_of_mine(scene: Magic) -> Any:
    def make(distance: int, **values: Any) -> Unit:
        return scene.unit(scene.mine(distance), **values)

    return make


def more(target: str, operation: Any, amounts: list[int], group: str = "") -> Iterator[Modifier]:
    for amount in amounts:
        yield Modifier(target, operation, Fraction(amount), "other", group=group)


def percents(found: Statistic) -> Fraction:
    """The sum of its percents."""
    lines = [line for line in found.lines if line.operation == "percent"]
    return sum((line.amount for line in lines), Fraction(0))


@rule("cohorts.spell.charm-of-battle")
@rule("cohorts.spell.task-of-battle")
def battle(given: Given) -> Result:
    scene = Magic(given["caster_level"], content={"races": {"human": {"combat": {"af": 1.0}}}})
    unit = fighter(scene, given)
    charm = given.get("charm_of_battle_percent", 0)
    scene.put("charm-of-battle", unit, charm, level=charm // 7)
    ran = scene.cast(given.about, unit, given.get("mana", 0))
    others = more("AF", "percent", given.get("other_AF_bonuses", []))
    return {
        "AF_bonus_percent": percents(ask(scene.world, scene.content, unit, "AF", 1, more=others)),
        "AF_factor": Fighter(1, going(scene, unit), {}).melee_af,
        "level": scene.strength(given.about, unit),
        **outcome(ran),
    }


@rule("cohorts.spell.charm-of-defense")
@rule("cohorts.spell.task-of-defense")
def defense(given: Given) -> Result:
    sources = given.get("DF_sources", given.get("other_DF_sources", 0))
    races = {"human": {"combat": {"df": sources}}}
    scene = Magic(given["caster_level"], content={"races": races})
    unit = fighter(scene, given, level=given.get("target_level", 0))
    ran = scene.cast(given.about, unit, given.get("mana", 0))
    (change,) = modifiers_on(scene.world, scene.content, unit.place)
    found = Fighter(1, going(scene, unit), {})
    return {"DF": found.df, "DF_source": change.amount, **outcome(ran)}


@rule("cohorts.spell.charm-of-power")
@rule("cohorts.spell.task-of-power")
def power(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    unit = fighter(scene, given)
    _lay_power(scene, unit, given)
    ran = scene.cast(given.about, unit, given.get("mana", 0))
    used = _power(scene, unit, given)
    return {"POW_modifier": used, "POW_modifier_used": used, **outcome(ran)}


def _lay_power(scene: Magic, unit: Record, given: Given) -> None:
    for kind in ("charm", "task"):
        amount = given.get(f"{kind}_of_power", 0)
        scene.put(f"{kind}-of-power", unit, amount, level=5 * amount)


def _power(scene: Magic, unit: Unit, given: Given) -> Fraction:
    others = more("POW", "highest", given.get("other_POW_modifiers", []), "POW")
    return ask(scene.world, scene.content, unit, "POW", 0, more=others).value


@rule("cohorts.spell.charm-of-resistance")
@rule("cohorts.spell.task-of-resistance")
def resisting(given: Given) -> Result:
    races = {"human": {"combat": {"resistance": given.get("other_RES", 0)}}}
    scene = Magic(given["caster_level"], content={"races": races})
    unit = fighter(scene, given)
    ran = scene.cast(given.about, unit, given.get("mana", 0))
    return {"RES": resisted(scene, unit), **outcome(ran)}


def resisted(scene: Magic, unit: Unit) -> float:
    """Its RES in a battle."""
    now = going(scene, unit)
    return resistance(now.res, now.tactics)


@rule("cohorts.spell.charm-of-tactics")
@rule("cohorts.spell.task-of-tactics")
def tactics(given: Given) -> Result:
    combat = {"df": given.get("DF", 10), "resistance": given.get("RES", 1)}
    content = {"races": {"human": {"combat": combat}}}
    scene = Magic(given.get("caster_level", 26), content=content)
    # At level 0 no heroic level adds to DF.
    unit = fighter(scene, given, level=0)
    stack = scene.world.get(Stack, unit.holder.id)
    percent = given.get("charm_of_tactics_percent", 0)
    scene.put("charm-of-tactics", stack, percent, level=level_for(percent))
    ran = scene.cast(given.about, stack, given.get("mana", 0))
    if given.get("unit") == "leaves the stack":
        unit = scene.change(unit, holder=scene.away().place)
    world = scene.world
    others = more("AF", "percent", [given.get("AF_bonus_percent", 0)])
    bonus = percents(ask(world, scene.content, unit, "AF", 1, more=others))
    return {
        "AF_bonus_percent": bonus,
        "bonus_percent": bonus,
        "DF": Fighter(1, going(scene, unit), {}).df,
        "POW": ask(world, scene.content, unit, "tactics", given.get("POW", 0)).value,
        "RES": resisted(scene, unit),
        **outcome(ran),
    }


@rule("cohorts.magic.charm-task-netting")
def netting(given: Given) -> Result:
    scene = Magic()
    unit = scene.unit(scene.mine())
    stack = scene.world.get(Stack, unit.holder.id)
    for kind in ("charm", "task"):
        percent = given.get(f"{kind}_percent", 0)
        scene.put(f"{kind}-of-speed", stack, percent, level=level_for(percent))
    _lay_power(scene, unit, given)
    speeds = modifiers_on(scene.world, scene.content, stack.place)
    return {
        "net_percent": sum((change.amount for change in speeds), Fraction(0)),
        "POW_modifier": _power(scene, unit, given),
    }


# ---------------------------------------------------------------- invisibility


@rule("cohorts.magic.invisibility")
def invisibility(given: Given) -> Result:
    if "stack" in given:
        hidden = given["stack"] == "invisible"
        return {
            f"{tower}_tower_sights": sighted(hidden, tower=tower) for tower in ("watch", "wizard")
        }
    level, ranger = given["invisibility_level"], given["ranger_level"]
    look = Look("stack", 0, "legion", invisible=level, ranger=ranger)
    return {"sighted_by_ranger": look.percent(Magic().content.sighting) > 0}


def sighted(hidden: bool, tower: str) -> bool:
    """Whether a foreign tower far from all else sights a stack of mine that passes."""
    scene = Magic()
    others = scene.someone("neutral")
    x, y = HOME[0] + 10, HOME[1]
    scene.city(x - 4, y, others)
    scene.province(x, y, barony=scene.at(x - 4, y).barony)
    scene.tower(x, y, tower, 3)
    stack = scene.stack(x + 3, y)
    scene.unit(stack)
    if hidden:
        assert not scene.change(scene.seat, province=stack.province).besieged
        assert not scene.cast("invisibility", stack).refused
    ran = scene.run(MoveAlong.model_validate({"stack": ref(stack), "steps": ("w",)}))
    return any(
        entry.for_(others.faction) for entry in ran.entries if isinstance(entry.event, StackSighted)
    )


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
