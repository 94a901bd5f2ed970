"""What pieces are worth: levels and experience, equipment, ratings, skills."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

from engine.dice import ForeseeDice
from engine.modifiers import Line, Statistic
from engine.module import key_of
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.slots import DEFENDER
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.learning import (
    ATTRIBUTES,
    SpendAttributePoints,
    SpendSkillPoints,
)
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.content.items import Carrying
from engine.packs.cohorts.knowledge.sighting import Look
from engine.packs.cohorts.movement.rates import by_itself, pace, terrain_percent
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.bonuses import attribute, skill, skill_level
from engine.packs.cohorts.worth.experience import divided, earn
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.cohorts.worth.martial import fighting_style, school_of
from engine.packs.cohorts.worth.shelter import defending, shelters
from engine.packs.cohorts.worth.skills import bare, kind_of, most, skill_called
from engine.state import State
from tests.rules.adapters.battle_field import going, soldiers
from tests.rules.adapters.characters_acting import Camp
from tests.rules.adapters.movement import state_of
from tests.rules.asking import ask
from tests.rules.harness import Given, Name, Result, folded, rule
from tests.rules.scene import CONTENT, Scene, module, ref

CHART = module().content(Content).experience


@rule("cohorts.xp.chart")
@rule("cohorts.unit.levelling")
def chart(given: Given) -> Result:
    if "xp" in given:
        return {"level": CHART.level_of(given["xp"])}
    return {"gap_to_next": CHART.gap(given["level"])}


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


RING, SWORD = "gold_ring", "broadsword"


@rule("cohorts.item.equipment-characteristics")
def characteristics(given: Given) -> Result:
    worn = given.get("equipped", True)
    if "item_spell_level" in given:
        return {"can_cast": casts(given["item_spell_level"], given.get("magic_user", 0), worn)}
    if "item_talent" in given or "own_talent" in given:
        return {"af_bonus_percent": trained(given, worn)}
    racial, item = given.get("racial_fire_attack", 0), given.get("item_fire_attack", 0)
    found = soldiers(
        {
            "races": {"human": {"special": _fire(racial)}},
            "gear": {RING: {"special": _fire(item)}},
        },
        {"finger": RING} if worn else {},
    ).specials
    return {"fire_special_attack": round(sum(each.damage for each in found))}


def casts(level: int, magic_user: int, worn: bool) -> bool:
    """Whether a bearer without a spell book gets as far as the spell's other checks."""
    spell = next(each for each in CONTENT.spells.values() if each.level == level)
    equipment = {"finger": RING} if worn else {}
    # A priest without a deity has no attributes to help the skills: they are as a case says.
    scene = Camp(
        {"gear": {RING: {"spells": (spell.key,)}}},
        level=30,
        skills={"magic_user": magic_user},
        equipment=equipment,
    )
    hero = ref(scene.hero)
    code = scene.run(CharacterCastSpell(character=hero, spell=spell.key, target=hero)).code
    return code not in {"not_known", "unable"}


def trained(given: Given, worn: bool) -> float:
    """What talents add to the AF of soldiers of that training level with such a weapon."""

    def talents(key: str) -> tuple[str, ...]:
        found = kind_called(CONTENT.talents.values(), given[key]) if key in given else None
        return (found.key,) if found else ()

    classes = (given.get("weapon_class", "blade"),)
    content = {
        "weapons": {SWORD: {"classes": classes}},
        "gear": {RING: {"talents": talents("item_talent")}},
    }
    held = {"main_hand": SWORD, **({"finger": RING} if worn else {})}
    level = given.get("tl", 1)
    plain = soldiers({"weapons": {SWORD: {"classes": classes}}}, held, level=level)
    able = soldiers(content, held, level=level, talents=talents("own_talent"))
    return able.melee.af_percent - plain.melee.af_percent


def _fire(strength: int) -> SpecialAttack | None:
    return SpecialAttack(type="fire", strength=strength) if strength else None


def defender(given: Given) -> tuple[Scene, Character]:
    """Someone with that flat DF and heroic level in a province of that terrain and those walls."""
    flat = {"races": {"human": {"combat": {"df": given["flat_df"], "mar": 0}}}}
    scene = Scene(content=flat)
    scene.province(
        2,
        2,
        terrain=given.get("terrain", "grassland"),
        fortification=given.get("fortification_level", 0),
    )
    return scene, scene.character(scene.at(2, 2), level=5 * given.get("heroic_level", 0))


@rule("cohorts.world.terrain-defense")
@rule("cohorts.improvement.fortification-bonus")
def defended(given: Given) -> Result:
    scene, someone = defender(given)
    place = defending(scene.content, scene.at(2, 2), walls=True)
    unit = going(scene, someone, DEFENDER, gives=place)
    return {"df": Fighter(1, unit, {}).df, "mar_bonus": unit.mar}


@rule("cohorts.improvement.fortification-scope")
def walled(given: Given) -> Result:
    scene = Scene()
    scene.city(2, 2, scene.me)
    scene.province(2, 2, fortification=given["fortification_level"])
    whose = {
        "barony_owner": "self",
        "ally_of_owner": "allied",
        "helping_neutral": "neutral",
        "intruder_attacked_by_garrison": "at_war",
    }[given["defender"]]
    side = scene.someone(whose)
    unit = scene.unit(scene.at(2, 2), side)
    helps = given["defender"] == "helping_neutral"
    walls = shelters(scene.world, scene.at(2, 2), side.faction, unit, helps=helps)
    place = defending(scene.content, scene.at(2, 2), walls=walls)
    return {"df_percent": sum(each.amount for each in place if each.target == "DF")}


@rule("cohorts.race.starter-combat")
def bearing(given: Given) -> Result:
    """A member of a race in battle, with what it wears, its race's talents and those it learned."""
    scene = Scene()
    worn = {"armor": given["armor"]} if given.get("armor") else {}
    if "weapon" in given:
        weapon = scene.content.weapons[given["weapon"]]
        worn["ranged" if weapon.missile_damage else "main_hand"] = weapon.key
    make = scene.unit if given.get("mu", False) else scene.character
    someone = make(
        scene.at(2, 2),
        race=given["race"],
        level=given.get("level", 1),
        equipment=worn,
        talents=tuple(given.get("learned", ())),
    )
    one = going(scene, someone, int(given.get("defending", False)))
    race = scene.content.races[given["race"]].combat
    attack = one.missile or one.melee
    special = {each.type: each.damage for each in one.specials}
    return {
        "flat_df": one.df,
        "df_percent": one.df_percent,
        "af": attack.af,
        "af_bonus_percent": attack.af_percent,
        "damage": race.damage,
        "res": one.res,
        "mar": one.mar,
        "sar": one.sar,
        "poison_special_attack": special.get("poison", 0),
        "fire_special_attack": special.get("fire", 0),
    }


def added(found: Statistic, operation: str) -> Fraction:
    """All that was added to a statistic in that way."""
    lines: list[Line] = [line for line in found.lines if line.operation == operation]
    return sum((line.amount for line in lines), Fraction(0))


WEAPONS = {"blade": "broadsword", "axe": "battle_axe", "pole": "pike", "hammer": "war_hammer"}
WEAPONS |= {"bow": "long_bow", "exotic": "flail"}
OTHER_WORDS = {"sword": "blade", "staff": "pole"}


@rule("cohorts.talent.list")
def talented(given: Given) -> Result:
    """Someone of that talent and level goes into battle, and the same one without the talent.

    Without `race` the bearer is of a people that has no talent.
    """
    kind: str = given.get("weapon_class", "")
    weapon = WEAPONS.get(OTHER_WORDS.get(kind, kind), "")
    worn = {"armor": "plate"} if "armor_df" in given else {}
    worn |= {"off_hand": "shield"} if "shield_df" in given else {}
    worn |= {"mount": "palfrey"} if "mount_hp" in given or "mount_speed" in given else {}
    if weapon:
        worn |= {"ranged" if kind == "bow" else "main_hand": weapon}
    race = given.get("race", "human")
    content: dict[str, Any] = {
        "armors": {"plate": {"df": given.get("armor_df", 0)}},
        "mounts": {"palfrey": {"hp": given.get("mount_hp", 0)}},
        "attack_attributes": {"melee": dict.fromkeys(WEAPONS, "STR"), "missile": "STR"},
    }
    content["weapons"] = {"shield": {"df": given.get("shield_df", 0)}}
    if weapon:
        content["weapons"] |= {weapon: {"classes": (kind,)}}
    if "racial_rate" in given:
        content["races"] = {race: {"land": {"rate": given["racial_rate"], "capacity": 10**6}}}
    if "mount_speed" in given:
        content["mounts"]["palfrey"]["land"] = Carrying(rate=given["mount_speed"], capacity=10**6)
    scene = Scene(content=content)
    side = int(given.get("defending", not given.get("attacking", True)))
    terrain = given.get("terrain", "grassland")
    tens = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)

    def bearer(*talents: str) -> Character | Unit:
        values = {"level": given["tl"], "talents": talents, "equipment": worn, "race": race}
        if given.get("mu", False):
            return scene.unit(scene.at(2, 2), **values)
        return scene.character(scene.at(2, 2), attributes=tens, **values)

    [key] = [each for each in scene.content.talents if folded(each) == folded(given["talent"])]
    trained, plain = bearer(key), bearer()
    one, other = (going(scene, who, side, terrain=terrain) for who in (trained, plain))
    attack = (one.missile, other.missile) if kind == "bow" else (one.melee, other.melee)
    assert attack[0]
    assert attack[1]
    special = {each.type: each.damage for each in one.specials}
    walks = by_itself(scene.world, scene.content, trained, "land")
    assert walks
    return {
        "af_bonus_percent": attack[0].af_percent - (0 if "race" in given else attack[1].af_percent),
        "df_bonus_percent": one.df_percent - other.df_percent,
        "armor_df": one.armor_df,
        "shield_df": one.df - other.df + given.get("shield_df", 0),
        "mount_hp": ask(scene.world, scene.content, trained, "HP", 0).value,
        "poison_special_attack": special.get("poison", 0),
        "fire_special_attack": special.get("fire", 0),
        "rate": walks.normal.value,
        "terrain_cost_percent": terrain_percent(scene.content, [trained]).get(terrain, 0),
    }


@rule("cohorts.item.percent-bonuses")
def percents(given: Given) -> Result:
    """An attribute with an item for each percent and one for what is added flat."""
    places = {"leather_cap": "head", "cloak": "back", "gauntlets": "hand", "boots": "foot"}
    words = [{"str_percent": each} for each in given.get("percents", [])]
    if "flat" in given:
        words.append({"str": given["flat"]})
    bonuses = dict(zip(places, words, strict=False))
    assert len(bonuses) == len(words), "more items than places"
    scene = Scene(content={"gear": {k: {"modifiers": v} for k, v in bonuses.items()}})
    someone = scene.character(
        scene.at(2, 2),
        attributes={"STR": given["base"]},
        equipment={places[key]: key for key in bonuses},
    )
    effective = attribute(scene.world, scene.content, someone, "STR").value
    return {"effective": effective, "shown": floor(effective)}


@rule("cohorts.talent.terrain-and-racial")
def at_home(given: Given) -> Result:
    own = {
        "terrain_percent": {"forest": given.get("racial_cost_percent", 0)},
        "terrain_af_percent": {"forest": given.get("racial_af_percent", 0)},
    }
    scene = Scene(content={"races": {"human": own}})
    talents = ("terrain_trained_forest",) if given["terrain_trained"] else ()
    stack = scene.stack(2, 2)
    unit = scene.unit(stack, level=given.get("tl", 1), talents=talents)
    factor = ask(scene.world, scene.content, unit, "AF", 0, {"terrain": "forest"})
    return {
        "unit_cost_percent": terrain_percent(scene.content, [unit])["forest"],
        "af_bonus_percent": added(factor, "percent"),
    }


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
