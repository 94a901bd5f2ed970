"""New military units, on the order that trains them: soldiers, artillery, ships, their outfit."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from engine.module import key_of
from engine.packs.cohorts.cities.models import (
    LUMBER_MILL,
    SHIPYARD,
    Model,
    model_called,
    most_of,
    most_soldiers,
)
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, UnitTrained
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.military.bombardment import ProvinceBombarded
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.things.equipment import PLACES
from engine.packs.cohorts.worth.levels import encounter_level
from tests.rules.adapters.battle_field import going
from tests.rules.adapters.military import HOME, Barony
from tests.rules.adapters.military_bombarding import battery, fire
from tests.rules.adapters.stacks_equipping import SPELT, STUFF, item, listed
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref

WORKS = {"barracks_level": "barracks", "lumber_mill_level": LUMBER_MILL, "shipyard_level": SHIPYARD}
ACCESS = ("oak", "stone", "iron")


def barracks(level: int, recruits: Mapping[str, int], **values: Any) -> tuple[Scene, City]:
    """My city with barracks and recruits; `values` are further improvements, and other content."""
    scene = Scene(content=values.pop("content", None))
    works = {"barracks": level, **values}
    built = {name: each for name, each in sorted(works.items()) if each}
    city = scene.city(5, 5, scene.me, actions=1, improvements=built)
    if SHIPYARD in built:
        scene.province(6, 5, terrain="sea")
    scene.items(city, **{recruits_item(race): number for race, number in recruits.items()})
    return scene, city


def train(scene: Scene, city: City, quantity: int, race: str = "human", **more: Any) -> Ran:
    fields = {"city": ref(city), "race": race, "quantity": quantity, "name": "Guards", **more}
    return scene.run(TrainMilitaryUnits.model_validate(fields))


def trained(scene: Scene) -> list[Unit]:
    return list(scene.world.all(Unit))


def model(given: Given) -> Model:
    """What a case trains: soldiers unless it names a type of artillery or ship."""
    usual = {"artillery": "ballista", "ship": "runner"}.get(given.get("class", ""), "soldiers")
    found = model_called(CONTENT, given.get("type", usual))
    assert found, f"the module knows no {given['type']!r}"
    return found


@rule("cohorts.city.barracks")
def most_of_an_order(given: Given) -> Result:
    return {"max_soldiers_per_order": most_soldiers(Scene().content, given["barracks_level"])}


@rule("cohorts.city.lumber-mill")
@rule("cohorts.city.shipyard")
def most_by_points(given: Given) -> Result:
    points = {"points": given["cost"]}
    content = Scene(content={"artillery": {"catapult": points}, "ships": {"barge": points}}).content
    one = model_called(content, "barge" if "shipyard_level" in given else "catapult")
    assert one
    levels = {WORKS[key]: given[key] for key in WORKS if key in given}
    return {"max_quantity": most_of(content, one, levels)}


@rule("cohorts.city.train-military-units")
def training(given: Given) -> Result:
    scene, city = barracks(given["barracks_level"], given["recruits"])
    [race] = given["recruits"]
    train(scene, city, given["quantity"], race)
    unit = next(iter(trained(scene)), None)
    return {
        "recruits": {Name(race): scene.held(city).get(recruits_item(race), 0)},
        "unit_soldiers": unit.soldiers if unit else 0,
        "unit_in": "garrison" if unit and unit.holder == city.place else "nowhere",
    }


@rule("cohorts.unit.creation")
def creation(given: Given) -> Result:
    levels = {
        name.removeprefix("city_has_"): 4 if given.get(name, True) else 0
        for name in ("city_has_barracks", "city_has_lumber_mill", "city_has_shipyard")
    }
    used = given.get("recruits_used", 200)
    scene, city = barracks(levels.pop("barracks"), {"human": used}, **levels)
    scene.province(5, 5, deposits=ACCESS)
    ran = train(scene, city, used, type=model(given).type)
    unit = next(iter(trained(scene)), None)
    made = {"soldiers": unit.soldiers, "level": unit.level, "xp": unit.xp} if unit else {}
    return {
        "result": ran.result("made"),
        **made,
        "wounds_percent": unit.wounds if unit else None,
        "morale": unit.morale if unit else None,
    }


@rule("cohorts.unit.overview")
def size(given: Given) -> Result:
    """Whether a unit of that size can be made where barracks and recruits suffice for any."""
    scene, city = barracks(4, {"human": 1000})
    try:
        train(scene, city, given["soldiers"])
    except ValidationError:
        return {"valid": False}
    return {"valid": [unit.soldiers for unit in trained(scene)] == [given["soldiers"]]}


@rule("cohorts.order.train-military-units")
@rule("cohorts.table.ships")
@rule("cohorts.table.guild-talents")
def whole_order(given: Given) -> Result:
    """The order with all its parameters; what a case does not name is there in plenty."""
    one, race = model(given), key_of(given.get("race", "human"))
    levels = {WORKS[key]: given.get(key, 4) for key in WORKS}
    recruits = given.get("recruits", 1000)
    stored = {item(name): number for name, number in given.get("possessions", {}).items()}
    scene, city = barracks(levels.pop("barracks"), {race: recruits}, content=STUFF, **levels)
    scene.items(city, **stored)
    scene.province(5, 5, deposits=tuple(given.get("access", ACCESS)))
    for type, level in given.get("guilds", {}).items():
        scene.guild(city, type, level)
    ran = train(
        scene,
        city,
        given.get("quantity", 500),
        race,
        type=one.type,
        name=given.get("name", "Guards"),
        equipment=[item(name) for name in given.get("equipment", ())],
        talents=given.get("talents", given.get("asked", ())),
        slot=given.get("slot"),
    )
    units, held = trained(scene), scene.held(city)
    found: dict[str, object] = {
        "spent": city.actions - scene.now(city).actions,
        "units": len(units),
        "made": len(units),
        "recruits_left": held.get(recruits_item(race), 0),
        "possessions": {Name(name): held.get(name, 0) for name in stored},
        **printed(one),
    }
    for failure in ran.failures:
        lacking = failure.says.rstrip(".").rpartition(": ")[2].split(", ")
        found |= {"fails": failure.code, "missing": [Name(name) for name in lacking]}
    for told in ran.events(UnitTrained):
        first = units[0]
        found |= {
            "soldiers": first.soldiers,
            "crew_each": first.soldiers,
            "equipped": listed(first),
            "talents": [Name(talent) for talent in first.talents],
            "given": [Name(talent) for talent in first.talents],
            "left_out": [Name(name) for name, _ in told.left_out],
            "slot": first.slot,
            "battle_slot": first.slot,
            "names": [unit.name for unit in units],
        }
    return found


def printed(one: Model) -> dict[str, object]:
    """The figures of a ship as the module has them."""
    ship = CONTENT.ships.get(one.type)
    if ship is None:
        return {}
    return {
        "speed": ship.speed,
        "troop_cc": ship.troop_capacity,
        "cargo_cc": ship.cargo_capacity,
        "recruits": ship.recruits,
        "points": ship.points,
        "artillery": {Name(engine): number for engine, number in ship.artillery.items()},
    }


@rule("cohorts.table.artillery")
def artillery(given: Given) -> Result:
    given.takes(
        *("type", "recruits", "lumber_mill_level", "barracks_level", "access", "quantity"),
        *("pieces", "walls", "other_targets", "target_distance"),
    )
    found = volley(given)
    if "recruits" in given:
        one = model(given)
        levels = {LUMBER_MILL: given.get("lumber_mill_level", 4)}
        order = {key: given[key] for key in given if key not in ("walls", "other_targets")}
        found |= {
            "max_by_points": most_of(CONTENT, one, levels),
            "max_by_recruits": one.from_recruits(given["recruits"]),
            **whole_order(Given(order, given.where)),
        }
    return found


def volley(given: Given) -> dict[str, object]:
    """What the pieces of a case do to a city at the distance that it names."""
    barony = Barony()
    barony.province(*HOME, fortification=given.get("walls", 0))
    if given.get("other_targets") == "many":
        barony.guild(barony.town, "warrior", 30)
    battery(barony, *map(key_of, given.get("pieces", [given.get("type", "ballista")])))
    away = given.get("target_distance", 1)
    barony.change(barony.party, province=barony.at(HOME[0] - away, HOME[1]).id)
    ran = fire(barony)
    hits = [hit for event in ran.events(ProvinceBombarded) for hit in event.hits]
    return {"hits": len(hits), "in_range": not ran.refused}


@rule("cohorts.item.equipment-slots")
def slots(given: Given) -> Result:
    """A soldier of each size is trained with the items that a case names, more than enough."""
    given.takes(
        "race_size",
        "item",
        "weapons",
        *[spelt for place in PLACES for spelt in {place, SPELT.get(place, place)}],
    )
    size = given.get("race_size", "medium")
    races = [race.key for race in CONTENT.races.values() if size in ("any", race.size)]
    named = [given[key] for key in given if key != "race_size"]
    wanted = [item(name) for each in named for name in (each if isinstance(each, list) else [each])]
    worn: list[list[Name]] = []
    for race in races:
        scene, city = barracks(4, {race: 1}, content=STUFF)
        scene.items(city, **dict.fromkeys(wanted, 2))
        train(scene, city, 1, race, equipment=wanted)
        worn.append(listed(trained(scene)[0]))
    return {"fits": all(worn), "equipped": worn[0]}


@rule("cohorts.artillery.overview")
@rule("cohorts.ship.overview")
def overview(given: Given) -> Result:
    scene, city = barracks(4, {"human": 1000}, lumber_mill=4, shipyard=4)
    scene.province(5, 5, deposits=ACCESS)
    train(scene, city, 1, type=given["type"])
    unit = scene.change(trained(scene)[0], level=given.get("level", 1))
    return {
        "crew": unit.soldiers,
        "soldiers_in_combat": going(scene, unit).soldiers,
        "el": encounter_level(unit),
    }
