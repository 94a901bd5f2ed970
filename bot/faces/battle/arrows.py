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
    end = line[-1]
    heading = end - line[-3 if len(line) > 2 else 0]
    if math.hypot(*heading) < 1:
        return
    heading = heading / math.hypot(*heading)
    width = scale.px(style.width) * slender
    head = max(scale.px(20) * slender, width * 2.1)
    line = line.copy()
    line[-1] = end - heading * head * 0.7
    body = polylines(line[None])
    edge = max(scale.px(4.5) * slender, 2.0)
    across = np.array((-heading[1], heading[0]))
    back = end - heading * head * 1.15
    tip = polygons(
        np.array((end, back + across * head * 0.62, end - heading * head * 0.8,
                  back - across * head * 0.62))[None]
    )  # fmt: skip
    canvas.stroke(body, palette.INK, width + edge)
    canvas.stroke(tip, palette.INK, edge)
    if style.dashes:
        dashes = scale.px(style.dashes[0]), scale.px(style.dashes[1])
        cap = "round" if style.dashes[0] < style.width else "butt"
        canvas.stroke(body, style.paint, width, dashes=dashes, cap=cap)
    else:
        canvas.stroke(body, style.paint, width)
    canvas.fill(tip, style.paint)
