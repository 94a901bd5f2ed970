"""A small rule pack on top of Cohorts that uses every place where a pack can add or replace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from engine.campaign import Player
from engine.ending import Ending, Standing, Tally, ranked
from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs import Pack, Phase, Rules, Step, View
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.knowledge.choices import MY_UNIT
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Unit
from engine.state import State
from engine.world import World
from tests.packs.seam.duel import DUEL, Beast, BeastHunted, Duels, Hunt
from tests.packs.seam.valour import Trophy, Valour, ValourRules, scars_of

TROPHIES: Final = 5
"""Number that ends a campaign."""


@facts
class UnitDrilled(Event):
    """A unit fought against itself until it bled."""

    kind = "seam-unit-drilled"

    unit: int
    scars: int


@facts
class RollCalled(Event):
    """After its movement each player learns how many scars its units have."""

    kind = "seam-roll-called"

    scars: int


class Drill(Order):
    """Let a unit earn a scar on the drill ground."""

    path = ("unit", "drill")
    rule = "seam.drill"
    phases = ("drill",)

    unit: Annotated[Ref, MY_UNIT] = Field(description="Which unit")

    def conditions(self, state: State) -> Iterator[Refusal]:
        unit = state.the(Unit, self.unit)
        yield from not_controlled(state, unit, self.rule)
        if scars_of(unit) >= state.module.content(ValourRules).valour.most:
            yield Refusal("maximum_level", self.rule, f"{unit.name} has scars enough.")

    def perform(self, state: State) -> None:
        unit = state.the(Unit, self.unit)
        scars = scars_of(unit) + 1
        state.world.put(unit.replace(ext=Valour(scars=scars)))
        state.emit(UnitDrilled(unit=unit.id, scars=scars))


class TrainFreshUnits(TrainMilitaryUnits):
    """Train recruits of one race as a military unit without a scar."""

    def perform(self, state: State) -> None:
        super().perform(state)
        made = state.made_by(state.player)[state.order]
        state.world.put(state.world.get(Unit, made.id).replace(ext=Valour(scars=0)))


def call_the_roll(state: State) -> None:
    """A step of the turn, of everyone who plays."""
    for player in state.world.all(Player):
        scars = 0
        for unit in state.world.by(Unit, "player", player.id):
            scars += scars_of(unit)
        state.emit_to(RollCalled(scars=scars), own=[player.faction])


def heal_scars(state: State) -> None:
    """A step of production: a scar fades in a week."""
    for unit in state.world.all(Unit):
        if scars_of(unit):
            state.world.put(unit.replace(ext=Valour(scars=scars_of(unit) - 1)))


def show_trophies(rules: Rules, world: World, faction: int, seen: World) -> None:
    """The faction's own trophies."""
    for player in world.by(Player, "faction", faction):
        seen.put_all(world.by(Trophy, "player", player.id))


def show_beasts(rules: Rules, world: World, faction: int, seen: World) -> None:
    """All of them: everybody hears them roar."""
    seen.put_all(world.all(Beast))


def most_trophies(rules: Rules, world: World) -> tuple[Standing, ...]:
    """The players by what they have won, 10 points for each."""
    return ranked(
        (player.place, (Tally(what="trophies", count=count, points=10 * count),), ())
        for player in world.all(Player)
        for count in [sum(1 for _ in world.by(Trophy, "player", player.id))]
    )


def enough_trophies(state: State, _produced: bool) -> Ending | None:
    """It is over when somebody has trophies enough."""
    first = most_trophies(state.rules, state.world)[0]
    if first.made_of[0].count < TROPHIES:
        return None
    return Ending(reason="trophies", victors=(first.who,))


PACK = Pack(
    name="seam",
    builds_on=("cohorts",),
    records=(Trophy, Beast),
    events=(UnitDrilled, RollCalled, BeastHunted),
    orders=(Drill, TrainFreshUnits, Hunt),
    turn=(
        Phase("drill", "Drill", limit=2, limit_rule="seam.drill", after="city"),
        Step("roll", "Roll call", call_the_roll, after="movement"),
    ),
    weekly=(Step("scars", "Scars fade", heal_scars, after="movement"),),
    views=(View("trophies", show_trophies), View("beasts", show_beasts)),
    ending=enough_trophies,
    standing=most_trophies,
    contests={DUEL: Duels()},
)
