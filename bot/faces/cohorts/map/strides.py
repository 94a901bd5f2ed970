"""What a stack or a spell can reach, as its faction's map shows it: in a few numbered steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from bot.faces.map import chart
from bot.faces.map.frame import MapFrame, holding
from engine.hexes import Hex
from engine.packs.cohorts.pieces.records import Map
from engine.world import World

TURNS: Final = 4
"""How many turns ahead a reach looks; as many as there are hues to tell them apart."""
BY_TURN: Final = ("this turn", "next turn", "turn 3 from now", "turn 4 from now")
WIDEST: Final = 30
"""Columns of the map of a reach, at most, where nearer steps are enough to fill it."""
_MARGIN: Final = 1
_PARTS: Final = 3  # of the mana that a spell may take, and none


def strides(view: World, reached: Mapping[int, tuple[int, Fraction]]) -> list[chart.Stride]:
    """The provinces in reach with the turn of arrival, the soonest first."""
    grid = view.get(Map, 1).grid
    found: list[chart.Stride] = []
    order = sorted(reached.items(), key=lambda each: (each[1][0], -each[1][1], each[0]))
    for province, (turn, _) in order:
        hex_ = grid.at(province - 1)
        found.append(chart.Stride(hex_.x, hex_.y, turn - 1, turn))
    return found


def spans(
    view: World, price: Mapping[int, int], most: int
) -> tuple[list[chart.Stride], tuple[str, ...]]:
    """The provinces in reach of a spell, with the mana of the `most` there is that each takes.

    Also the names of the steps: no mana, then equal parts.
    """
    grid = view.get(Map, 1).grid
    part = max(1, -(-most // _PARTS))
    bounds = [(low, min(low + part - 1, most)) for low in range(1, most + 1, part)]
    names = [f"{low} mana" if low == high else f"{low} to {high} mana" for low, high in bounds]
    found: list[chart.Stride] = []
    for province, mana in sorted(price.items(), key=lambda each: (each[1], each[0])):
        hex_ = grid.at(province - 1)
        step = 0 if not mana else 1 + (mana - 1) // part
        found.append(chart.Stride(hex_.x, hex_.y, step, mana))
    return found, ("no mana", *names)


def frame(view: World, centre: Hex, shown: Iterable[chart.Stride]) -> MapFrame:
    """The frame that holds a reach: of all its steps, or the nearest that fill a picture."""
    size = view.get(Map, 1).grid.realms[centre.realm]
    spots = [centre.spot]
    held = holding(size, spots, _MARGIN)
    assert held is not None
    by_step: dict[int, list[tuple[int, int]]] = {}
    for each in shown:
        by_step.setdefault(each.step, []).append((each.x, each.y))
    for step in sorted(by_step):
        spots += by_step[step]
        wider = holding(size, spots, _MARGIN)
        if wider is None or (wider.wide > WIDEST and step > min(by_step)):
            break
        held = wider
    return held
