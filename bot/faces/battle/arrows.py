"""Arrows over a battle's field: who went or aimed where, each kind in a distinct form."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from bot.faces.battle.layout import Scale
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, Floats, polygons, polylines


class Style(NamedTuple):
    """How one kind of arrow looks; lengths in pixels on a picture 1200 wide."""

    label: str
    paint: str
    width: float
    dashes: tuple[float, float] | None = None


def arrow(canvas: Canvas, scale: Scale, style: Style, line: Floats, slender: float = 1.0) -> None:
    """An arrow along a line of points, its head at the last, with an ink edge.

    `slender` is by what its widths are multiplied.
    """
    # Numbers one by one: of two, numpy is slow to make anything.
    (x, y), (end_x, end_y) = line[[-3 if len(line) > 2 else 0, -1]].tolist()
    length = math.hypot(end_x - x, end_y - y)
    if length < 1:
        return
    width = scale.px(style.width) * slender
    head = max(scale.px(20) * slender, width * 2.1)
    edge = max(scale.px(4.5) * slender, 2.0)
    right, down = (end_x - x) / length * head, (end_y - y) / length * head

    def spot(back: float, aside: float = 0.0) -> tuple[float, float]:
        """A point of the head, in its lengths behind its end and beside it."""
        return end_x - right * back - down * aside, end_y - down * back + right * aside

    line = line.copy()
    line[-1] = spot(0.7)
    body = polylines(line[None])
    tip = polygons(np.array([[spot(0.0), spot(1.15, 0.62), spot(0.8), spot(1.15, -0.62)]]))
    canvas.stroke(body, palette.INK, width + edge)
    canvas.stroke(tip, palette.INK, edge)
    if style.dashes:
        dashes = scale.px(style.dashes[0]), scale.px(style.dashes[1])
        cap = "round" if style.dashes[0] < style.width else "butt"
        canvas.stroke(body, style.paint, width, dashes=dashes, cap=cap)
    else:
        canvas.stroke(body, style.paint, width)
    canvas.fill(tip, style.paint)
