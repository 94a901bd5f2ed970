"""A small rule pack on top of Cohorts that uses every place where a pack can add or replace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.battle import BattleRecord, Clash, Engagement, Odds, Trigger, fought
from engine.campaign import Player
from engine.dice import Dice
from engine.ending import Ending, Standing, Tally, ranked
from engine.events import Event
from engine.facts import Tagged, facts
from engine.module.sections import Data, Named, Sections, Table, declare
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs import Pack, Phase, Rules, Step, View
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.knowledge.choices import MY_CHARACTER, MY_UNIT
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.extension import Extension
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.state import State
from engine.world import Place, Record, World


class Figures(Data):
    """How scarred a unit can be."""

    most: Annotated[int, Field(ge=1)]


class Charm(Named):
    """An item that the pack brings; it does nothing but look well."""


class ValourRules(Sections):
    """The pack's sections of a module."""

    things: ClassVar[tuple[str, ...]] = ("charms",)

    valour: Figures
    charms: Table[Charm] = Field(default_factory=dict[str, Charm])


declare("seam", ValourRules)


@facts
class Valour(Extension):
    """What the drill has made of a unit."""

    tag = "seam.valour"

    scars: int


@facts
class Trophy(Record):
    """What a player keeps of a victory; its own faction alone knows of it."""

    kind = "trophy"
    indexes = ("player",)

    player: int
    province: int
    turn: int


def scars_of(unit: Unit) -> int:
    """The scars of a unit; none are seen on a foreign unit."""
    ext = unit.ext if unit.knows("ext") else None
    return ext.scars if isinstance(ext, Valour) else 0


DUEL: Final = "duel"
HUNT: Final = Trigger("seam.hunt")
SIDES: Final = 20


@facts
class Beast(Record):
    """A beast in a province, which everybody sees."""

    kind = "beast"
    indexes = ("province",)

    province: int
    name: str
    might: int


@facts
class Duellist(Tagged):
    """One of the two, as it was before."""

    tag = "seam.duellist"

    place: Place
    might: int


@facts
class Rolled(Tagged):
    """What one of the two rolled, with its might."""

    tag = "seam.rolled"

    total: int


@facts
class BeastHunted(Event):
    """A hunt is over; the hunter's faction alone is told."""

    kind = "seam-beast-hunted"

    record: BattleRecord
    killed: bool


@dataclass(frozen=True)
class Duels:
    """One against one, in the wild or on no ground at all: the higher roll wins, or the second."""

    def muster(self, state: State, clash: Clash) -> tuple[None, tuple[Duellist, ...]]:
        (hunter,), (beast,) = clash.sides
        return None, (
            Duellist(place=hunter, might=state.world.get(Character, hunter.id).level),
            Duellist(place=beast, might=state.world.get(Beast, beast.id).might),
        )

    def fight(
        self, field: None, sides: tuple[Duellist, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        one, other = (Rolled(total=each.might + dice.whole(SIDES)) for each in sides)
        winner = "attacker" if one.total > other.total else "defender"
        engagement = Engagement(participants=sides, events=(one, other), winner=winner)
        return BattleRecord(system="seam.duel", clash=clash, engagements=(engagement,))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        (hunter,), (beast,) = record.clash.sides
        if killed := record.winner == "attacker":
            state.world.remove(state.world.get(Beast, beast.id))
        faction = faction_of(state.world, state.world.get(Character, hunter.id))
        state.emit_to(BeastHunted(record=record, killed=killed), own=[faction])

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        return tuple(place for side in record.clash.sides for place in side)

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        _, (hunter, beast) = self.muster(state, clash)
        wins = 0
        for rolled in range(1, SIDES + 1):
            wins += min(SIDES, max(0, rolled + hunter.might - beast.might - 1))
        yield Odds(attacker_wins=wins / SIDES**2, exact=True)


def _beasts(state: State, given: Given) -> Iterator[Choice]:
    return (Choice(str(Ref(*each.place)), each.name) for each in state.world.all(Beast))


class Hunt(Order):
    """Let a character fight a beast where it stands."""

    path = ("character", "hunt")
    rule = "seam.hunt"
    phases = ("drill",)

    character: Annotated[Ref, MY_CHARACTER] = Field(description="Who hunts")
    beast: Annotated[Ref, Asks("a beast", _beasts, (Beast.kind,))] = Field(description="Which")

    def conditions(self, state: State) -> Iterator[Refusal]:
        hunter, beast = state.the(Character, self.character), state.the(Beast, self.beast)
        yield from not_controlled(state, hunter, self.rule)
        stack = state.world.at(hunter.holder)
        if not isinstance(stack, Stack) or stack.province != beast.province:
            yield Refusal("out_of_range", self.rule, f"{beast.name} is not there.", "Go there.")

    def perform(self, state: State) -> None:
        hunter, beast = state.the(Character, self.character), state.the(Beast, self.beast)
        if not state.planning:
            fought(state, duel(hunter.place, beast.place, Place("province", beast.province)))


def duel(one: Place, other: Place, ground: Place | None = None) -> Clash:
    """These two, one against one."""
    return Clash(kind=DUEL, sides=((one,), (other,)), trigger=HUNT, place=ground)


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
