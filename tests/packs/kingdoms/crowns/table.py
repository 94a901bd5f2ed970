"""A table of four kingdoms for tests: founded once, joined, and played turn by turn.

It knows no rule: it hands orders to the frame and keeps the world that comes back.
"""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engine.campaign import Player
from engine.dice import Dice, Seed, SeededDice, Streams
from engine.events import Event, OrderFailed
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.joining import Join
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.state import State
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import Record, World
from tests.rules.scene import module

SATURDAY = dt.date(2025, 1, 4)
SEED = Seed(b"\7" * 32)

E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=Record)


@functools.cache
def rules() -> Rules:
    return Rules.of(module("kingdoms"))


@functools.cache
def empty(seed: Seed = SEED) -> World:
    """The world as it is founded; nobody has joined."""
    found = rules().found
    assert found
    return found(rules(), SeededDice(seed, 0), {})


def ref(record: Record) -> Ref:
    return Ref(*record.place)


class Drawing:
    """Chance that falls as said for some streams, by actor and purpose; else as the seed has it."""

    def __init__(self, streams: Streams, said: Mapping[tuple[str, str], Dice]) -> None:
        self.streams, self.said = streams, said

    def stream(self, actor: str, purpose: str) -> Dice:
        return self.said.get((actor, purpose)) or self.streams.stream(actor, purpose)


class Table:
    """A campaign under way."""

    def __init__(self, world: World, tick: int = 0) -> None:
        self.world, self.tick = world, tick
        self.last: TickOutcome | None = None

    @classmethod
    def seated(cls) -> Table:
        """Four kingdoms with a ready-made King each."""
        return cls(_seated().fork(), tick=1)

    def crown(self, number: int = 1) -> Crown:
        return self.world.get(Crown, number)

    def king(self, number: int = 1) -> Ruler:
        return self.world.get(Ruler, self.crown(number).king)

    def heroes(self, number: int = 1) -> list[Ruler]:
        return [each for each in self.world.by(Ruler, "crown", number) if each.rank == "hero"]

    def now(self, record: R) -> R:
        return self.world.get(type(record), record.id)

    def put(self, record: Record, **changes: Any) -> None:
        self.world.put(record.replace(**changes))

    def army(self, type: str, holding: int, crown: int = 0, **values: Any) -> Army:
        usual = {"race": "human", "quality": 2}
        return self.world.add(Army, type=type, holding=holding, crown=crown, **{**usual, **values})

    def state(self) -> State:
        """The truth with the dice of the next tick."""
        return State(rules(), self.world, SeededDice(SEED, self.tick + 1))

    def run(self, orders: Mapping[int, Sequence[Order]] | None = None, **said: Any) -> TickOutcome:
        """A run of the turn with orders by kingdom."""
        subs = tuple(
            Submission(
                self.crown(crown).player,
                tuple(Queued(f"o{n}", order) for n, order in enumerate(given, start=1)),
            )
            for crown, given in (orders or {}).items()
        )
        return self._resolve("run", subs, **said)

    def end(self, **said: Any) -> TickOutcome:
        """The end of the turn."""
        return self._resolve("weekly", (), **said)

    def host(self, *orders: Order) -> TickOutcome:
        queued = tuple(Queued(f"h{n}", order) for n, order in enumerate(orders, start=1))
        return self._resolve("setup", (Submission(0, queued),))

    def _resolve(
        self,
        kind: DueKind,
        submissions: tuple[Submission, ...],
        said: Mapping[tuple[str, str], Dice] | None = None,
    ) -> TickOutcome:
        self.tick += 1
        dice = Drawing(SeededDice(SEED, self.tick), said or {})
        out = resolve(rules(), self.world, Due(kind, self.tick, SATURDAY, submissions), dice)
        assert not out.faults, out.faults[0].traceback
        self.world, self.last = out.world, out
        return out

    def told(self, event: type[E], faction: int = 0) -> list[E]:
        """What happened of a kind in the last tick, or what a faction learned of it."""
        assert self.last
        found = (entry.for_(faction) if faction else entry.event for entry in self.last.entries)
        return [each for each in found if isinstance(each, event)]

    def refused(self) -> list[str]:
        """The rules that orders failed by in the last tick."""
        return [each.rule for each in self.told(OrderFailed)]

    def owned(self, number: int = 1) -> list[Holding]:
        return list(self.world.by(Holding, "owner", number))


def joins() -> Iterator[Join]:
    courts = list(module("kingdoms").content(RulerContent).courts)
    for number, faction in enumerate(rules().module.factions):
        yield Join(faction=faction, name=f"Player {number + 1}", court=courts[number])


@functools.cache
def _seated() -> World:
    table = Table(empty().fork())
    table.host(*joins())
    assert table.world.count(Player) == 4
    return table.world
