"""Fleets: who fights from which ship, how ships move, and what goes down or overboard."""

import re
from typing import Any

from engine.dice import Real100
from engine.packs.cohorts.battle import morale, turns
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.muster import muster
from engine.packs.cohorts.battle.record import Fell, Fled, UnitMoved
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, name_of
from engine.packs.cohorts.content.peoples import Travel
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.transfers import TransferItems
from engine.world import Place
from tests.rules.adapters.battle_field import (
    AT_SEA,
    CONTENT,
    STEADFAST,
    Battle,
    Unlucky,
    hero,
    key,
    unit,
)
from tests.rules.adapters.battle_world import Field
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene, ref


@rule("cohorts.naval.fleet")
@rule("cohorts.naval.own-movement-exception")
def fleet(given: Given) -> Result:
    modes = given.get("unit_moves_on", ["land"])
    rates = {
        mode: Travel(rate=20 if mode in modes else 0, capacity=100)
        for mode in ("land", "air", "water")
    }
    terrain = "sea" if given["province"] == "water" else "grassland"
    scene = Scene(20, 20, terrain=terrain, content={"races": {"human": rates}})
    field = Field(scene)
    ship = scene.unit(field.mine, arm="ship", type="barge", slot=given.get("ship_slot", 1))
    assigned = ship.id if given["assigned_to_ship"] else 0
    one = scene.unit(field.mine, slot=given["unit_slot"], ship=assigned)
    _, attackers, _ = muster(scene.world, scene.content, field.clash)
    found = [each for each in attackers.units if each.place == one.place]
    return {
        "takes_part": bool(found),
        "slot": found[0].slot if found else None,
        "cargo": not found,
    }


@rule("cohorts.naval.when")
def when(given: Given) -> Result:
    field = Field()
    field.scene.province(*field.at, terrain=key(given["terrain"]))
    if given.get("fleet"):
        field.scene.unit(field.mine, arm="ship", type="barge")
    return {"naval_rules": muster(field.scene.world, field.scene.content, field.clash)[0].naval}


class Fleet:
    """A ship with people aboard in a slot of the attackers, and an enemy ship."""

    def __init__(self, ship: int = 5, aboard: tuple[tuple[str, int], ...] = (), slot: int = 3):
        self.ship = unit(ship, ATTACKER, arm="ship", slot=slot)
        self.aboard = [
            (hero if kind == "character" else unit)(id_, ATTACKER, ship=self.ship.place, slot=slot)
            for kind, id_ in aboard
        ]
        self.foe = unit(90, DEFENDER, arm="ship")

    @property
    def units(self) -> list[Combatant]:
        return [self.ship, *self.aboard, self.foe]


@rule("cohorts.naval.ship-movement")
def ship_movement(given: Given) -> Result:
    found = re.search(r"(mu|character) aboard ship (\d+) in A(\d+)", given["mover"])
    assert found
    people = given.get(f"aboard_ship_{found[2]}", given.get("aboard", []))
    aboard = tuple((each.split()[0], int(each.split()[1])) for each in people)
    fleet = Fleet(int(found[2]), aboard, int(found[3]))
    battle = Battle(fleet.units, field=AT_SEA)
    battle.put(fleet.foe, given["target_hex"])
    mover = next(one for one in fleet.aboard if one.character == (found[1] == "character"))
    turns.take_turn(battle.fight, battle[mover])
    (move,) = [each for each in battle.log if isinstance(each, UnitMoved)]
    names = {fleet.ship.place: f"ship {fleet.ship.place.id}"}
    for one in fleet.aboard:
        names[one.place] = f"{'character' if one.character else 'mu'} {one.place.id}"
    moved = {battle.fight.roster[number].unit.place for number in move.units}
    to = name_of(move.to)
    return {f"moved_to_{to}": [name for place, name in names.items() if place in moved]}


@rule("cohorts.naval.no-missiles")
def no_missiles(given: Given) -> Result:
    text = given["unit"]
    fleet = Fleet()
    maker = hero if "character" in text else unit
    aboard = "aboard" in text and "not aboard" not in text
    shooter = maker(7, ATTACKER, missile=Attack(), ship=fleet.ship.place if aboard else None)
    battle = Battle([*fleet.units, shooter], field=AT_SEA)
    return {"missile": turns.shoots(battle.fight, battle[shooter])}


@rule("cohorts.naval.flight")
def flight(given: Given) -> Result:
    kinds = tuple((kind, 10 + n) for n, kind in enumerate(given.get("aboard", ["mu"])))
    fleet = Fleet(aboard=kinds)
    failing = fleet.ship
    if not given.get("ship_fails_check"):
        assert given["mu_aboard_fails_check"]
        failing = next(one for one in fleet.aboard if not one.character)
    battle = Battle([*fleet.units, unit(80, slot=9)], field=AT_SEA, draws=[Real100(0)])
    battle[failing].points = -60  # below steady, and only this unit
    morale.check_units(battle.fight, ATTACKER)
    words = {fleet.ship.place: "ship"} | {
        one.place: kind for one, (kind, _) in zip(fleet.aboard, kinds, strict=True)
    }
    fled = [
        words[battle.fight.roster[number].unit.place]
        for event in battle.log
        if isinstance(event, Fled)
        for number in event.units
    ]
    found: dict[str, object] = {"fled": fled}
    if "later" in given:
        assert given["later"] == "ship sinks"
        battle.fight.kill(battle[fleet.ship])
        found["mu"] = battle[fleet.aboard[0]].state
    return found


# ---------------------------------------------------------------- in the world


def at_sea(given: Given, **ship: Any) -> tuple[Field, Unit, dict[str, Character | Unit]]:
    """My victorious army, and a fleet of theirs with a ship and people aboard, and some cargo."""
    terrain = "sea" if given.get("province", "water") == "water" else "grassland"
    field = Field(Scene(20, 20, terrain=terrain))
    scene = field.scene
    scene.unit(field.mine, arm="ship", type="barge")
    vessel = scene.unit(field.theirs, field.foe, arm="ship", type="barge", **ship)
    people: dict[str, Character | Unit] = {}
    for kind in given.get("aboard", []):
        maker = scene.character if kind == "character" else scene.unit
        name = kind if isinstance(kind, str) else "mu"
        wounds = 0 if isinstance(kind, str) else kind["wounds"]
        people[name] = maker(field.theirs, field.foe, ship=vessel.id, wounds=wounds)
    return field, vessel, people


@rule("cohorts.battle.artillery-hit")
@rule("cohorts.naval.ship-sunk")
def ship_lost(given: Given) -> Result:
    """A shot or a blow at a ship of theirs, of which they have another that nothing can hurt."""
    if "ships_cargo_capacity" in given:
        return {"to_cache": shares(given)}
    field, vessel, people = at_sea(given)
    scene = field.scene
    gun = next(each for each in scene.world.all(Unit) if each.holder == field.mine.place)
    spare = scene.unit(field.theirs, field.foe, arm="ship", type="barge", slot=10)
    scene.items(field.theirs, iron=10)
    harmless = {"melee": Attack(0), "morale": STEADFAST}
    safe = {**harmless, "df": 1e15}
    shot = given.get("ship_hit", False)
    struck = given.get("ship_wounds", 0)
    sunk = struck >= 100
    record = field.finish(
        {
            # Of this level it cannot miss.
            gun.place: {**safe, "artillery": 1, "encounter_level": 99 if shot else 0},
            vessel.place: {**harmless, "wounds": 99.0 if sunk else float(struck)},
            spare.place: {**safe, "arm": ""},
            **{piece.place: safe for piece in people.values()},
        }
        | ({gun.place: {**safe, "melee": Attack(1e9)}} if sunk else {}),
        Unlucky(),
    )
    events = record.engagements[0].events
    assert any(isinstance(each, Fell) for each in events) == (shot or sunk)
    cache = scene.held(scene.at(*field.at))
    mu, character = people.get("mu"), people.get("character")
    drowned = mu is not None and scene.gone(mu)
    found: dict[str, object] = {
        "ship": "destroyed" if scene.gone(vessel) else "afloat",
        "cargo": "province cache" if cache.get("iron") else "kept",
        "mu": "removed" if drowned else "there",
    }
    flotsam = False
    if character:
        body = scene.now(character)
        assert isinstance(body, Character)
        flotsam = body.dead and body.holder.kind == "province"
        found["character"] = "dead flotsam" if flotsam else "there"
    whole = all(scene.now(piece).wounds == 0 for piece in people.values() if not scene.gone(piece))
    killed = (mu is None or drowned) and (character is None or flotsam)
    found["aboard"] = "killed" if killed else "unharmed" if whole else "hurt"
    return found


def shares(given: Given) -> dict[Name, int]:
    """What goes overboard with one of two ships."""
    own = {"capacity_" + str(n): c for n, c in enumerate(given["ships_cargo_capacity"])}
    base = CONTENT.ships["barge"]
    made = {
        name: base.model_copy(update={"cargo_capacity": capacity}) for name, capacity in own.items()
    }
    field = Field(Scene(20, 20, terrain="sea", content={"ships": made}))
    scene = field.scene
    scene.unit(field.mine, arm="ship", type="barge")
    ships = [scene.unit(field.theirs, field.foe, arm="ship", type=name) for name in own]
    scene.items(field.theirs, **given["possessions"])
    lost = ships[("first", "second", "third").index(given["lost"])]
    field.end(DEFENDER, {lost.place: ("dead", 100.0)})
    return {Name(item): n for item, n in scene.held(scene.at(*field.at)).items()}


@rule("cohorts.naval.capture")
def capture(given: Given) -> Result:
    field, vessel, people = at_sea(given)
    scene = field.scene
    scene.unit(field.theirs, field.foe, arm="ship", type="barge")
    field.end(ATTACKER, {vessel.place: ("fighting", float(given["ship_wounds"]))})
    words: dict[Place, str] = {vessel.place: "ship"}
    words |= {one.place: "unit aboard" for one in people.values()}
    held = {each.place for cls in (Character, Unit) for each in scene.world.all(cls) if each.captor}
    return {"captured": [word for place, word in words.items() if place in held]}


@rule("cohorts.ship.sinking")
def sinking(given: Given) -> Result:
    """A status brings a ship to these wounds in a weekly production; a worn dagger shows the gear.

    `possessions` are the stack's, `ships_left` how many ships of the same type stay afloat.
    """
    terrain = "sea" if given["terrain"] in ("sea", "water") else "grassland"
    scene = Scene(
        terrain=terrain, content={"statuses": {"frozen": {"weekly": given["ship_wounds"]}}}
    )
    fleet = scene.stack(2, 2)
    ship = scene.unit(fleet, arm="ship", type="barge", statuses={"frozen": 1})
    for _ in range(given.get("ships_left", 0)):
        scene.unit(fleet, arm="ship", type="barge")
    aboard: dict[str, Any] = {
        each: (scene.character if each == "character" else scene.unit)(
            fleet, ship=ship.id, equipment={"main_hand": "dagger"}
        )
        for each in given.get("assigned", [])
    }
    scene.items(fleet, **given.get("possessions", {}))
    scene.produce()
    adrift = scene.held(scene.at(2, 2))
    sunk = 0 if "soldiers" not in aboard else aboard["soldiers"].soldiers
    gear = sunk + ("character" in aboard)
    found: dict[str, object] = {
        "sunk": scene.gone(ship),
        "gear": "province cache" if gear and adrift.pop("dagger", 0) == gear else "kept",
        "to_cache": adrift,
        "flotsam": adrift,
    }
    for each, piece in aboard.items():
        if scene.gone(piece):
            found[each] = "buried"
        else:
            now = scene.now(piece)
            lost = getattr(now, "dead", False) and now.holder == scene.at(2, 2).place
            found[each] = "dead in province" if lost else "unharmed"
    return found


@rule("cohorts.ship.jettison")
def jettison(given: Given) -> Result:
    content = {
        "ships": {"barge": {"cargo_capacity": given["cargo_capacity"]}},
        "weapons": {"spear": {"weight": 1}},
    }
    scene = Scene(terrain="sea", content=content)
    fleet = scene.stack(2, 2)
    scene.unit(fleet, arm="ship", type="barge")
    scene.items(fleet, spear=given["cargo_load"])
    sea = scene.at(2, 2)
    overboard = TransferItems(
        sponsor=ref(fleet), target=ref(sea), item="spear", count=given["thrown_overboard"]
    )
    scene.run(overboard, MoveAlong(stack=ref(fleet), steps=("e",)))
    return {
        "can_move": scene.now(fleet).province == scene.at(3, 2).id,
        "province_cache_gains": scene.held(sea).get("spear", 0),
    }
