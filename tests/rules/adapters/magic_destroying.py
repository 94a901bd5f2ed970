"""Afflictions and destruction: what they wound, frighten, break and sink."""

from collections.abc import Sequence
from typing import Any

from engine.dice import Draw, Pick, ScriptedDice, Whole
from engine.packs.cohorts.cities.villages import lower_village
from engine.packs.cohorts.magic.effects.afflicting import blow
from engine.packs.cohorts.magic.effects.destroying import percent_of
from engine.packs.cohorts.pieces.records import City, Tower, Unit, Village
from engine.packs.cohorts.worth.chances import held
from tests.rules.adapters.magic import cast_of
from tests.rules.adapters.magic_scene import HOME, Magic, outcome, told
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran

ALL = 100
"""A roll that no chance below 100 meets."""


def rolls(*values: int, sides: int = 100) -> list[Draw]:
    return [Whole(value, sides=sides) for value in values]


def scripted(scene: Magic, draws: Sequence[Draw], spell: str, target: Any, mana: int = 0) -> Ran:
    """Cast with dice that fall so; draws that are not made do not matter."""
    return scene.cast(spell, target, mana, dice=ScriptedDice(draws))


# ---------------------------------------------------------------- afflictions


@rule("cohorts.magic.affliction-family")
def affliction(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    wounds, chance = blow(
        scene.content.spells["mind_flay"].effect,  # type: ignore[arg-type]
        cast_of(scene, "mind-flay", given["mana"]),
        given["target_level"],
        given["distance"],
    )
    foe = scene.foe(
        given["distance"], level=given["target_level"], wounds=given.get("old_wounds", 0)
    )
    ran = scripted(scene, rolls(ALL), "mind-flay", foe, given["mana"])
    assert told(ran).effects["wounds"] == wounds
    return {"wounds_percent": wounds, "status_chance": chance, "dead": scene.now(foe).dead}


@rule("cohorts.spell.mind-flay")
@rule("cohorts.spell.petrify")
@rule("cohorts.spell.vorpal-attack")
@rule("cohorts.spell.soul-destruction")
def afflict(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    already = {given["already"].casefold(): 1} if "already" in given else {}
    foe = scene.foe(
        given.get("distance", 0),
        level=given.get("target_level", 1),
        wounds=given.get("old_wounds", 0),
        statuses=already,
    )
    scene.shells(given, shell=foe)
    draws = rolls(given.get("roll", ALL))
    ran = scripted(scene, draws, given.about, foe, given.get("mana", 0))
    if ran.refused:
        return outcome(ran)
    event, now = told(ran), scene.now(foe)
    name = event.what[0] if event.what else None
    return {
        **outcome(ran),
        "wounds_percent": event.effects.get("wounds", 0),
        "total_wounds": now.wounds,
        "status": name.capitalize() if name else None,
        "status_level": now.statuses.get(name or ""),
        "dead": now.dead,
    }


@rule("cohorts.spell.shadow-storm")
def shadow_storm(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    stack = scene.foes()
    fallen = given.get("rolls", [1])
    units = [scene.unit(stack, scene.owner(stack)) for _ in fallen]
    scene.shells(given, stack_shell=stack, province_shell=scene.away())
    ran = scripted(scene, rolls(*fallen), "shadow-storm", stack, given.get("mana", 0))
    now = [scene.now(unit).statuses for unit in units]
    effect: Any = scene.content.spells["shadow_storm"].effect
    return {
        **outcome(ran),
        "frightened": ["frightened" in statuses for statuses in now],
        "chance": held(effect.chance * cast_of(scene, "shadow-storm", 0).heroic),
        "status_level": now[0].get("frightened"),
    }


# ---------------------------------------------------------------- buildings


@rule("cohorts.magic.building-loss")
def building_loss(given: Given) -> Result:
    scene = Magic()
    x, y = HOME[0] + 1, HOME[1]
    scene.province(x, y, barony=scene.seat.barony)
    village = scene.village(x, y, given["level"])
    lower_village(scene.state(), village, given["reduction"])
    left = scene.world.find(Village, village.id)
    return {"level": left.level if left else 0, "destroyed": left is None}


@rule("cohorts.magic.destruction-family")
def destruction(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    city = wild_city(scene)
    scene.shells(given, province_shell=scene.away(1), city_shell=city)
    scene.tower(HOME[0] + 1, HOME[1])
    ran = scene.cast("fireball", scene.away(1), given["mana"])
    return {**outcome(ran), "range": cast_of(scene, "fireball", given["mana"]).range}


def wild_city(scene: Magic, **values: Any) -> City:
    return scene.city(HOME[0] + 1, HOME[1], None, **values)


def towers(scene: Magic, levels: Sequence[int]) -> list[Tower]:
    return [
        scene.tower(HOME[0] + 1, HOME[1], type, level)
        for type, level in zip(("watch", "guard", "wizard"), levels, strict=False)
    ]


def level_of(scene: Magic, tower: Tower) -> int:
    return 0 if scene.gone(tower) else scene.now(tower).level


@rule("cohorts.spell.fireball")
def fireball(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    built = towers(scene, given.get("towers", [given.get("tower_level", 1)]))
    scene.put("provincial-shell", scene.away(1), given.get("shell", 0))
    ran = scripted(scene, [Pick(0)], "fireball", scene.away(1), given.get("mana", 0))
    left = [level_of(scene, tower) for tower in built]
    return {
        **outcome(ran),
        "towers": left,
        "tower_level": left[0] if left else None,
        "destroyed": 0 in left,
    }


@rule("cohorts.spell.tremors")
def tremors(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    built = towers(scene, given["towers"])
    scene.put("provincial-shell", scene.away(1), given.get("shell", 0))
    heroic = cast_of(scene, "tremors", 0).heroic
    draws = rolls(*given.get("rolls", ()), sides=heroic)
    ran = scripted(scene, draws, "tremors", scene.away(1), given.get("mana", 0))
    left = [level_of(scene, tower) for tower in built]
    return {**outcome(ran), "towers": left, "destroyed": left.count(0)}


@rule("cohorts.spell.earthquake")
def earthquake(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    x, y = HOME[0] + 1, HOME[1]
    castle = scene.tower(x, y, "castle") if given.get("castle") else None
    built = towers(scene, given.get("towers", ()))
    village = scene.village(x, y, given["village"]) if given.get("village") else None
    walls = scene.province(x, y, fortification=given.get("fortifications", 0))
    scene.put("provincial-shell", walls, given.get("shell", 0))
    fallen = given.get("rolls", {})
    heroic = cast_of(scene, "earthquake", 0).heroic
    order = [fallen[key] for key in ("village", "fortifications") if key in fallen]
    draws = rolls(*order, sides=heroic)
    ran = scripted(scene, draws, "earthquake", walls, given.get("mana", 0))
    left = scene.world.find(Village, village.id) if village else None
    return {
        **outcome(ran),
        "castle": castle is not None and not scene.gone(castle),
        "village": left.level if left else 0,
        "fortifications": scene.now(walls).fortification,
        "towers": [level_of(scene, tower) for tower in built],
        "destroyed": village is not None and left is None,
    }


# ---------------------------------------------------------------- people and soldiers


@rule("cohorts.spell.firestorm")
def firestorm(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    people = {**given.get("races", {"human": given.get("population", 0)})}
    city = wild_city(scene, population={race: n for race, n in people.items() if n})
    unit = scene.unit(scene.foes(1), wounds=given.get("unit_wounds", 0))
    ran = scene.cast("firestorm", scene.away(1), given["mana"])
    left = scene.now(city).population
    killed = {race: number - left.get(race, 0) for race, number in people.items()}
    gone = scene.gone(unit)
    return {
        **outcome(ran),
        "killed": killed if "races" in given else killed["human"],
        "killed_percent": percent(scene, "firestorm", given["mana"]),
        "unit_wounds": 100 if gone else scene.now(unit).wounds,
        "destroyed": gone,
    }


def percent(scene: Magic, spell: str, mana: int, hits: str = "people") -> int:
    """The percent of a blow at people, soldiers or ships."""
    cast = cast_of(scene, spell, mana)
    (strike,) = (each for each in cast.effect.strikes if each.hits == hits)
    return percent_of(cast, strike)


@rule("cohorts.spell.tempest")
def tempest(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 21))
    coastal(scene, given.get("province", "coastal") == "coastal")
    fallen = given.get("rolls", ())
    ships = afloat(scene, given.get("ships", len(fallen)))
    draws = rolls(*fallen)
    ran = scripted(scene, draws, "tempest", scene.away(1), given.get("mana", 0))
    return {**outcome(ran), "sunk": [scene.gone(ship) for ship in ships]}


def coastal(scene: Magic, by_the_sea: bool) -> None:
    scene.province(HOME[0] + 2, HOME[1], terrain="sea" if by_the_sea else "grassland")


def afloat(scene: Magic, number: int) -> list[Unit]:
    fleet = scene.stack(HOME[0] + 1, HOME[1], scene.someone("at_war"))
    owner = scene.owner(fleet)
    kind = {"arm": "ship", "type": "runner", "soldiers": 5}
    return [scene.unit(fleet, owner, **kind) for _ in range(number)]


@rule("cohorts.spell.fury")
def fury(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    coastal(scene, given.get("coastal", False))
    built = towers(scene, given.get("towers", ()))
    people = given.get("population", 0)
    city = wild_city(scene, population={"human": people} if people else {})
    scene.put("provincial-shell", scene.away(1), given.get("shell", 0))
    ships = afloat(scene, 1)
    heroic = cast_of(scene, "fury", 0).heroic
    draws: list[Draw] = []
    hit = given.get("fireball_hits", 0)
    if len(built) > 1:
        draws.append(Pick(hit))
    if "tremors_roll" in given:
        draws += rolls(given["tremors_roll"], sides=heroic)
    draws += rolls(1) if given.get("coastal") else []
    ran = scripted(scene, draws, "fury", scene.away(1), given.get("mana", 0))
    mana = given.get("mana", 0)
    return {
        **outcome(ran),
        "towers": [level_of(scene, tower) for tower in built],
        "killed": people - scene.now(city).population.get("human", 0),
        "killed_percent": percent(scene, "fury", mana),
        "ships_rolled": scene.gone(ships[0]),
        "ship_chance": percent(scene, "fury", mana, "ships"),
    }
