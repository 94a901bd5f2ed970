"""A stack on its way: it goes step by step, as far as it gets.

Costs of a step are in `steps`, and the results of entering a province in `sighting` and
`encounters`; the orders that send it are in `moving`. Source: cohorts.movement.move-order.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

from engine.events import Event
from engine.facts import NotKnown, facts
from engine.hexes import opposite
from engine.orders import Refusal, Refused
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.knowledge.memories import LevelLimit
from engine.packs.cohorts.knowledge.sighting import sight_entry
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.marching import encounters, guard_towers
from engine.packs.cohorts.movement.barriers import break_through, waiting
from engine.packs.cohorts.movement.stamina import Stamina, use
from engine.packs.cohorts.movement.steps import barred_modes, blocked, link_between, points
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.records import Province, Stack
from engine.packs.cohorts.worth.levels import bars
from engine.state import State

GATE: Final = -1
"""The direction of a step through a gate."""


Reason = Literal[
    "points",
    "impassable",
    "barrier",
    "barrier that way",
    "barrier to that mode",
    "magic barrier",
    "level limit",
    "no gate",
    "cannot stay",
    "met",
    "sheltered",
]
"""Why a move ended before its destination; which barrier stopped it.

A natural one stops all (or, as older ticks told it, it was any barrier), or those who go that way,
or those who go by that mode.
"""


@facts
class StackMoved(Event):
    """A stack went along a route; told to its own faction alone."""

    stack: int
    name: str
    mode: str
    start: int
    route: tuple[int, ...]
    """The provinces entered, in order."""
    points: Fraction
    """Movement points before."""
    left: Fraction
    """Movement points after."""


@facts
class MoveEnded(Event):
    """A stack's move ended before its destination; told to its own faction alone."""

    stack: int
    name: str
    province: int
    wanted: int
    """The province that it did not enter, or in which its way ended."""
    reason: Reason


class Leg(NamedTuple):
    """One step of a route: which way, and into which province (0: there is no gate)."""

    direction: int
    to: int


def known_province(state: State, id: int) -> Province:
    """The province; in a plan one that was never seen is not known."""
    found = state.world.find(Province, id)
    if found is None:
        raise NotKnown("what land lies on the way")
    return found


def _kind_of_barrier(barrier: int, direction: int, mode: Mode) -> Reason:
    """What to tell of a barrier that stops a step (cohorts.world.barriers)."""
    there, back = (barred_modes(barrier, way) for way in (direction, opposite(direction)))
    if mode not in there:
        return "magic barrier"
    if len(there) < len(MODES):
        return "barrier to that mode"
    return "barrier" if len(back) == len(MODES) else "barrier that way"


class March:
    """A stack on its way; ends at the first step that it cannot take."""

    def __init__(self, state: State, stack: Stack, mode: Mode) -> None:
        self.state = state
        self.stack = stack
        self.mode: Mode = mode
        self._take_stock()
        self._set_out()
        if not self.stamina.rate:
            raise Refused(self._cannot())
        if self.used == 1:
            raise Refused(
                Refusal(
                    "no_action",
                    "cohorts.movement.point-consumption",
                    f"{stack.name} has no movement left this week.",
                    "Let it move next week.",
                )
            )

    def _take_stock(self) -> None:
        self.stamina = Stamina.of(self.state, self.stack, self.mode)
        self.used = self.stamina.used
        self.unwritten = Fraction(0)
        """The part of the used share that the records do not show yet."""

    def _cannot(self) -> Refusal:
        slowest = self.stamina.pace.slowest
        if slowest and slowest.penalty == 100 and slowest.overburden is not None:
            return Refusal(
                "unable",
                f"cohorts.movement.overburden-{self.mode}",
                f"{self.stack.name} cannot move by {self.mode}: the load of {slowest.name} "
                "is too heavy.",
                "Hand some of it over or leave it behind.",
            )
        return Refusal(
            "unable",
            "cohorts.movement.base-rate",
            f"{self.stack.name} cannot move by {self.mode}: something in it can neither move so "
            "nor be carried.",
            "Choose another mode, or take out who or what holds it up.",
        )

    @property
    def points(self) -> Fraction:
        """Movement points left."""
        return self.stamina.rate * (1 - self.used)

    def along(self, legs: list[Leg]) -> None:
        """Take the steps, write what they used up, and tell of it."""
        ended: tuple[Reason, int] | None = None
        for leg in legs:
            reason = self._barred(leg)
            if reason is None:
                self.entered.append(leg.to)
                reason = self._enter(leg)
            if reason:
                ended = reason, leg.to
                break
        self._write()
        self._tell()
        if ended and self.state.world.find(Stack, self.stack.id):
            reason, wanted = ended
            self.state.emit(
                MoveEnded(
                    stack=self.stack.id,
                    name=self.stack.name,
                    province=self.stack.province,
                    wanted=wanted,
                    reason=reason,
                )
            )

    def _set_out(self) -> None:
        """From here on begins what is told next."""
        self.start, self.before = self.stack.province, self.points
        self.entered: list[int] = []

    def _tell(self) -> None:
        """Tell of the steps since the last time, so that a battle on the way is told after them."""
        if self.entered:
            self.state.emit(
                StackMoved(
                    stack=self.stack.id,
                    name=self.stack.name,
                    mode=self.mode,
                    start=self.start,
                    route=tuple(self.entered),
                    points=self.before,
                    left=self.points,
                )
            )
        self._set_out()

    def _barred(self, leg: Leg) -> Reason | None:
        """Pay for a step, or say why it cannot be taken."""
        world, gait, here = self.state.world, self.stamina.gait, self.stack.province
        if not leg.to:
            return "no gate"
        entered = known_province(self.state, leg.to)
        if leg.direction == GATE:
            if not gait.can_stay(world, entered):
                return "cannot stay"
            cost = gait.gate
        else:
            link = link_between(world, here, leg.direction)
            shut = link and blocked(link.barrier, leg.direction, gait.mode)
            if link and shut and not self._breaks(link, leg):
                self._halt()
                return _kind_of_barrier(link.barrier, leg.direction, gait.mode)
            cost = gait.into(world, world.get(Province, here), entered, link)
        if not cost:
            return "impassable"
        if bars(entered, gait.level):
            self._learn_limit(leg.to)
            return "level limit"
        if not self.stamina.rate:
            return "points"  # a battle on the way has left none
        share = points(cost) / self.stamina.rate
        if share > 1 - self.used:
            if self.used:
                return "points"
            share = Fraction(1)  # cohorts.movement.minimum-move
        self.used += share
        self.unwritten += share
        return None

    def _learn_limit(self, province: int) -> None:
        """Remember the limit that turned the stack back (cohorts.world.level-restriction)."""
        world, faction = self.state.world, self.stamina.gait.faction
        if not self.state.planning and not world.first(LevelLimit, "spot", (faction, province)):
            world.add(LevelLimit, faction=faction, province=province)

    def _breaks(self, link: Link, leg: Leg) -> bool:
        """Whether a spell that waits on the stack removes the barrier before it.

        A natural barrier yields to none; how strong one of magic is, no plan can know. Source:
        cohorts.spell.dispel-barrier.
        """
        world, content = self.state.world, self.state.module.content(Content)
        by_nature = self.mode in barred_modes(link.barrier, leg.direction)
        if by_nature or not waiting(world, content, self.stack.place):
            return False
        if self.state.planning:
            raise NotKnown("how strong the barrier is")
        return break_through(self.state, self.stack, leg.to, leg.direction)

    def _enter(self, leg: Leg) -> Reason | None:
        """Be in the next province: sightings, then attacks on the stack."""
        state = self.state
        origin = self.stack.province
        if not state.planning:
            leave(state, self.stamina.gait.faction, origin, leg.to)
        self.stack = self.stack.replace(province=leg.to)
        state.world.put(self.stack)
        sight_entry(state, self.stack, leg.to, leg.direction)
        guard_towers.fire(state, self.stack)
        called_off = self._help(origin)
        if called_off:
            return called_off
        against = encounters.opposition(state, self.stack)
        if against is None:
            return None
        self._write()
        self._tell()
        outcome = encounters.meet(state, self.stack, against, leg.direction, origin)
        left = state.world.find(Stack, self.stack.id)
        if left is None or outcome == "stop":
            self.stack = left or self.stack
            return "met"
        self.stack = left
        self._take_stock()
        self._set_out()
        return None

    def _help(self, origin: int) -> Reason | None:
        """Let the garrison decide to whose help the stack comes, and say why it cannot go on."""
        state, here = self.state, self.stack.province
        city = encounters.alarm(state, self.stack, origin)
        if city is None:
            return None
        self._write()
        self._tell()
        encounters.answer(state, city, self.stack)
        left = state.world.find(Stack, self.stack.id)
        if left is None or state.planning:
            return "met"
        self.stack = left
        self._take_stock()
        self._set_out()
        return "sheltered" if left.province != here else None

    def _write(self) -> None:
        """Write the movement used so far (cohorts.movement.point-consumption)."""
        if self.unwritten:
            use(self.state.world, self.stack, self.unwritten)
            self.stack = self.state.world.get(Stack, self.stack.id)
            self.unwritten = Fraction(0)

    def _halt(self) -> None:
        """End the stack's movement for the turn, at no cost to who is in it.

        Source: cohorts.world.barriers.
        """
        self._write()
        self.stack = self.stack.replace(used=Fraction(1))
        self.state.world.put(self.stack)
        self.used = Fraction(1)
