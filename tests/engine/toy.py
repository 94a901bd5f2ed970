"""A rule pack of a few lines, to prove the frame without any real game: wells that hold water."""

import datetime as dt
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar, cast

from pydantic import Field

from engine.campaign import Faction, Now, Player
from engine.dice import Seed, SeededDice
from engine.events import Event, Level
from engine.facts import facts
from engine.module.schema import Victory
from engine.orders import Asks, Choice, Order, Queued, Ref, Refusal, Refused
from engine.packs import Pack, Phase, Rules, Step, View
from engine.state import State
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import Record, World


@facts
class Well(Record):
    kind = "well"
    indexes = ("faction",)

    faction: int
    water: int


@facts
class Drawn(Event):
    kind = "drawn"

    well: int
    litres: Annotated[int, Level.SIGHTED]
    left: Annotated[int, Level.OWN]


@facts
class Dried(Event):
    kind = "dried"

    well: int


def _wells(state: State, given: Any) -> Iterator[Choice]:
    for well in state.world.all(Well):
        yield Choice(str(well.place), f"Well {well.id}")


WELL = Asks("a well you know", _wells, ("well",))


class Dig(Order):
    """Dig a new well."""

    path = ("well", "dig")
    rule = "cohorts.turn.failed-orders"
    phases = ("early", "late")
    makes = "well"

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from ()

    def perform(self, state: State) -> None:
        state.make(Well, faction=state.me.faction, water=10)


class Draw(Order):
    """Draw water from a well."""

    path = ("well", "draw")
    rule = "cohorts.turn.failed-orders"
    phases = ("late", "early")
    unforeseen: ClassVar = {"well": ("water",)}

    well: Annotated[Ref, WELL] = Field(description="Which well")
    litres: Annotated[int, Field(ge=1, le=100)] = Field(default=5, description="How much")

    def conditions(self, state: State) -> Iterator[Refusal]:
        if state.the(Well, self.well).water < self.litres:
            yield Refusal("missing", self.rule, "There is not so much in it.", "Draw less.")

    def perform(self, state: State) -> None:
        well = state.the(Well, self.well)
        left = well.water - self.litres
        state.world.put(well.replace(water=left))
        others = [f.id for f in state.world.all(Faction) if f.id != state.me.faction]
        state.emit(Drawn(well=well.id, litres=self.litres, left=left), sighted=others[:1])
        if self.litres == 13:
            raise RuntimeError("thirteen breaks the bucket")
        if self.litres == 14:
            raise Refused(Refusal("missing", self.rule, "The rope breaks halfway."))
        if self.litres == 15:
            state.stream(f"well:{well.id}", "luck").whole(20, chance=50)


def _dry(state: State) -> None:
    for well in state.world.all(Well):
        if well.water == 0:
            state.world.remove(well)
            state.emit(Dried(well=well.id), public=True)


def _refill(state: State) -> None:
    for well in state.world.all(Well):
        state.world.put(well.replace(water=well.water + (100 if state.monthly else 1)))


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    seen.put_all(world.all(Well))


PACK = Pack(
    name="toy",
    records=(Well,),
    events=(Drawn, Dried),
    orders=(Dig, Draw),
    cites={"order-phases": "toy.phases", "unknown-things": "toy.unknown"},
    turn=(
        Phase("early", "Early", limit=3, limit_rule="cohorts.turn.basic-orders"),
        Phase("late", "Late"),
        Step("dry", "Empty wells are filled in", _dry),
    ),
    weekly=(Step("refill", "It rains", _refill),),
    monthly=(Step("flood", "It pours", _refill),),
    views=(View("wells", _show),),
)


def rules(*packs: Pack) -> Rules:
    meta = SimpleNamespace(packs=[pack.name for pack in packs or (PACK,)])
    module = SimpleNamespace(meta=meta, victory=Victory())
    return Rules.of(cast("Any", module), {pack.name: pack for pack in packs or (PACK,)})


def world(*, factions: int = 2, players: int = 2, rules: Rules) -> World:
    """Factions 1 to n with their players numbered through: 1 and 2 are of faction 1, and so on."""
    made = World(rules.records)
    made.put(Now(id=1, tick=0, turn=1, month=1, date=dt.date(2024, 1, 1)))
    for number in range(1, factions + 1):
        made.add(Faction, key=f"f{number}", name=f"Faction {number}", colour=number, emblem="lion")
    for number in range(factions * players):
        made.add(
            Player, faction=number // players + 1, name=f"P{number + 1}", active=True, last_run=0
        )
    for faction in range(1, factions + 1):
        made.add(Well, faction=faction, water=20)
    made.settle()
    return made


def tick(
    rules: Rules, world: World, orders: dict[int, list[Order | Queued]], *, seed: int = 1
) -> TickOutcome:
    """Run a day with these orders; plain ones get the keys k1, k2 ..."""
    submissions = tuple(Submission(player, queued(*given)) for player, given in orders.items())
    due = Due("run", 1, dt.date(2024, 1, 2), submissions)
    return resolve(rules, world, due, SeededDice(Seed(bytes([seed]) * 32), 1))


def queued(*given: Order | Queued) -> tuple[Queued, ...]:
    return tuple(
        each if isinstance(each, Queued) else Queued(f"k{n}", each)
        for n, each in enumerate(given, 1)
    )
