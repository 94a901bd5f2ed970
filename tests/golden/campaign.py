"""The golden campaigns: who plays, what they order, and the fingerprints of the results.

They are played from a stored copy of the module, so that only a change of the rules can change
them. The orders are picked from the world as it is, so that they still make sense after such a
change: in the first by who a person would be. In the second one of every kind is given; they are
stored (`tests.golden.queue`), so that a new kind changes no tick that was.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.campaign import Player
from engine.corrections import Amend, RecordChange
from engine.dice import Seed, SeededDice
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.ownership import Relation, city_of, player_of
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Unit, Village
from engine.packs.cohorts.production.idling import Excuse
from engine.packs.cohorts.setup.joining import Join, Leave
from engine.packs.cohorts.setup.renaming import Rename
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.transfers import (
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.rollback import Rollback, way_back
from engine.seat_transfer import Succession
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import Record, Row, World
from tests.golden.finding import found
from tests.golden.queue import Queue
from tests.golden.realm import Realm
from tests.rules.scene import queued

MODULE = Path(__file__).parent / "module.json"
SEED = Seed(bytes(range(32)))
SIZE = {"width": 16, "height": 12}
SEATS = (
    ("Ada", "ashmark", "harrow_banner"),
    ("Bo", "ashmark", "lantern_circle"),
    ("Cai", "elderwood", "green_wardens"),
    ("Dee", "elderwood", "quiet_company"),
)
DAYS: tuple[tuple[DueKind, dt.date], ...] = (
    ("setup", dt.date(2024, 5, 3)),
    ("run", dt.date(2024, 5, 6)),
    ("weekly", dt.date(2024, 5, 11)),
    ("run", dt.date(2024, 5, 14)),
    ("run", dt.date(2024, 5, 15)),
    ("monthly", dt.date(2024, 6, 1)),
    ("run", dt.date(2024, 6, 4)),
    ("setup", dt.date(2024, 6, 7)),
    ("setup", dt.date(2024, 6, 8)),
    ("edit", dt.date(2024, 6, 8)),
    ("rollback", dt.date(2024, 6, 8)),
)
BACK_TO = 9
"""The tick to whose state the last one goes back."""


REALM_DAYS: tuple[tuple[DueKind, dt.date], ...] = (
    ("run", dt.date(2024, 5, 6)),
    ("weekly", dt.date(2024, 5, 11)),
    ("run", dt.date(2024, 5, 14)),
    ("monthly", dt.date(2024, 6, 1)),
)


@dataclass(frozen=True, slots=True)
class Played:
    """A tick of the campaign."""

    due: Due
    outcome: TickOutcome

    @property
    def fingerprint(self) -> dict[str, str | int]:
        """The sha256 of all rows after the tick, and of its events with who learned what."""
        rows, events = hashlib.sha256(), hashlib.sha256()
        for kind, id, body in self.outcome.world.rows():
            rows.update(b"%s %d %b\n" % (kind.encode(), id, body or b""))
        for entry in self.outcome.entries:
            events.update(entry.dump() + b"\n")
            for faction in entry.audience:
                events.update(b"%d %b\n" % (faction, entry.dump_for(faction, ())))
        return {
            "tick": self.due.tick,
            "kind": self.due.kind,
            "rows": rows.hexdigest(),
            "events": events.hexdigest(),
        }


def rules() -> Rules:
    """The rules by the stored copy of the module."""
    return Rules.read(MODULE.read_text())


@functools.cache
def played() -> dict[str, tuple[Played, ...]]:
    """All ticks by the name of their campaign; nothing in them may be changed."""
    queue = Queue.read(rules())
    return {
        "campaign": tuple(play()),
        "realm": tuple(play_realm(queue.turns.__getitem__)),
        "added": tuple(play_added(queue.added)),
    }


def play() -> Iterator[Played]:
    """The whole campaign, tick by tick."""
    by = rules()
    assert by.found
    world = by.found(by, SeededDice(SEED, 1), SIZE)
    world.add(Relation, one=1, other=2, relation="at_war")
    states: list[list[Row]] = [world.rows()]
    for tick, (kind, date) in enumerate(DAYS, start=1):
        due = Due(kind, tick, date, tuple(_submissions(world, tick)))
        back = way_back(states[-1], states[BACK_TO]) if kind == "rollback" else ()
        outcome = resolve(by, world, due, SeededDice(SEED, tick), back)
        world = outcome.world
        states.append(world.rows())
        yield Played(due, outcome)


def play_realm(orders: Callable[[int], tuple[Queued, ...]]) -> Iterator[Played]:
    """Orders of every class, given in a realm that has all that they take, and two productions.

    `orders` says what is given in the run of a tick.
    """
    by = rules()
    world = Realm(by).world
    for tick, (kind, date) in enumerate(REALM_DAYS, start=1):
        turns = [Submission(1, orders(tick))] if kind == "run" else []
        due = Due(kind, tick, date, tuple(turns))
        outcome = resolve(by, world, due, SeededDice(SEED, tick))
        world = outcome.world
        yield Played(due, outcome)


def play_added(orders: Iterable[Queued]) -> Iterator[Played]:
    """Each order alone, in the first run of a separate realm."""
    by = rules()
    for order in orders:
        kind, date = REALM_DAYS[0]
        due = Due(kind, 1, date, (Submission(1, (order,)),))
        yield Played(due, resolve(by, Realm(by).world, due, SeededDice(SEED, 1)))


def find_queue() -> Queue:
    """Orders for the golden realm, found anew: one of each class for each run."""
    by = rules()
    turns: dict[int, tuple[Queued, ...]] = {}
    world = Realm(by).world

    def find(tick: int) -> tuple[Queued, ...]:
        turns[tick] = tuple(found(by, world, 1, SeededDice(SEED, tick)))
        return turns[tick]

    for each in play_realm(find):
        world = each.outcome.world
    return Queue(turns)


def with_added(queue: Queue) -> Queue:
    """The queue with an order of each class that it lacks and that can be given in the realm."""
    by = rules()
    lacking = found(by, Realm(by).world, 1, SeededDice(SEED, 1), without=queue.paths)
    return replace(queue, added=(*queue.added, *lacking))


def _submissions(world: World, tick: int) -> Iterator[Submission]:
    """Who orders what on the day."""
    match tick:
        case 1:
            joins = [Join(name=name, faction=side, party=party) for name, side, party in SEATS]
            yield Submission(0, queued(tuple(joins)))
        case 2:
            for player in world.all(Player):
                yield _turn(player, *_gather(world, player), sequence=(2, 1))
        case 3:
            yield Submission(0, queued((Excuse(player=4),)))
        case 4:
            ada, bo, *_ = world.all(Player)
            yield _turn(ada, *_towards(world, ada), *_build(world, ada))
            yield _turn(bo, *_rest(world, bo), *_improve(world, bo))
        case 5:
            *_, cai, dee = world.all(Player)
            yield _turn(cai, *_towards(world, cai))
            yield _turn(dee, *_scatter(world, dee))
        case 7:
            for player in world.all(Player):
                yield _turn(player, *_towards(world, player))
        case 8:
            called = next(stack.name for stack in world.all(Stack) if stack.player)
            rename = Rename(kind="stack", called=called, name="Gilded Host")
            yield Submission(0, queued((rename, Leave(player=4))))
        case 9:
            yield Submission(0, queued((Succession(player=4, name="Eve"),)))
        case 10:
            city = _city(world, world.get(Player, 4))
            text = city.replace(message="Mended by hand.").dump().decode()
            change = RecordChange(kind="city", id=city.id, before=city.dump().decode(), after=text)
            yield Submission(0, queued((Amend(why="A test", changes=(change,)),)))
        case 11:
            yield Submission(0, queued((Rollback(to=BACK_TO, why="A test"),)))


def _turn(player: Player, *orders: Order, sequence: tuple[int, ...] = ()) -> Submission:
    return Submission(player.id, queued(orders), sequence)


def _gather(world: World, player: Player) -> Iterator[Order]:
    """Raise a host from the party and the city's first soldiers."""
    city = _city(world, player)
    host = Ref("stack", new="k1")
    yield ActivateStack(province=Ref("province", city.province), name=f"{player.name}'s Host")
    yield TrainMilitaryUnits(city=_ref(city), race=_people(city), quantity=25, name="First Foot")
    yield TransferMilitaryUnit(unit=Ref("unit", new="k2"), target=host)  # trained after it runs
    for character in world.by(Character, "player", player.id):
        yield TransferCharacter(character=_ref(character), target=host, slot=character.id % 11)
    first = next(world.by(Character, "player", player.id))
    yield TransferItems(sponsor=_ref(city), target=_ref(first), item="spear", count=1)
    yield AssignBattleSlot(piece=_ref(first), slot=2)
    yield ChangeMessage(bearer=_ref(city), message=f"{player.name} was here.")
    yield ConscriptRecruits(city=_ref(city))


def _build(world: World, player: Player) -> Iterator[Order]:
    """People and a village for the barony, and one too many for the city's actions."""
    city = _city(world, player)
    yield AttractPopulation(city=_ref(city))
    for province in list(world.by(Province, "barony", city.barony))[1:4]:
        yield ConstructVillage(city=_ref(city), province=_ref(province))


def _improve(world: World, player: Player) -> Iterator[Order]:
    """Better villages, and the soldiers of the garrison into the host."""
    city = _city(world, player)
    for unit in world.by(Unit, "holder", city.place):
        if unit.player == player.id:
            host = next(world.by(Stack, "player", player.id))
            yield TransferMilitaryUnit(unit=_ref(unit), target=_ref(host))
    for village in world.all(Village):
        if city_of(world, world.get(Province, village.province).barony) == city:
            yield ImproveVillage(city=_ref(city), village=_ref(village))


def _towards(world: World, player: Player) -> Iterator[Order]:
    """March every stack towards the nearest enemy's city, straight on."""
    grid = world.get(Map, 1).grid
    side = player.faction
    foes = [city for city in world.all(City) if _faction(world, city) not in (0, side)]
    for stack in world.by(Stack, "player", player.id):
        here = grid.at(stack.province - 1)
        goals = [grid.at(city.province - 1) for city in foes]
        goal = min(goals, key=lambda hex_: (grid.distance(here, hex_), hex_))
        way = grid.line(here, goal)[1:]
        yield _march(stack, *(f"{hex_.x}/{hex_.y}" for hex_ in way))


def _rest(world: World, player: Player) -> Iterator[Order]:
    for stack in world.by(Stack, "player", player.id):
        yield Rest(stack=_ref(stack))
        yield _march(stack, "e")


def _scatter(world: World, player: Player) -> Iterator[Order]:
    """Empty the host on the ground and take it off the map."""
    for stack in world.by(Stack, "player", player.id):
        yield TransferAll(sponsor=_ref(stack), target=Ref("province", stack.province))
        yield DeactivateStack(stack=_ref(stack), empty=True)


def _city(world: World, player: Player) -> City:
    return next(city for city in world.all(City) if player_of(world, city) == player.id)


def _faction(world: World, city: City) -> int:
    player = world.find(Player, player_of(world, city))
    return player.faction if player else 0


def _people(city: City) -> str:
    return max(city.population, key=lambda race: city.population[race])


def _ref(thing: Record) -> Ref:
    return Ref(*thing.place)


def _march(stack: Stack, *steps: str) -> MoveAlong:
    return MoveAlong(stack=_ref(stack), steps=steps or ("e",))
