"""City improvements, villages that move, and several orders of one city."""

from engine.events import OrderFailed
from engine.orders import Order
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.improvements import (
    BuildImprovement,
    ImprovementsLost,
    improvement_called,
)
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.cities.villages import RelocateVillage, VillageMoved
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.trade.agreements import BreakAgreement
from engine.packs.cohorts.trade.books import Agreement
from tests.rules.adapters.cities import LAND, TARGETS, barony_of, outcome
from tests.rules.adapters.cities_building import (
    ORDERS,
    SITE,
    TYPES,
    city_of,
    helpers,
    lumber_mill,
)
from tests.rules.adapters.trade import raze
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref

# ---------------------------------------------------------------- city improvements


@rule("cohorts.order.build-city-improvement")
def improvement(given: Given) -> Result:
    scene, city, ran, level = improved(given)
    return {**outcome(scene, city, ran), "level": level}


@rule("cohorts.city.improvement-levels")
@rule("cohorts.city.improvement-requirements")
def improvement_allowed(given: Given) -> Result:
    _, _, ran, level = improved(given)
    return {"level": level, "allowed": not ran.refused, "fails": ran.refused}


def improved(given: Given) -> tuple[Scene, City, Ran, int]:
    scene = Scene()
    key = key_in(given["improvement"])
    stands = {"lumber_mill": lumber_mill(given), key: given.get("level", 0)}
    city = city_of(given, scene, **stands)
    # One order does both: it builds what is not there, and raises what is.
    if "action" in given:
        assert given["action"] == ("upgrade" if given.get("level") else "build")
    ran = scene.give(BuildImprovement, city=ref(city), improvement=given["improvement"])
    return scene, city, ran, scene.now(city).improvements.get(key, 0)


def lost_by_trade(given: Given) -> list[str]:
    """What my city loses that got its resource from an ally, when I break the agreement."""
    assert given["event"] == "trade_agreement_broken"
    sources = {key.removesuffix("_source"): given[key] for key in given if key.endswith("_source")}
    traded = {resource: 1 for resource, source in sources.items() if source == "trade"}
    scene = Scene()
    standing = {key_in(name): 1 for name in sorted(given["improvements"])}
    city = scene.change(barony_of(scene), improvements=standing)
    ally = scene.city(9, 9, scene.someone("allied"))
    scene.province(9, 9, deposits=tuple(traded))
    for each in (city, ally):
        scene.guild(each, "merchant", 5)
    values = {"name": "Oak", "one": city.id, "other": ally.id, "gives": {}, "takes": traded}
    agreement = scene.world.add(Agreement, **values)
    assert access(scene.world, scene.content, city) == tuple(traded)
    assert not scene.give(BreakAgreement, city=ref(city), agreement=ref(agreement)).refused
    assert not access(scene.world, scene.content, city)
    return sorted(standing.keys() - scene.now(city).improvements)


def key_in(name: str) -> str:
    found = improvement_called(CONTENT, name)
    assert found, name
    return found.key


@rule("cohorts.city.improvement-support-loss")
def support_loss(given: Given) -> Result:
    if "event" in given:
        return {"destroyed": lost_by_trade(given)}
    gone = given["village_destroyed_on"]
    others = [gone] * given.get(f"other_{gone}_villages", 0)
    scene = Scene()
    city = barony_of(scene, [*given["access_before"], *others])
    standing = {key_in(name): 1 for name in sorted(given["improvements"])}
    city = scene.change(city, improvements=standing)
    ran = raze(scene, city, {gone: 1})
    lost = [each for event in ran.events(ImprovementsLost) for each in event.improvements]
    assert sorted(standing) == sorted([*scene.now(city).improvements, *lost])
    return {"destroyed": [Name(each) for each in lost]}


# ---------------------------------------------------------------- villages that move


@rule("cohorts.order.relocate-village")
def relocate(given: Given) -> Result:
    scene = Scene()
    city = scene.change(barony_of(scene), actions=given.get("actions_left", 3))
    where = given.get("target", "empty_province_of_barony")
    target = scene.at(*TARGETS.get(where, LAND[1]))
    if where == "sea_province":
        scene.change(target, terrain="sea")
    if "with" in where:
        scene.village(target.x, target.y)
    spot = LAND[2]
    if given.get("village_in") == "other_barony_of_same_player":
        scene.city(9, 9, scene.me)
        spot = (9, 9)
    scene.province(*spot, deposits=tuple(filter(None, [given.get("from_resource")])))
    scene.change(target, deposits=tuple(filter(None, [given.get("to_resource")])))
    village = scene.village(
        *spot,
        level=given.get("village_level", 2),
        changed=1 if given.get("improved_this_turn") else 0,
        moved=1 if given.get("moved_this_turn") else 0,
    )
    ran = scene.give(RelocateVillage, city=ref(city), village=ref(village), province=ref(target))
    return {
        **outcome(scene, city, ran),
        "village_level": scene.now(village).level,
        "access_lost": [r for event in ran.events(VillageMoved) for r in event.closed],
        "access_gained": [r for event in ran.events(VillageMoved) for r in event.opened],
    }


# ---------------------------------------------------------------- several orders of a city


def order_called(scene: Scene, city: City, name: str) -> Order:
    """The order of a city that a case calls so, such as build_barracks or conscript."""
    act, _, what = name.partition("_")
    site = {"city": ref(city), "province": ref(scene.at(*SITE))}
    match act:
        case "conscript":
            return ConscriptRecruits(city=ref(city))
        case "attract":
            return AttractPopulation(city=ref(city))
        case "make":
            return MakeEquipment(city=ref(city), item="soft leather")
        case _ if what in ORDERS:
            return ORDERS[what].model_validate(site)
        case _:
            return BuildImprovement(city=ref(city), improvement=what)


@rule("cohorts.order.city-action-rules")
@rule("cohorts.city.action-kinds")
def several(given: Given) -> Result:
    scene = Scene()
    city = city_of(given, scene, **({"smithy": 4} if "access" not in given else {}))
    helpers(given, scene, city)
    owner = scene.someone(
        {"player": "self", "team_mate": "teammate"}[given.get("city_owner", "player")]
    )
    scene.change(city, baron=scene.character(city, owner).id)
    ran = scene.run(*(order_called(scene, city, name) for name in given["orders"]))
    codes = {e.order: e.event.code for e in ran.entries if isinstance(e.event, OrderFailed)}
    by_key = {f"k{number}": name for number, name in enumerate(given["orders"], start=1)}
    now = scene.now(city)
    return {
        "executed": [name for key, name in by_key.items() if key not in codes],
        "failed": {by_key[key]: code for key, code in codes.items()},
        "done": [name for key, name in by_key.items() if key not in codes],
        "refused": [by_key[key] for key in codes],
        "actions_left": now.actions,
        **{f"{key}_level": now.improvements.get(key, 0) for key in CONTENT.improvements},
    }


@rule("cohorts.order.city-guild-reason-codes")
def first_reason(given: Given) -> Result:
    scene = Scene()
    city = city_of(given, scene)
    helpers(given, scene, city)
    if not given.get("city_controlled", True):
        teammate = scene.someone("teammate")
        scene.change(city, baron=scene.character(city, teammate).id)
    scene.province(*SITE, fortification=given.get("wall_level", 0))
    if given.get("tower", "none") != "none":
        scene.tower(*SITE, TYPES[given["tower"]])
    ran = scene.run(order_called(scene, city, given.get("order", "build_walls")))
    return {"fails": ran.code}
