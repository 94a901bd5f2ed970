"""What productions do, whom they find idle, and what the orders of production send."""

import datetime as dt
from fractions import Fraction
from typing import Any

from engine.calendar import Calendar
from engine.dice import SeededDice
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.items import Carrying
from engine.packs.cohorts.diplomacy.votes import majority
from engine.packs.cohorts.magic.lasting import lay, lies_on
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.production.orders import (
    ItemsSent,
    SendItems,
    SendReinforcements,
    SendUnit,
    UnitSent,
)
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised
from engine.packs.cohorts.worth.healing import recover
from engine.state import State
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import SEED, Ran, Scene, module, ref


@rule("cohorts.production.growth-and-recruits")
def monthly_steps(given: Given) -> Result:
    due = Calendar().production(dt.date.fromisoformat(given["date"]))
    scene = Scene()
    scene.city(5, 5, scene.me, population={"human": 8000})
    assert due.weekly, "no production falls on this day"
    ran = scene.produce(monthly=due.monthly)
    return {
        "growth_step_runs": bool(ran.events(PopulationGrew)),
        "recruits_step_runs": bool(ran.events(RecruitsRaised)),
    }


@rule("cohorts.production.monthly-healing")
def healing(given: Given) -> Result:
    scene = Scene()
    # The step alone, without what statuses do at the end of the productions.
    character = scene.character(
        scene.at(5, 5),
        attributes={"CON": given["con"]},
        wounds=given["wounds_percent"],
        statuses={given["status"].casefold(): 1} if "status" in given else {},
    )
    recover(State(scene.rules, scene.world, SeededDice(SEED, 1)))
    return {"wounds_percent": scene.now(character).wounds}


@rule("cohorts.movement.reset")
def movement(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(5, 5, used=Fraction(str(given["used_percent"])) / 100)
    match given["event"]:
        case "weekly production":
            scene.produce()
        case "another player's turn":
            scene.run(player=scene.someone("neutral"))
        case other:
            raise AssertionError(f"no such event: {other}")
    return {"used_percent": scene.now(stack).used * 100}


@rule("cohorts.morale.recovery")
def morale(given: Given) -> Result:
    scene = Scene()
    unit = scene.unit(scene.stack(5, 5), morale=given["morale"])
    match given["event"]:
        case "monthly production":
            scene.produce(monthly=True)
        case "weekly production only":
            scene.produce()
        case other:
            raise AssertionError(f"no such event: {other}")
    return {"morale": scene.now(unit).morale}


@rule("cohorts.production.weekly")
def weekly(given: Given) -> Result:
    scene = Scene()
    if "order_of" in given:
        titles = [step.title.casefold() for step in scene.rules.weekly]
        return {
            "executed": sorted(given["order_of"], key=lambda name: titles.index(name.casefold()))
        }
    hero = scene.character(
        scene.at(5, 5),
        actions=given.get("character_actions", 1),
        used=Fraction(given.get("used_movement_percent", 0), 100),
    )
    city = scene.city(
        9,
        9,
        scene.me,
        actions=given.get("city_actions", 1),
        besieged=given.get("city_under_siege", False),
    )
    scene.produce()
    return {
        "character_actions": scene.now(hero).actions,
        "used_movement_percent": scene.now(hero).used * 100,
        "city_actions": scene.now(city).actions,
    }


@rule("cohorts.production.drowning")
def drowning(given: Given) -> Result:
    """Cloaks of weight 1 are the load of a swimmer, wagons that float the carriers."""
    assert given.get("carriers", "none") == "none", "a carrier is given by its capacity"
    rate = given.get("water_rate", 10 if "water_capacity" in given else 0)
    human = {
        "water": {"rate": rate, "capacity": given.get("water_capacity", 0)},
        "air": {"rate": given.get("air_rate", 0)},
    }
    floats = Carrying(rate=10, capacity=given.get("water_carrier_capacity", 0))
    people = [*given.get("characters", []), *given.get("prisoners", [])]
    weights = [each["weight"] for each in people]
    races = {"human": {**human, "weight": weights[0] if weights else 35}}
    gear = {"cloak": {"weight": 1}, "wagon": {"water": floats}}
    scene = Scene(terrain=given["terrain"], content={"races": races, "gear": gear})
    assert len(set(weights)) <= 1, "one race has one weight"
    stack = scene.stack(5, 5)
    if "water_carrier_capacity" in given:
        scene.items(stack, wagon=1)
    for each in given.get("characters", []):
        scene.character(stack, level=each["level"])
    for each in given.get("prisoners", []):
        foe = scene.someone("at_war")
        scene.character(stack, foe, level=each["level"], captor=scene.me.id)
    if "load" in given:
        swimmer = scene.character(stack, name=given.get("unit", "swimmer"))
        scene.items(swimmer, cloak=given["load"])
    elif "unit" in given:
        scene.unit(stack, name=given["unit"])
    before = len(living(scene))
    scene.produce()
    dead = [each.level for each in scene.world.all(Character) if each.dead]
    return {"drowns": len(living(scene)) < before, "drowned_levels": dead}


def living(scene: Scene) -> list[Character | Unit]:
    characters = [each for each in scene.world.all(Character) if not each.dead]
    return [*characters, *scene.world.all(Unit)]


@rule("cohorts.production.monthly")
def monthly(given: Given) -> Result:
    charm = module().content(Content).spells["charm_of_strength"]
    fading = {key: charm.model_copy(update={"key": key, "lasts": "fading"}) for key in FADING}
    scene = Scene(content={"spells": fading})
    key = {"charm (monthly)": "charm_of_strength"}.get(given.get("spell", ""))
    key = key or given.get("spell", given.get("effect")).replace(" ", "_")
    ground = scene.at(2, 2)
    target = ground if key.startswith("provincial") else scene.unit(ground)
    laid = scene.content.spells[key]
    side = 0 if key == "provincial_barrier" else -1
    values = {"strength": given["strength"], "level": 5, "faction": scene.ours.id}
    lay(scene.world, laid, target.place, side=side, **values)
    scene.produce(monthly=True)
    left = lies_on(scene.world, target.place, key, side)
    return {"active_after": left is not None, "strength": left.strength if left else 0}


FADING = ("bless", "curse")


@rule("cohorts.turn.missed-turn")
def missed_turns(given: Given) -> Result:
    """Of the members the last ones, or the only one, run no turn for that many weeks."""
    scene = Scene()
    rest = [scene.player(f"A{number}", scene.ours) for number in range(1, given.get("members", 1))]
    players = [scene.me, *rest]
    playing = players[: len(players) - given.get("idle", 1)]
    for _ in range(given.get("missed_in_a_row", 3)):
        for player in playing:
            scene.run(player=player)
        scene.produce()
    quiet = scene.now(players[-1])
    return {"idle": quiet.idle, "majority": majority(scene.world, scene.ours.id)}


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
