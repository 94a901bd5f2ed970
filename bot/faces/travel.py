"""Marches: which of a player's pieces can be found on a map, and sent somewhere on it.

An atlas may have them; a system in which nobody goes anywhere by order has none. Everything is read
off what the player's faction knows, with what the player has queued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from bot.faces.map.chart import Chart
from bot.faces.map.survey import Survey
from engine.hexes import Hex
from engine.orders import Ref
from engine.world import World


@dataclass(frozen=True, slots=True)
class OwnPiece:
    """Something of the player's that a map can jump to."""

    ref: Ref
    name: str
    note: str
    """What matters of it in a few words, such as whether it waits for orders."""
    hex: Hex
    goes: bool = False
    """Whether it can be sent somewhere now."""
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a piece can be sent."""

    ref: Ref
    name: str
    """With where it lies."""
    note: str
    """When it would be there, and what that takes."""
    hex: Hex
    notable: bool = False
    """Whether it is offered unasked; any other is found by searching."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marches:
    """How a system's pieces are sent about its map.

    `goals`, `reach` and `dangers` work in a worker, on a survey whose view is the player's plan:
    what is known, with what the queued orders do to it.
    """

    order: tuple[str, str]
    """The path of the order that sends a piece."""
    given: Callable[[Ref, Ref], Mapping[str, Ref]]
    """Parameters of that order that are filled in, for a piece and its goal."""
    pieces: Callable[[World, int], Iterator[OwnPiece]]
    """A player's own on the plan, what can be sent first."""
    goals: Callable[[Survey, Ref], tuple[Destination, ...]]
    """Where a piece can be sent, the nearest first."""
    reach: Callable[[Survey, Chart, Ref], Chart]
    """The chart with what the piece can reach."""
    dangers: Callable[[Survey, Ref, str], tuple[str, ...]]
    """What is known to threaten a piece on the way that the queued order of a key takes, in plain
    sentences. The survey's view is what is known now."""
