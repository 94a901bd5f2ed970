"""The card that a picture lies on: title bar, and the coordinates of a map."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.map import markers
from bot.faces.map.chart import Chart, Faction
from bot.faces.map.ground import hex_colours
from bot.faces.map.markers import words
from bot.faces.map.scene import Scene
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polylines
from bot.faces.paint.palette import rgb
from bot.faces.paint.shapes import Part
from bot.faces.paint.text import fitted, lettering, measure

_BAR_Y: Final = 40  # the middle of the title bar


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands in the title bar of a picture."""

    title: str
    subtitle: str = ""  # the date, or what the picture is about
    turn: int | None = None
    faction: Faction | None = None  # whose shield leads it
    own: bool = True  # whether that faction is the one who looks


def map_heading(chart: Chart) -> Heading:
    """The title bar of a map."""
    own = next((each for each in chart.factions if each.key == chart.own), None)
    # Of several realms the map is titled by its own; whose it is says the shield.
    title = chart.title if chart.strides or not chart.realm else chart.realm
    return Heading(title[:1].upper() + title[1:], chart.subtitle, chart.turn, own)


def draw_title(image: Image.Image, heading: Heading) -> None:
    """The shield, title, date and turn, with a brass line under them."""
    pen = ImageDraw.Draw(image)
    right = palette.WIDTH - palette.MARGIN
    pen.rectangle(
        (palette.MARGIN, palette.TITLE_HEIGHT - 1, right - 1, palette.TITLE_HEIGHT),
        rgb(palette.BRASS),
    )
    if heading.turn is not None:
        right = _draw_turn(image, f"TURN {heading.turn}", right) - 20
    if heading.subtitle:
        text = fitted(heading.subtitle, "italic", palette.SUBTITLE_TEXT, 380)
        piece = lettering(text, "italic", palette.SUBTITLE_TEXT, palette.MUTED)
        right -= round(piece.width)
        place = right + piece.left, _BAR_Y + 10 + piece.top
        image.paste(piece.image, place, piece.image)
        right -= 24
    left = palette.MARGIN + 8
    if heading.faction is not None:
        livery = palette.livery(heading.faction.colour, heading.faction.emblem)
        markers.shield(livery, own=heading.own, width=46.0).paste(image, left + 25, _BAR_Y)
        left += 66
    title = fitted(heading.title, "title", palette.TITLE_TEXT, right - left)
    if title:
        piece = lettering(title, "title", palette.TITLE_TEXT, palette.PARCHMENT)
        place = left + piece.left, _BAR_Y + 17 + piece.top
        image.paste(piece.image, place, piece.image)


def _draw_turn(image: Image.Image, text: str, right: int) -> int:
    """The brass pill with the turn; gives its left edge."""
    wide = measure(text, "title", palette.TURN_TEXT) + 40
    tag = Part(markers.rounded(wide / 2, 26, 12), palette.BRASS)
    middle = right - wide / 2
    markers.sprite_of((tag,), 1.0).paste(image, middle, _BAR_Y)
    words(text, palette.TURN_TEXT, palette.INK, face="title").paste(image, middle, _BAR_Y)
    return round(right - wide)


def draw_coordinates(image: Image.Image, scene: Scene) -> None:
    """The numbers of columns and rows outside the frame, every fifth or tenth stressed."""
    left, top, right, bottom = scene.window.frame
    every = _every(scene)
    large = scene.style != "map" and max(scene.chart.width, scene.chart.height) <= 100
    size = palette.COORDINATE_TEXT + (2 if large else 0)
    for column in range(scene.window.columns[0], scene.window.columns[1] + 1):
        x = scene.window.origin[0] + (column + 0.25) * scene.w
        number = column % scene.chart.width
        if number % every == 0 and left < x - scene.w / 4 and x + scene.w / 4 < right:
            sprite = words(str(number), size, _coordinate_paint(number, every), face="bold")
            sprite.paste(image, x, top - 13)
            sprite.paste(image, x, bottom + 14)
    for row in range(scene.window.rows[0], scene.window.rows[1] + 1):
        y = scene.window.centre(0, row)[1]
        if row % every == 0 and top < y < bottom:
            sprite = words(str(row), size, _coordinate_paint(row, every), face="bold")
            sprite.paste(image, left - 15, y)
            sprite.paste(image, right + 15, y)


def _every(scene: Scene) -> int:
    """How far apart the numbers stand, so that they do not touch."""
    choices = (10, 20, 50) if scene.style == "overview" else (1,)
    return next((every for every in choices if every * scene.w >= palette.MAP_FROM), 100)


def _coordinate_paint(number: int, every: int) -> str:
    stressed = number % 5 == 0 or every > 1
    return palette.WHITE if stressed else palette.COORDINATE


def draw_graticule(canvas: Canvas, scene: Scene) -> None:
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


def draw_hex_coordinates(image: Image.Image, scene: Scene) -> None:
    """The coordinates inside the hexes of a zoom, dark on light ground and light on dark."""
    colours = hex_colours(scene, palette.TINT)
    bright = colours @ (0.3, 0.59, 0.11)
    age = scene.of(scene.age)
    size = max(14, min(22, round(scene.w * 0.165)))
    for place in range(scene.seen):
        if scene.within[place]:
            dark = bright[place] * (0.7 if age[place] else 1.0) < 118
            x, y = scene.centres[place]
            text = f"{scene.x[place]},{scene.y[place]}"
            paint = palette.PARCHMENT if dark else palette.LABEL
            words(text, size, paint, face="medium").paste(image, x, y - scene.w * 0.42)
