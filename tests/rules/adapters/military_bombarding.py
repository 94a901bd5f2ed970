"""Bombardment: batteries in range of a province, what they hit there and what is left of it."""

from typing import Any

from engine.dice import ScriptedDice
from engine.packs.cohorts.military.bombarding import Bombard, BombardmentBegun
from engine.packs.cohorts.military.bombardment import WALLS, ProvinceBombarded
from engine.world import Record
from tests.rules.adapters.battle_field import CONTENT, script
from tests.rules.adapters.military import HOME, LAND, Barony
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import Ran, ref
from tests.rules.words import key


def battery(barony: Barony, *types: str) -> None:
    """Engines of these types in my stack."""
    for type in types:
        barony.unit(barony.party, arm="artillery", type=type)


def fire(barony: Barony, at: tuple[int, int] = HOME, dice: Any = None) -> Ran:
    target = barony.at(*at)
    return barony.run(Bombard(stack=ref(barony.party), province=ref(target)), dice=dice)


@rule("cohorts.bombard.basics")
@rule("cohorts.order.bombard")
def bombard(given: Given) -> Result:
    found = given.get("pieces", [{"range": given.get("piece_range", 0)}])
    types = dict(zip(dict.fromkeys(p["range"] for p in found), CONTENT.artillery, strict=False))
    barony = Barony(artillery={type: {"range": far} for far, type in types.items()})
    battery(barony, *(types[piece["range"]] for piece in found))
    barony.change(barony.party, province=barony.at(HOME[0] - given["distance"], HOME[1]).id)
    if "relation" in given:
        barony.relation("ours", "at_war", given["relation"])
    if given.get("owner") == "none":
        barony.change(barony.town, baron=0)
    ran = fire(barony)
    firing = [event.pieces for event in ran.events(BombardmentBegun)]
    return {"refused": ran.refused, "firing": sum(firing), "fires": bool(firing)}


@rule("cohorts.bombard.walls-first")
def walls_first(given: Given) -> Result:
    barony = Barony(artillery={"catapult": one_piece(given, given["hits"])})
    barony.province(*HOME, fortification=given["walls"])
    barony.guild(barony.town, "warrior", 30)
    battery(barony, "catapult")
    hits = [hit for event in fire(barony).events(ProvinceBombarded) for hit in event.hits]
    others = [hit for hit in hits if hit.target != WALLS]
    return {"walls": barony.at(*HOME).fortification, "other_hits": len(others)}


def one_piece(given: Given, count: int) -> dict[str, int]:
    return {"damage_count": count, "damage_amount": given.get("damage_amount", 1)}


@rule("cohorts.bombard.random-targets")
def random_targets(given: Given) -> Result:
    type = key(given.get("piece", "catapult"))
    count = given.get("hits", len(given.get("stream", [])) or 1)
    barony = Barony(artillery={type: one_piece(given, count)})
    barony.province(*HOME, fortification=given.get("walls", 0))
    for what in given["present"]:
        build(barony, what)
    battery(barony, type)
    dice = ScriptedDice(script(given))
    hits = [
        hit for event in fire(barony, dice=dice).events(ProvinceBombarded) for hit in event.hits
    ]
    names = [hit.name or hit.target.replace("_", " ") for hit in hits]
    return {"hit": names[0] if names else None, "hits": len(hits), "draws_used": dice.used}


def build(barony: Barony, what: str) -> Record | None:
    """What a case says there is, such as `village 2`, `warrior guild 9` or `castle`."""
    city = barony.town
    name, _, last = what.rpartition(" ")
    name, level = (name, int(last)) if last.isdigit() else (what, 1)
    foe = barony.foe
    match name.split(" "):
        case ["village"]:
            return barony.village(*HOME, level, name=name)
        case ["road"]:
            return barony.link(LAND, HOME, road=level)
        case ["castle"]:
            return barony.tower(*HOME, "castle")
        case [type, "tower"]:
            return barony.tower(*HOME, type, level)
        case [type, "guild"]:
            return barony.guild(city, type, level, name=name)
        case ["artillery"]:
            return barony.unit(city, foe, arm="artillery", type="catapult", name=name)
        case ["ship"]:
            return barony.unit(city, foe, arm="ship", type="runner", name=name)
        case _:
            now = barony.now(city)
            barony.change(city, improvements={**now.improvements, key(name): level})
            return None


LEVELS = {
    "guild_level": "warrior guild",
    "village_level": "village",
    "road_level": "road",
    "tower_level": "watch tower",
    "improvement_level": "barracks",
    "castle": "castle",
    "artillery": "artillery",
    "ship": "ship",
}


@rule("cohorts.bombard.effects")
def effects(given: Given) -> Result:
    barony = Barony(artillery={"catapult": one_piece(given, 1)})
    ((given_as, what),) = [(name, text) for name, text in LEVELS.items() if name in given]
    said = given[given_as]
    match said:
        case int() if given_as.endswith("_level") and not isinstance(said, bool):
            thing = build(barony, f"{what} {said}")
        case True if not given_as.endswith("_level"):
            thing = build(barony, what)
        case str() if what in ("artillery", "ship"):  # which it is
            thing = barony.unit(barony.town, barony.foe, arm=what, type=key(said))
        case _:
            raise UnknownKeyError(f"{given.where}: {given_as} is not {said!r}")
    battery(barony, "catapult")
    fire(barony)
    if thing is None:
        level = barony.now(barony.town).improvements.get(what, 0)
    else:
        now = barony.world.at(thing.place)
        level = getattr(now, "road", getattr(now, "level", 1)) if now else 0
    word = given_as.removesuffix("_level")
    return {given_as: level, word: "there" if level else "destroyed"}
