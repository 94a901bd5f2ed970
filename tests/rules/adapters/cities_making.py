"""What cities and guilds make: equipment, mounts and potions, and the secrets of how."""

from collections.abc import Mapping
from typing import Any

from engine.dice import SeededDice
from engine.orders import Order
from engine.packs.cohorts.characters.teaching import TeachSecretToCity
from engine.packs.cohorts.cities.making import EquipmentMade, MakeEquipment, makeable
from engine.packs.cohorts.content import Armor, Gear, Mount, Potion, Weapon
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.guilds.brewing import (
    ChurchMakeHealingDraughts,
    GuildMakeAntidote,
    GuildMakePoison,
    GuildMakePotion,
    PotionsBrewed,
)
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.secrets import kinds
from engine.packs.cohorts.things.spoils import spoils
from engine.state import State
from tests.rules.adapters.battle_field import going
from tests.rules.harness import Given, Name, Result, UnknownKeyError, rule
from tests.rules.scene import CONTENT, SEED, Ran, Scene, ref

HOME = (5, 5)
LOAD = "cloak"  # an item of any weight
SECTIONS: Mapping[type[Made], str] = {
    Armor: "armors",
    Weapon: "weapons",
    Gear: "gear",
    Mount: "mounts",
}


# ---------------------------------------------------------------- the city of a case


def thing(name: str) -> Made:
    found = kind_called(makeable(CONTENT), name)
    if found is None:
        raise UnknownKeyError(f"cities make no {name!r}")
    return found


def people(given: Given, race: str) -> dict[str, int]:
    """The free people of a case; a number alone lives as a people that can make the thing."""
    told = given.get("population", 10000)
    if isinstance(told, Mapping):
        slaves = given.get("slaves", ())
        return {each: number for each, number in told.items() if each not in slaves}
    races = given.get("races_in_city", [race])
    return {**dict.fromkeys(races, 1), races[0]: told - len(races) + 1}


def slaves(given: Given) -> dict[str, int]:
    told = given.get("slaves", {})
    if isinstance(told, Mapping):
        return dict(told)
    return {race: given["population"][race] for race in told}


def city_of(scene: Scene, given: Given, needed: list[str], **values: Any) -> City:
    """My city with the access and possessions of a case; unless it says so, nothing is missing."""
    named = given.get("access", needed)
    resources = [kind_called(CONTENT.resources.values(), name) for name in named]
    scene.province(*HOME, deposits=tuple(each.key for each in resources if each))
    owner = None if given.get("city_controlled", True) else scene.someone("teammate")
    city = scene.city(*HOME, owner or scene.me, actions=given.get("actions_left", 1), **values)
    for items in (given.get("possessions", {}), recruits(given)):
        scene.items(city, **{name: number for name, number in items.items() if number})
    return city


def recruits(given: Given) -> dict[str, int]:
    return {f"{race}_recruits": number for race, number in given.get("recruits", {}).items()}


def left(scene: Scene, city: City, given: Given) -> dict[str, int]:
    """What the case's possessions have become."""
    named = given.get("possessions", {})
    return {Name(each): count(scene.world, city.place, each) for each in named}


def workshop(
    given: Given, item: Made, changes: Mapping[str, Any] | None = None
) -> tuple[Scene, City, Ran]:
    """The city of a case after it was told to make the item, of which the module says otherwise."""
    scene = Scene(content={SECTIONS[type(item)]: {item.key: changes or {}}})
    levels = {"smithy": 4, "livery": 4, "lumber_mill": 4}
    knows = given.get("knows_secret", given.get("city_knows_secret", True))
    city = city_of(
        scene,
        given,
        [need[0] for need in item.needs],
        population=people(given, item.race or "human"),
        slaves=slaves(given),
        improvements={
            name: level
            for name, default in levels.items()
            if (level := given.get(f"{name}_level", default))
        },
        secrets=(item.key,) if knows else (),
    )
    if item.guild:
        kind = "mage_guild" if item.guild.kind == "mage" else item.guild.kind
        level = given.get(f"{kind}_level", given.get("guild_level", item.guild.level))
        if level:
            scene.guild(city, item.guild.kind, level)
    order = MakeEquipment(city=ref(city), item=given.get("item", item.key))
    if "number" in given:
        order = order.model_copy(update={"number": given["number"]})
    return scene, city, scene.run(order)


def made_there(given: Given, item: Made, **changes: Any) -> dict[str, object]:
    scene, city, ran = workshop(given, item, changes)
    number = sum(event.number for event in ran.events(EquipmentMade))
    assert scene.held(city).get(item.key, 0) == number
    return {
        "made": number,
        "quantity": number,
        "can_make": not ran.refused,
        "can_train": not ran.refused,
        "spent": city.actions - scene.now(city).actions,
        "possessions": left(scene, city, given),
        "fails": ran.code,
    }


# ---------------------------------------------------------------- equipment and mounts


@rule("cohorts.order.make-equipment")
@rule("cohorts.city.smithy")
@rule("cohorts.city.equipment-knowledge")
def making(given: Given) -> Result:
    return made_there(given, thing(given["item"]))


@rule("cohorts.city.livery")
def training_mounts(given: Given) -> Result:
    return made_there(given, thing(given.get("item", given["herd"])))


@rule("cohorts.city.make-equipment-quantity")
def quantity(given: Given) -> Result:
    changes = {
        field: given[key] for field, key in (("yields", "yield"), ("cost", "cost")) if key in given
    }
    made = made_there(given, thing(given.get("item", "spear")), **changes)
    return {**made, "fails": bool(made["fails"])}


@rule("cohorts.item.ratio-notation")
def ratio(given: Given) -> Result:
    """A city makes the item by the module's own figures, which a case writes as cost:yield.

    An item of another ratio than the module's is made as if the module had that.
    """
    item = thing(given["item"])
    cost, yields = map(int, given["table_ratio"].split(":"))
    changes = {} if (item.cost, item.yields) == (cost, yields) else {"cost": cost, "yields": yields}
    return {**made_there(given, item, **changes), "table_ratio": f"{item.cost}:{item.yields}"}


@rule("cohorts.item.armor-table")
@rule("cohorts.item.starter-weapons")
@rule("cohorts.table.gear")
def figures(given: Given) -> Result:
    item = thing(given["armor"] if "armor" in given else given["item"])
    return {**facts_of(item), **made_there(given, item)}


@rule("cohorts.table.further-weapons")
def further_weapons(given: Given) -> Result:
    """A weapon as it is made, and the damage it does as it is held: in which hands, riding or not.

    Without `mounted` a case asks of the weapon alone.
    """
    item = thing(given["item"])
    if "mounted" not in given and "off_hand" not in given:
        return {**facts_of(item), **made_there(given, item)}
    worn = {"main_hand": item.key}
    if given.get("off_hand"):
        worn["off_hand"] = thing(given["off_hand"]).key
    if given.get("mounted", False):
        worn["mount"] = "courser"
    scene = Scene()
    who = scene.character(scene.at(2, 2), equipment=worn)
    one = going(scene, who)
    return {"melee_damage": one.melee.damage, "melee_type": one.melee.type}


def facts_of(item: Made) -> dict[str, object]:
    resources = sorted(Name(each) for need in item.needs for each in need)
    return {
        **item.model_dump(exclude={"name", "key"}),
        "resource": Name(" and ".join(resources)),
        "resources": resources,
        item.made_in: item.level,
    }


@rule("cohorts.item.mount-table")
def mount(given: Given) -> Result:
    if "rider" in given:
        return ridden(given)
    found = thing(given["mount"] if "mount" in given else given["item"])
    assert isinstance(found, Mount)
    none = {"rate": 0, "capacity": 0}
    ways = {
        key: figure
        for mode in ("land", "air", "water")
        for way in [found.model_dump()[mode] or none]
        for key, figure in ((mode, way["rate"]), (f"{mode}_cc", way["capacity"]))
    }
    return {**facts_of(found), **made_there(given, found), **ways}


def ridden(given: Given) -> Result:
    """A rider on the way with gear of a weight."""
    scene = Scene(content={"gear": {LOAD: {"weight": given.get("gear_weight", 0)}}})
    stack = scene.stack(*HOME)
    worn = {"mount": thing(given["mount"]).key, "back": LOAD}
    scene.character(stack, race=given["rider"], equipment=worn)
    state = State(scene.rules, scene.world, SeededDice(SEED, 1))
    modes = {mode: pace(state, stack, mode) for mode in ("land", "air", "water")}
    loads = {mode: found.movers[0] for mode, found in modes.items() if found.movers}
    return {
        "burden": loads["land"].load,
        **{f"{mode}_ok": mode in loads and loads[mode].overburden == 0 for mode in modes},
    }


@rule("cohorts.race.kill-resources")
def left_by_the_killed(given: Given) -> Result:
    if "item" in given:
        return made_there(given, thing(given["item"]))
    killed = {given["race"]: given["killed"]}
    return {"items": {Name(item): n for item, n in spoils(CONTENT, killed).items()}}


@rule("cohorts.table.makeable-equipment")
def attack(given: Given) -> Result:
    weapon = thing(given["item"])
    assert isinstance(weapon, Weapon)
    way = "missile" if given.get("attack") == "missile" else "melee"
    attributes = [each.lower() for each in CONTENT.attack_attributes.of(weapon, way)]
    return {
        "classes": list(weapon.classes),
        "attributes": attributes,
        "attribute": attributes[0],
        "attack_type": weapon.missile_type if way == "missile" else weapon.melee_type,
    }


# ---------------------------------------------------------------- secrets


@rule("cohorts.order.teach-secret-to-city")
def teaching(given: Given) -> Result:
    scene = Scene()
    named = given.get("item", given.get("character_knows")) or "mithril_plate"
    item = kind_called(kinds(CONTENT), named)
    known = kind_called(kinds(CONTENT), given.get("character_knows", named) or "")
    assert item, f"nothing is called {named!r}"
    owner = scene.someone(given.get("city_relation", "self"))
    secrets = (item.key,) if given.get("city_knows", False) else ()
    city = scene.city(*HOME, owner, secrets=secrets)
    spot = scene.at(*HOME) if given.get("same_province", True) else scene.at(HOME[0], HOME[1] + 2)
    teacher = scene.character(
        spot,
        recipes=(known.key,) if known else (),
        actions=given.get("character_actions", 1),
    )
    ran = scene.run(TeachSecretToCity(character=ref(teacher), city=ref(city), item=named))
    return {
        "city_knows": item.key in scene.now(city).secrets,
        "character_knows": [Name(each) for each in scene.now(teacher).recipes],
        "character_action_spent": teacher.actions - scene.now(teacher).actions,
        "told": [entry.for_(owner.faction) is not None for entry in ran.entries],
        "fails": ran.code,
    }


# ---------------------------------------------------------------- potions


@rule("cohorts.order.guild-make-potion")
def potion(given: Given) -> Result:
    return brewed(given, GuildMakePotion, "mage", given["potion"])


@rule("cohorts.order.guild-make-poison")
def poison(given: Given) -> Result:
    return brewed(given, GuildMakePoison, "knave", given["poison"])


@rule("cohorts.order.guild-make-antidote")
def antidote(given: Given) -> Result:
    return brewed(given, GuildMakeAntidote, "knave", given["antidote"])


@rule("cohorts.order.church-make-healing-draughts")
def draught(given: Given) -> Result:
    return brewed(given, ChurchMakeHealingDraughts, "church", given["draught"])


def brewed(given: Given, order: type[Order], type_: str, name: str) -> Result:
    scene = Scene()
    recipe = kind_called(CONTENT.potions.values(), name)
    assert isinstance(recipe, Potion), f"nothing that is brewed is called {name!r}"
    secrets = (recipe.key,) if given.get("city_knows", True) else ()
    city = city_of(scene, given, list(recipe.ingredients), secrets=secrets)
    actions = given.get("guild_actions_left", given.get("actions_left", 1))
    level = given.get("guild_level", 1)
    guild = scene.guild(city, given.get("guild", type_), level, actions=actions)
    ran = scene.give(order, guild=ref(guild), potion=name)
    done = ran.events(PotionsBrewed)
    item = done[0].item if done else recipe.key
    assert count(scene.world, city.place, item) == sum(event.number for event in done)
    return {
        "made": sum(event.number for event in done),
        "quality": item_of(item).quality,
        "spent": guild.actions - scene.now(guild).actions,
        "possessions": left(scene, city, given),
        "fails": ran.code,
    }
