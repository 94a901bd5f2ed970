"""Who and what leaves a player: the wounded, the dropped, the buried, gifts, cities; banners."""

import re
from typing import Any

from engine.packs.cohorts.battle.muster import muster
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.banners import SetBanner
from engine.packs.cohorts.stacks.leaving import BuryUnit, DropUnit, GiftUnit, PieceBuried
from engine.packs.cohorts.stacks.ships import AssignShip
from engine.packs.cohorts.stacks.wounded import AbandonWounded
from engine.world import Record
from tests.rules.adapters.stacks_equipping import STUFF, arranged, outcome
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene, clash_at, ref

# ---------------------------------------------------------------- the wounded


@rule("cohorts.order.abandon-wounded")
def abandon(given: Given) -> Result:
    scene = Scene(content=STUFF)
    stack = scene.stack(1, 1)
    arm = given.get("class", "soldier")
    unit = scene.unit(
        stack, soldiers=given.get("soldiers", 100), wounds=given.get("wounds_percent", 50), arm=arm
    )
    scene.change(unit, equipment=arranged(scene, unit, given.get("equipment", [])))
    ran = scene.give(AbandonWounded, unit=ref(unit), strip=given.get("strip", False))
    now = scene.now(unit)
    return {
        **outcome(ran),
        "soldiers": now.soldiers,
        "wounds_percent": now.wounds,
        "container_gains": {Name(name): number for name, number in scene.held(stack).items()},
    }


# ---------------------------------------------------------------- dropped and buried


def someone(scene: Scene, what: str, **values: Any) -> Character | Unit:
    """A piece that a case describes, in a stack of mine or of its holder."""
    teammates = "teammate" in what
    if "prisoner" in what:
        captor = scene.someone("teammate") if teammates else scene.me
        holder, owner = scene.stack(1, 1, captor), scene.someone("enemy")
        return scene.character(holder, owner, captor=captor.id, **values)
    owner = scene.someone("teammate") if teammates else scene.me
    holder = scene.stack(1, 1, owner)
    if "character" in what:
        return scene.character(holder, owner, starting="starting" in what, **values)
    arm = next((arm for arm in ("artillery", "ship") if arm in what), "soldier")
    return scene.unit(holder, owner, arm=arm, type="barge" if arm == "ship" else "catapult")


def cities(scene: Scene, piece: Record, number: int) -> list[City]:
    """The number of a character's cities."""
    return [scene.city(3 + n, 3, scene.me, baron=piece.id) for n in range(number)]


@rule("cohorts.order.drop-unit")
def drop(given: Given) -> Result:
    scene = Scene()
    what = given.get("unit", "character")
    if what == "agent":
        ran = scene.give(DropUnit, piece=ref(agent := scene.agent(scene.stack(1, 1))))
        return {**outcome(ran, "dropped"), "in_game": not scene.gone(agent)}
    piece = someone(scene, f"starting {what}" if given.get("starting") else what)
    cities(scene, piece, int(given.get("owns_city", False)))
    ran = scene.give(DropUnit, piece=ref(piece))
    now = scene.now(piece)
    return {
        **outcome(ran, "dropped"),
        "faction": "own" if faction_of(scene.world, now) else "Unaligned",
        "placed": "province" if now.holder == scene.at(1, 1).place else now.holder.kind,
    }


@rule("cohorts.order.bury-unit")
def bury(given: Given) -> Result:
    scene = Scene()
    what = given.get("unit", "own character")
    piece = someone(scene, what, dead=given.get("dead", True)) if "unit" not in what else None
    piece = piece or someone(scene, what)
    owned = cities(scene, piece, int(given.get("owns_city", False)))
    heirs = {
        scene.character(scene.at(8, 8), level=level).id: level for level in given.get("heirs", [])
    }
    ran = scene.give(BuryUnit, piece=ref(piece), sure=True)
    killed = any(told.killed for told in ran.events(PieceBuried))
    return {
        **outcome(ran, "killed and buried" if killed else "buried"),
        "in_game": not scene.gone(piece),
        "baron_level": [heirs.get(scene.now(city).baron, 0) for city in owned],
        "city": ["own" if scene.now(city).baron else "wild" for city in owned],
    }


# ---------------------------------------------------------------- gifts


@rule("cohorts.order.gift-unit")
def gift(given: Given) -> Result:
    scene = Scene()
    what = given.get("unit", "military unit")
    owned = re.search(r"owning (\d+)", what)
    dead = {"dead": True} if given.get("dead") else {}
    piece = someone(scene, f"starting {what}" if given.get("starting") else what, **dead)
    held = cities(scene, piece, int(owned[1]) if owned else 0)
    target = scene.someone(given.get("target", "teammate"))
    theirs = scene.stack(*((1, 1) if given.get("target_stack_in_province") else (6, 6)), target)
    scene.agent(scene.stack(6, 6))  # so that a stack elsewhere may be known as well
    named: dict[str, Any] = {"stack": ref(theirs)} if given.get("names_stack") else {}
    ran = scene.give(GiftUnit, piece=ref(piece), target=ref(target), **named)
    now = scene.now(piece)
    words = {theirs.place: "in that stack", scene.at(1, 1).place: "loose in province"}
    gone = [city for city in held if scene.now(city).baron == piece.id and now.player == target.id]
    return {
        **outcome(ran, words.get(now.holder, "where it was")),
        "cities_transferred": len(gone),
    }


# ---------------------------------------------------------------- banners and cities


@rule("cohorts.order.set-banner")
def banner(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1, scene.someone(given.get("stack_owner", "self")))
    scene.agent(scene.at(1, 1))
    territory = scene.territory()
    whose = given.get("territory_owner", "self")
    capital = scene.city(4, 4, None if whose == "wild" else scene.someone(whose))
    scene.change(territory, capital=capital.id)
    scene.change(scene.world.get(Barony, capital.barony), territory=territory.id)
    ran = scene.give(SetBanner, stack=ref(stack), territory=ref(territory))
    assert scene.now(stack).banner == (0 if ran.refused else territory.id)
    return outcome(ran, "set")


@rule("cohorts.order.transfer-city")
def transfer_city(given: Given) -> Result:
    scene = Scene()
    city = scene.city(2, 2, scene.someone(given.get("city_owner", "self")))
    owner = scene.someone(given.get("target_character_owner", "self"))
    state = given.get("target_character", "")
    captor = scene.someone("enemy").id if state == "prisoner" else 0
    target = scene.character(scene.at(9, 9), owner, dead=state == "dead", captor=captor)
    scene.agent(scene.at(9, 9))  # so that anyone's character is known there
    ran = scene.give(TransferCity, city=ref(city), character=ref(target))
    assert (scene.now(city).baron == target.id) is not ran.refused
    return outcome(ran)


# ---------------------------------------------------------------- ships


@rule("cohorts.order.assign-ship")
def assign(given: Given) -> Result:
    """An order for a place on a ship, then the muster for a battle there, on water if it says so.

    `swims` is a people that moves by water itself; `unit` may be a ship, which takes no ship.
    """
    water = {"rate": 20 if given.get("swims", False) else 0, "capacity": 10**6}
    naval = given.get("naval_combat", True)
    scene = Scene(
        terrain="sea" if naval else "grassland", content={"races": {"human": {"water": water}}}
    )
    owner = scene.someone(given.get("ship_owner", "self"))
    fleet, elsewhere = scene.stack(5, 5), scene.stack(5, 5, owner)
    # The fleet is one with or without the ship that the order names.
    scene.unit(fleet, arm="ship", type="runner", soldiers=5, slot=1)
    there = fleet if given.get("same_stack", True) else elsewhere
    ship = scene.unit(there, owner, arm="ship", type="barge", soldiers=5, slot=7)
    piece = someone(scene, given.get("unit", "military unit"))
    piece = scene.change(piece, holder=fleet.place, slot=given.get("slot", 3))
    found: dict[str, object] = {}
    if given.get("assigned", True):
        found = outcome(scene.give(AssignShip, piece=ref(piece), ship=ref(ship)), "assigned")
    foe = scene.someone("enemy")
    host = scene.stack(5, 5, foe)
    clash = clash_at(scene.at(5, 5), [fleet], [host])
    _, mine, _ = muster(scene.world, scene.content, clash)
    slots = {each.place: each.slot for each in mine.units}
    return {
        **found,
        "reports_for_battle": piece.place in slots,
        "slot": slots.get(piece.place),
    }
