"""What lies around a map on its card: its heading, and the coordinates."""

from typing import Final

import numpy as np
from PIL import Image

from bot.faces.map.chart import Chart
from bot.faces.map.ground import hex_colours
from bot.faces.map.placing import Label, PlacingRank, Written
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polylines
from bot.faces.paint.card import Heading
from bot.faces.paint.sprites import words
from bot.faces.paint.text import measure

_APART: Final = 8  # pixels between two numbers of columns


def map_heading(chart: Chart) -> Heading:
    """The title bar of a map."""
    own = next((each for each in chart.factions if each.key == chart.own), None)
    # Of several realms the map is titled by its own; whose it is says the shield.
    title = chart.title if chart.strides or not chart.realm else chart.realm
    return Heading(title[:1].upper() + title[1:], chart.subtitle, chart.turn, own)


def draw_coordinates(image: Image.Image, scene: MapScene) -> list[Written]:
    """The numbers of columns and rows outside the frame, every fifth or tenth stressed."""
    written: list[Written] = []
    left, top, right, bottom = scene.window.frame
    every = _every(scene)
    large = scene.style != "map" and max(scene.chart.width, scene.chart.height) <= 100
    size = palette.COORDINATE_TEXT + (2 if large else 0)
    for column in range(scene.window.columns[0], scene.window.columns[1] + 1):
        x = scene.window.origin[0] + (column + 0.25) * scene.w
        number = column % scene.chart.width
        if number % every == 0 and left < x - scene.w / 4 and x + scene.w / 4 < right:
            sprite = words(str(number), size, _coordinate_paint(number, every), face="bold")
            written.append(Written(str(number), sprite.paste(image, x, top - 13)))
            written.append(Written(str(number), sprite.paste(image, x, bottom + 14)))
    for row in range(scene.window.rows[0], scene.window.rows[1] + 1):
        y = scene.window.centre(0, row)[1]
        if row % every == 0 and top < y < bottom:
            sprite = words(str(row), size, _coordinate_paint(row, every), face="bold")
            written.append(Written(str(row), sprite.paste(image, left - 15, y)))
            written.append(Written(str(row), sprite.paste(image, right + 15, y)))
    return written


def _every(scene: MapScene) -> int:
    """How far apart the numbers stand, so that they do not touch."""
    choices = (10, 20, 50) if scene.style == "overview" else (1, 2, 5, 10)
    widest = measure(str(scene.chart.width), "bold", palette.COORDINATE_TEXT + 2) + _APART
    return next((every for every in choices if every * scene.w >= widest), 100)


def _coordinate_paint(number: int, every: int) -> str:
    stressed = number % 5 == 0 or every > 1
    return palette.WHITE if stressed else palette.COORDINATE


def draw_graticule(canvas: Canvas, scene: MapScene) -> None:
    """Fine lines through the numbered columns and rows of an overview."""
    left, top, right, bottom = scene.window.frame
    every = _every(scene)
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for column in range(scene.window.columns[0], scene.window.columns[1] + 1):
        x = scene.window.origin[0] + (column + 0.25) * scene.w
        if (column % scene.chart.width) % every == 0 and left < x < right:
            lines.append(((x, top), (x, bottom)))
    for row in range(scene.window.rows[0], scene.window.rows[1] + 1):
        y = scene.window.centre(0, row)[1]
        if row % every == 0 and top < y < bottom:
            lines.append(((left, y), (right, y)))
    if lines:
        canvas.stroke(polylines(np.array(lines)), palette.WHITE, 1.0, 0.13)


def hex_coordinates(scene: MapScene) -> list[Label]:
    """The coordinates inside the hexes of a zoom, dark on light ground and light on dark."""
    labels: list[Label] = []
    colours = hex_colours(scene, palette.TINT)
    bright = colours @ (0.3, 0.59, 0.11)
    age = scene.of(scene.age)
    left, top, right, bottom = scene.window.frame
    size = max(14, min(22, round(scene.w * 0.165)))
    for place in range(scene.seen):
        x, y = scene.centres[place]
        if scene.within[place] and left < x < right and top < y < bottom:
            dark = bright[place] * (0.7 if age[place] else 1.0) < 118
            text = f"{scene.x[place]},{scene.y[place]}"
            paint = palette.PARCHMENT if dark else palette.LABEL
            sprite = words(text, size, paint, face="medium")
            spots = ((float(x), float(y - scene.w * 0.42)), (float(x), float(y + scene.w * 0.42)))
            subject = (*spots[0], *spots[0])
            labels.append(
                Label(sprite, subject, PlacingRank.COORDINATE, text, spots=spots, optional=True)
            )
    return labels
