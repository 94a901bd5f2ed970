"""What a stack or a spell can reach, as its faction's map shows it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Final

from bot.faces.map import chart
from engine.hexes import Hex
from engine.packs.cohorts.pieces.records import Map
from engine.world import World

LEAST, MOST = 2, 12
"""How many hexes around its middle a reach shows, at least and at most."""
_MARGIN: Final = 1


def strides(view: World, reached: Mapping[int, Fraction], points: Fraction) -> list[chart.Stride]:
    """The provinces in reach, its own among them, those where it has most points left first."""
    grid = view.get(Map, 1).grid
    found: list[chart.Stride] = []
    for province, left in sorted(reached.items(), key=lambda each: (-each[1], each[0])):
        hex_ = grid.at(province - 1)
        share = float(left / points) if points else 0.0
        found.append(chart.Stride(hex_.x, hex_.y, floor(left), share))
    return found


def spans(view: World, price: Mapping[int, int], most: int) -> list[chart.Stride]:
    """The provinces in reach of a spell with the mana that each takes, of `most` there is."""
    grid = view.get(Map, 1).grid
    found: list[chart.Stride] = []
    for province, mana in sorted(price.items(), key=lambda each: (each[1], each[0])):
        hex_ = grid.at(province - 1)
        found.append(chart.Stride(hex_.x, hex_.y, mana, 1 - mana / most if mana else 1.0))
    return found


def radius(view: World, centre: Hex, shown: list[chart.Stride]) -> int:
    """How many hexes around a stack or caster hold its reach, within bounds."""
    grid = view.get(Map, 1).grid
    far = max(
        (grid.distance(centre, Hex(each.x, each.y, centre.realm)) for each in shown), default=0
    )
    return min(max(far + _MARGIN, LEAST), MOST)
