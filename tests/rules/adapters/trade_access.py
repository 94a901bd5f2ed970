"""What cities can use: of their own, of cities below them and by trade; people and food."""

from engine.packs.cohorts.cities.acting import AttractPopulation, PeopleAttracted, population_limit
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.guilds.market import OpenResource
from engine.packs.cohorts.pieces.people import everyone
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.trade.access import access
from tests.rules.adapters.cities import by_race, outcome, settled
from tests.rules.adapters.trade import books, merchants, tallied, town
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene, ref

# ---------------------------------------------------------------- access


@rule("cohorts.city.resource-access")
def having(given: Given) -> Result:
    scene = Scene(24, 8)
    taken, got = given.get("traded_away", {}), given.get("received_by_trade", {})
    city = town(scene, 0, given.get("own_copies", {}))
    scene.agreement(city, town(scene, 2, got, scene.someone("allied")), taken, got)
    scene.market(city, given.get("open_for_trade", {}))
    scene.items(city, human_recruits=100)
    scene.change(city, improvements={"smithy": 1})
    for _ in range(given.get("equipment_orders_using_oak_this_turn", 0)):
        assert not scene.run(MakeEquipment(city=ref(city), item="spear", number=1)).refused
    found = books(scene, city)["access"]
    guild = merchants(scene, city)
    can_open = [
        Name(resource)
        for resource in access(scene.world, scene.content, city)
        if not scene.run(OpenResource(guild=ref(guild), resource=resource)).refused
    ]
    return {"access": found, "can_open_for_trade": can_open}


# ---------------------------------------------------------------- people and food


@rule("cohorts.city.population-limit")
def limit(given: Given) -> Result:
    scene = Scene(24, 8)
    worked = ["wheat"] * given.get("cultivated_food_deposits", 0) + list(
        given.get("worked_food", ())
    )
    taken, got = (tallied(given.get(key, ())) for key in ("traded_away", "food_received_by_trade"))
    city = town(scene, 0, tallied(worked))
    scene.agreement(city, town(scene, 2, got, scene.someone("allied")), taken, got)
    scene.market(city, tallied(given.get("open_for_trade", ())))
    lower = town(scene, 4, tallied(given.get("food_from_below", ())))
    territory = scene.territory()
    for each in (city, lower):
        scene.change(scene.world.get(Barony, each.barony), territory=territory.id)
    scene.change(territory, capital=city.id)
    return {"limit": population_limit(scene.world, scene.content, city)}


@rule("cohorts.order.attract-population")
def attracting(given: Given) -> Result:
    only_traded = given.get("foods_received_by_trade_only", False)
    scene, city = settled(given, worked=not only_traded)
    if only_traded:
        foods = tallied(given["foods"])
        scene.agreement(city, town(scene, 6, foods, scene.someone("allied")), {}, foods)
    ran = scene.run(*[AttractPopulation(city=ref(city))] * given.get("orders", 1))
    growths = [event.growth for event in ran.events(PeopleAttracted)]
    people = everyone(city)
    each = [sum(growth.values()) for growth in growths]
    return {
        **outcome(scene, city, ran),
        "growth": by_race(growths[0] if growths else {}, people),
        "growth_each": each,
    }
