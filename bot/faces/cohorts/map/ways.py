"""The ways that a player's orders would take, turn by turn, as far as the player knows the land.

The rules themselves go them on the player's view: in the plan of this turn, and when movement runs
out by the same order again, with all the points of each later turn. It draws nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Any, Final

from engine.campaign import Player
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.marching.march import Leg, MoveEnded, StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong, Moving
from engine.packs.cohorts.movement.stamina import members
from engine.packs.cohorts.pieces.records import Province, Stack
from engine.preview import Plan, plan
from engine.state import State
from engine.world import World

MOST_TURNS: Final = 20  # of one way; what lies beyond is not shown


@dataclass(frozen=True, slots=True)
class Way:
    """Where a stack would go."""

    stack: int
    provinces: tuple[int, ...]
    """From the one where it stands, each entered from the one before."""
    ends: tuple[int, ...]
    """Where among them each turn ends, the first turn's first."""


def ways_of(rules: Rules, view: World, player: int, orders: Iterable[Queued]) -> list[Way]:
    """The ways of a player's orders, by their stacks in the order in which they first move.

    A way ends where the stack arrives, would be stopped, or would leave what the player knows.
    """
    faction = view.get(Player, player).faction
    left = tuple(_as_far_as_known(queued) for queued in orders)
    gone: dict[int, list[int]] = {}
    ends: dict[int, list[int]] = {}
    world = view
    for _ in range(MOST_TURNS):
        planned = plan(rules, world, player, left)
        turn = _Turn(planned, left, faction)
        for stack, route in turn.routes.items():
            way = gone.setdefault(stack, route[:1])
            way += route[1:]
            ends.setdefault(stack, []).append(len(way) - 1)
        left = tuple(turn.rest.values())
        if not left:
            break
        world = _rested(planned.world, left)
    return [Way(stack, tuple(way), tuple(ends[stack])) for stack, way in gone.items()]


class _AsFarAsKnown(Moving):
    """A move that goes no farther than the first province that was never seen.

    The player's own order goes on there, so that a plan of it cannot be foreseen at all.
    """

    def _legs(self, state: State, stack: Stack, march: Any) -> list[Leg]:
        legs = super()._legs(state, stack, march)
        return list(takewhile(lambda leg: not leg.to or state.world.find(Province, leg.to), legs))

    @abstractmethod
    def is_done_by(self, moved: StackMoved) -> bool:
        """Whether the whole way was gone."""

    @abstractmethod
    def after(self, moved: StackMoved) -> _AsFarAsKnown:
        """What is left of the order for the turn after."""


class _Move(_AsFarAsKnown, Move):
    def is_done_by(self, moved: StackMoved) -> bool:
        return moved.route[-1] == self.destination.id

    def after(self, moved: StackMoved) -> _Move:
        return self.model_copy(update={"stack": Ref("stack", moved.stack)})


class _MoveAlong(_AsFarAsKnown, MoveAlong):
    def is_done_by(self, moved: StackMoved) -> bool:
        return len(moved.route) == len(self.steps)

    def after(self, moved: StackMoved) -> _MoveAlong:
        rest = self.steps[len(moved.route) :]
        return self.model_copy(update={"stack": Ref("stack", moved.stack), "steps": rest})


def _as_far_as_known(queued: Queued) -> Queued:
    for plain, known in ((Move, _Move), (MoveAlong, _MoveAlong)):
        if isinstance(queued.order, plain):
            return replace(queued, order=known.model_construct(**dict(queued.order)))
    return queued


class _Turn:
    """Where the stacks go in one turn, and what is left of their orders then."""

    def __init__(self, planned: Plan, orders: Sequence[Queued], faction: int) -> None:
        self.routes: dict[int, list[int]] = {}
        """By stack the provinces of its way, the one where it began first."""
        self.rest: dict[int, Queued] = {}
        """By stack the order of one that only its movement stopped, as it goes on a turn later."""
        self._lost: dict[int, None] = {}
        """Stacks that go on into the unknown."""
        given = {queued.key: queued for queued in orders}
        for order in planned.orders:
            events = [entry.for_(faction) for entry in order.entries]
            ended = {each.stack: each.reason for each in events if isinstance(each, MoveEnded)}
            for event in events:
                if isinstance(event, StackMoved) and event.stack not in self._lost:
                    self._follow(event, given[order.key], ended.get(event.stack))

    def _follow(self, moved: StackMoved, given: Queued, reason: str | None) -> None:
        way = self.routes.setdefault(moved.stack, [moved.start])
        way += moved.route
        self.rest.pop(moved.stack, None)
        if not isinstance(given.order, _AsFarAsKnown):
            return
        if reason == "points":
            self.rest[moved.stack] = replace(given, order=given.order.after(moved))
        elif reason is None and not given.order.is_done_by(moved):
            self._lost[moved.stack] = None


def _rested(world: World, orders: Iterable[Queued]) -> World:
    """The world of the plan with the stacks of the orders fresh (cohorts.movement.reset)."""
    for queued in orders:
        assert isinstance(queued.order, Moving)
        stack = world.get(Stack, queued.order.stack.id)
        for mover in (stack, *members(world, stack)):
            world.put(mover.replace(used=Fraction(0)))
    return world
