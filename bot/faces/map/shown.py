"""A map as something is shown with it: which part of the world, and with how much of a legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

FULL_LEGEND_UNTIL: Final = 3  # turns; later the map's legend names the factions alone


@dataclass(frozen=True, slots=True)
class MapShown:
    """One realm, or the hexes around a centre in it, as a faction knows them."""

    legend: Literal["full", "factions", "none"]
    realm: int = 0
    """Its number, where there are several."""
    centre: tuple[int, int] | None = None
    """x and y of the province in the middle; None for the whole realm."""
    radius: int = 4
    """Hexes around the centre; without a centre it is not used."""


def legend_in(turn: int) -> Literal["full", "factions"]:
    """How much the legend says of a map in that turn: at first everything."""
    return "full" if turn <= FULL_LEGEND_UNTIL else "factions"
