"""Where a stack may be sent: places of note first, each with what the way there takes.

Only proposes, on the player's view; the way itself is found in `movement.routes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Final

from engine.orders import Asks, Choice, Given
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.knowledge.choices import label, my_own_in, nearest
from engine.packs.cohorts.movement.routes import Reach
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import City, Province, Stack, Village
from engine.state import State

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
