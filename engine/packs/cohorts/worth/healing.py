"""Wounds that heal, and lasting morale that comes back.

What a rest and a month give; when they come stands in `production` and with the orders. Spells,
draughts and churches are not here.
"""

from __future__ import annotations

from math import floor

from engine.events import Event
from engine.facts import facts
from engine.numbers import Exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import told_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.worth.bonuses import attribute
from engine.state import State
from engine.world import Place

_MORALE = 100
_MORALE_STEP = 5  # a month, cohorts.morale.recovery


@facts
class Recovered(Event):
    """A piece's wounds healed or its morale came back (cohorts.production.monthly-healing)."""

    piece: Place
    name: str
    healed: Exact
    """Percent points of wounds."""
    morale: Exact
    """Points, negative if morale sank to its usual height."""


def _constitution(state: State, piece: Character | Unit) -> Exact:
    """The effective constitution of a character, or of a unit's race or crew."""
    return attribute(state.world, state.module.content(Content), piece, "CON").value


def after_rest(wounds: Exact, constitution: Exact) -> Exact:
    """The wounds left by a rest: half of the constitution heals (cohorts.order.rest)."""
    return _less(wounds, floor(constitution / 2))


def after_month(wounds: Exact, constitution: Exact) -> Exact:
    """The wounds left by a monthly production (cohorts.production.monthly-healing)."""
    return _less(wounds, floor(constitution))


def _less(wounds: Exact, points: int) -> Exact:
    # At 100 a piece is dead or destroyed (cohorts.unit.hit-points-and-wounds).
    return wounds if wounds >= 100 else max(0, wounds - points)


def steadied(morale: Exact) -> Exact:
    """Lasting morale one month nearer to its usual height (cohorts.morale.recovery)."""
    if morale < _MORALE:
        return min(_MORALE, morale + _MORALE_STEP)
    return max(_MORALE, morale - _MORALE_STEP)


def rest(state: State, piece: Character | Unit) -> Exact:
    """Heal a piece by one rest, and say by how many percent points; no status hinders it.

    Sources: cohorts.order.rest, cohorts.status.poisoned.
    """
    left = after_rest(piece.wounds, _constitution(state, piece))
    state.world.put(piece.replace(wounds=left))
    return piece.wounds - left


def recover(state: State) -> None:
    """The first step of a monthly production: characters and units heal, morale comes back."""
    for cls in (Character, Unit):
        for piece in state.world.all(cls):
            if isinstance(piece, Character) and piece.dead:
                continue
            wounds, morale = _month(state, piece), steadied(piece.morale)
            if (wounds, morale) != (piece.wounds, piece.morale):
                state.world.put(piece.replace(wounds=wounds, morale=morale))
                tell(state, piece, piece.wounds - wounds, morale - piece.morale)


def _month(state: State, piece: Character | Unit) -> Exact:
    content = state.module.content(Content)
    if not piece.wounds or any(not status.heals for status in borne(content, piece)):
        return piece.wounds
    return after_month(piece.wounds, _constitution(state, piece))


def tell(state: State, piece: Character | Unit, healed: Exact, morale: Exact = 0) -> None:
    """Tell a piece's faction that it recovered without an order, unless others hold it."""
    event = Recovered(piece=piece.place, name=piece.name, healed=healed, morale=morale)
    state.emit(event, own=(told_of(state.world, piece),))
