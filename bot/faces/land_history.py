"""Who held which land in the course of a campaign, and the world with nothing hidden.

What an ended campaign shows of itself: its film, and the map of the whole world. A system whose
world has a map of hexes gives a history of its land beside its atlas. Only the truth goes in, so
nothing here may be asked of a campaign that goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.hexes import Hex
from engine.world import Record, World


class Town(NamedTuple):
    """A place that changes hands, such as a city."""

    hex: Hex
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LandHistory:
    """How a system's truth is read once nothing is secret any more."""

    kinds: tuple[type[Record], ...]
    """The records that say who holds what."""
    holders: Callable[[World], Mapping[Hex, int]]
    """The faction of every hex that somebody holds, in a world that has these kinds alone."""
    towns: Callable[[World], Iterable[Town]]
    """The places that change hands, in such a world, in a fixed order."""
    revealed: Callable[[World], World]
    """The truth as a view that lacks nothing, for the atlas; the truth stays as it is."""
