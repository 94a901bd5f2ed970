"""Random small worlds of several factions, and random turns in them, for properties of knowledge.

Every draw is Hypothesis's, so that a world that fails shrinks. No rule is applied here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from hypothesis import strategies as st

from engine.campaign import Now, Player
from engine.dice import Seed, SeededDice
from engine.events import Entry
from engine.hexes import Hex
from engine.orders import Order, Ref
from engine.packs.cohorts.cities.villages import ConstructVillage, RelocateVillage
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit, Village
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import TransferMilitaryUnit
from engine.packs.cohorts.things.uniques import Unique
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import Record, World
from tests.rules.scene import Scene, module, queued, ref

WIDTH, HEIGHT = 8, 7
REALMS = dict.fromkeys(
    ("ours", "allied", "neutral", "at_war"), module().content(Content).realms["ashmark"]
)
"""For factions that may conquer a city."""
STEPS = ("ne", "e", "se", "sw", "w", "nw")

Draw = st.DrawFn
spots = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))


@dataclass(frozen=True)
class Tick:
    """What one tick did to the world."""

    due: Due
    before: World
    after: World
    entries: tuple[Entry, ...]


@st.composite
def frontiers(draw: Draw) -> Scene:
    """Four factions with cities, towers, stacks and loose pieces anywhere on a small map."""
    scene = Scene(WIDTH, HEIGHT, content={"realms": REALMS})
    players = [scene.me, *(scene.someone(who) for who in ("allied", "neutral", "at_war"))]
    for hex_ in draw(st.lists(spots, max_size=4, unique=True)):
        scene.province(
            *hex_,
            deposits=("iron",),
            fortification=draw(st.integers(0, 4)),
            level_limit=draw(st.sampled_from([0, 9])),
        )
    for hex_ in draw(st.lists(spots, min_size=2, max_size=5, unique=True)):
        _realm(draw, scene, hex_, draw(st.sampled_from([*players, None])))
    _trade(draw, scene)
    for player in (*players, *draw(st.lists(st.sampled_from(players), max_size=4))):
        stack = scene.stack(*draw(spots), player, message=draw(st.sampled_from(["", "hail"])))
        scene.fill(stack, draw(st.lists(st.sampled_from(PIECES), max_size=2)), player)
        scene.fill(stack, draw(st.sampled_from([["character"], ["soldiers"], []])), player)
    for hex_ in draw(st.lists(spots, max_size=3)):
        loose = draw(st.lists(st.sampled_from(PIECES), max_size=2))
        scene.fill(scene.at(*hex_), loose, draw(st.sampled_from(players)))
    for hex_ in draw(st.lists(spots, max_size=6)):
        other = scene.grid.neighbour(Hex(*hex_), draw(st.integers(0, 5)))
        if other:
            scene.link(
                hex_, other.spot, river=draw(st.integers(0, 2)), road=draw(st.integers(0, 2))
            )
    holders = [*scene.world.all(Stack), *scene.world.all(City), *scene.world.all(Character)]
    for holder in draw(st.lists(st.sampled_from([*holders, scene.at(2, 2)]), max_size=3)):
        _treasure(scene, holder)
    for hex_ in draw(st.lists(spots, max_size=3)):
        told = {"type": "", "name": "Well", "icon": "moon", "text": "", "quests": ("drink",)}
        place = {"province": scene.at(*hex_).id, "hidden": draw(st.booleans()), "uses": 1}
        scene.world.add(HotSpot, **told, **place)
    captor = draw(st.sampled_from(list(scene.world.all(Stack))))
    foes = [player for player in players if player.id != captor.player]
    for foe in draw(st.lists(st.sampled_from(foes), max_size=1)):
        scene.character(captor, foe, captor=captor.player)
    return scene


PIECES = ("character", "soldiers", "agent", "item")


def _realm(draw: Draw, scene: Scene, hex_: tuple[int, int], player: Player | None) -> None:
    """A city with a barony around it, maybe a village, a tower and soldiers in it."""
    if scene.at(*hex_).barony:
        return
    around = scene.grid.within(Hex(*hex_), draw(st.integers(1, 2)))
    land = [(each.x, each.y) for each in around if not scene.at(each.x, each.y).barony]
    scene.barony(*land)
    city = scene.city(
        *hex_, player, population={"human": 6000}, actions=2, improvements={"barracks": 1}
    )
    if draw(st.booleans()):
        scene.village(*draw(st.sampled_from(land)), draw(st.integers(1, 3)))
    if draw(st.booleans()):
        kind = draw(st.sampled_from(["watch", "guard", "wizard", "castle"]))
        scene.tower(*draw(st.sampled_from(land)), kind, draw(st.integers(1, 2)))
    if draw(st.booleans()):
        scene.guild(city, draw(st.sampled_from(["mage", "knave", "merchant"])), 3)
    scene.fill(city, draw(st.lists(st.sampled_from(PIECES), max_size=2)), player)


def _trade(draw: Draw, scene: Scene) -> None:
    """Some cities with a market, and offers and agreements between them."""
    cities = st.sampled_from(list(scene.world.all(City)))
    towns = draw(st.lists(cities, max_size=3, unique_by=lambda city: city.id))
    for city in towns:
        scene.change(scene.world.get(Province, city.province), deposits=("gold", "iron"))
        scene.guild(city, "merchant", 3)
        scene.market(city, {"iron": 1})
    for one, other in combinations(towns, 2):
        match draw(st.sampled_from(["offer", "agreement", "nothing"])):
            case "offer":
                scene.offer(one, other, {"iron": 1}, {"iron": 1})
            case "agreement":
                scene.agreement(one, other, {"gold": 1}, {"gold": 1})


def _treasure(scene: Scene, holder: Record) -> None:
    """A unique item that somebody has, or that lies in a cache."""
    name = f"Treasure {scene.world.count(Unique)}"
    made = scene.world.add(Unique, name=name, item="dagger", plus=2, bestowed=(), spell="")
    scene.items(holder, **{f"dagger+2#{made.id}": 1})


@st.composite
def turns(draw: Draw, world: World, player: int) -> list[Order]:
    """Some orders of a player that mostly can be carried out."""
    found: list[Order] = []
    for stack in world.by(Stack, "player", player):
        match draw(st.sampled_from(["move", "move", "move", "message", "empty", "wait"])):
            case "move":
                steps = draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=4))
                move = {"stack": str(ref(stack)), "steps": steps}
                found.append(MoveAlong.model_validate(move))
            case "message":
                found.append(ChangeMessage(bearer=ref(stack), message="we come"))
            case "empty":
                found.append(DeactivateStack(stack=ref(stack), empty=True))
    for unit in world.by(Unit, "player", player):
        if unit.holder.kind == "city" and draw(st.booleans()):
            city = world.get(City, unit.holder.id)
            key = f"k{len(found) + 1}"
            found.append(
                ActivateStack(province=Ref("province", city.province), name=f"Sortie {unit.id}")
            )
            found.append(TransferMilitaryUnit(unit=ref(unit), target=Ref("stack", new=key)))
    for city in world.all(City):
        if player_of(world, city) == player and draw(st.booleans()):
            land = [p for p in world.by(Province, "barony", city.barony) if p.id != city.province]
            if land:
                site = draw(st.sampled_from(land))
                found.append(ConstructVillage(city=ref(city), province=ref(site)))
                for village in [v for p in land for v in world.by(Village, "province", p.id)]:
                    move = {"city": ref(city), "village": ref(village), "province": ref(site)}
                    found.append(RelocateVillage.model_validate(move))
    return found


@st.composite
def histories(draw: Draw, ticks: int = 3) -> tuple[Scene, list[Tick]]:
    """A world and some ticks that it went through; the scene is at their end."""
    scene = draw(frontiers())
    seed = Seed(draw(st.binary(min_size=32, max_size=32)))
    return scene, [play(draw, scene, seed) for _ in range(ticks - draw(st.integers(0, ticks - 1)))]


def play(draw: Draw, scene: Scene, seed: Seed) -> Tick:
    """One more tick: mostly a run of some of the players, else a production."""
    before = scene.world
    now = before.get(Now, 1)
    kind: DueKind = draw(st.sampled_from(["run", "run", "run", "weekly", "monthly"]))
    submissions: list[Submission] = []
    if kind == "run":
        for player in before.all(Player):
            orders = draw(turns(before, player.id))
            submissions.append(Submission(player.id, queued(tuple(orders))))
    due = Due(kind, now.tick + 1, now.date, tuple(submissions))
    outcome = resolve(scene.rules, before, due, SeededDice(seed, due.tick))
    assert not outcome.faults, outcome.faults[0].traceback
    scene.world = outcome.world
    return Tick(due, before, outcome.world, outcome.entries)
