"""Cities: what they have access to, their people and villages, and what their orders do."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.packs.cohorts.cities.acting import (
    AttractPopulation,
    ConscriptRecruits,
    PeopleAttracted,
)
from engine.packs.cohorts.cities.villages import (
    ConstructVillage,
    ImproveVillage,
    VillageBuilt,
    VillageImproved,
)
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.people import everyone, head_count
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.production.weekly import PopulationGrew
from engine.packs.cohorts.trade.access import access, foods
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref

LAND = [(x, y) for y in range(4) for x in range(12)]

# ---------------------------------------------------------------- the city of a case


def barony_of(scene: Scene, deposits: Iterable[str] = (), provinces: int = 9) -> City:
    """My city in a barony, with a village of the highest level on each of these deposits."""
    scene.barony(*LAND[:provinces])
    city = scene.city(*LAND[0], scene.me, actions=3)
    for place, deposit in zip(LAND[1:], deposits, strict=False):
        scene.province(*place, deposits=(deposit,))
        scene.village(*place, level=4)
    return city


def settled(given: Given, rate: str = "growth", *, worked: bool = True) -> tuple[Scene, City]:
    """A city with the people, rates, foods and limit of a case; its villages work the foods."""
    eaten = list(given.get("foods", given.get("worked_food", []))) if worked else []
    eaten += ["wheat"] * given.get("cultivated_food_deposits", 0)
    still = {"growth": 0, "conscription": 0}
    races = {race: {**still, rate: figure} for race, figure in given.get("rates", {}).items()}
    content: dict[str, Any] = {"races": races}
    if "limit" in given:
        per_food = CONTENT.cities.limit_per_food
        content["cities"] = {"population_limit": given["limit"] - per_food * len(eaten)}
    scene = Scene(content=content)
    people = given.get("population", given.get("population_after_growth", {"human": 8000}))
    slaves = given.get("slaves", ())
    city = scene.change(
        barony_of(scene, eaten),
        population={race: number for race, number in people.items() if race not in slaves},
        slaves={race: number for race, number in people.items() if race in slaves},
        actions=given.get("actions_left", 3),
    )
    return scene, city


def by_race(people: Mapping[str, int], races: Iterable[str]) -> dict[str, int]:
    return {Name(race): people.get(race, 0) for race in races}


def outcome(scene: Scene, city: City, ran: Ran) -> dict[str, object]:
    """What every order of a city leaves: its people, its actions, and why it failed."""
    now = scene.now(city)
    return {
        "population": by_race(everyone(now), everyone(city)),
        "actions_left": now.actions,
        "spent": city.actions - now.actions,
        "action_spent": now.actions < city.actions,
        **({"fails": ran.code} if ran.refused else {}),
    }


# ---------------------------------------------------------------- access


@rule("cohorts.world.resource-village-level")
def gathering(given: Given) -> Result:
    scene = Scene()
    city = barony_of(scene)
    spot = LAND[0] if given.get("province_holds_capital") else LAND[1]
    scene.province(*spot, deposits=(given["resource"],))
    if given["village_level"]:
        scene.village(*spot, level=given["village_level"])
    return {"access": given["resource"] in access(scene.world, scene.content, city)}


@rule("cohorts.city.food-type")
def food_among(given: Given) -> Result:
    return {"food": sorted(foods(CONTENT, tuple(given["resources"])))}


@rule("cohorts.world.baronies")
def most_villages(given: Given) -> Result:
    scene = Scene()
    number = given["barony_provinces"]
    city = barony_of(scene, provinces=number)
    scene.change(city, population={"human": 100000}, actions=number)
    for spot in LAND[number - given.get("sea_provinces", 0) : number]:
        scene.province(*spot, terrain="sea")
    spots = [scene.at(*spot) for spot in LAND[:number]]
    scene.run(*(ConstructVillage(city=ref(city), province=ref(spot)) for spot in spots))
    return {"max_villages": scene.world.count(Village)}


# ---------------------------------------------------------------- people


@rule("cohorts.city.actions")
@rule("cohorts.world.starter-city")
def actions(given: Given) -> Result:
    scene = Scene()
    people = given["population"]
    crowd = dict(people) if isinstance(people, Given) else {"human": people}
    city = scene.change(barony_of(scene), population=crowd, actions=0)
    scene.produce()
    return {"actions": scene.now(city).actions}


@rule("cohorts.city.population-growth")
@rule("cohorts.city.overstuffed")
def growth(given: Given) -> Result:
    scene, city = settled(given)
    # No action is left, so that no default action attracts people as well.
    scene.change(city, actions=0)
    ran = scene.produce(monthly=given.get("production") != "weekly_only")
    grown = next((event.growth for event in ran.events(PopulationGrew)), {})
    now = scene.now(city)
    return {
        "growth": by_race(grown, everyone(city)),
        "population": by_race(everyone(now), everyone(city)),
    }


@rule("cohorts.city.actions-threshold-timing")
def threshold(given: Given) -> Result:
    """The rate at which people grow or are conscripted is the one that comes to the figure."""
    for rate in range(1, 60):
        found, change = crossing(given, rate)
        if change == given.get("conscripted", given.get("growth_same_production")):
            return found
    raise AssertionError(f"{given.where}: no rate comes to that figure")


def crossing(given: Given, rate: int) -> tuple[dict[str, object], int]:
    """What becomes of a city's actions, and by how many its people have changed."""
    name = "conscription" if "conscripted" in given else "growth"
    scene = Scene(content={"races": {"human": {"growth": 0, "conscription": 1, name: rate}}})
    city = barony_of(scene, ["wheat"] * 5)
    before = given["population_at_reset"]
    scene.change(city, population={"human": before}, actions=0)
    scene.produce(monthly="growth_same_production" in given)
    fresh = scene.world
    order = ConscriptRecruits(city=ref(city))
    ran = scene.run(*[order] * 9)
    actions_this_turn = 9 - len(ran.failures)
    scene.world = fresh
    if "conscripted" in given:
        assert not scene.run(order).refused
    people = head_count(scene.now(city))
    scene.change(city, actions=0)  # nothing else is done with them
    scene.produce()
    return {
        "actions_this_turn": actions_this_turn,
        "population": people,
        "actions_next_turn": scene.now(city).actions,
    }, abs(people - before)


@rule("cohorts.city.monthly-recruits")
def monthly_recruits(given: Given) -> Result:
    scene, city = settled(given, "conscription")
    scene.produce(monthly=True)
    people = everyone(city)
    return {
        "recruits": by_race({race: recruits(scene, city, race) for race in people}, people),
        "population": by_race(everyone(scene.now(city)), people),
    }


def recruits(scene: Scene, city: City, race: str) -> int:
    return scene.held(city).get(recruits_item(race), 0)


@rule("cohorts.city.conscript-recruits")
@rule("cohorts.order.conscript-recruits")
def conscription(given: Given) -> Result:
    scene, city = settled(given, "conscription")
    ran = scene.run(*[ConscriptRecruits(city=ref(city))] * given.get("orders", 1))
    people = everyone(city)
    return {
        **outcome(scene, city, ran),
        "recruits": by_race({race: recruits(scene, city, race) for race in people}, people),
    }


@rule("cohorts.race.conscription-rate")
def conscripted(given: Given) -> Result:
    scene = Scene(content={"races": {"human": {"conscription": given["rate"]}}})
    city = scene.change(barony_of(scene), population={"human": given["people"]})
    scene.run(ConscriptRecruits(city=ref(city)))
    return {"recruits": recruits(scene, city, "human")}


@rule("cohorts.race.starter-attributes")
def race(given: Given) -> Result:
    return CONTENT.races[given["race"]].model_dump()


@rule("cohorts.city.attract-population")
def attraction(given: Given) -> Result:
    scene, city = settled(given)
    ran = scene.run(AttractPopulation(city=ref(city)))
    grown = next((event.growth for event in ran.events(PeopleAttracted)), {})
    return {
        **outcome(scene, city, ran),
        "growth": by_race(grown, everyone(city)),
        "fails": ran.refused,
    }


@rule("cohorts.order.siege-effects")
def siege(given: Given) -> Result:
    scene = Scene()
    city = scene.change(
        barony_of(scene, ["wheat"]),
        population={"human": given["population"]},
        actions=given["actions_left"],
        besieged=given["under_siege"],
    )
    if given.get("weekly_production", True):
        scene.produce(monthly=True)  # on a day of both
    now = scene.now(city)
    return {
        "actions": now.actions,
        "population": head_count(now),
        "recruits_added": recruits(scene, city, "human"),
    }


@rule("cohorts.city.hunger")
def hunger(given: Given) -> Result:
    settings = {name: given[name] for name in ("fed_percent", "hunger", "hunger_most")}
    scene = Scene(content={"cities": settings})
    people, shut = {"human": given["population"]}, given.get("under_siege", False)
    city = scene.city(5, 5, scene.me, population=people, besieged=shut)
    unit = scene.unit(city, soldiers=given["soldiers"], wounds=given.get("wounds", 0))
    scene.produce()
    return {"wounds": scene.now(unit).wounds}


# ---------------------------------------------------------------- villages


TARGETS = {
    "empty_province_of_barony": LAND[1],
    "province_with_village": LAND[1],
    "province_with_level_1_village": LAND[1],
    "capital_province": LAND[0],
    "province_outside_barony": LAND[11],
}


@rule("cohorts.order.construct-village")
def construct(given: Given) -> Result:
    scene, city, target, ran = constructed(given)
    built = scene.world.first(Village, "province", target.id)
    return {
        **outcome(scene, city, ran),
        "village_level": built.level if built else 0,
        "access_gained": [r for event in ran.events(VillageBuilt) for r in event.opened],
    }


@rule("cohorts.city.build-village")
def build_village(given: Given) -> Result:
    scene, city, _, ran = constructed(given)
    taken = next((event.settlers for event in ran.events(VillageBuilt)), {})
    return {
        "allowed": not ran.refused,
        "cost": head_count(city) - head_count(scene.now(city)),
        "taken": by_race(taken, everyone(city)),
    }


def constructed(given: Given) -> tuple[Scene, City, Province, Ran]:
    scene, city = settled(given)
    where = given.get("target", "empty_province_of_barony")
    target = scene.at(*TARGETS[where])
    if "target_resource" in given:
        scene.change(target, deposits=(given["target_resource"],))
    if "with" in where:
        scene.village(target.x, target.y)
    return scene, city, target, scene.run(ConstructVillage(city=ref(city), province=ref(target)))


@rule("cohorts.order.improve-village")
def improve(given: Given) -> Result:
    scene, city, village, ran = improved(given)
    return {
        **outcome(scene, city, ran),
        "village_level": scene.now(village).level,
        "access_gained": [r for event in ran.events(VillageImproved) for r in event.opened],
    }


@rule("cohorts.city.improve-village")
def improve_once(given: Given) -> Result:
    scene, _, village, ran = improved(given)
    return {"level": scene.now(village).level, "fails": ran.refused}


def improved(given: Given) -> tuple[Scene, City, Village, Ran]:
    scene = Scene()
    city = barony_of(scene)
    spot = LAND[1]
    if given.get("village_in") == "other_barony_of_same_player":
        spot = LAND[11]
        scene.city(*LAND[10], scene.me)
        scene.province(*spot, barony=scene.at(*LAND[10]).barony)
    if "province_resource" in given:
        scene.province(*spot, deposits=(given["province_resource"],))
    level = given["village_level"]
    if given.get("built_this_turn"):
        scene.change(city, population={"human": 9000})
        assert not scene.run(
            ConstructVillage(city=ref(city), province=ref(scene.at(*spot)))
        ).refused
        village = scene.world.first(Village, "province", scene.at(*spot).id)
        assert village
        assert village.level == level
    else:
        village = scene.village(*spot, level=level)
    if given.get("improved_this_turn"):
        village = scene.change(village, level=level - 1)
        assert not scene.run(ImproveVillage(city=ref(city), village=ref(village))).refused
        assert scene.now(village).level == level
    city = scene.now(city)
    ran = scene.run(ImproveVillage(city=ref(city), village=ref(village)))
    return scene, city, village, ran
