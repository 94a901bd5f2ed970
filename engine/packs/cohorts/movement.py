"""The Move order: a stack goes along a route, step by step, as far as it gets.

What a step costs stands in `steps`, the way to a destination is found in `routes`, and what comes
of entering a province is in `sighting` and `encounters`. Source: cohorts.movement.move-order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import AfterValidator, Field

from engine.events import Event, Level
from engine.facts import NotKnown, facts
from engine.hexes import DIRECTION_NAMES, Hex
from engine.orders import Asks, Choice, Order, Ref, Refusal, Refused
from engine.packs.cohorts import encounters, routes
from engine.packs.cohorts.burden import Mode
from engine.packs.cohorts.choices import MY_STACK, PROVINCE
from engine.packs.cohorts.contents import stack_type
from engine.packs.cohorts.control import not_controlled
from engine.packs.cohorts.knowledge import leave
from engine.packs.cohorts.levels import bars
from engine.packs.cohorts.records import Map, Province, Stack
from engine.packs.cohorts.sighting import sight_entry
from engine.packs.cohorts.stamina import Stamina, members, use
from engine.packs.cohorts.steps import blocked, link_between, points
from engine.state import State

GATE: Final = -1
"""The direction of a step through a gate."""
LONGEST: Final = 200
"""Steps of a route; more than any stack can take in a turn."""

_SHORT = ("ne", "e", "se", "sw", "w", "nw")
_HERE = re.compile(r"(\d{1,3})[/:](\d{1,3})")

Reason = Literal[
    "points", "impassable", "barrier", "level limit", "no gate", "cannot stay", "met"
]
"""Why a move ended before its destination."""


@facts
class StackMoved(Event):
    """A stack went along a route."""

    kind = "stack-moved"

    stack: Annotated[int, Level.OWN]
    name: Annotated[str, Level.OWN]
    mode: Annotated[str, Level.OWN]
    start: Annotated[int, Level.OWN]
    route: Annotated[tuple[int, ...], Level.OWN]
    """The provinces entered, in order."""
    points: Annotated[Fraction, Level.OWN]
    """Movement points before."""
    left: Annotated[Fraction, Level.OWN]
    """Movement points after."""


@facts
class MoveEnded(Event):
    """A stack's move ended before its destination."""

    kind = "move-ended"

    stack: Annotated[int, Level.OWN]
    name: Annotated[str, Level.OWN]
    province: Annotated[int, Level.OWN]
    wanted: Annotated[int, Level.OWN]
    """The province that it did not enter, or in which its way ended."""
    reason: Annotated[Reason, Level.OWN]


class Leg(NamedTuple):
    """One step of a route: which way, and into which province (0: there is no gate)."""

    direction: int
    to: int


def _plain(step: str) -> str:
    """The stored form of a step.

    Raises:
        ValueError: it is neither a direction, nor a province, nor a gate.
    """
    text = re.sub(r"[\s_]+", "-", step.strip().casefold())
    if text in DIRECTION_NAMES:
        return _SHORT[DIRECTION_NAMES.index(text)]
    if text in _SHORT or text == "gate" or _HERE.fullmatch(text):
        return text
    if Ref.parse(text).kind == "province":
        return text
    raise ValueError("a step is a direction such as NE, a province such as 12/5, or gate")


def _steps(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    for short, name in zip(_SHORT, DIRECTION_NAMES, strict=True):
        yield Choice(short, name)
    yield Choice("gate", "through the gate")


STEP = Asks("a direction, a province next to the last, or gate", _steps)


class Move(Order):
    """Move a stack to a province by the fastest way you know, or along the steps you give."""

    path = ("stack", "move")
    rule = "cohorts.movement.move-order"
    phases = ("movement",)
    unforeseen = {"stack": ("province", "used")}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack moves")
    destination: Annotated[Ref, PROVINCE] | None = Field(
        None, description="Where it goes, by the fastest way you know"
    )
    route: Annotated[
        tuple[Annotated[str, STEP, AfterValidator(_plain)], ...], Field(max_length=LONGEST)
    ] = Field((), description="Its steps instead: directions, provinces such as 12/5, or gate")
    mode: Mode | None = Field(
        None, description="By land, air or water; if left out, fleets by water, others by land"
    )
    allow_war: bool = Field(
        False, description="Whether the way may lead through provinces of factions at war with you"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        if not members(state.world, stack):
            yield Refusal(
                "unable",
                self.rule,
                f"Nobody is in {stack.name} to move it.",
                "Transfer a character or military unit into it first.",
            )
        if bool(self.route) == bool(self.destination):
            yield Refusal(
                "bad_target",
                self.rule,
                "A move needs either a destination or the steps of a route.",
                "Give one of the two.",
            )
        if self.destination:
            state.the(Province, self.destination)
            if self.destination.id == stack.province:
                yield Refusal(
                    "bad_target",
                    self.rule,
                    f"{stack.name} is there already.",
                    "Choose another destination, or take the order out.",
                )
        else:
            self._legs_of_route(state, stack.province)

    def perform(self, state: State) -> None:
        stack = state.the(Stack, self.stack)
        fleet = stack_type(state.world, stack.place) == "fleet"
        march = _March(state, stack, self.mode or ("water" if fleet else "land"))
        march.along(self._legs(state, stack, march))

    def _legs(self, state: State, stack: Stack, march: _March) -> list[Leg]:
        if not self.destination:
            return self._legs_of_route(state, stack.province)
        gait = march.stamina.gait
        route = routes.find(
            state, gait, stack.province, self.destination.id, allow_war=self.allow_war
        )
        if route is None:
            raise Refused(
                Refusal(
                    "out_of_range",
                    "cohorts.movement.pathfinding",
                    f"You know of no way for {stack.name} to get there by {gait.mode}.",
                    "Choose another destination or mode, allow a way through enemy land, "
                    "or give the steps yourself.",
                )
            )
        legs: list[Leg] = []
        here = stack.province
        for direction in route.directions:
            here = state.world.get(Map, 1).grid.adjacency()[here - 1][direction] + 1
            legs.append(Leg(direction, here))
        return legs

    def _legs_of_route(self, state: State, start: int) -> list[Leg]:
        """The steps as given.

        Raises:
            Refused: a step leads off the map, or to a province that is not next to the last.
            NotKnown: the way goes on from a gate in a province that was never seen.
        """
        adjacency = state.world.get(Map, 1).grid.adjacency()
        legs: list[Leg] = []
        here = start
        for number, step in enumerate(self.route, start=1):
            if step == "gate":
                legs.append(Leg(GATE, _province(state, here).gate))
            else:
                to = 0
                if step in _SHORT:
                    direction = _SHORT.index(step)
                    to = adjacency[here - 1][direction] + 1
                else:
                    index = _index(state, step)
                    direction = adjacency[here - 1].index(index) if index in adjacency[here - 1] else GATE
                    to = index + 1 if direction != GATE else 0
                if not to:
                    raise Refused(
                        Refusal(
                            "bad_target",
                            self.rule,
                            f"Step {number} of the route, {step}, does not lead to a province "
                            "next to the one before.",
                            "Name every province on the way, or give only a destination.",
                        )
                    )
                legs.append(Leg(direction, to))
            here = legs[-1].to
            if not here:
                break
        return legs


def _index(state: State, step: str) -> int:
    """The index of the province that a step names; -2 if it is not on the map."""
    grid = state.world.get(Map, 1).grid
    spot = _HERE.fullmatch(step)
    if spot:
        hex_ = Hex(int(spot[1]), int(spot[2]))
        return grid.index(hex_) if hex_ in grid else -2
    return Ref.parse(step).id - 1


def _province(state: State, id: int) -> Province:
    """The province; in a plan one that was never seen is not known."""
    found = state.world.find(Province, id)
    if found is None:
        raise NotKnown("province", "terrain")
    return found


class _March:
    """A stack on its way; ends at the first step that it cannot take."""

    def __init__(self, state: State, stack: Stack, mode: Mode) -> None:
        self.state = state
        self.stack = stack
        self.mode: Mode = mode
        self.stamina = Stamina.of(state, stack, mode)
        self.spent = Fraction(0)
        """The share used since the stamina was taken, not yet written."""
        if not self.stamina.rate:
            raise Refused(self._cannot())
        if self.stamina.used == 1:
            raise Refused(
                Refusal(
                    "no_action",
                    "cohorts.movement.point-consumption",
                    f"{stack.name} has no movement left this week.",
                    "Let it move next week.",
                )
            )

    def _cannot(self) -> Refusal:
        slowest = self.stamina.pace.slowest
        if slowest and slowest.penalty == 100:
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
            f"{self.stack.name} cannot move by {self.mode}: not everyone in it can, "
            "or be carried.",
            "Choose another mode, or take out who holds it up.",
        )

    def along(self, legs: list[Leg]) -> None:
        """Take the steps, write what they used up, and tell of it."""
        state, start, before = self.state, self.stack.province, self.stamina.points
        entered: list[int] = []
        reason: Reason | None = None
        wanted = 0
        for leg in legs:
            wanted = leg.to
            reason, went = self._step(leg)
            if went:
                entered.append(leg.to)
            if reason:
                break
        self._settle()
        name, id = self.stack.name, self.stack.id
        if entered:
            state.emit(
                StackMoved(
                    stack=id,
                    name=name,
                    mode=self.mode,
                    start=start,
                    route=tuple(entered),
                    points=before,
                    left=self.stamina.points,
                )
            )
        if reason:
            state.emit(
                MoveEnded(
                    stack=id,
                    name=name,
                    province=self.stack.province,
                    wanted=wanted,
                    reason=reason,
                )
            )
