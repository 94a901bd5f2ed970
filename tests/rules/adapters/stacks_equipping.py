"""Equipment and talents, on the orders that change them; who leaves a player, and who inherits."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.module import key_of
from engine.packs.cohorts.battle.muster import muster
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.guilds.talents import SetUnitTalents, TalentsSet
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.banners import SetBanner
from engine.packs.cohorts.stacks.equipping import EquipCharacter, EquipMilitaryUnit, StripUnit
from engine.packs.cohorts.stacks.leaving import BuryUnit, DropUnit, GiftUnit, PieceBuried
from engine.packs.cohorts.stacks.ships import AssignShip
from engine.packs.cohorts.stacks.wounded import AbandonWounded
from engine.packs.cohorts.things.equipment import PLACES, by_place, fits
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.talents import price
from engine.world import Record
from tests.rules.adapters.movement_burden import LOAD, pace_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, clash_at, ref

# What the cases call by a plain word, and what it is like in the module.
_LIKE = {
    "sword": CONTENT.weapons["broadsword"],
    "axe": CONTENT.weapons["hand_axe"],
    "bow": CONTENT.weapons["short_bow"],
    "two-handed sword": CONTENT.weapons["greatsword"],
    "helm": CONTENT.gear["iron_helm"],
    "crown": CONTENT.gear["great_helm"],
    "ring": CONTENT.gear["silver_ring"],
}
STUFF: dict[str, Any] = {
    table: {
        word: kind.model_copy(update={"key": word, "name": word})
        for word, kind in _LIKE.items()
        if kind.key in getattr(CONTENT, table)
    }
    for table in ("weapons", "gear")
}
# The ledger's names of places, where they are not the order's.
SPELT = {"hand": "hands", "foot": "feet"}
_PLACES = {key_of(spelt): place for place, spelt in [*SPELT.items(), *((p, p) for p in PLACES)]}


def item(name: str) -> str:
    """The key of an item that a case names; what is none stays as it is."""
    if name in _LIKE:
        return name
    tables = (CONTENT.weapons, CONTENT.armors, CONTENT.gear, CONTENT.mounts)
    found = kind_called((each for table in tables for each in table.values()), name)
    return found.key if found else name


def place(name: str) -> str:
    """A place as orders call it."""
    return _PLACES[key_of(name)]


def listed(piece: Character | Unit) -> list[Name]:
    """What a piece wears, by place; a thing in both hands once."""
    return [Name(each) for _, each in by_place(piece.equipment)]


def worn(piece: Character | Unit) -> dict[Name, Name]:
    """What a piece wears, with the places as the ledger calls them."""
    return {Name(SPELT.get(p, p)): Name(each) for p, each in by_place(piece.equipment)}


def arranged(scene: Scene, piece: Character | Unit, names: Iterable[str]) -> dict[str, str]:
    """Items as a piece that wears nothing yet would wear them."""
    found: dict[str, str] = {}
    for name in map(item, names):
        free = (p for p in PLACES if p not in found and fits(scene.content, piece, p, name))
        found[next(free)] = name
    return found


def stored(things: Any) -> dict[str, int]:
    """Items that a case lists, one each, or counts."""
    if isinstance(things, Mapping):
        return {item(name): number for name, number in things.items()}
    names = [item(name) for name in things]
    return {name: names.count(name) for name in names}


def set_to(given: Mapping[str, str]) -> dict[str, Any]:
    """What an Equip order is told, by place."""
    return {place(spelt): item(name) for spelt, name in given.items()}


# ---------------------------------------------------------------- equipping


@rule("cohorts.item.weapon-hands")
def hands(given: Given) -> Result:
    given.takes("main_hand", "off_hand", "ranged", "equipped")
    scene = Scene(content=STUFF)
    wanted = set_to({key: given[key] for key in given if key != "equipped"})
    before = set_to(given.get("equipped", {}))
    piece = scene.character(scene.at(1, 1), equipment=before)
    scene.items(piece, **dict.fromkeys(wanted.values(), 2))
    scene.give(EquipCharacter, character=ref(piece), **wanted)
    return {"equipped": listed(scene.now(piece))}


@rule("cohorts.order.equip-character")
def equip_character(given: Given) -> Result:
    scene = Scene(content=STUFF)
    held = given.get("possessions", [])
    piece = scene.character(
        scene.at(1, 1),
        scene.someone(given.get("owner", "self")),
        race=key_of(given.get("race", "human")),
        equipment=set_to(given.get("equipped", {})),
        dead=given.get("dead", False),
    )
    scene.items(piece, **stored(held))
    ran = scene.give(EquipCharacter, character=ref(piece), **set_to(given["set"]))
    left = scene.held(piece)
    in_all = [Name(name) for name, number in left.items() for _ in range(number)]
    counts = {Name(name): left.get(name, 0) for name in {**stored(held), **left}}
    return {
        **outcome(ran),
        "equipped": worn(scene.now(piece)),
        "possessions": counts if isinstance(held, Mapping) else in_all,
    }


@rule("cohorts.order.equip-military-unit")
def equip_unit(given: Given) -> Result:
    scene = Scene(content=STUFF)
    owner = scene.someone(given.get("owner", "self"))
    stack = scene.stack(1, 1, owner)
    unit = scene.unit(
        stack,
        owner,
        soldiers=given.get("soldiers", 25),
        arm=given.get("class", "soldier"),
        type=key_of(given.get("type", "soldiers")),
        race=key_of(given.get("race", "human")),
        equipment=set_to(given.get("equipped", {})),
    )
    before = stored(given.get("container", {}))
    scene.items(stack, **{name: number for name, number in before.items() if number})
    ran = scene.give(EquipMilitaryUnit, unit=ref(unit), **set_to(given["set"]))
    held = scene.held(stack)
    return {
        **outcome(ran),
        "equipped": worn(scene.now(unit)),
        "container": {Name(name): held.get(name, 0) for name in {**before, **held}},
    }


@rule("cohorts.order.strip-unit")
def strip(given: Given) -> Result:
    scene = Scene(content=STUFF)
    who, where = given["unit"], given.get("container", "stack")
    whose = "self"
    captor = 0
    if "teammate" in who:
        whose = "teammate"
    elif "prisoner" in who:
        whose, captor = "enemy", scene.me.id
    owner = scene.someone(whose)
    keeper = scene.me if captor else owner
    place_of = {"stack": scene.stack, "city": scene.city}
    holder = place_of[where](1, 1, keeper) if where in place_of else scene.at(1, 1)
    fields: dict[str, Any] = {"soldiers": given.get("soldiers", 25)}
    if "character" in who or captor:
        piece = scene.character(holder, owner, dead=given.get("dead", "dead" in who), captor=captor)
        scene.items(piece, **stored(given.get("possessions", [])))
    else:
        piece = scene.unit(holder, owner, **fields)
    scene.change(piece, equipment=arranged(scene, piece, given.get("equipment", [])))
    ran = scene.give(StripUnit, piece=ref(piece))
    gains = {Name(name): number for name, number in scene.held(holder).items()}
    return {
        **outcome(ran),
        f"{where}_gains": gains,
        "container_gains": gains,
        "equipped": worn(scene.now(piece)),
    }


def outcome(ran: Ran, done: str = "done") -> dict[str, object]:
    """What became of an order, and why it was refused."""
    return {"result": ran.result(done), **({"reason": ran.code} if ran.refused else {})}


# ---------------------------------------------------------------- mounts


@rule("cohorts.city.war-mount-use")
def mounts(given: Given) -> Result:
    mode: Mode = given.get("mode", "land")
    scene = Scene(content={"gear": {LOAD: {"weight": given.get("goods_weight", 0)}}})
    stack = scene.stack(1, 1)
    if "soldiers" in given:
        unit = scene.unit(stack, soldiers=given["soldiers"])
        scene.items(stack, palfrey=given["mounts_available"])
        scene.give(EquipMilitaryUnit, unit=ref(unit), mount="palfrey")
        return {"can_equip": "mount" in scene.now(unit).equipment}
    scene.items(stack, **stored(given["possessions"]), **{LOAD: 1})
    found = pace_of(scene, stack, mode).pool
    assert found
    return {f"{mode}_capacity": found.capacity, "overburdened": found.overburden != 0}


# ---------------------------------------------------------------- talents

_GUILDS = {
    "warriors_guild": "warrior",
    "knaves_guild": "knave",
    "mages_guild": "mage",
    "merchants_guild": "merchant",
    "college": "college",
    "church": "church",
}


def school(scene: Scene, guilds: Mapping[str, int], owner: str = "own") -> City:
    """A city with guilds, at 1,1."""
    city = scene.city(1, 1, None if owner == "wild" else scene.someone(owner), actions=1)
    for type, level in guilds.items():
        scene.guild(city, type, level)
    return city


def some(number: int, but: Iterable[str] = (), first: Iterable[str] = ()) -> tuple[str, ...]:
    """Number of talents: these first, and none of those."""
    taken = {key_of(each) for each in (*but, *first)}
    others = [key for key in CONTENT.talents if key_of(key) not in taken]
    return (*map(talent, first), *others)[:number]


def talent(name: str) -> str:
    """The key of a talent."""
    found = kind_called(CONTENT.talents.values(), name)
    assert found, f"the module knows no talent {name!r}"
    return found.key


def learn(scene: Scene, piece: Record, *changes: str) -> tuple[Ran, list[TalentsSet]]:
    ran = scene.give(SetUnitTalents, piece=ref(piece), changes=changes)
    return ran, ran.events(TalentsSet)


@rule("cohorts.talent.adding")
def adding(given: Given) -> Result:
    scene = Scene()
    guilds = {type: given[key] for key, type in _GUILDS.items() if key in given}
    city = school(scene, guilds, given.get("city", "own"))
    level = given.get("level", 8)
    new = given["talent"]
    number = CONTENT.training.talents_at(level) - given.get("free_slots", 1)
    held = some(number, [new], [new] if given.get("already_has") else [])
    make = scene.character if given.get("unit") == "character" else scene.unit
    piece = make(city, level=level, talents=held)
    ran, _ = learn(scene, piece, f"add {new}")
    return {**outcome(ran, "added"), "talents_held": len(scene.now(piece).talents)}


@rule("cohorts.talent.changing")
def changing(given: Given) -> Result:
    scene = Scene()
    level = CONTENT.experience.level_of(given["xp"])
    city = school(scene, {"warrior": 35})
    held = some(given["talents_held"], ["armored"])
    unit = scene.unit(city, level=level, xp=given["xp"], talents=held)
    ran, told = learn(scene, unit, f"replace {held[0]} by armored")
    now = scene.now(unit)
    return {
        **outcome(ran),
        "cost": told[0].paid if told else price(CONTENT.experience, level),
        "xp": now.xp,
        "level": now.level,
        "talents_held": len(now.talents),
        "replacement_added": "armored" in now.talents,
    }


@rule("cohorts.order.set-unit-talents")
def set_talents(given: Given) -> Result:
    scene = Scene()
    where = given.get("city", "own")
    city = None if where == "none" else school(scene, given.get("guilds", {}), where)
    old, new = next(iter(given.get("replace", {}).items()), ("", given.get("add", "")))
    held = some(given.get("talents_held", 0), [new], [old] if old else [])
    figures = CONTENT.experience
    level = given["level"] if "level" in given else figures.level_of(given.get("xp", 15))
    xp = given.get("xp", figures.needed_for(level))
    fields: dict[str, Any] = {"level": level, "xp": xp, "talents": held}
    stack = scene.stack(1, 1)
    if given.get("unit", "military unit") == "character":
        piece: Character | Unit = scene.character(stack, **fields, dead=given.get("dead", False))
    else:
        piece = scene.unit(stack, **fields)
    ran, _ = learn(scene, piece, f"replace {old} by {new}" if old else f"add {new}")
    now = scene.now(piece)
    return {
        **outcome(ran),
        "talents_held": len(now.talents),
        "xp": now.xp,
        "level": now.level,
        "replacement_added": talent(new) in now.talents,
        "action_used": city is not None and scene.now(city).actions < city.actions,
    }


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
