"""A small, real world for a test: said in a line what is in it, filled up with what is usual.

The map is all grassland in no barony until a province is said to be otherwise. What a method does
not name is the plainest there is (zero, empty, the first of its options). Records are frozen: after
a tick, `now(record)` is what has become of one. No rule is applied here.
"""

from __future__ import annotations

import datetime as dt
import functools
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

import data
from engine.battle import MOVEMENT, Clash, Trigger
from engine.campaign import Faction, Now, Player
from engine.dice import ForeseeDice, Seed, SeededDice, Streams
from engine.events import Entry, Event, OrderFailed
from engine.hexes import Hex
from engine.module import Module, load
from engine.module.schema import Victory
from engine.module.sections import Data
from engine.orders import Choice, Order, Queued, Ref, parameters
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.content.winning import Winning
from engine.packs.cohorts.knowledge.discoveries import Meeting
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import Relation, player_of
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Map,
    Possession,
    Province,
    Realm,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.trade.books import Agreement, Market, Offer
from engine.preview import Plan, plan
from engine.state import State
from engine.turn import Breakage, Due, DueKind, Submission, resolve
from engine.world import Place, Record, World
from tests.rules.harness import UnknownKeyError
from tests.rules.plain import blank, land
from tests.rules.words import MINE, NOBODY, OWN, key, relation_of

MODULES = Path(data.__file__).parent / "modules"
MONDAY = dt.date(2024, 5, 6)
SEED = Seed(bytes(32))

R = TypeVar("R", bound=Record)
E = TypeVar("E", bound=Event)
D = TypeVar("D", bound=Data)


SOURCE: Mapping[str, Any] = {
    "battle": {"storm_heads": 0, "heroes_led": False},
    "experience": {"heroes_percent": 0, "battle_percent": 100},
    "cities": {"fed_percent": 0},
    "training": {"camps_per_level": 4, "camps_to_level": 0},
    "guild_rules": {"founder_level": 10},
    "covert": {"kidnap_percent": 0, "kidnap_level": 0, "kidnap_guard": 0},
}
"""The settings in which the flagship departs from the source, as the source has them."""


@functools.cache
def module(name: str = "cohorts") -> Module:
    """The shipped module of that name."""
    return load(name, [MODULES])


CONTENT = module().content(Content)


def endless(name: str = "cohorts") -> Module:
    """The shipped module without what ends it: a few pieces are no campaign that could be won."""
    base = module(name)
    own = base.content(Content).model_copy(update={"winning": Winning()})
    contents = {**base.contents, "cohorts": own}
    return base.model_copy(update={"contents": contents, "victory": Victory()})


def changed(tree: D, changes: Mapping[str, Any]) -> D:
    """A copy of module data with some values replaced, tables merged key by key."""
    return tree.model_copy(update={k: _merged(getattr(tree, k), v) for k, v in changes.items()})


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, Data) and isinstance(new, Mapping):
        return changed(old, new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{k: _merged(old[k], v) if k in old else v for k, v in new.items()}}
    return new


def ref(thing: Record) -> Ref:
    """The reference that names a record in an order."""
    return Ref(thing.kind, thing.id)


@dataclass(frozen=True)
class Ran:
    """What a tick did."""

    entries: tuple[Entry, ...]
    faults: tuple[Breakage, ...]
    made: Mapping[int, Mapping[str, Place]]
    """By player what each order made, by its key."""
    unfit: str = ""
    """Why the values given make no order at all."""

    @property
    def failures(self) -> list[OrderFailed]:
        """The orders that were refused."""
        return self.events(OrderFailed)

    @property
    def refused(self) -> bool:
        """Whether an order was refused; one that broke the program is an error of the test."""
        assert not self.faults, self.faults[0].traceback
        return bool(self.unfit or self.failures)

    @property
    def code(self) -> str:
        """The reason code of the first refusal; empty if there is none."""
        return self.failures[0].code if self.failures else ""

    def result(self, done: str = "done") -> str:
        """`refused`, or the case's word for an order that was carried out."""
        return "refused" if self.refused else done

    def events(self, cls: type[E]) -> list[E]:
        """What happened of one kind, in order."""
        return [entry.event for entry in self.entries if isinstance(entry.event, cls)]


class Scene:
    """A world that is being set up or played; `me` is the player in front of whom it all is."""

    def __init__(
        self,
        width: int = 12,
        height: int = 12,
        *,
        terrain: str = "grassland",
        date: dt.date = MONDAY,
        content: Mapping[str, Any] | None = None,
        beyond: Iterable[Realm] = (),
    ) -> None:
        """`beyond` are further realms; the first is then called the Overland.

        Nothing ends it but what `content` says, and it is played by the rules of the source: what
        the flagship sets otherwise (`SOURCE`) a test must ask for.
        """
        base = endless()
        own = changed(changed(base.content(Content), SOURCE), content or {})
        self.module = base.model_copy(update={"contents": {**base.contents, "cohorts": own}})
        self.content = own
        self.rules = Rules.of(self.module)
        realms = tuple(beyond)
        if realms:
            first = Realm(name="the Overland", width=width, height=height, wraps=True)
            realms = (first, *realms)
        self.world = land(self.rules.records, width, height, realms, terrain, date).fork()
        self.grid = self.world.get(Map, 1).grid
        self.ours = self.faction("ours")
        self.me = self.player("me", self.ours)

    # ------------------------------------------------------------------ people

    def faction(self, key: str) -> Faction:
        """The faction of that key, made when it is first named."""
        known = next((f for f in self.world.all(Faction) if f.key == key), None)
        colour = 1 + self.world.count(Faction) % 7
        return known or self._add(Faction, key=key, name=key.title(), colour=colour)

    def player(self, name: str, faction: Faction | str) -> Player:
        """A new player of a faction."""
        side = self.faction(faction) if isinstance(faction, str) else faction
        return self._add(Player, name=name, faction=side.id, active=True)

    def relation(self, one: Faction | str, other: Faction | str, relation: Relationship) -> None:
        """How two factions stand to each other."""
        sides = [self.faction(f) if isinstance(f, str) else f for f in (one, other)]
        low, high = sorted(side.id for side in sides)
        for known in self.world.by(Relation, "one", low):
            if known.other == high:
                self.world.put(known.replace(relation=relation))
                return
        self._add(Relation, one=low, other=high, relation=relation)

    def someone(self, relation: str) -> Player:
        """A player who stands so to `me`: self, teammate, or of a faction in that relation."""
        stands = relation_of(relation)
        if stands == MINE:
            return self.me
        if stands == OWN:
            return self.player("teammate", self.ours)
        side = self.faction(stands)
        self.relation(self.ours, side, typing.cast("Relationship", stands))
        return self.player(stands, side)

    def met(self, *others: Player) -> None:
        """Have our faction and theirs met before, so that no tick tells it as news."""
        for other in others:
            if other.faction == self.ours.id:
                continue
            for one, two in ((self.ours.id, other.faction), (other.faction, self.ours.id)):
                self._add(Meeting, faction=one, other=two, turn=1, province=1)

    def whose(self, word: str) -> Player | None:
        """Whose a thing is by the word for it: `wild` is nobody's, else as in `someone`."""
        return None if key(word) in NOBODY else self.someone(word)

    # ------------------------------------------------------------------ the map

    def at(self, x: int, y: int, realm: int = 0) -> Province:
        """The province at these coordinates of a realm as it stands."""
        return self.world.get(Province, self.grid.index(Hex(x, y, realm)) + 1)

    def province(self, x: int, y: int, **values: Any) -> Province:
        """Say what a province is like."""
        return self.change(self.at(x, y), **values)

    def barony(self, *hexes: tuple[int, int], name: str = "Barony") -> Barony:
        """A barony of these provinces."""
        barony = self._add(Barony, name=name)
        for x, y in hexes:
            self.province(x, y, barony=barony.id)
        return barony

    def kingdom(self) -> Kingdom:
        """A kingdom; its capital must be said."""
        return self._add(Kingdom, name="Kingdom")

    def territory(self, kingdom: Kingdom | None = None) -> Territory:
        """A territory, of a kingdom if one is named; baronies say that they are in it."""
        return self._add(Territory, name="Territory", kingdom=kingdom.id if kingdom else 0)

    def link(self, one: tuple[int, int], other: tuple[int, int], **values: int) -> Link:
        """What lies between two neighbours: river, road, barrier."""
        start, goal = Hex(*one), Hex(*other)
        direction = self.grid.direction_between(start, goal)
        assert direction is not None, f"{one} and {other} are no neighbours"
        id_ = link_id(self.grid, self.grid.index(start) + 1, direction)
        old = self.world.find(Link, id_) or Link(id=id_, river=0, road=0, barrier=0)
        self.world.put(old.replace(**values))
        return self.world.get(Link, id_)

    def city(self, x: int, y: int, player: Player | None = None, **values: Any) -> City:
        """A city of the player (None: a wild one), with a baron and its province as barony."""
        province = self.at(x, y)
        barony = province.barony or self.barony((x, y)).id
        city = self._add(City, name=f"City {x},{y}", province=province.id, barony=barony)
        baron = self.character(city, player) if player and "baron" not in values else None
        return self.change(city, **({"baron": baron.id} if baron else {}), **values)

    def village(self, x: int, y: int, level: int = 1, **values: Any) -> Village:
        """A village."""
        usual = {"name": "Village", "province": self.at(x, y).id, "level": level}
        return self._add(Village, **{**usual, **values})

    def tower(self, x: int, y: int, type: str = "watch", level: int = 1) -> Tower:
        """A tower; it belongs to the ruler of the barony."""
        return self._add(Tower, province=self.at(x, y).id, type=type, level=level)

    def guild(self, city: City, type: str, level: int = 1, **values: Any) -> Guild:
        """A guild of a city, with its one action."""
        usual = {"city": city.id, "type": type, "name": f"{type.title()} guild", "level": level}
        return self._add(Guild, **{**usual, "actions": 1, **values})

    def market(self, city: City, open: Mapping[str, int], **values: Any) -> Market:
        """The market of a city with this open for trade."""
        self.world.put(Market(id=city.id, name=city.name, open=dict(open), wanted=()))
        return self.change(self.world.get(Market, city.id), **values)

    def offer(
        self, city: City, target: City, offered: Mapping[str, int], wanted: Mapping[str, int]
    ) -> Offer:
        """A pending offer between two cities, made by their present owners."""
        players = {"sender": player_of(self.world, city), "receiver": player_of(self.world, target)}
        terms = {"offered": dict(offered), "wanted": dict(wanted)}
        name = f"{city.name} to {target.name}"
        return self._add(Offer, name=name, city=city.id, target=target.id, **terms, **players)

    def agreement(
        self, one: City, other: City, gives: Mapping[str, int], takes: Mapping[str, int]
    ) -> Agreement:
        """A trade agreement in force."""
        name = f"{one.name} and {other.name}"
        terms = {"gives": dict(gives), "takes": dict(takes)}
        return self._add(Agreement, name=name, one=one.id, other=other.id, **terms)

    # ------------------------------------------------------------------ pieces

    def stack(self, x: int, y: int, player: Player | None = None, **values: Any) -> Stack:
        """A stack of the player, by default of `me`."""
        owner = player or self.me
        name = f"Stack {self.world.count(Stack) + 1}"
        return self._add(
            Stack, **{"name": name, "player": owner.id, "province": self.at(x, y).id, **values}
        )

    def character(self, holder: Record, player: Player | None = None, **values: Any) -> Character:
        """A character of the player, by default of `me`: a human warrior of level 1."""
        tens = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)
        usual = {"race": "human", "job": "warrior", "level": 1, "slot": 8, "actions": 1}
        usual |= {"attributes": tens, "morale": 100}
        return self._piece(Character, holder, player, {**usual, **values})

    def unit(self, holder: Record, player: Player | None = None, **values: Any) -> Unit:
        """A military unit of the player, by default of `me`: 25 human soldiers of level 1."""
        usual = {"race": "human", "type": "soldiers", "soldiers": 25, "level": 1, "slot": 3}
        return self._piece(Unit, holder, player, {**usual, "morale": 100, **values})

    def agent(self, holder: Record, player: Player | None = None, **values: Any) -> Agent:
        """An agent of the player, by default of `me`: a human of level 1."""
        return self._piece(Agent, holder, player, {"race": "human", "level": 1, **values})

    def fill(self, holder: Record, contents: Iterable[str], player: Player | None = None) -> None:
        """Put in what a case lists: character, agent, soldiers, artillery, ship or item."""
        for what in contents:
            match what:
                case "character":
                    self.character(holder, player)
                case "agent":
                    self.agent(holder, player)
                case "soldiers":
                    self.unit(holder, player)
                case "artillery":
                    self.unit(holder, player, arm="artillery", type="catapult")
                case "ship":
                    self.unit(holder, player, arm="ship", type="runner", soldiers=5)
                case "item":
                    self.items(holder, spear=1)
                case _:
                    raise UnknownKeyError(f"a scene knows no {what!r}")

    def items(self, holder: Record, **counts: int) -> None:
        """Items by name in a character, stack, city or, as its cache, a province."""
        for item, count in counts.items():
            self._add(Possession, holder=holder.place, item=item, count=count)

    def held(self, holder: Record) -> dict[str, int]:
        """The items that are there now, by name."""
        found = self.world.by(Possession, "holder", holder.place)
        return {possession.item: possession.count for possession in found}

    def _piece(
        self, cls: type[R], holder: Record, player: Player | None, values: dict[str, Any]
    ) -> R:
        owner = player.id if player else self.me.id
        name = f"{cls.kind.title()} {self.world.count(cls) + 1}"
        return self._add(cls, **{"name": name, "player": owner, "holder": holder.place, **values})

    # ------------------------------------------------------------------ records

    def now(self, record: R) -> R:
        """The record as it is in the world now."""
        return self.world.get(type(record), record.id)

    def gone(self, record: Record) -> bool:
        """Whether the record is no longer in the world."""
        return self.world.find(type(record), record.id) is None

    def change(self, record: R, **values: Any) -> R:
        """Set fields of a record."""
        self.world.put(self.now(record).replace(**values))
        return self.now(record)

    def _add(self, cls: type[R], **values: Any) -> R:
        return self.world.add(cls, **{**blank(cls), **values})

    # ------------------------------------------------------------------ playing

    def run(
        self, *orders: Order | Queued, player: Player | None = None, dice: Streams | None = None
    ) -> Ran:
        """Resolve a run day with these orders of one player, by default of `me`."""
        submission = Submission((player or self.me).id, queued(orders))
        return self._resolve("run", dice, submissions=(submission,))

    def give(self, cls: type[Order], player: Player | None = None, /, **fields: Any) -> Ran:
        """Run one order from its fields as they come in; values that no order takes are refused."""
        try:
            order = cls.model_validate(fields)
        except ValidationError as error:
            return Ran((), (), {}, unfit=str(error))
        return self.run(order, player=player)

    def host(self, *acts: Order) -> Ran:
        """Resolve a setup: what the host does for players, such as seating them."""
        return self._resolve("setup", None, submissions=(Submission(0, queued(acts)),))

    def produce(self, *, monthly: bool = False, dice: Streams | None = None) -> Ran:
        """Resolve a weekly production, with the monthly one if said so."""
        return self._resolve("monthly" if monthly else "weekly", dice)

    def _resolve(
        self, kind: DueKind, dice: Streams | None, submissions: tuple[Submission, ...] = ()
    ) -> Ran:
        now = self.world.get(Now, 1)
        tick = now.tick + 1
        outcome = resolve(
            self.rules,
            self.world,
            Due(kind, tick, now.date, submissions),
            dice or SeededDice(SEED, tick),
        )
        self.world = outcome.world
        return Ran(outcome.entries, outcome.faults, outcome.made)

    def state(self, dice: Streams | None = None) -> State:
        """A tick under way in this world, for rules that no order runs."""
        return State(self.rules, self.world, dice or SeededDice(SEED, 1))

    def view(self, faction: Faction | None = None) -> World:
        """What a faction knows, by default that of `me`."""
        return self.rules.view(self.world, (faction or self.ours).id)

    def planning(self, world: World | None = None) -> State:
        """What `me` knows, or what is in such a world, as a plan reads it."""
        state = State(self.rules, world or self.view(), ForeseeDice())
        state.player, state.planning = self.me.id, True
        return state

    def choices(self, order: type[Order], name: str, **given: str) -> list[Choice]:
        """What is offered to `me` for a parameter after these values."""
        asks = next(each.asks for each in parameters(order) if each.name == name)
        assert asks, name
        return list(asks.among(self.planning(), given))

    def offered(self, order: type[Order], name: str, **given: str) -> list[str]:
        """The values of what is offered."""
        return [choice.value for choice in self.choices(order, name, **given)]

    def plan(self, *orders: Order | Queued, player: Player | None = None) -> Plan:
        """What the orders would do as far as their player can foresee."""
        who = player or self.me
        view = self.rules.view(self.world, who.faction)
        return plan(self.rules, view, who.id, queued(orders))


def clash_at(
    ground: Record | Place,
    attackers: Sequence[Record | Place],
    defenders: Sequence[Record | Place],
    trigger: Trigger = MOVEMENT,
    origin: Record | Place | None = None,
) -> Clash:
    """These attack those in that province."""
    sides = (tuple(map(_placed, side)) for side in (attackers, defenders))
    come_from = _placed(origin) if origin else None
    return Clash(sides=tuple(sides), trigger=trigger, place=_placed(ground), origin=come_from)


def _placed(thing: Record | Place) -> Place:
    return thing if isinstance(thing, Place) else thing.place


def queued(orders: tuple[Order | Queued, ...]) -> tuple[Queued, ...]:
    """Orders with the keys k1, k2 ... unless they have keys already."""
    return tuple(
        order if isinstance(order, Queued) else Queued(f"k{number}", order)
        for number, order in enumerate(orders, start=1)
    )
