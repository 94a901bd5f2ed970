"""The reach of a stack or spell on a map: the bounds of its steps, each in a distinct hue.

Hues darken from step to step, and each hex has a number as well, so that nothing hangs on a colour
alone. The land stays visible within.
"""

from typing import Final

import numpy as np

from bot.faces.map.chart import Chart
from bot.faces.map.legend_parts import Entry, Row, flow, hex_sprite
from bot.faces.map.placing import Label, PlacingRank
from bot.faces.map.reaches import covered
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polygons, polylines
from bot.faces.paint.looks import PLAIN, natural
from bot.faces.paint.sprites import words

_WASH: Final = 0.22
_LEAST_W: Final = 24.0  # pixels of a hex below which no number is readable
_PLACES: Final = ((0.0, 0.30), (0.0, -0.30), (0.0, 0.0))  # from a hex's middle, in hex widths


def draw_strides(canvas: Canvas, scene: MapScene) -> None:
    """Wash the hexes of each step lightly and bound them all in its hue, the farthest first."""
    by_step: dict[int, list[tuple[int, int]]] = {}
    for each in scene.chart.strides:
        by_step.setdefault(min(each.step, len(palette.STRIDES) - 1), []).append((each.x, each.y))
    areas: list[tuple[str, list[tuple[int, int]]]] = []
    for step in sorted(by_step):
        inner = areas[-1][1] if areas else []
        areas.append((palette.STRIDES[step], [*inner, *by_step[step]]))
        inside, _ = covered(scene, by_step[step])
        canvas.fill(polygons(scene.outlines(np.nonzero(inside)[0])), areas[-1][0], _WASH)
    for hue, hexes in reversed(areas):
        _, edge = covered(scene, hexes)
        if edge.any():
            path = polylines(scene.sides[edge])
            canvas.stroke(path, palette.INK, max(scene.w * 0.10, 5.0))
            canvas.stroke(path, hue, max(scene.w * 0.062, 3.2))


def stride_labels(scene: MapScene) -> list[Label]:
    """The numbers of the hexes, where these are large enough; none at the centre, nor a zero."""
    if scene.w < _LEAST_W:
        return []
    size = max(16, min(30, round(scene.w * 0.24)))
    labels: list[Label] = []
    for each in scene.chart.strides:
        spot = scene.place(each.x, each.y)
        if spot is None or not each.number or (each.x, each.y) == scene.focus.centre:
            continue
        hue = palette.STRIDES[min(each.step, len(palette.STRIDES) - 1)]
        light = sum(palette.rgb(hue)) > _LIGHT
        fill = hue if light else palette.WHITE
        text = str(each.number)
        sprite = words(text, size, fill, palette.INK if light else hue)
        spots = tuple((spot[0] + x * scene.w, spot[1] + y * scene.w) for x, y in _PLACES)
        labels.append(
            Label(sprite, (*spot, *spot), PlacingRank.NUMBER, text, spots=spots, optional=True)
        )
    return labels


_LIGHT: Final = 3 * 128  # sum of red, green and blue


def steps_shown(chart: Chart) -> tuple[tuple[int, str], ...]:
    """The steps of which there are hexes, with what they are called."""
    there = sorted({each.step for each in chart.strides})
    return tuple((step, chart.steps[step]) for step in there if step < len(chart.steps))


def stride_rows(steps: tuple[tuple[int, str], ...], heading: str) -> list[Row]:
    """What the hues mean, for the legend."""
    ground = natural(PLAIN).colour
    entries: list[Entry] = []
    for step, name in steps:
        hue = palette.STRIDES[min(step, len(palette.STRIDES) - 1)]
        entries.append((hex_sprite(_mixed(ground, hue), None, edge=hue), name))
    return flow(entries, heading)


def _mixed(ground: str, hue: str) -> str:
    parts = zip(palette.rgb(ground), palette.rgb(hue), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * _WASH):02X}" for a, b in parts)
