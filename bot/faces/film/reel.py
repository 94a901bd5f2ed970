"""What a film shows, as plain values: its sides, its land, and shot after shot who held it.

A shot is what one turn, or several where there are many, left behind. Hexes are named by their
places in the cells of the land's charts, so that a shot is small however large the world is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.map.chart import Chart

NOBODY: Final = 255
"""In the bytes of a shot: a hex that nobody holds."""
UNSEEN: Final = 254
"""A hex of which the faction whose film it is has seen nothing."""
MOST_SIDES: Final = 250
MOST_SHOTS: Final = 240
"""A longer campaign has several turns in a shot."""


@dataclass(frozen=True, slots=True)
class FilmSide:
    """A side of the campaign."""

    name: str
    colour: int
    """1 and up."""
    emblem: str | None
    """The name of an icon."""
    players: tuple[str, ...] = ()
    """Who played it, the first holder of each seat first."""


@dataclass(frozen=True, slots=True)
class FilmTown:
    """A place that changes hands."""

    realm: int
    x: int
    y: int
    name: str


@dataclass(frozen=True, slots=True)
class Shot:
    """How all stood after a turn, and what happened in it."""

    turn: int
    date: str
    owners: tuple[bytes, ...]
    """By realm, for each cell of its chart the number of the side that holds it, or `NOBODY`."""
    towns: tuple[int, ...]
    """The numbers of the reel's towns that there are by now."""
    battles: tuple[tuple[int, int, int], ...] = ()
    """Realm, x and y of each."""
    caption: str = ""
    """What weighed most in it, in one line."""
    held: tuple[int, ...] = ()
    """By side, how much it has: points where standings are kept, else hexes."""
    figures: tuple[str, ...] = ()
    """The same in words of the rules."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A side at the end, the best first."""

    rank: int
    name: str
    points: str
    side: int
    """Its number, or that of the side of a player; -1 for none."""
    players: tuple[str, ...] = ()
    """Who played it; of a player its side."""


@dataclass(frozen=True, slots=True)
class Reel:
    """A whole film before it is drawn."""

    title: str
    """The campaign's name."""
    subtitle: str
    """What is played, and from when to when."""
    whose: str
    """The faction as whose knowledge the land is shown; empty for the truth."""
    sides: tuple[FilmSide, ...]
    lands: tuple[Chart, ...]
    """By realm the bare land; none of a world without a map."""
    towns: tuple[FilmTown, ...]
    shots: tuple[Shot, ...]
    outcome: str
    """How it ended, in one line."""
    places: tuple[Placed, ...]
    counts: str
    """What the figures beside the sides count, such as "provinces"."""


def spread(turns: Sequence[int], most: int = MOST_SHOTS) -> tuple[int, ...]:
    """The turns at whose ends a shot is taken: all, or evenly as many as may be, the last too."""
    if len(turns) <= most:
        return tuple(turns)
    last = len(turns) - 1
    chosen = {round(place * last / (most - 1)) for place in range(most)}
    return tuple(turns[place] for place in sorted(chosen))
