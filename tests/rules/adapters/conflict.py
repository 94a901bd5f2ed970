"""Who may attack whom, what towers shoot at, where garrisons fight, what conquest brings."""

from collections.abc import Mapping
from typing import Any

from engine.battle import Clash
from engine.dice import Seed, SeededDice
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.cities.acting import actions_of
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.cities.people import everyone, head_count, recruits
from engine.packs.cohorts.conquest import conquer
from engine.packs.cohorts.diplomacy.decisions import change
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.hostility import no_attack
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.military.garrisons import garrison_may_attack
from engine.packs.cohorts.movement.encounters import fighting
from engine.packs.cohorts.movement.guard_towers import TowerFired, fire
from engine.packs.cohorts.movement.moving import Move
from engine.packs.cohorts.ownership import owner_of
from engine.packs.cohorts.records import City, Province, Stack, Unit
from engine.packs.cohorts.stacks.leaving import GiftUnit
from engine.packs.cohorts.stacks.transfers import TransferItems, TransferMilitaryUnit
from engine.packs.cohorts.trade.books import Agreement
from engine.state import State
from tests.rules.adapters.movement import Decided, state_of
from tests.rules.adapters.trade import town
from tests.rules.harness import Given, Name, rule
from tests.rules.scene import SEED, Scene, blank, ref


def see(scene: Scene, faction: int, stack: Stack) -> None:
    """Note that a faction has sighted a stack where it is in this tick."""
    known = scene.world.first(Sighting, "about", (faction, stack.place))
    here = {"tick": 0, "province": scene.now(stack).province}
    if known:
        scene.change(known, **here)
    else:
        values = {**blank(Sighting), "faction": faction, "subject": stack.place, **here}
        scene.world.add(Sighting, **values)


# ---------------------------------------------------------------- relations


@rule("cohorts.world.faction-relations", "relation", "action", "target_controller")
def relations(given: Given) -> Mapping[str, object]:
    scene = Scene()
    other = scene.someone(given["relation"])
    mine, theirs = scene.stack(2, 2), scene.stack(2, 2, other)
    match given["action"]:
        case "transfer_items":
            scene.items(mine, spear=1)
            order: Any = TransferItems(sponsor=ref(mine), target=ref(theirs), item="spear", count=1)
            return {"allowed": not scene.run(order).refused}
        case "transfer_military_unit":
            unit = scene.unit(mine)
            given_away = TransferMilitaryUnit(unit=ref(unit), target=ref(theirs))
            return {"allowed": not scene.run(given_away).refused}
        case "enter_border":
            city = scene.city(4, 4, other)
            scene.unit(mine)
            scene.change(mine, province=city.province)
            see(scene, other.faction, mine)
            return {
                "allowed": True,
                "counts_as_attack": garrison_may_attack(state_of(scene), city, scene.now(mine)),
            }
        case _:
            controller = other.id if given["target_controller"] == "player" else 0
            target = scene.change(theirs, player=controller)
            refused = next(no_attack(state_of(scene), mine, target), None)
            return {"allowed": refused is None}


@rule("cohorts.world.faction-membership", "relation", "asset", "action")
def membership(given: Given) -> Mapping[str, object]:
    scene = Scene()
    mate = scene.someone(given["relation"])
    heir = scene.character(scene.at(3, 3), mate)
    if given.get("action") == "attack":
        refused = next(no_attack(state_of(scene), scene.stack(2, 2), scene.stack(2, 2, mate)), None)
        return {"allowed": refused is None}
    match given["asset"]:
        case "city":
            city = scene.city(2, 2, scene.me)
            order: Any = TransferCity(city=ref(city), character=ref(heir))
        case "item":
            mine, theirs = scene.stack(2, 2), scene.stack(2, 2, mate)
            scene.items(mine, spear=1)
            order = TransferItems(sponsor=ref(mine), target=ref(theirs), item="spear", count=1)
        case "military_unit":
            order = GiftUnit(piece=ref(scene.unit(scene.stack(2, 2))), target=ref(mate))
        case asset:
            starting = asset == "starting_character"
            hero = scene.character(scene.stack(2, 2), starting=starting)
            order = GiftUnit(piece=ref(hero), target=ref(mate))
    return {"transfer_allowed": not scene.run(order).refused}


@rule(
    "cohorts.world.pvp-restriction",
    *("province_pvp_restricted", "actor_province_restricted", "target_province_restricted"),
    *("actor", "target", "relation", "action"),
)
def safe_zone(given: Given) -> Mapping[str, object]:
    everywhere = given.get("province_pvp_restricted", False)
    scene = Scene()
    scene.province(2, 2, pvp_free=given.get("actor_province_restricted", everywhere))
    scene.province(3, 2, pvp_free=given.get("target_province_restricted", everywhere))
    other = scene.someone(given.get("relation", "at_war"))
    mine = scene.stack(2, 2)
    target = scene.stack(3, 2, other)
    victim = scene.unit(target, other)
    if given["target"] == "npc":
        target, victim = scene.change(target, player=0), scene.change(victim, player=0)
    match given["action"]:
        case "area_spell":
            return _firestorm(scene, victim)
        case "sight":
            scene.unit(mine)
            scene.run(Move(stack=ref(mine), route=("e",)))
            known = scene.world.first(Sighting, "about", (scene.ours.id, target.place))
            return {"allowed": known is not None}
        case "hostile_spell":
            mage = scene.character(
                mine, job="mage", level=5, skills={"spell_craft": 5}, spells=("task_of_speed",)
            )
            order = CharacterCastSpell(
                character=ref(mage), spell="task_of_speed", target=ref(target)
            )
            see(scene, scene.ours.id, target)
            return {"allowed": not scene.run(order).refused}
        case _:
            refused = next(no_attack(state_of(scene), mine, target), None)
            return {"allowed": refused is None}


def _firestorm(scene: Scene, victim: Unit) -> Mapping[str, object]:
    """A spell on the whole province where the victim stands: whether it is cast, and hits it."""
    caster = scene.city(2, 3, scene.me)
    mages = scene.guild(caster, "mage", 20, mana=20, spells=("firestorm",))
    scene.change(caster, province=scene.at(2, 2).id)
    order = GuildCastSpell(guild=ref(mages), spell="firestorm", target=ref(scene.at(3, 2)), mana=0)
    ran = scene.run(order)
    return {"allowed": not ran.refused, "spared": scene.now(victim).wounds == 0}


# ---------------------------------------------------------------- guard towers and castles


@rule(
    "cohorts.improvement.guard-tower-attack",
    *("tower_level", "distance", "force", "sighted", "sighted_in_provinces_at_distance"),
)
def guard_tower(given: Given) -> Mapping[str, object]:
    scene = Scene()
    foe = scene.someone("at_war")
    scene.city(2, 2, foe)
    scene.tower(2, 2, "guard", given["tower_level"])
    force = given["force"]
    fleet, train = scene.stack(2, 2), scene.stack(2, 2)
    for number in range(force["ships"]):
        scene.unit(fleet, arm="ship", type="runner", name=f"Ship {number}")
    for number in range(force["artillery"]):
        scene.unit(train, arm="artillery", type="catapult", name=f"Engine {number}")
    mover = fleet if force["ships"] else train
    far = given.get("sighted_in_provinces_at_distance", [given.get("distance", 1)])
    fired: list[TowerFired] = []
    for distance in far:
        for stack in (fleet, train):
            scene.change(stack, province=scene.at(2 + distance, 2).id)
        if given.get("sighted", True):
            see(scene, foe.faction, mover)
        state = State(scene.rules, scene.world.fork(), SeededDice(SEED, 1))  # nothing is lost
        fire(state, scene.now(mover))
        fired += [entry.event for entry in state.log.entries if isinstance(entry.event, TowerFired)]
    shot = fired[0] if fired else None
    return {
        "attacks": len(fired),
        "ship_percent": shot.ship_percent if shot else 0,
        "artillery_percent": shot.artillery_percent if shot else 0,
    }


class Watched(Decided):
    """Battles that end as decided, and where they were fought."""

    def __init__(self, winner: str) -> None:
        super().__init__(winner)
        self.at: list[int] = []

    def muster(self, state: State, clash: Clash) -> tuple[None, None, None]:
        self.at.append(clash.province)
        return super().muster(state, clash)


@rule("cohorts.improvement.castle-battle", "castle_distances", "garrison_engages", "enemy_wins")
def castle(given: Given) -> Mapping[str, object]:
    fought: dict[str, None] = {}
    result: dict[str, object] = {}
    for seed in range(12):  # enough for both sides of an even draw to come up
        scene = Scene()
        foe = scene.someone("at_war")
        scene.barony(*((x, y) for x in range(1, 10) for y in range(1, 9)))
        city = scene.city(9, 8, foe)
        if given["garrison_engages"]:
            scene.unit(city, foe, level=9)
        entered = scene.at(4, 4)
        scene.tower(5, 4, "watch")  # it sights whoever comes
        names = {entered.id: "enemy_province"}
        for (name, distance), side in zip(
            given["castle_distances"].items(), (1, -1, 1, -1), strict=False
        ):
            spot = scene.at(4, 4 + side * distance)
            scene.tower(spot.x, spot.y, "castle")
            names[spot.id] = name
        stack = scene.stack(4, 4)
        scene.unit(stack)
        start = scene.grid.neighbour(scene.grid.at(entered.id - 1), 4)
        assert start is not None
        scene.change(stack, province=scene.at(start.x, start.y).id)
        system = scene.rules.battle = Watched("attacker" if given.get("enemy_wins") else "defender")
        dice = SeededDice(Seed(bytes([seed]) * 32), 1)
        scene.run(Move(stack=ref(stack), route=("e",)), dice=dice)
        fought.update(dict.fromkeys(names[id] for id in system.at))
        held = owner_of(scene.world, scene.at(9, 8)) == foe.faction
        stands = scene.now(stack).province == city.province
        result = {
            "city": "held" if held else "conquered",
            "enemy_stands_at": "capital_province" if stands else "where it was",
        }
    where = sorted(fought)
    return {
        **result,
        "battle_at": where if len(where) > 1 else next(iter(where), None),
        "random": len(where) > 1,
    }


@rule(
    "cohorts.world.faction-war-attack-on-sight",
    *("relation", "own_EL", "enemy_EL", "same_province", "sighted"),
    *("event", "active_trade_agreements_between_them"),
)
def on_sight(given: Given) -> Mapping[str, object]:
    if "event" in given:
        return war_begins(given)
    scene = Scene()
    other = scene.someone(given["relation"])
    mine = scene.stack(2, 2)
    theirs = scene.stack(2, 2 if given["same_province"] else 3, other)
    scene.character(mine, level=given["own_EL"])
    scene.character(theirs, other, level=given["enemy_EL"])
    if given["sighted"]:
        see(scene, scene.ours.id, theirs)
    attacked = [each.id for each in fighting(state_of(scene), scene.now(mine))]
    return {"attacks": theirs.id in attacked}


def war_begins(given: Given) -> Mapping[str, object]:
    """The agreements left between two factions that trade as war begins between them."""
    scene = Scene(24, 8)
    foe = scene.someone(given.get("relation", "neutral"))
    number = given["active_trade_agreements_between_them"]
    mine, theirs = town(scene, 0, {"iron": number}), town(scene, 2, {"oak": number}, foe)
    for _ in range(number):
        scene.agreement(mine, theirs, {"iron": 1}, {"oak": 1})
    change(state_of(scene), scene.ours.id, foe.faction, "at_war")
    return {"active_trade_agreements_between_them": scene.world.count(Agreement)}


# ---------------------------------------------------------------- conquest


def fallen(scene: Scene, city: City) -> City:
    """The city after a stack of mine has won it."""
    stack = scene.stack(0, 0, province=city.province)
    scene.character(stack)
    state = state_of(scene)
    conquer(state, scene.now(city), (scene.now(stack),))
    return scene.now(city)


@rule("cohorts.race.slaves", "population", "conqueror_peoples", "slaves_before", "slaves")
def slaves(given: Given) -> Mapping[str, object]:
    peoples = given.get("conqueror_peoples", ["human"])
    realm = Scene().content.realms["ashmark"].model_copy(update={"peoples": tuple(peoples)})
    scene = Scene(content={"realms": {"ours": realm}})
    bound = given.get("slaves_before", given.get("slaves", []))
    people = given["population"]
    city = scene.city(
        2,
        2,
        scene.someone("at_war"),
        population={race: n for race, n in people.items() if race not in bound},
        slaves={race: n for race, n in people.items() if race in bound},
    )
    if "conqueror_peoples" in given:
        city = fallen(scene, city)
    assert everyone(city) == dict(people)
    return {
        "slaves": [Name(race) for race in city.slaves],
        "free": [Name(race) for race in city.population],
        "city_actions": actions_of(scene.content.cities, head_count(city)),
        "recruits_possible_from": [Name(r) for r in recruits(scene.content, city.population)],
    }


@rule(
    "cohorts.city.conquest-of-capital",
    *("conquered_city", "barony_provinces", "own_barony_provinces", "kingdom_provinces"),
)
def capital(given: Given) -> Mapping[str, object]:
    realm = Scene().content.realms["ashmark"]
    scene = Scene(content={"realms": {"ours": realm}})
    land = [(x, y) for y in range(8) for x in range(12)]
    own = given.get("own_barony_provinces", given.get("barony_provinces"))
    foe = scene.someone("at_war")
    kingdom = scene.kingdom()
    territory = scene.territory(kingdom)
    mine = scene.change(scene.barony(*land[:own]), territory=territory.id)
    rest = land[own : given.get("kingdom_provinces", own)]
    if rest:
        other = scene.change(scene.barony(*rest), territory=territory.id)
        scene.city(*rest[0], foe, barony=other.id)
    city = scene.city(*land[0], foe, barony=mine.id)
    scene.change(territory, capital=city.id)
    scene.change(kingdom, capital=city.id)
    fallen(scene, city)
    gained = [p for p in scene.world.all(Province) if owner_of(scene.world, p) == scene.ours.id]
    return {"provinces_gained": len(gained)}


# ---------------------------------------------------------------- ships that sink


@rule("cohorts.ship.sinking", "terrain", "ship_wounds", "assigned", "possessions", "ships_left")
def sinking(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.ship.jettison", "cargo_capacity", "cargo_load", "thrown_overboard")
def jettison(given: Given) -> Mapping[str, object]:
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
    scene.run(overboard, Move(stack=ref(fleet), route=("e",)))
    return {
        "can_move": scene.now(fleet).province == scene.at(3, 2).id,
        "province_cache_gains": scene.held(sea).get("spear", 0),
    }
