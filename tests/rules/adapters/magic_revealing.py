"""Spells of detection, life and teleportation: what they tell, heal and send."""

from typing import Any

from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.guilds.casting import PerformMiracle
from engine.packs.cohorts.magic.effects.revealing import (
    BaronyRead,
    CharacterLocated,
    PiecesRead,
)
from engine.packs.cohorts.pieces.records import Character, Province, Stack, Village
from engine.packs.cohorts.worth.bonuses import attribute
from engine.world import Record
from tests.rules.adapters.magic_charms import spell_of
from tests.rules.adapters.magic_scene import HOME, MANA, Magic, outcome
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, ref

# ---------------------------------------------------------------- detection


@rule("cohorts.spell.locate-character")
def locate(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    foe = scene.foe(given["distance"])
    scene.shells(given, shell=foe)
    ran = scene.cast("locate-character", foe, given.get("mana", 0))
    (event,) = ran.events(CharacterLocated)
    reveals: object = ["stack", "province"] if event.holder and event.province else {}
    if event.away >= 0:
        reveals = {"distance": event.away}
    if event.beyond:
        reveals = {"not_within": event.beyond}
    return {**outcome(ran), "reveals": reveals, "action_used": not scene.now(scene.mages).actions}


@rule("cohorts.spell.read-province")
@rule("cohorts.spell.read-character")
@rule("cohorts.spell.read-party")
@rule("cohorts.spell.read-legion-fleet")
@rule("cohorts.spell.read-city")
def read(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    away = given.get("distance", 1)
    foe = scene.foe(away)
    stack = scene.world.get(Stack, foe.holder.id)
    ground = scene.away(away)
    city = scene.city(ground.x, ground.y, scene.owner(stack))
    things: dict[str, Record] = {"province": ground, "character": foe, "city": city}
    target = things.get(spell_of(given).removeprefix("read-"), stack)
    scene.shells(
        given,
        shell=foe,
        character_shell=foe,
        stack_shell=stack,
        city_shell=city,
        province_shell=ground,
    )
    ran = scene.cast(spell_of(given), target, given.get("mana", 0))
    listed = [each.name for event in ran.events(PiecesRead) for each in event.pieces]
    return {**outcome(ran), "character_listed": foe.name in listed}


@rule("cohorts.spell.read-barony")
def read_barony(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    x, y = HOME[0] + given.get("distance", 1), HOME[1]
    lands = [(x + step, y) for step, _ in enumerate(given["province_shells"])]
    barony = scene.barony(*lands)
    city = scene.city(x, y, scene.someone("at_war"), barony=barony.id)
    scene.character(scene.stack(x, y))  # who sees the city, knows of it
    for land, shell in zip(lands, given["province_shells"], strict=True):
        scene.put("provincial-shell", scene.at(*land), shell)
    ran = scene.cast("read-barony", city, given["mana"])
    event = next(iter(ran.events(BaronyRead)), None)
    return {
        **outcome(ran),
        "revealed": event.read if event else 0,
        "hidden": len(event.hidden) if event else len(lands),
    }


# ---------------------------------------------------------------- life


@rule("cohorts.spell.remove-status")
def remove_status(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    statuses = {"poisoned": given.get("status_level", 1)}
    hero = scene.hero(given.get("distance", 0), statuses=statuses)
    ran = scene.cast("remove-status", hero, given["mana"], status="Poisoned")
    return {**outcome(ran), "removed": not scene.now(hero).statuses}


@rule("cohorts.spell.remove-all-statuses")
def remove_all(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    statuses = {name.casefold(): level for name, level in given["statuses"].items()}
    hero = scene.hero(statuses=statuses)
    ran = scene.cast("remove-all-statuses", hero, given.get("mana", 0))
    left = {name.capitalize(): level for name, level in scene.now(hero).statuses.items()}
    return {**outcome(ran), "left": left}


@rule("cohorts.spell.heal-unit")
def heal_unit(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    statuses = {given["status"].casefold(): 1} if "status" in given else {}
    hero = scene.hero(given.get("distance", 0), wounds=given["wounds"], statuses=statuses)
    ran = scene.cast("heal-unit", hero, given.get("mana", 0))
    return {**outcome(ran), "wounds": scene.now(hero).wounds}


@rule("cohorts.spell.heal-units")
def heal_units(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    away = given.get("distance", 0)
    hurt: dict[str, Record] = {}
    for who, wounds in given.get("wounds", {"own": 5}).items():
        owner = scene.someone("self" if who == "own" else who)
        stack = scene.stack(HOME[0] + away, HOME[1], owner)
        hurt[who] = scene.character(stack, owner, wounds=wounds)
    ran = scene.cast("heal-units", scene.away(away), given.get("mana", 0))
    left = {who: scene.now(piece) for who, piece in hurt.items()}
    wounds = {who: piece.wounds for who, piece in left.items() if isinstance(piece, Character)}
    return {**outcome(ran), "wounds": wounds}


@rule("cohorts.spell.resurrect-character")
def resurrect(given: Given) -> Result:
    """Cast by a church, for a mage guild has no deity."""
    # A cloak makes the effective CON another than the base, by points added flat.
    more = given.get("effective_CON", given["base_CON"]) - given["base_CON"]
    scene = Magic(content={"gear": {"cloak": {"modifiers": {"con": more}}}})
    church = scene.guild(
        scene.seat, "church", given.get("caster_level", 21), mana=MANA, deity="solanna"
    )
    soulless = given.get("status_at_death") == "Soulless"
    body = scene.hero(
        given.get("distance", 0),
        attributes=dict.fromkeys(("STR", "DEX", "INT", "WIS", "CHA"), 10)
        | {"CON": given["base_CON"]},
        deity="solanna" if given["same_deity"] else "gorath",
        equipment={"back": "cloak"},
        dead=True,
        wounds=100,
        statuses={"lost_soul": 0} if soulless else {},
    )
    order = PerformMiracle(
        guild=ref(church),
        spell="resurrect-character",
        target=ref(body),
        mana=given.get("mana", 0),
    )
    if "effective_CON" in given:
        effective = attribute(scene.world, scene.content, body, "CON").value
        assert effective == given["effective_CON"]
    ran = scene.run(order)
    now = scene.now(body)
    return {**outcome(ran), "wounds": now.wounds, "alive": not now.dead}


# ---------------------------------------------------------------- teleportation


def mage(scene: Magic, level: int, stack: Stack, **values: Any) -> Character:
    """A mage of mine who casts himself."""
    skills = {"spell_craft": level, "magic_user": MANA}
    usual = {"job": "mage", "level": level, "skills": skills, "mana": MANA}
    return scene.character(stack, **{**usual, **values})


def teleport(
    scene: Magic, caster: Character, spell: str, target: Record, mana: int, **more: Any
) -> Ran:
    """Have the mage cast a spell, which is put into the mage's book."""
    scene.change(caster, spells=(scene.key(spell),))
    order = CharacterCastSpell(
        character=ref(caster), spell=spell, target=ref(target), mana=mana, **more
    )
    return scene.run(order)


def laden(capacity: int) -> Magic:
    """A scene in which a human carries so much, and a spear weighs 1."""
    races = {"human": {"land": {"rate": 30, "capacity": capacity}}}
    return Magic(content={"races": races, "weapons": {"spear": {"weight": 1}}})


@rule("cohorts.magic.teleport-family")
@rule("cohorts.spell.teleport-self")
def teleport_self(given: Given) -> Result:
    if "target_province" in given:
        return teleport_stack(given)
    scene = laden(given.get("land_capacity", 1000))
    hero = mage(scene, given.get("caster_level", 10), scene.mine())
    if given.get("burden"):
        scene.items(hero, spear=given["burden"])
    goal = scene.mine(given.get("distance", 1))
    ran = teleport(scene, hero, "teleport-self", goal, given.get("mana", 0))
    there = scene.now(hero).holder == goal.place
    return {**outcome(ran), "unencumbered": there}


@rule("cohorts.spell.teleport-item")
def teleport_item(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    scene.items(scene.seat, spear=5)
    away = given.get("distance", 0)
    relation = given.get("stack_of", "own").removesuffix(" faction")
    stack = scene.mine(away) if relation == "own" else scene.foes(away, relation)
    number = given.get("quantity", 1)
    item = "spear" if number == 1 else f"{number} spear"  # an order has no number to name
    ran = scene.cast("teleport-item", stack, given.get("mana", 0), item=item)
    return outcome(ran)


@rule("cohorts.spell.teleport-character")
def teleport_character(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    owner = scene.someone(given.get("character_of", "self"))
    hero = scene.character(scene.stack(*HOME, owner), owner)
    goal = scene.mine(given.get("distance", 1))
    ran = scene.cast("teleport-character", hero, given.get("mana", 0), destination=ref(goal))
    return outcome(ran)


@rule("cohorts.spell.teleport-party")
@rule("cohorts.spell.teleport-legion")
@rule("cohorts.spell.teleport-fleet")
def teleport_stack(given: Given) -> Result:
    spell = given.get("spell", spell_of(given))
    scene = Magic(given.get("caster_level", 12))
    holds = {"party": "character", "legion": "soldiers", "fleet": "ship"}[spell.split("-")[1]]
    stack = scene.mine()
    extra = {"military unit": "soldiers"}
    named = given.get("stack_holds", holds)
    scene.fill(stack, [extra.get(named) or named])
    x, y = HOME[0] + given.get("distance", 1), HOME[1]
    terrain = given.get("target_terrain", "sea" if holds == "ship" else "grassland")
    if terrain == "coastal":
        scene.province(x + 1, y, terrain="sea")
    scene.province(x, y, terrain="sea" if terrain == "sea" else "grassland")
    enemy = "war" in given.get("target_province", "").replace("_", " ")
    if enemy:
        scene.city(x, y, scene.someone("at_war"))
    ran = scene.cast(spell, stack, given.get("mana", 0), destination=ref(scene.at(x, y)))
    if not ran.refused:
        assert scene.now(stack).province == scene.at(x, y).id
    return outcome(ran)


@rule("cohorts.spell.teleport-city")
def teleport_city(given: Given) -> Result:
    scene = Magic(mana=given["pool"])
    x, y = HOME[0] + 2, HOME[1]
    inside = given.get("target", "province of the barony") == "province of the barony"
    goal: Province = scene.province(x, y, barony=scene.seat.barony if inside else 0)
    if "village_there" in given:
        scene.village(x, y, given["village_there"])
    ran = scene.cast("teleport-city", scene.seat, destination=ref(goal))
    village = scene.world.first(Village, "province", goal.id)
    return {
        **outcome(ran),
        "pool_after": scene.now(scene.mages).mana,
        "village": village.level if village else 0,
    }
