"""What cities build in their barony: walls, towers, roads; and how far towers sight."""

from collections.abc import Mapping
from typing import Any

from engine.campaign import Player
from engine.hexes import DIRECTION_NAMES, Hex
from engine.orders import Order
from engine.packs.cohorts.cities.roads import BuildRoad
from engine.packs.cohorts.cities.towers import (
    BuildCastle,
    BuildGuardTower,
    BuildWatchTower,
    BuildWizardTower,
    lower_tower,
)
from engine.packs.cohorts.cities.villages import ConstructVillage
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content.spells import Hide
from engine.packs.cohorts.knowledge.sighting import StackSighted, sight_entry
from engine.packs.cohorts.knowledge.towers import BUILT_AS
from engine.packs.cohorts.pieces.records import City, Province, Stack, Tower
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.state import State
from tests.rules.adapters.cities import LAND, barony_of, outcome
from tests.rules.dice import Unsighted
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.plain import blank
from tests.rules.scene import CONTENT, Ran, Scene, ref

SITE = LAND[8]
"""A province of the barony in which nothing stands."""
BY_THE_SEA = (0, 1)
ALL = ("oak", "stone", "iron", "mithril", "wolf")
"""Resources for every work and improvement."""
TYPES = {work: type_ for type_, work in BUILT_AS.items()}
ORDERS: dict[str, type[Order]] = {
    "watch_tower": BuildWatchTower,
    "guard_tower": BuildGuardTower,
    "wizard_tower": BuildWizardTower,
    "castle": BuildCastle,
    "fortification": BuildWalls,
    "walls": BuildWalls,
    "village": ConstructVillage,
    "road": BuildRoad,
}

# ---------------------------------------------------------------- the city and its helpers


def city_of(given: Given, scene: Scene, **improvements: int) -> City:
    """My city with access to what a case says, else to all, and all that it does not name."""
    named = [each.replace(" ", "_") for each in given.get("access", ALL)]
    city = barony_of(scene, [each for each in named if each in CONTENT.resources])
    scene.items(city, **{each: 9 for each in named if each not in CONTENT.resources})
    scene.change(
        city,
        population={"human": given.get("population", 8000)},
        actions=given.get("actions_left", 3),
        improvements={key: level for key, level in sorted(improvements.items()) if level},
    )
    if given.get("coastal", True):
        scene.province(*BY_THE_SEA, terrain="sea")
    return scene.now(city)


def lumber_mill(given: Given) -> int:
    return given.get("lumber_mill_level", 4)


def helpers(given: Given, scene: Scene, city: City) -> None:
    """Guilds of the city and characters at it; a guild of level 10 of each type not spoken of."""
    for type_ in ("knave", "mage", "warrior"):
        several = given.get(f"{type_}s_present", [])
        level = given.get(f"{type_}_present_level", 0)
        spoken = [f"{type_}s_present", f"{type_}_present_level", "present"]
        usual = 0 if any(key in given for key in spoken) else 10
        if high := given.get(f"{type_}_guild_level", usual):
            scene.guild(city, type_, high)
        for each in [*several, *([{"level": level}] if level else [])]:
            helper(scene, city, type_, each)
    for each in given.get("present", []):
        helper(scene, city, each["class"], each)


def helper(scene: Scene, city: City, job: str, each: Mapping[str, Any]) -> None:
    """A character in the city's province; its keys apart from level and class are skills."""
    about = {"level", "class", "faction", "prisoner", "dead", "alive"}
    player = scene.someone(each.get("faction", "self"))
    stack = scene.stack(0, 0, player)
    captor = 0
    if each.get("prisoner"):
        foe = scene.someone("at_war")
        stack, captor = scene.stack(0, 0, foe), foe.id
    assert stack.province == city.province
    scene.character(
        stack,
        player,
        job=job,
        level=each["level"],
        skills={skill: level for skill, level in each.items() if skill not in about},
        captor=captor,
        dead=each.get("dead", not each.get("alive", True)),
    )


def raised(given: Given) -> int:
    """The turn in which a thing was last built or raised."""
    return 1 if given.get("raised_this_turn") or given.get("built_this_turn") else 0


SPOTS = {
    "capital_province": LAND[0],
    "province_outside_barony": LAND[11],
    "sea_province": SITE,
}
"""Where a case says that a work is to stand; anywhere else is `SITE`."""


# ---------------------------------------------------------------- walls and towers


def build(given: Given, work: str, level: int = 0) -> tuple[Scene, City, Ran]:
    """Have the city build a work where such a one, or another tower, may stand already."""
    scene = Scene()
    city = city_of(given, scene, lumber_mill=lumber_mill(given))
    helpers(given, scene, city)
    target = given.get("target", "")
    spot = SPOTS.get(target, SITE)
    if target == "sea_province":
        scene.province(*spot, terrain="sea")
    there = given.get("tower") or "none"
    if there != "none":
        tower = scene.tower(*spot, TYPES[there], given.get("level", 1))
        scene.change(tower, changed=raised(given))
    site = scene.province(*spot, fortification=level, walled=raised(given))
    return scene, city, scene.give(ORDERS[work], city=ref(city), province=ref(site))


@rule("cohorts.order.build-watch-tower")
@rule("cohorts.order.build-guard-tower")
@rule("cohorts.improvement.guard-tower-requirements")
@rule("cohorts.order.build-wizard-tower")
@rule("cohorts.order.build-castle")
@rule("cohorts.improvement.castle-requirements")
def tower_built(given: Given) -> Result:
    work = next(each for each in TYPES if each.replace("_", "-") in given.about)
    scene, city, ran = build(given, work)
    tower = next(scene.world.all(Tower), None)
    return {
        **outcome(scene, city, ran),
        "tower": BUILT_AS[tower.type] if tower else "none",
        "level": tower.level if tower else 0,
        "can_build": not ran.refused,
    }


@rule("cohorts.order.build-walls")
def walls(given: Given) -> Result:
    scene, city, ran = build(given, "walls", given["wall_level"])
    told = " ".join(failure.says.lower() for failure in ran.failures)
    return {
        **outcome(scene, city, ran),
        "wall_level": max(p.fortification for p in scene.world.all(Province)),
        "missing": [Name(r.key) for r in CONTENT.resources.values() if r.name.lower() in told],
    }


@rule("cohorts.improvement.fortification-requirements")
def fortification(given: Given) -> Result:
    assert given.get("action", "build") == "build"
    assert given.get("target_level", given["level"] + 1) == given["level"] + 1
    scene, _, ran = build(given, "fortification", given["level"])
    level = scene.at(*SITE).fortification
    return {"allowed": not ran.refused, "fails": ran.refused, "level": level}


@rule("cohorts.improvement.placement")
def placement(given: Given) -> Result:
    scene = Scene()
    city = city_of(given, scene, lumber_mill=lumber_mill(given))
    helpers(given, scene, city)
    kind = given.get("province", "land")
    spot = LAND[0] if kind == "capital" else SITE
    scene.province(*spot, terrain="sea" if kind == "sea" else "grassland")
    for work in given.get("province_has", []):
        stand(scene, spot, work)
    site = {"city": ref(city), "province": ref(scene.at(*spot))}
    side = {"side": "west" if spot == SITE else "east"} if given["build"] == "road" else {}
    ran = scene.run(ORDERS[given["build"]].model_validate({**site, **side}))
    return {"allowed": not ran.refused}


def stand(scene: Scene, spot: tuple[int, int], work: str, level: int = 1) -> None:
    """Let a work stand in a province."""
    match work:
        case "village":
            scene.village(*spot, level=level)
        case "fortification":
            scene.province(*spot, fortification=level)
        case "road":
            scene.link(spot, (spot[0] - 1, spot[1]), road=level)
        case _:
            scene.tower(*spot, TYPES[work], level)


@rule("cohorts.improvement.tower-levels")
def tower_levels(given: Given) -> Result:
    scene = Scene()
    city = city_of(given, scene, lumber_mill=lumber_mill(given))
    helpers(given, scene, city)
    for work, level in given["province_has"].items():
        stand(scene, SITE, work, level)
    site = scene.at(*SITE)
    for tower in scene.world.all(Tower):
        scene.change(tower, changed=raised(given))
    fails = False
    if "build" in given:
        ran = scene.give(ORDERS[given["build"]], city=ref(city), province=ref(site))
        fails = ran.refused
    for tower in list(scene.world.by(Tower, "province", site.id)):
        if "loses_levels" in given:
            lower_tower(scene.world, tower, given["loses_levels"])
    levels: dict[str, int | None] = dict.fromkeys(TYPES)
    levels |= {BUILT_AS[t.type]: t.level for t in scene.world.by(Tower, "province", site.id)}
    return {**levels, "fails": fails}


# ---------------------------------------------------------------- towers that sight


@rule("cohorts.improvement.watch-tower")
@rule("cohorts.improvement.wizard-tower")
def sighting_tower(given: Given) -> Result:
    if "tower_level" in given:
        return {"sight_chance_percent": sight_chance(given, given.about.removesuffix("-tower"))}
    return tower_built(given)


def sight_chance(given: Given, type_: str) -> object:
    """The chance of a foreign tower as a stack of mine comes in that far away."""
    scene = Scene(20, 14)
    others = scene.someone("neutral")
    tower = Hex(8, 6)
    scene.province(*tower.spot, barony=scene.city(18, 1, others).barony)
    scene.tower(*tower.spot, type_, given["tower_level"])
    spot = next(h for h in scene.grid if scene.grid.distance(h, tower) == given["distance"])
    stack = scene.stack(*spot.spot)
    for stealth in given.get("stealth_levels", [] if given.get("has_military_unit") else [0]):
        scene.character(stack, skills={"stealth": stealth})
    if given.get("has_military_unit"):
        scene.unit(stack)
    if given.get("invisible"):
        hide(scene, stack)
    dice = Unsighted()
    state = State(scene.rules, scene.world, dice)
    sight_entry(state, stack, stack.province, -1)
    if any(isinstance(entry.event, StackSighted) for entry in state.log.entries):
        return 100
    return next(iter(dice.of(others.faction)), 0)


def hide(scene: Scene, stack: Stack) -> None:
    """Lay an invisibility spell on a stack."""
    spell = next(s for s in scene.content.spells.values() if isinstance(s.effect, Hide))
    values = {"on": stack.place, "spell": spell.key, "strength": 1, "level": 1}
    scene.world.add(ActiveSpell, **{**blank(ActiveSpell), **values})


# ---------------------------------------------------------------- roads


@rule("cohorts.order.build-road")
def road(given: Given) -> Result:
    scene, city, ran, level = road_built(given)
    return {**outcome(scene, city, ran), "road_level": level}


@rule("cohorts.improvement.road-building")
def road_building(given: Given) -> Result:
    _, _, ran, level = road_built(given)
    return {"road_level": level, "fails": ran.refused}


def road_built(given: Given) -> tuple[Scene, City, Ran, int]:
    """A road from a province of my barony on the coast of another's, to the neighbour named."""
    scene = Scene()
    city = city_of(given, scene)
    relation = given.get("neighbor_relation", "same_barony")
    if given.get("neighbor", "same_barony") == "other_barony":
        relation = given.get("neighbor_relation", "neutral")
    side = given.get("side", 1 if relation == "same_barony" else 2)
    start = LAND[7]
    to = scene.grid.neighbour(Hex(*start), side)
    if to and relation != "same_barony":
        scene.province(*to.spot, barony=scene.city(9, 9, neighbour_of(scene, relation)).barony)
    if to and given.get("neighbor") == "sea_province":
        scene.province(*to.spot, terrain="sea")
    if to:
        kind = 1 if given.get("barrier") in (True, "natural") else 0
        level, paved = given.get("road_level", 0), raised(given)
        scene.link(start, to.spot, road=level, paved=paved, barrier=kind)
    place = {"city": ref(city), "province": ref(scene.at(*start))}
    ran = scene.give(BuildRoad, **place, side=DIRECTION_NAMES[side])
    return scene, city, ran, scene.link(start, to.spot).road if to else 0


def neighbour_of(scene: Scene, relation: str) -> Player | None:
    """Who rules next door; nobody in a wild barony."""
    return None if relation in ("wild", "none") else scene.someone(relation)
