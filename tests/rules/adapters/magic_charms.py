"""Charms and tasks: what they change of those they lie on, and how they cancel out."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from engine.modifiers import Modifier, Statistic
from engine.packs.cohorts.knowledge.sighting import Look, StackSighted
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.cohorts.worth.active_spells import modifiers_on
from engine.packs.cohorts.worth.bonuses import ask, attribute
from engine.packs.cohorts.worth.ratings import af, df, resistance
from engine.world import Record
from tests.rules.adapters.magic_scene import HOME, Magic, outcome
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import ref

ATTRIBUTES = {
    "strength": "STR",
    "dexterity": "DEX",
    "constitution": "CON",
    "intelligence": "INT",
    "wisdom": "WIS",
    "charisma": "CHA",
}


def spell_of(given: Given) -> str:
    """The spell that a case is about, from the rule's id."""
    return given.where.split("/")[0].removeprefix("cohorts.spell.")


def is_task(given: Given) -> bool:
    return spell_of(given).startswith("task")


def level_for(percent: int) -> int:
    """A caster level at which a charm or task changes that many percent, ten for a heroic level."""
    return percent // 10 * 5


def attributes(given: Given) -> Result:
    spell = spell_of(given)
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
    ran = scene.cast(spell_of(given), stack, given.get("mana", 0))
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
    ran = scene.cast(spell_of(given), unit, given.get("mana", 0))
    others = more("AF", "percent", given.get("other_AF_bonuses", []))
    return {
        "AF_bonus_percent": percents(ask(scene.world, scene.content, unit, "AF", 1, more=others)),
        "AF_factor": af(scene.world, scene.content, unit).value,
        "level": scene.strength(spell_of(given), unit),
        **outcome(ran),
    }


@rule("cohorts.spell.charm-of-defense")
@rule("cohorts.spell.task-of-defense")
def defense(given: Given) -> Result:
    sources = given.get("DF_sources", given.get("other_DF_sources", 0))
    races = {"human": {"combat": {"df": sources}}}
    scene = Magic(given["caster_level"], content={"races": races})
    unit = fighter(scene, given, level=given.get("target_level", 0))
    ran = scene.cast(spell_of(given), unit, given.get("mana", 0))
    (change,) = modifiers_on(scene.world, scene.content, unit.place)
    found = df(scene.world, scene.content, unit)
    return {"DF": found.value, "DF_source": change.amount, **outcome(ran)}


@rule("cohorts.spell.charm-of-power")
@rule("cohorts.spell.task-of-power")
def power(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    unit = fighter(scene, given)
    _lay_power(scene, unit, given)
    ran = scene.cast(spell_of(given), unit, given.get("mana", 0))
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
    ran = scene.cast(spell_of(given), unit, given.get("mana", 0))
    return {"RES": resistance(scene.world, scene.content, unit).value, **outcome(ran)}


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
    ran = scene.cast(spell_of(given), stack, given.get("mana", 0))
    if given.get("unit") == "leaves the stack":
        unit = scene.change(unit, holder=scene.away().place)
    world = scene.world
    others = more("AF", "percent", [given.get("AF_bonus_percent", 0)])
    bonus = percents(ask(world, scene.content, unit, "AF", 1, more=others))
    return {
        "AF_bonus_percent": bonus,
        "bonus_percent": bonus,
        "DF": df(world, scene.content, unit).value,
        "POW": ask(world, scene.content, unit, "tactics", given.get("POW", 0)).value,
        "RES": resistance(world, scene.content, unit).value,
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
