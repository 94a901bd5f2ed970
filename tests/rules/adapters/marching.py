"""Who may attack whom, what towers shoot at, where garrisons fight, what conquest brings."""

from collections.abc import Mapping
from typing import Any

from engine.battle import BATTLE, Clash
from engine.campaign import Player
from engine.dice import Dice, ScriptedDice, Seed, SeededDice, Whole
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.diplomacy.orders import DeclareWar
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.guilds.offers import OfferTrade
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.guard_towers import TowerFired
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import owner_of, player_of, relation
from engine.packs.cohorts.pieces.people import everyone
from engine.packs.cohorts.pieces.records import Barony, City, Province, Stack, Unit
from engine.packs.cohorts.stacks.leaving import GiftUnit
from engine.packs.cohorts.stacks.transfers import TransferItems, TransferMilitaryUnit
from engine.packs.cohorts.trade.books import Agreement
from engine.state import State
from engine.world import Place
from tests.rules.adapters.movement import Decided
from tests.rules.adapters.trade import merchants, town
from tests.rules.harness import Given, Name, UnknownKeyError, rule
from tests.rules.scene import Ran, Scene, blank, ref
from tests.rules.words import NOBODY, key


def see(scene: Scene, faction: int, stack: Stack) -> None:
    """Note that a faction has sighted a stack where it is in this tick."""
    known = scene.world.first(Sighting, "about", (faction, stack.place))
    here = {"tick": 0, "province": scene.now(stack).province}
    if known:
        scene.change(known, **here)
    else:
        values = {**blank(Sighting), "faction": faction, "subject": stack.place, **here}
        scene.world.add(Sighting, **values)


REALM = Scene().content.realms["ashmark"]
REALMS = {"ours": REALM, "at_war": REALM}


class Eyes:
    """Dice by which one actor sights whatever it may, or nothing, and nobody else anything."""

    def __init__(self, actor: str, *, sees: bool) -> None:
        self.actor, self.sees = actor, sees

    def stream(self, actor: str, purpose: str) -> Dice:
        return ScriptedDice([Whole(1 if actor == self.actor and self.sees else 100)] * 99)


def assault(scene: Scene, stack: Stack, city: City) -> Ran:
    """An attack of a stack on a city beside it, of which nobody guards the walls."""
    return scene.run(ConquerCity(stack=ref(stack), city=ref(city)))


def meets(scene: Scene, stack: Stack, *, sees: bool = True) -> list[Place]:
    """Whom a stack of mine runs into as it goes a province east, where it sights them or not."""
    scene.rules.contests = {}  # who meets is asked, not who wins
    eyes = Eyes(f"stack:{stack.id}", sees=sees)
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e",)), dice=eyes)
    return [place for event in ran.events(StacksMet) for place in event.defenders]


# ---------------------------------------------------------------- relations

MEANT = {
    "transfer_characters_units_cities": "transfer_military_unit",
    **dict.fromkeys(("cross_border", "cross_borders"), "enter_border"),
    **dict.fromkeys(("may_attack", "conquer"), "attack"),
    **dict.fromkeys(("trade_agreements", "trade_agreement"), "trade"),
    "automatic_attack_on_sight": "automatic_attack",
}


@rule("cohorts.world.faction-relations", "relation", "action", "target_controller")
def relations(given: Given) -> Mapping[str, object]:
    scene = Scene(content={"realms": REALMS})
    relation, action = given["relation"], key(given["action"])
    other = scene.someone(relation)
    nobody = key(given.get("target_controller", "player")) in {"npc", *NOBODY}
    mine, theirs = scene.stack(3, 4), scene.stack(3, 4, other)
    match MEANT.get(action, action):
        case "transfer_items":
            scene.items(mine, spear=1)
            order: Any = TransferItems(sponsor=ref(mine), target=ref(theirs), item="spear", count=1)
        case "transfer_military_unit":
            order = TransferMilitaryUnit(unit=ref(scene.unit(mine)), target=ref(theirs))
        case "transfer_city":
            heir = scene.character(scene.at(3, 3), other)
            order = TransferCity(city=ref(scene.city(2, 2, scene.me)), character=ref(heir))
        case "transfer_character":
            order = GiftUnit(piece=ref(scene.character(mine)), target=ref(other))
        case "attack":
            scene.unit(mine)
            return {"allowed": not assault(scene, mine, city_of(scene, other, nobody)).refused}
        case "trade":
            return {"allowed": offers_trade(scene, other)}
        case "enter_border":
            return border(scene, mine, other)
        case "automatic_attack":
            scene.character(mine, level=5)
            target = scene.stack(4, 4, other)
            scene.character(target, other, level=5)
            if nobody:
                scene.change(target, player=0)
            return {"allowed": target.place in meets(scene, mine)}
        case _:
            raise UnknownKeyError(f"{given.where}: no action is called {given['action']!r}")
    return {"allowed": not scene.run(order).refused}


def city_of(scene: Scene, owner: Player, nobody: bool) -> City:
    """A city east of (3, 4), empty and with its baron far away, or a wild one."""
    baron = scene.character(scene.at(0, 0), owner)
    return scene.city(4, 4, None if nobody else owner, baron=0 if nobody else baron.id)


def border(scene: Scene, mine: Stack, other: Player) -> Mapping[str, object]:
    """My legion goes into another's barony, where the garrison would come out against a foe."""
    city = city_of(scene, other, nobody=False)
    scene.unit(city, other, level=9)
    scene.unit(mine)
    met = meets(scene, mine)
    entered = scene.now(mine).province == city.province
    return {"allowed": entered, "counts_as_attack": city.place in met}


def offers_trade(scene: Scene, other: Player) -> bool:
    """Whether an offer may be made to the city of another."""
    city, target = town(scene, 0, {"iron": 1}), town(scene, 6, {"oak": 1}, other)
    scene.market(city, {"iron": 1})
    market = scene.market(target, {"oak": 1})
    guild = merchants(scene, city)
    offer = OfferTrade(guild=ref(guild), target=ref(market), offered=("iron",), wanted=("oak",))
    return not scene.run(offer).refused


@rule("cohorts.world.faction-membership", "relation", "asset", "action")
def membership(given: Given) -> Mapping[str, object]:
    scene = Scene(content={"realms": REALMS})
    mate = scene.someone(given["relation"])
    heir = scene.character(scene.at(3, 3), mate)
    if "action" in given:
        assert given["action"] == "attack"
        stack = scene.stack(3, 4)
        scene.unit(stack)
        return {"allowed": not assault(scene, stack, city_of(scene, mate, nobody=False)).refused}
    match key(given["asset"]):
        case "city":
            city = scene.city(2, 2, scene.me)
            order: Any = TransferCity(city=ref(city), character=ref(heir))
        case "item" | "items":
            mine, theirs = scene.stack(2, 2), scene.stack(2, 2, mate)
            scene.items(mine, spear=1)
            order = TransferItems(sponsor=ref(mine), target=ref(theirs), item="spear", count=1)
        case "military_unit":
            order = GiftUnit(piece=ref(scene.unit(scene.stack(2, 2))), target=ref(mate))
        case "starting_character" | "gained_character" | "character" as asset:
            starting = asset == "starting_character"
            hero = scene.character(scene.stack(2, 2), starting=starting)
            order = GiftUnit(piece=ref(hero), target=ref(mate))
        case _:
            raise UnknownKeyError(f"{given.where}: no asset is called {given['asset']!r}")
    return {"transfer_allowed": not scene.run(order).refused}


@rule(
    "cohorts.world.pvp-restriction",
    *("province_pvp_restricted", "actor_province_restricted", "target_province_restricted"),
    *("actor", "target", "relation", "action"),
)
def safe_zone(given: Given) -> Mapping[str, object]:
    """My stack and, in the province east of it, a city and a stack of the other's or of nobody."""
    everywhere = given.get("province_pvp_restricted", False)
    assert given.get("actor", "player") == "player"
    nobody = given["target"] == "npc"
    scene = Scene(content={"realms": REALMS})
    scene.province(3, 4, pvp_free=given.get("actor_province_restricted", everywhere))
    scene.province(4, 4, pvp_free=given.get("target_province_restricted", everywhere))
    other = scene.someone(given.get("relation", "at_war"))
    mine = scene.stack(3, 4)
    city = city_of(scene, other, nobody)
    target = scene.stack(4, 4, other)
    victim = scene.unit(target, other)
    if nobody:
        target, victim = scene.change(target, player=0), scene.change(victim, player=0)
    action = key(given["action"])
    if action == "area_spell":
        return _firestorm(scene, victim)
    if action == "hostile_spell":
        skilled: dict[str, Any] = {"job": "mage", "level": 5, "skills": {"spell_craft": 5}}
        mage = scene.character(mine, spells=("task_of_speed",), **skilled)
        see(scene, scene.ours.id, target)
        order = CharacterCastSpell(character=ref(mage), spell="task_of_speed", target=ref(target))
        return {"allowed": not scene.run(order).refused}
    scene.unit(mine)
    match action:
        case "sight" | "sighting":
            meets(scene, mine)
            known = scene.world.first(Sighting, "about", (scene.ours.id, target.place))
            return {"allowed": known is not None}
        case "move" | "movement":
            meets(scene, mine)
            return {"allowed": scene.now(mine).province == target.province}
        case "automatic_attack":
            return {"allowed": target.place in meets(scene, mine)}
        case "attack" | "conquer" | "battle":
            scene.world.remove(target)
            return {"allowed": not assault(scene, mine, city).refused}
        case _:
            raise UnknownKeyError(f"{given.where}: no action is called {given['action']!r}")


def _firestorm(scene: Scene, victim: Unit) -> Mapping[str, object]:
    """A spell on the whole province where the victim stands: whether it is cast, and hits it."""
    caster = scene.city(2, 3, scene.me)
    mages = scene.guild(caster, "mage", 20, mana=20, spells=("firestorm",))
    scene.change(caster, province=scene.at(3, 4).id)
    order = GuildCastSpell(guild=ref(mages), spell="firestorm", target=ref(scene.at(4, 4)), mana=0)
    ran = scene.run(order)
    return {"allowed": not ran.refused, "spared": scene.now(victim).wounds == 0}


# ---------------------------------------------------------------- guard towers and castles


class Harmless:
    """Dice by which shots miss and only what is sure to be sighted is."""

    def stream(self, actor: str, purpose: str) -> Dice:
        return ScriptedDice([Whole(100)] * 99)


@rule(
    "cohorts.improvement.guard-tower-attack",
    *("tower_level", "distance", "force", "sighted", "sighted_in_provinces_at_distance"),
    "relation",
)
def guard_tower(given: Given) -> Mapping[str, object]:
    """The force goes into a province as far from the tower, where a watch tower sights it or not.

    What of it cannot move there is there already.
    """
    far = given.get("sighted_in_provinces_at_distance", [given.get("distance", 1)])
    fired = [shot for distance in far for shot in shots(given, distance)]
    return {
        "attacks": len(fired),
        "ship_percent": fired[0].ship_percent if fired else 0,
        "artillery_percent": fired[0].artillery_percent if fired else 0,
    }


def shots(given: Given, distance: int) -> list[TowerFired]:
    ships, engines = given["force"].get("ships", 0), given["force"].get("artillery", 0)
    scene = Scene(24, 14, terrain="sea" if ships else "grassland")
    foe = scene.someone(given.get("relation", "at_war"))
    home, tower, spot = (20, 12), (5, 5), (5 + distance, 5)
    scene.barony(home, tower, *([spot] if distance else []))
    scene.city(*home, foe)
    scene.tower(*tower, "guard", given["tower_level"])
    if given.get("sighted", True):
        scene.tower(*spot, "watch")
    fleet = scene.stack(spot[0] - 1, spot[1])
    train = scene.stack(*spot) if ships else fleet
    for number in range(ships):
        scene.unit(fleet, arm="ship", type="runner", name=f"Ship {number}")
    for number in range(engines):
        scene.unit(train, arm="artillery", type="catapult", name=f"Engine {number}")
    if not ships:
        scene.unit(fleet)
    ran = scene.run(MoveAlong(stack=ref(fleet), steps=("e",)), dice=Harmless())
    assert scene.now(fleet).province == scene.at(*spot).id
    return ran.events(TowerFired)


class Watched(Decided):
    """Battles that end as decided, and where they were fought."""

    def __init__(self, winner: str) -> None:
        super().__init__(winner)
        self.at: list[int] = []

    def muster(self, state: State, clash: Clash) -> tuple[None, tuple[None, ...]]:
        self.at.append(clash.ground)
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
        system = Watched("attacker" if given.get("enemy_wins") else "defender")
        scene.rules.contests = {BATTLE: system}
        dice = SeededDice(Seed(bytes([seed]) * 32), 1)
        scene.run(MoveAlong(stack=ref(stack), steps=("e",)), dice=dice)
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
    """My stack goes into the province of another, or into the one beside it."""
    if "event" in given:
        assert given["event"] == "war_begins"
        return war_begins(given)
    scene = Scene()
    other = scene.someone(given["relation"])
    mine = scene.stack(3, 4)
    theirs = scene.stack(4 if given.get("same_province", True) else 5, 4, other)
    scene.character(mine, level=given["own_EL"])
    scene.character(theirs, other, level=given["enemy_EL"])
    return {"attacks": theirs.place in meets(scene, mine, sees=given.get("sighted", True))}


def war_begins(given: Given) -> Mapping[str, object]:
    """The agreements left between two factions that trade as one has voted for war long enough."""
    scene = Scene(24, 8)
    foe = scene.someone(given.get("relation", "neutral"))
    number = given["active_trade_agreements_between_them"]
    mine, theirs = town(scene, 0, {"iron": number}), town(scene, 2, {"oak": number}, foe)
    for _ in range(number):
        scene.agreement(mine, theirs, {"iron": 1}, {"oak": 1})
    assert not scene.run(DeclareWar(faction=ref(scene.faction("neutral")))).refused
    for _ in range(9):
        scene.produce()
        if relation(scene.world, scene.ours.id, foe.faction) == "at_war":
            break
    else:
        raise AssertionError("no war begins")
    return {"active_trade_agreements_between_them": scene.world.count(Agreement)}


# ---------------------------------------------------------------- conquest


def fallen(scene: Scene, city: City) -> City:
    """The city after a stack of mine has won it; nobody guards it."""
    baron = scene.character(scene.at(11, 11), scene.world.get(Player, player_of(scene.world, city)))
    scene.change(city, baron=baron.id)
    stack = scene.stack(0, 0, province=city.province)
    scene.character(stack)
    assert not assault(scene, stack, scene.now(city)).refused
    return scene.now(city)


@rule("cohorts.race.slaves", "population", "conqueror_peoples", "slaves_before", "slaves")
def slaves(given: Given) -> Mapping[str, object]:
    """A city with slaves in it, maybe conquered, and what its next productions bring."""
    peoples = given.get("conqueror_peoples", ["human"])
    realm = REALM.model_copy(update={"peoples": tuple(peoples)})
    scene = Scene(content={"realms": {"ours": realm}})
    bound = given.get("slaves_before", given.get("slaves", []))
    people = dict(given["population"])
    city = scene.city(
        2,
        2,
        scene.someone("at_war"),
        population={race: n for race, n in people.items() if race not in bound},
        slaves={race: n for race, n in people.items() if race in bound},
    )
    if "conqueror_peoples" in given:
        city = fallen(scene, city)
    assert everyone(city) == people
    scene.produce()
    actions = scene.now(city).actions
    scene.produce(monthly=True)
    recruits = [each.removesuffix("_recruits") for each in scene.held(city)]
    return {
        "slaves": [Name(race) for race in city.slaves],
        "free": [Name(race) for race in city.population],
        "city_actions": actions,
        "recruits_possible_from": [Name(race) for race in recruits],
    }


@rule(
    "cohorts.city.conquest-of-capital",
    *("conquered_city", "barony_provinces", "own_barony_provinces", "territory_provinces"),
    "kingdom_provinces",
)
def capital(given: Given) -> Mapping[str, object]:
    """The rest of the territory or kingdom is a barony of the same loser's."""
    scene = Scene(content={"realms": REALMS})
    land = [(x, y) for y in range(10) for x in range(12)]
    own = given.get("own_barony_provinces", given.get("barony_provinces"))
    foe = scene.someone("at_war")
    city = scene.city(*land[0], foe, barony=scene.barony(*land[:own]).id)
    what = given["conquered_city"].removesuffix("_capital")
    if what != "barony":
        kingdom = scene.kingdom()
        territory = scene.territory(kingdom)
        rest = land[own : given[f"{what}_provinces"]]
        other = scene.barony(*rest)
        scene.city(*rest[0], foe, barony=other.id)
        for each in (scene.world.get(Barony, city.barony), other):
            scene.change(each, territory=territory.id)
        realm = {"territory": territory, "kingdom": kingdom}[what]
        scene.change(realm, capital=city.id)
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
    scene.run(overboard, MoveAlong(stack=ref(fleet), steps=("e",)))
    return {
        "can_move": scene.now(fleet).province == scene.at(3, 2).id,
        "province_cache_gains": scene.held(sea).get("spear", 0),
    }
