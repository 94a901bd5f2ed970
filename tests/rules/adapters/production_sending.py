"""Orders that wait for the weekly production: goods and soldiers sent between cities."""

from typing import Any

from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.production.orders import (
    ItemsSent,
    SendItems,
    SendReinforcements,
    SendUnit,
    UnitSent,
)
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref


def sisters(scene: Scene, *, same_kingdom: bool) -> tuple[City, City]:
    """Two cities of mine, in one kingdom or in two."""
    kingdom = scene.kingdom()
    cities: list[City] = []
    for column in (2, 6):
        realm = kingdom if same_kingdom else scene.kingdom()
        territory = scene.territory(realm)
        barony = scene.change(scene.barony((column, 2)), territory=territory.id)
        cities.append(scene.city(column, 2, scene.me, barony=barony.id))
    return cities[0], cities[1]


def carried_out(scene: Scene, *orders: Any) -> Ran:
    """What the next production makes of the orders of a turn."""
    assert not scene.run(*orders).entries
    return scene.produce()


@rule("cohorts.production.orders")
def once(given: Given) -> Result:
    scene = Scene()
    home, other = sisters(scene, same_kingdom=True)
    scene.items(home, spear=10)
    for _ in range(1, given["order_given_in_week"]):
        scene.produce()
    first = carried_out(scene, SendItems(city=ref(home), target=ref(other), item="spear", count=1))
    second = scene.produce()
    return {
        "runs_at_production": len(first.events(ItemsSent)),
        "runs_again_at_production_2": bool(second.events(ItemsSent)),
    }


@rule("cohorts.production.order-transfer-items")
def items(given: Given) -> Result:
    scene = Scene()
    home, other = sisters(scene, same_kingdom=given.get("same_kingdom", True))
    scene.items(home, spear=given.get("in_possession", 10))
    order = SendItems(
        city=ref(home), target=ref(other), item="spear", count=given.get("ordered", 1)
    )
    ran = carried_out(scene, *[order] * given.get("sponsor_orders_this_production", 1))
    sent = ran.events(ItemsSent)
    return {
        "moved": sum(event.count for event in sent),
        "result": ran.result(),
        "executed": len(sent),
    }


@rule("cohorts.production.order-transfer-military-unit")
def unit(given: Given) -> Result:
    scene = Scene()
    owner = scene.me if given["same_player"] else scene.someone("same_faction")
    soldiers = scene.unit(scene.stack(2, 2))
    target = scene.stack(2, 2 if given["same_province"] else 3, owner)
    ran = carried_out(scene, SendUnit(unit=ref(soldiers), target=ref(target)))
    return {"result": ran.result()}


@rule("cohorts.production.order-send-reinforcements")
def reinforcements(given: Given) -> Result:
    scene = Scene()
    home, other = sisters(scene, same_kingdom=given["same_kingdom"])
    near = given.get("unit_in", "barony of sponsor") == "barony of sponsor"
    soldiers = scene.unit(scene.stack(2 if near else 6, 2), slot=5)
    scene.change(other, besieged=given.get("target_under_siege", False))
    order = SendReinforcements(city=ref(home), unit=ref(soldiers), target=ref(other))
    ran = carried_out(scene, order)
    for event in ran.events(UnitSent):
        assert event.far
        assert (scene.now(soldiers).holder, scene.now(soldiers).slot) == (other.place, 5)
    return {"result": ran.result()}
