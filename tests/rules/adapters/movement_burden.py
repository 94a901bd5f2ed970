"""What stacks carry: weights, capacities, overburden, ships' holds; and natural barriers."""

from collections.abc import Mapping
from typing import Any

from engine.dice import SeededDice
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.content.items import Carrying
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.marching.march import MoveEnded
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.movement import burden
from engine.packs.cohorts.movement.barriers import mark
from engine.packs.cohorts.movement.rates import Mover, Pace, pace
from engine.packs.cohorts.movement.steps import natural_barrier
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.things.equipment import can_ride
from engine.state import State
from tests.rules.adapters.battle_field import going, whole
from tests.rules.adapters.magic_scene import Magic, mage, teleport
from tests.rules.adapters.movement import PLENTY, entered, everywhere, moved
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import SEED, Scene, ref

LOAD = "cloak"  # an item of any weight that no one rides and nothing drives
WORN = {"back": LOAD}


def pace_of(scene: Scene, stack: Stack, mode: Mode = "land") -> Pace:
    return pace(State(scene.rules, scene.world, SeededDice(SEED, 1)), stack, mode)


def world_of(
    *,
    weight: float = 1,
    load: float = 0,
    mount: Mapping[str, Any] | None = None,
    legs: Mapping[str, Any] | None = None,
) -> Scene:
    """Humans of that weight and travel, an item that weighs `load`, and palfreys changed so."""
    return Scene(
        content={
            "races": {"human": {"weight": weight, **travels(legs or {})}},
            "gear": {LOAD: {"weight": load}},
            "mounts": {"palfrey": mount or {}},
        }
    )


def travels(legs: Mapping[str, Any]) -> dict[str, Any]:
    return {mode: {"rate": 30, "capacity": 0, **values} for mode, values in legs.items()}


def percent(mover: Mover | None) -> object:
    assert mover is not None
    return mover.overburden


# ---------------------------------------------------------------- units


@rule("cohorts.unit.weight")
@rule("cohorts.race.weight")
def weight(given: Given) -> Result:
    assert given.get("loaded_on", "ship") == "ship"
    worn = given["gear"] if "gear" in given else [given["gear_each"]]
    items = dict(zip(("back", "foot"), ("cloak", "boots")[: len(worn)], strict=False))
    race = given.get("race", "human")
    people = {race: {"weight": given["racial_weight"]}} if "racial_weight" in given else {}
    gear = {item: {"weight": each} for item, each in zip(items.values(), worn, strict=True)}
    scene = Scene(content={"races": people, "gear": gear})
    soldiers = given["soldiers"] if "soldiers" in given else given["count"]
    unit = scene.unit(scene.stack(1, 1), race=race, soldiers=soldiers, equipment=items)
    total = burden.full_weight(scene.world, scene.content, unit)
    return {"weight": total, "total_weight": total}


@rule("cohorts.unit.wounds-reduce-carrying")
def wounded(given: Given) -> Result:
    scene = world_of(load=given["gear_each"], legs={"land": {"capacity": given["capacity_each"]}})
    stack = scene.stack(1, 1)
    scene.unit(stack, soldiers=given["soldiers"], wounds=given["wounds_percent"], equipment=WORN)
    [mover] = pace_of(scene, stack).movers
    return {
        "capacity": mover.capacity,
        "load": mover.load,
        "overburden_percent": mover.overburden,
        "land_speed_penalty": mover.penalty,
    }


@rule("cohorts.movement.carrying-capacity")
def carrying(given: Given) -> Result:
    land = given.get("land_capacity", given.get("capacity"))
    air = given.get("air_capacity", 0)
    modes = {"land": {"rate": 30, "capacity": land}, "air": {"rate": 30, "capacity": air}}
    if given.get("mounted"):
        # Rider and gear are split anyhow; only together they count.
        mount = {mode: Carrying(**modes[mode]) for mode in modes}
        scene = world_of(weight=given["rider_and_gear"] - 1, load=1, mount=mount)
        worn = {**WORN, "mount": "palfrey"}
    else:
        modes["land"]["rate"] = given.get("rate", 30)
        load = given.get("gear", given.get("load"))
        scene = world_of(weight=given.get("body", 35), load=load, legs=modes)
        worn = WORN
    stack = scene.stack(1, 1)
    scene.unit(stack, soldiers=1, equipment=worn)
    on_land, in_air = pace_of(scene, stack), pace_of(scene, stack, "air")
    return {
        "load": on_land.movers[0].load,
        "land_overburden_percent": percent(on_land.movers[0]),
        "air_overburden_percent": percent(in_air.movers[0]),
        "can_move": on_land.rate > 0,
        "can_fly": in_air.rate > 0,
    }


@rule("cohorts.movement.overburden-land")
@rule("cohorts.movement.overburden-air")
@rule("cohorts.movement.overburden-water")
def overburdened(given: Given) -> Result:
    mode: Mode = next(each for each in MODES if given.about.endswith(each))
    scene = world_of(load=given["load"], legs={mode: {"capacity": given["capacity"]}})
    stack = scene.stack(1, 1)
    scene.unit(stack, soldiers=1, equipment=WORN)
    return {"speed_penalty_percent": pace_of(scene, stack, mode).movers[0].penalty}


@rule("cohorts.race.starter-movement")
def starter_movement(given: Given) -> Result:
    load = given["gear_weight"] if "gear_weight" in given else given["gear_weight_each"]
    scene = Scene(content={"gear": {LOAD: {"weight": load}}})
    stack = scene.stack(1, 1)
    mounted = given.get("mounted", not given.get("on_foot", True))
    worn = {**WORN, "mount": "palfrey"} if mounted else WORN
    scene.unit(stack, race=given["race"], soldiers=given.get("soldiers", 1), equipment=worn)
    [mover] = pace_of(scene, stack).movers
    fliers = pace_of(scene, stack, "air").movers
    return {
        "burden": mover.load,
        "land_capacity": mover.capacity,
        "overburdened": mover.overburden != 0,
        "air_rate": fliers[0].rate if fliers else 0,
        "overburdened_in_air": any(flier.overburden != 0 for flier in fliers),
    }


# ---------------------------------------------------------------- mounts


@rule("cohorts.movement.mounted")
def mounted(given: Given) -> Result:
    modes = ("land", "air", "water")
    legs, mount = (
        {mode: {"rate": given[whose].get(mode, 0), "capacity": 1000} for mode in modes}
        for whose in ("race", "mount")
    )
    scene = world_of(mount={mode: Carrying(**mount[mode]) for mode in modes}, legs=legs)
    stack = scene.stack(1, 1)
    scene.unit(stack, equipment={"mount": "palfrey"})
    return {mode: pace_of(scene, stack, mode).rate for mode in modes}


@rule("cohorts.race.size")
def size(given: Given) -> Result:
    content = Scene().content
    return {"can_ride": can_ride(content, given["race"], content.mounts[given["mount"]])}


@rule("cohorts.item.mounts")
def mount_points(given: Given) -> Result:
    """How many more hit points a rider of level 0, whose growth is 1, goes into battle with."""
    content = {
        "races": {"human": {"combat": {"hp": given["rider_hp"]}}},
        "mounts": {"palfrey": {"hp": given["mount_hp"]}},
    }
    scene = Scene(content=content)
    stack = scene.stack(1, 1)
    worn = {"mount": "palfrey"} if given["equipped_as_war_mount"] else {}
    scene.items(stack, palfrey=1)
    rider, walker = (scene.character(stack, level=0, equipment=each) for each in (worn, {}))
    return {"bonus_hp": whole(going(scene, rider).hp - going(scene, walker).hp)}


# ---------------------------------------------------------------- the stack's own possessions


@rule("cohorts.stack.possessions-and-burden")
def pool(given: Given) -> Result:
    changes: dict[str, Any] = {"weight": given.get("carrier_weight", 1)}
    for carrier in given["carriers"]:
        capacity = carrier["cc"] if "cc" in carrier else carrier["land_cc"]
        changes["land"] = {"rate": carrier.get("speed", 30), "capacity": capacity}
        if carrier.get("air_cc"):
            changes["air"] = {"rate": carrier.get("speed", 30), "capacity": carrier["air_cc"]}
    scene = world_of(load=given["loose_weight"], mount=changes, legs={"land": {}, "air": {}})
    stack = scene.stack(1, 1)
    scene.unit(stack)
    scene.items(stack, **{LOAD: 1})
    scene.items(stack, **({"palfrey": 1} if given["carriers"] else {}))
    found = pace_of(scene, stack, given["mode"])
    return {
        "can_move": found.rate > 0,
        "overburden_percent": percent(found.pool),
        "pool_rate": found.pool.rate if found.pool else None,
    }


@rule("cohorts.item.carriers")
def carriers(given: Given) -> Result:
    [mule] = given["possessions"]
    assert mule["item"] == "mule"
    land = {"rate": mule["land_speed"], "capacity": mule["land_cc"]}
    scene = world_of(
        load=given["goods"],
        mount={"weight": mule["weight"], "land": land},
        legs={"land": {}, "air": {}},
    )
    stack = scene.stack(1, 1)
    scene.unit(stack)
    scene.items(stack, **{LOAD: 1, "palfrey": mule["count"]})
    found = pace_of(scene, stack, given["mode"])
    assert found.pool
    return {
        "capacity": found.pool.capacity,
        "load": found.pool.load,
        "overburden_percent": found.pool.overburden,
        "can_move": found.rate > 0,
    }


@rule("cohorts.race.recruits-as-items")
def recruits(given: Given) -> Result:
    rate = given.get("stack_rate_without_them", 0)
    scene = Scene(content={"races": {"elf": {"land": {"rate": rate, "capacity": 0}}}})
    stack = scene.stack(1, 1)
    if rate:
        scene.unit(stack, race="elf")
    for race, count in given["recruits"].items():
        scene.items(stack, **{recruits_item(race): count})
    found = pace_of(scene, stack, given["mode"])
    return {
        "burden": found.pool.load if found.pool else 0,
        "rate_limit": found.rate,
        "stack_rate": found.rate,
    }


# ---------------------------------------------------------------- ships


@rule("cohorts.ship.capacities")
def aboard(given: Given) -> Result:
    """What one piece in a fleet at sea adds to the loads of its ships."""
    swims = {"rate": 20, "capacity": 10**6} if given.get("swims", False) else {"rate": 0}
    people = {"weight": given.get("racial_weight", given.get("character_weight", 35))}
    scene = Scene(
        terrain="sea",
        content={
            "races": {"human": {**people, "water": swims}},
            "gear": {LOAD: {"weight": given.get("gear_each", given.get("gear", 0))}},
            "mounts": {"palfrey": {"weight": given.get("mount_weight", 0), "water": None}},
            "artillery": {"catapult": {"weight": given.get("engine_weight", 0)}},
            "weapons": {"spear": {"weight": given.get("items_weight", 0)}},
        },
    )
    fleet = scene.stack(1, 1)
    ship = scene.unit(fleet, arm="ship", type="barge", soldiers=5)
    engine: dict[str, Any] = {}
    if "engine_weight" in given:
        engine = {"arm": "artillery", "type": "catapult"}
    worn = {**WORN, **({"mount": "palfrey"} if "mount_weight" in given else {})}
    assigned = ship.id if given.get("assigned", True) else 0
    place: dict[str, Any] = {"ship": assigned, "equipment": worn}
    if "soldiers" in given:
        scene.unit(fleet, soldiers=given["soldiers"], **place, **engine)
    else:
        scene.character(fleet, **place)
    if "items_weight" in given:
        scene.items(fleet, spear=1)
    hold = pace_of(scene, fleet, "water").hold
    assert hold
    return {"troop_load": hold.troop_load, "cargo_load": hold.cargo_load}


@rule("cohorts.ship.fleet-movement")
def fleet(given: Given) -> Result:
    """Whether a fleet with so much aboard sails, by an order to do so."""
    ships = given.get("ships", [{}])
    types = ("barge", "runner", "warship", "dragon_ship")
    troops = given.get("troop_capacity", 0)
    kinds = {
        name: {
            "troop_capacity": ship.get("troop_capacity", troops),
            "cargo_capacity": ship.get("cc", given.get("cargo_capacity", 0)),
        }
        for name, ship in zip(types, ships, strict=False)
    }
    load = given.get("troop_load", 0)
    scene = Scene(
        terrain="sea",
        content={
            "ships": kinds,
            "races": {"human": {"weight": load, "water": {"rate": 0}}},
            "weapons": {"spear": {"weight": 1}},
        },
    )
    stack = scene.stack(5, 5)
    afloat = [
        scene.unit(stack, arm="ship", type=name, wounds=ship.get("wounds_percent", 0))
        for name, ship in zip(types, ships, strict=False)
    ]
    if load:
        scene.character(stack, ship=afloat[0].id)
    if given.get("cargo_load", 0):
        scene.items(stack, spear=given["cargo_load"])
    hold = pace_of(scene, stack, "water").hold
    assert hold
    assert (hold.troop_load, hold.cargo_load) == (load, given.get("cargo_load", 0))
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e",)))
    assert not ran.faults
    return {
        "can_move": scene.now(stack).province == scene.at(6, 5).id,
        "troop_capacity": hold.troop_capacity,
        "cargo_capacity": hold.cargo_capacity,
    }


@rule("cohorts.world.barriers")
def barrier(given: Given) -> Result:
    """A party goes, or is sent, from one province to the next.

    A natural barrier is on the side of `on_province`, by default of `from` towards `to`.
    """
    scene = Magic(content={"races": {"human": everywhere(PLENTY)}})
    start, goal = tuple(given["from"]), tuple(given["to"])
    here, there = scene.at(*start), scene.at(*goal)
    on = scene.at(*given["on_province"]) if "on_province" in given else here
    other = there if on == here else here
    around = scene.grid.adjacency()[on.id - 1]
    side = given.get("on_side", around.index(other.id - 1))
    match given["barrier"]:
        case "natural":
            modes = tuple(given.get("modes", MODES))
            bits = natural_barrier(side, modes, one_way=given.get("one_way", False))
            scene.link(start, goal, barrier=bits)
        case "magic":
            scene.put("provincial-barrier", on, 9, side)
            mark(scene.world, on.id, side, barred=True)
        case kind:
            raise AssertionError(f"nobody knows a {kind} barrier")
    stack = scene.stack(*start)
    hero = mage(scene, 20, stack)
    if "by" in given:
        assert given["by"] == "teleport", "a gate and a retreat have rules of their own"
        ran = teleport(scene, hero, "teleport-party", stack, 0, destination=ref(there))
        assert not ran.refused
        return {"blocked": scene.now(stack).province != there.id}
    ran = moved(scene, stack, f"{goal[0]}/{goal[1]}", mode=given.get("mode"))
    if entered(ran):
        return {"blocked": scene.now(stack).province != there.id}
    [ended] = ran.events(MoveEnded)
    return {"blocked": "barrier" in ended.reason}
