"""What guard towers shoot at, where castles draw battles, and when war begins by it."""

from engine.battle import BATTLE, Clash
from engine.dice import Dice, ScriptedDice, Seed, SeededDice, Whole
from engine.packs.cohorts.diplomacy.orders import DeclareWar
from engine.packs.cohorts.marching.guard_towers import TowerFired
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.trade.books import Agreement
from engine.state import State
from tests.rules.adapters.marching import meets
from tests.rules.adapters.movement import Decided
from tests.rules.adapters.trade import town
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref


class Harmless:
    """Dice with which shots miss and only what is sure to be sighted is."""

    def stream(self, actor: str, purpose: str) -> Dice:
        return ScriptedDice([Whole(100)] * 99)


@rule("cohorts.improvement.guard-tower-attack")
def guard_tower(given: Given) -> Result:
    """The force goes into a province as far from the tower, where a watch tower sights it or not.

    The part that cannot move there is there already.
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


@rule("cohorts.improvement.castle-battle")
def castle(given: Given) -> Result:
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
        scene.tower(5, 4, "watch")  # it sights those who come
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


@rule("cohorts.world.faction-war-attack-on-sight")
def on_sight(given: Given) -> Result:
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


def war_begins(given: Given) -> Result:
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
