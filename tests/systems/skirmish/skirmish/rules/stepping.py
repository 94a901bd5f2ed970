"""Steps, which all fighters take at once, and drill.

Steps are declared, checked, and settled together: two who come for each other's place or for one
place fight for it, three who follow each other in a ring all get on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.state import State
from engine.turn import Declared
from skirmish.rules.content import Content
from skirmish.rules.duel import aftermath, fallen, fought
from skirmish.rules.records import Arena, Fighter, Spot, school_of

Way = Literal["ne", "e", "se", "sw", "w", "nw"]
WAYS: Final[tuple[Way, ...]] = ("ne", "e", "se", "sw", "w", "nw")
"""Directions in the order of `engine.hexes`."""


@facts
class FighterStepped(Event):
    """A fighter stepped from one place to the next."""

    kind = "skirmish-stepped"

    fighter: int
    start: int
    goal: int


@facts
class FighterHeld(Event):
    """A fighter won, and yet stands where it stood (skirmish.step.swap)."""

    kind = "skirmish-held"

    fighter: int


@facts
class FighterDrilled(Event):
    """A fighter drilled; how far that has come is the school's own secret."""

    kind = "skirmish-drilled"

    fighter: int
    drilled: Annotated[int, Level.OWN]


def _my_fighters(state: State, given: Given) -> Iterator[Choice]:
    for fighter in state.world.by(Fighter, "player", state.player):
        if fighter.spot:
            yield Choice(str(Ref(*fighter.place)), fighter.name)


MY_FIGHTER: Final = Asks("your fighter", _my_fighters, ("fighter",))


class _OfFighter(Order):
    """An order to one's own fighter."""

    fighter: Annotated[Ref, MY_FIGHTER] = Field(description="Which fighter")

    def conditions(self, state: State) -> Iterator[Refusal]:
        fighter = state.the(Fighter, self.fighter)
        if fighter.player != state.player:
            yield Refusal("unable", self.rule, f"{fighter.name} is not your fighter.")
        elif not fighter.spot:
            yield Refusal("unable", self.rule, f"{fighter.name} was carried off the sand.")


class Drill(_OfFighter):
    """Let a fighter drill, which adds to its throws from now on."""

    path = ("fighter", "drill")
    rule = "skirmish.fighter.drill"
    phases = ("drill",)

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        fighter = state.the(Fighter, self.fighter)
        if fighter.drilled >= state.module.content(Content).bouts.drill:
            yield Refusal("drilled", self.rule, f"{fighter.name} has learned all there is.")

    def perform(self, state: State) -> None:
        fighter = state.the(Fighter, self.fighter)
        after = fighter.replace(drilled=fighter.drilled + 1)
        state.world.put(after)
        drilled = FighterDrilled(fighter=fighter.id, drilled=after.drilled)
        state.emit(drilled, own=[school_of(state.world, fighter)])


class Step(_OfFighter):
    """Step to the next place; its holder and rivals must be fought."""

    path = ("fighter", "step")
    rule = "skirmish.step.together"
    phases = ("steps",)

    way: Way = Field(description="Which way")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        if state.the(Fighter, self.fighter).spot and not self.goal(state):
            yield Refusal(
                "wall",
                "skirmish.arena.sand",
                f"There is a wall to the {self.way}.",
                "Step another way.",
            )

    def perform(self, state: State) -> None:
        fighter, goal = state.the(Fighter, self.fighter), self.goal(state)
        state.world.put(fighter.replace(spot=goal))
        stepped = FighterStepped(fighter=fighter.id, start=fighter.spot, goal=goal)
        state.emit(stepped, public=True)

    def goal(self, state: State) -> int:
        """The place that lies that way; 0 beyond the wall."""
        grid, fighter = state.world.get(Arena, 1).grid, state.the(Fighter, self.fighter)
        return grid.adjacency()[fighter.spot - 1][WAYS.index(self.way)] + 1


# ---------------------------------------------------------------- all at once


@dataclass(frozen=True, slots=True)
class _Stepping:
    """A fighter that wants to be elsewhere."""

    declared: Declared
    order: Step
    fighter: int
    start: int
    goal: int


def rank(state: State, declared: Declared) -> int:
    """By the fighter's id (skirmish.step.together)."""
    assert isinstance(declared.order, Step)
    return declared.order.fighter.id


def settle(state: State, declared: Sequence[Declared]) -> None:
    """Settle all steps at once (skirmish.step.together)."""
    stepping: dict[int, _Stepping] = {}
    for each in declared:
        assert isinstance(each.order, Step)
        order, fighter = each.order, state.world.get(Fighter, each.order.fighter.id)
        stepping[fighter.id] = _Stepping(each, order, fighter.id, fighter.spot, order.goal(state))
    _swap(state, stepping)
    _contend(state, stepping)
    while stepping:
        _advance(state, stepping)


def _swap(state: State, stepping: dict[int, _Stepping]) -> None:
    """Two of different schools who want each other's place meet halfway, and neither gets it."""
    for one in list(stepping.values()):
        other = next(
            (e for e in stepping.values() if (e.start, e.goal) == (one.goal, one.start)), None
        )
        if one.fighter in stepping and other and not _companions(state, one, other.fighter):
            winner = _meet(state, one, other)
            with winner.declared.attempt():
                state.emit(FighterHeld(fighter=winner.fighter), public=True)
            stepping.pop(one.fighter)
            stepping.pop(other.fighter)


def _contend(state: State, stepping: dict[int, _Stepping]) -> None:
    """Of several who want one place one is left, by duels; companions give way to each other."""
    claims: dict[int, _Stepping] = {}
    for one in list(stepping.values()):
        first = claims.setdefault(one.goal, one)
        if first is one:
            continue
        loser = one
        if _companions(state, first, one.fighter):
            with one.declared.attempt():
                raise _refused(one, "a companion goes there")
        else:
            winner = _meet(state, one, first)
            loser = first if winner is one else one
            claims[one.goal] = winner
        stepping.pop(loser.fighter)


def _advance(state: State, stepping: dict[int, _Stepping]) -> None:
    """All who can step do; if nobody can, those left follow each other in rings, and all get on."""
    waiting = {one.start for one in stepping.values()}
    free = [one for one in stepping.values() if one.goal not in waiting]
    for one in free or list(stepping.values()):
        stepping.pop(one.fighter)
        there = state.world.first(Fighter, "spot", one.goal) if free else None
        with one.declared.attempt():
            if there:
                _come_for(state, one, there)
            else:
                one.order.perform(state)


def _come_for(state: State, one: _Stepping, there: Fighter) -> None:
    """Fight who stays where one wants to be; the place is free if that one is carried off."""
    if _companions(state, one, there.id):
        raise _refused(one, f"{there.name} stands there")
    record = fought(state, state.world.get(Fighter, one.fighter), there)
    aftermath(state, record)
    if not state.world.get(Fighter, there.id).spot:
        one.order.perform(state)


def _meet(state: State, one: _Stepping, other: _Stepping) -> _Stepping:
    """Have two fight who both step; its result is told as the loser's order."""
    fighters = (state.world.get(Fighter, each.fighter) for each in (one, other))
    record = fought(state, *fighters)
    winner, _ = fallen(state, record)
    beaten, victor = (other, one) if winner.id == one.fighter else (one, other)
    with beaten.declared.attempt():
        aftermath(state, record)
    return victor


def _companions(state: State, one: _Stepping, other: int) -> bool:
    world = state.world
    schools = [school_of(world, world.get(Fighter, id)) for id in (one.fighter, other)]
    return schools[0] == schools[1]


def _refused(one: _Stepping, why: str) -> Refused:
    rule = "skirmish.step.companions"
    return Refused(Refusal("companion", rule, f"The way is barred: {why}.", "Go another way."))


def rake(state: State) -> None:
    """A step of the monthly production: blood fades as the sand is raked (skirmish.arena.raked)."""
    for spot in state.world.all(Spot):
        if spot.blood:
            state.world.put(spot.replace(blood=spot.blood - 1))
