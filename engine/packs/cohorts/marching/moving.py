"""The orders to move: along which way a stack goes.

How it fares on that way stands in `march`, the way to a destination is found in `routes`.
Source: cohorts.movement.move-order.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Annotated, ClassVar, Final

from pydantic import AfterValidator, Field

from engine.events import Event
from engine.hexes import DIRECTION_NAMES, Hex
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.knowledge.choices import MY_STACK, label, my_own_in, nearest
from engine.packs.cohorts.marching.march import (
    GATE,
    Leg,
    March,
    MoveEnded,
    known_province,
)
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.routes import Reach
from engine.packs.cohorts.movement.stamina import members
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack, Village
from engine.state import State
from engine.stored import Plain

_TURNS: Final = 2
"""As many turns of movement are looked ahead."""


def _destinations(state: State, given: Given) -> Iterator[Choice]:
    """The provinces that the stack named before can get to, then all others, the nearest first."""
    stack = my_own_in(state, given, "stack", Stack)
    reach = _reach(state, given, stack) if stack else None
    spots = reach.cost if reach else {}
    known = [each for spot in spots if (each := state.world.find(Province, spot))]
    notes = {province.id: _note(state, province) for province in known}
    for province in sorted(known, key=lambda each: not notes[each.id]):
        if stack and reach and province.id != stack.province:
            said = (label(state, province), _takes(reach, province.id), notes[province.id])
            yield Choice.of(province, " · ".join(filter(None, said)))
    for province, far in nearest(state, given, Province, "stack"):
        if province.id not in spots:
            yield Choice.of(province, f"{label(state, province)} · {far} provinces away")


def _reach(state: State, given: Given, stack: Stack) -> Reach:
    asked = given.text("mode")
    fleet = stack_type(state.world, stack.place) == "fleet"
    mode: Mode = asked if asked in MODES else "water" if fleet else "land"
    return Reach.of(state, stack, mode, turns=_TURNS)


def _takes(reach: Reach, spot: int) -> str:
    """What the way to a province takes: points of this turn, or the next turn too."""
    cost = reach.cost[spot]
    if cost > reach.points:
        return "next turn"
    return f"{_said(cost)} of {_said(reach.points)} points"


def _said(points: Fraction) -> str:
    tenths = floor(points * 10)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def _note(state: State, province: Province) -> str:
    """Notable things in a province; empty if there is nothing."""
    if state.world.first(City, "province", province.id):
        return "city"
    spots = state.world.by(HotSpot, "province", province.id)
    named = next((spot.name for spot in spots if spot.knows("name")), "")
    if named:
        return named
    return "village" if state.world.first(Village, "province", province.id) else ""


DESTINATION = Asks("a province you know", _destinations, (Province.kind,))


LONGEST: Final = 200
"""Steps of a route; more than any stack can take in a turn."""

_SHORT = ("ne", "e", "se", "sw", "w", "nw")
_HERE = re.compile(r"(\d{1,3})[/:](\d{1,3})")


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


def _steps(state: State, given: Given) -> Iterator[Choice]:
    for short, name in zip(_SHORT, DIRECTION_NAMES, strict=True):
        yield Choice(short, name)
    yield Choice("gate", "through the gate")


_MODE: Final = "By land, air or water; if left out, fleets by water, others by land"
STEP = Asks("a direction, a province next to the last, or gate", _steps, repeats=True)


class Moving(Order):
    """What the orders that move a stack have in common; the way is for each to say."""

    rule = "cohorts.movement.move-order"
    phases = ("movement",)
    unforeseen: ClassVar = {"stack": ("province", "used")}

    stack: Annotated[Ref, MY_STACK]
    mode: Mode | None

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        if not members(state.world, stack):
            yield self.refusal(
                "unable",
                f"Nobody is in {stack.name} to move it.",
                "Transfer a character or military unit into it first.",
            )

    def perform(self, state: State) -> None:
        stack = state.the(Stack, self.stack)
        fleet = stack_type(state.world, stack.place) == "fleet"
        march = March(state, stack, self.mode or ("water" if fleet else "land"))
        march.along(self._legs(state, stack, march))

    def halted(self, event: Event) -> bool:
        """Whether anything but want of movement points ended the way."""
        return isinstance(event, MoveEnded) and event.reason != "points"

    @abstractmethod
    def _legs(self, state: State, stack: Stack, march: March) -> list[Leg]:
        """The steps of the way, as far as it leads."""


def _too_strong(stack: Stack, level: int, limit: int) -> Refusal:
    return Refusal(
        "out_of_range",
        "cohorts.world.level-restriction",
        f"Only stacks of level {limit} or less may enter that province, and {stack.name} is of "
        f"level {level}.",
        "Choose another destination, or take the strongest out of it first.",
    )


class Move(Moving):
    """Move a stack to a province, by the fastest way you know."""

    path = ("stack", "move")
    form = 2

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack moves")
    destination: Annotated[Ref, DESTINATION] = Field(
        description="Where it goes, by the fastest way you know"
    )
    mode: Mode | None = Field(default=None, description=_MODE)
    allow_war: bool = Field(
        default=False,
        description="Whether the way may lead through provinces of factions at war with you",
    )
    upcasters: ClassVar = {1: dict}

    @classmethod
    def stored(cls, plain: Plain, form: int) -> tuple[type[Order], Plain]:
        """Of the first form the order took the steps of a route as well."""
        if form == 1 and plain.get("route"):
            steps = {"stack": plain["stack"], "steps": plain["route"], "mode": plain.get("mode")}
            return MoveAlong, steps
        return super().stored(plain, form)

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        stack = state.the(Stack, self.stack)
        state.the(Province, self.destination)
        if self.destination.id == stack.province:
            yield self.refusal(
                "bad_target",
                f"{stack.name} is there already.",
                "Choose another destination, or take the order out.",
            )

    def done(self, state: State) -> bool:
        """Whether the stack is where it was to go."""
        stack = state.world.find(Stack, self.stack.id)
        return stack is not None and stack.province == self.destination.id

    def _legs(self, state: State, stack: Stack, march: March) -> list[Leg]:
        gait = march.stamina.gait
        route = routes.find(
            state, gait, stack.province, self.destination.id, allow_war=self.allow_war
        )
        if route is None:
            goal = routes.chart_of(state, gait.faction).at(self.destination.id - 1)
            if goal.barring and goal.shuts_out(gait.level):
                raise Refused(_too_strong(stack, gait.level, goal.barring.level_limit))
            raise Refused(
                Refusal(
                    "out_of_range",
                    "cohorts.movement.pathfinding",
                    f"You know of no way for {stack.name} to get there by {gait.mode}.",
                    "Choose another destination or mode, allow a way through enemy land, "
                    "or give the steps yourself with /stack route.",
                )
            )
        legs: list[Leg] = []
        here = stack.province
        for direction in route.directions:
            here = state.world.get(Map, 1).grid.adjacency()[here - 1][direction] + 1
            legs.append(Leg(direction, here))
        return legs


class MoveAlong(Moving):
    """Move a stack along the steps you give, instead of by the fastest way you know."""

    path = ("stack", "route")

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack moves")
    steps: Annotated[
        tuple[Annotated[str, STEP, AfterValidator(_plain)], ...],
        Field(min_length=1, max_length=LONGEST),
    ] = Field(description="Its steps: directions, provinces such as 12/5, or gate")
    mode: Mode | None = Field(default=None, description=_MODE)

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        self._legs_from(state, state.the(Stack, self.stack).province)

    def _legs(self, state: State, stack: Stack, march: March) -> list[Leg]:
        return self._legs_from(state, stack.province)

    def _legs_from(self, state: State, start: int) -> list[Leg]:
        """The steps as given.

        Raises:
            Refused: a step leads off the map, or to a province that is not next to the last.
            NotKnown: the way goes on from a gate in a province that was never seen.
        """
        adjacency = state.world.get(Map, 1).grid.adjacency()
        legs: list[Leg] = []
        here = start
        for number, step in enumerate(self.steps, start=1):
            if step == "gate":
                legs.append(Leg(GATE, known_province(state, here).gate))
            else:
                to = 0
                if step in _SHORT:
                    direction = _SHORT.index(step)
                    to = adjacency[here - 1][direction] + 1
                else:
                    index = _index(state, step, here)
                    direction = (
                        adjacency[here - 1].index(index) if index in adjacency[here - 1] else GATE
                    )
                    to = index + 1 if direction != GATE else 0
                if not to:
                    raise Refused(
                        self.refusal(
                            "bad_target",
                            f"Step {number} of the route, {step}, does not lead to a province "
                            "next to the one before.",
                            "Name every province on the way, or use /stack move.",
                        )
                    )
                legs.append(Leg(direction, to))
            here = legs[-1].to
            if not here:
                break
        return legs


def _index(state: State, step: str, here: int) -> int:
    """The index of the province that a step from `here` names; -2 if it is not on the map.

    Coordinates are those of the realm where the step is taken.
    """
    grid = state.world.get(Map, 1).grid
    spot = _HERE.fullmatch(step)
    if spot:
        hex_ = Hex(int(spot[1]), int(spot[2]), grid.at(here - 1).realm)
        return grid.index(hex_) if hex_ in grid else -2
    return Ref.parse(step).id - 1
