"""Colleges that research, enchant and bestow, churches that heal, and what enchantments do."""

from typing import Any

from engine.dice import Draw, Pick, ScriptedDice, Whole
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.characters.enchanting import EnchantedByCharacter, EnchantItem
from engine.packs.cohorts.content import Armor, Gear, Weapon
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.guilds.college import CollegeResearchItem, ItemResearched
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem, ItemsEnchanted
from engine.packs.cohorts.guilds.healing import ChurchHealCombatUnit
from engine.packs.cohorts.guilds.uniques import (
    CollegeBestowEnchantment,
    CollegeCreateUniqueItem,
    uniques_in,
)
from engine.packs.cohorts.pieces.records import Character, City, Guild, Unit
from engine.packs.cohorts.things.enchantments import fits
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.levels import heroic_level
from tests.rules.adapters.battle_field import going
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref


def guild_of(given: Given, type: str, **content: Any) -> tuple[Scene, City, Guild]:
    """My city with the guild, deposits, works and possessions of a case."""
    scene = Scene(content=content)
    scene.province(5, 5, deposits=tuple(given.get("access", ())))
    works = {name: given.get(f"{name}_level", 0) for name in ("smithy", "livery")}
    city = scene.city(
        5,
        5,
        scene.me,
        population={"human": given.get("population", 10000)},
        improvements={name: level for name, level in works.items() if level},
    )
    return scene, city, scene.guild(city, type, given["guild_level"])


def outcome(scene: Scene, guild: Guild, ran: Ran) -> dict[str, object]:
    """What every order of a guild leaves."""
    return {
        "GHL": heroic_level(guild.level),
        "spent": guild.actions - scene.now(guild).actions,
        "allowed": not ran.refused,
        **({"fails": ran.code} if ran.refused else {}),
    }


# ---------------------------------------------------------------- research


@rule("cohorts.order.college-research-item")
def research(given: Given) -> Result:
    tables = ("weapons", "armors", "gear", "mounts", "potions")
    item, changes = given["item"], dict[str, Any]()
    if "item_level" in given:
        [table] = [name for name in tables if item in getattr(CONTENT, name)]
        changes[table] = {item: {"item_level": given["item_level"]}}
    scene, city, college = guild_of(given, "college", **changes)
    scene.change(city, secrets=(item,) if given.get("city_knows") else ())
    scene.items(city, **given.get("possessions", {}))
    dice = ScriptedDice([Whole(given["roll_d100"], 100)]) if "roll_d100" in given else None
    ran = scene.run(CollegeResearchItem(guild=ref(college), item=item), dice=dice)
    chances = [event.chance for event in ran.events(ItemResearched)]
    return {
        **outcome(scene, college, ran),
        "chance_percent": chances[0] if chances else None,
        "known": item in scene.now(city).secrets,
    }


# ---------------------------------------------------------------- enchanting


@rule("cohorts.order.college-enchant-item")
def enchant(given: Given) -> Result:
    scene, city, college = guild_of(given, "college")
    before = str(Item(given.get("item", "spear"), given["from"]))
    scene.items(city, **{before: given["possessions"]})
    order = CollegeEnchantItem(guild=ref(college), item=before, quantity=given["asked"])
    ran = scene.run(order)
    used, made = next(((e.used, e.made) for e in ran.events(ItemsEnchanted)), (0, 0))
    return {
        **outcome(scene, college, ran),
        "used": used,
        "made": made,
        "left": scene.held(city).get(before, 0),
    }


@rule("cohorts.table.enchantment-levels")
def enchanted_item(given: Given) -> Result:
    """Someone goes into battle with the item, and the same one with it unenchanted."""
    thing = CONTENT.item(given["item"])
    scene = Scene()
    place = {Gear: getattr(thing, "place", ""), Armor: "armor"}.get(type(thing), "main_hand")
    if isinstance(thing, Weapon):
        place = next(p for p in ("main_hand", "off_hand", "ranged") if thing.fits(p))
    off = given.get("off_hand")

    def ready(plus: int, off_plus: int) -> Combatant:
        worn = {place: str(Item(given["item"], plus))}
        worn |= {"off_hand": str(Item(off, off_plus))} if off else {}
        return going(scene, scene.character(scene.stack(5, 5), equipment=worn))

    one = ready(given["enchantment"], given.get("off_hand_enchantment", 0))
    bare = ready(0, 0)
    race = CONTENT.races["human"].combat
    found: dict[str, object] = {
        "df": one.df - race.df,
        "res_bonus": one.res - bare.res,
        "mar": one.mar - race.mar,
        "sar": one.sar - race.sar,
    }
    for way, attack, plain in (
        ("melee", one.melee, bare.melee),
        ("missile", one.missile, bare.missile),
    ):
        percent = attack.af_percent - plain.af_percent if attack and plain else 0
        found[f"{way}_pow"] = attack.power - race.power if attack else 0
        found[f"{way}_af_bonus_percent"] = percent
    return found


@rule("cohorts.skill.enchantments")
def enchant_by_hand(given: Given) -> Result:
    scene = Scene()
    # A priest has no training in it, so that the skill is as the case says.
    skills = {"enchantments": given["skill"]}
    mage = scene.character(scene.stack(5, 5), job="priest", skills=skills, actions=1)
    item = str(Item(given.get("item", "spear"), given["current_level"]))
    scene.items(mage, **{item: given["items"]})
    quantity = given.get("asked", given["items"])
    ran = scene.run(EnchantItem(character=ref(mage), item=item, quantity=quantity))
    told = next(iter(ran.events(EnchantedByCharacter)), None)
    return {
        "result": ran.result(),
        **({"reason": ran.code} if ran.refused else {}),
        "consumed": told.used if told else 0,
        "produced": told.made if told else 0,
        "new_level": item_of(told.result).plus if told else None,
    }


# ---------------------------------------------------------------- unique items


@rule("cohorts.order.college-create-unique-item")
def create(given: Given) -> Result:
    scene, city, college = guild_of(given, "college")
    if given.get("name_taken"):
        unique(scene, "short_sword", name=given["name"].swapcase())
    item = str(Item(given["item"], given["enchantment"]))
    scene.items(city, **{item: 1})
    draws: list[Draw] = [Pick(given["number_drawn"] - 2, 998)] if "number_drawn" in given else []
    order = CollegeCreateUniqueItem(guild=ref(college), item=item, name=given["name"])
    with ScriptedDice(draws) as dice:
        ran = scene.run(order, dice=dice)
    [*made] = uniques_in(scene.world, city)
    return {
        **outcome(scene, college, ran),
        "unique": made[0].name if made else "",
        "enchantment": made[0].plus if made else None,
        "slots": made[0].plus - len(made[0].bestowed) if made else None,
    }


def unique(scene: Scene, item: str, **values: Any) -> Unique:
    """A unique item, nowhere yet."""
    usual = {"name": "Stone Splitter", "item": item, "plus": 3, "bestowed": (), "spell": ""}
    return scene.world.add(Unique, **{**usual, **values})


# ---------------------------------------------------------------- bestowing

SAMPLES = ("mithril_axe", "mithril_plate", "gem_ring", "elven_boots")


@rule("cohorts.order.college-bestow-enchantment")
def bestow(given: Given) -> Result:
    return bestowed(given)


@rule("cohorts.table.bestowed-enchantments")
def enchantments(given: Given) -> Result:
    return worn(given) if "ring" in given else bestowed(given)


def bestowed(given: Given) -> Result:
    scene, city, college = guild_of(given, "college")
    plus, on_it = given.get("item_enchantment", 3), tuple(given.get("bestowed", ()))
    item = given.get("item") or sample(given["enchantment"], wanted=given.get("fits", True))
    one = unique(scene, item, plus=plus, bestowed=on_it)
    named = Item(item, plus, unique=one.id if given.flag("unique", True) else 0)
    scene.items(city, **{str(named): 1})
    spell = ""
    if "spell_level" in given:
        spell = next(s.key for s in CONTENT.spells.values() if s.level == given["spell_level"])
        knows = given.get("mage_guild_knows", True)
        scene.guild(city, "mage", spells=(spell,) if knows else ())
    ran = scene.run(
        CollegeBestowEnchantment(
            guild=ref(college), item=str(named), enchantment=given["enchantment"], spell=spell
        )
    )
    now = scene.now(one)
    return {
        **outcome(scene, college, ran),
        "bestowed": list(now.bestowed),
        "free_slots": now.plus - len(now.bestowed),
    }


def sample(enchantment: str, *, wanted: bool) -> str:
    """The first item on the list that the enchantment fits, or that it does not fit."""
    each = CONTENT.enchantments[enchantment]
    kinds = (Unique(id=1, name="", item=item, plus=3, bestowed=(), spell="") for item in SAMPLES)
    return next(kind.item for kind in kinds if fits(CONTENT, each, kind) == wanted)


def worn(given: Given) -> Result:
    """The strength of someone with an enchanted ring, and a belt if the case has one."""
    percent = given.get("belt_percent", 0)
    scene = Scene(content={"gear": {"cloak": {"modifiers": {"str_percent": percent}}}})
    ring = unique(scene, "gem_ring", bestowed=tuple(given["ring"]))
    bearer = scene.character(
        scene.stack(5, 5),
        attributes={"STR": given["base_str"]},
        equipment={"back": "cloak", "finger": str(Item("gem_ring", 3, unique=ring.id))},
    )
    return {"str": attribute(scene.world, scene.content, bearer, "STR").value}


# ---------------------------------------------------------------- churches


@rule("cohorts.order.church-heal-combat-unit")
def heal(given: Given) -> Result:
    scene, city, church = guild_of(given, "church")
    same, other, *_ = CONTENT.deities
    scene.change(church, deity=same)
    targets: list[Character | Unit] = []
    for each in given.get("characters", ()):
        deity = {"same": same, "other": other, "none": ""}[each.get("deity", "other")]
        dead = each.get("dead", False)
        targets.append(scene.character(city, wounds=each["wounds"], deity=deity, dead=dead))
    for each in given.get("units", ()):
        unit = scene.unit(city, soldiers=each["soldiers"], wounds=each["wounds"])
        targets.append(unit)
    targets += [one_of(scene, city, kind) for kind in given.get("targets", ())]
    ran = scene.run(
        ChurchHealCombatUnit(guild=ref(church), targets=tuple(ref(each) for each in targets))
    )
    return {
        **outcome(scene, church, ran),
        "wounds": [scene.now(each).wounds for each in targets],
    }


def one_of(scene: Scene, city: City, kind: str) -> Character | Unit:
    """A wounded character or military unit."""
    if kind == "character":
        return scene.character(city, wounds=50)
    return scene.unit(city, wounds=50)
