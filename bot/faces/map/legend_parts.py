"""Parts of a legend: sprites and texts in rows and columns.

What a legend says stands in `legend` and, of single layers, in `keys`.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.map.geometry import band_polygons, hexagon
from bot.faces.map.realms import draw_rhythm
from bot.faces.map.terrain import mist, symbol
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polygons, polylines
from bot.faces.paint.shapes import draw
from bot.faces.paint.sprites import Sprite
from bot.faces.paint.text import lettering, measure

Row = tuple[int, Callable[[Image.Image, int], None]]  # its height, and what draws it about a y
Entry = tuple[Sprite | None, str]

LEFT: Final = palette.MARGIN + 14
RIGHT: Final = palette.WIDTH - palette.MARGIN - 14
_LINE: Final = 52  # pixels from one line of a flow to the next
_GAP: Final = 24  # between its entries


def write(image: Image.Image, text: str, x: float, y: int) -> float:
    """A text from x on, about y; gives where it ends."""
    piece = lettering(text, "medium", palette.LEGEND_TEXT, palette.PARCHMENT)
    place = round(x) + piece.left, y + piece.top + round(piece.capital / 2)
    image.paste(piece.image, place, piece.image)
    return x + piece.width


def flow(entries: Sequence[Entry], heading: str = "") -> list[Row]:
    """Entries one after another, on as many lines as they need; the heading begins the first."""
    if not entries:
        return []
    indent = measure(heading, "bold", palette.LEGEND_TEXT) + 18 if heading else 0.0
    lines: list[list[tuple[Entry, float]]] = [[]]
    x = LEFT + 6 + indent
    for entry in entries:
        wide = (entry[0].image.width + 8 if entry[0] else 0) + _wide(entry[1])
        if x + wide > RIGHT and lines[-1]:
            lines.append([])
            x = LEFT + 6 + indent
        lines[-1].append((entry, x))
        x += wide + _GAP
    rows: list[Row] = []
    for number, line in enumerate(lines):
        title = heading if number == 0 else ""
        rows.append(
            (_LINE, lambda image, y, line=line, title=title: _line_of(image, y, line, title))
        )
    return rows


def _line_of(image: Image.Image, y: int, line: list[tuple[Entry, float]], title: str) -> None:
    if title:
        piece = lettering(title, "bold", palette.LEGEND_TEXT, palette.MUTED)
        place = LEFT + 6 + piece.left, y + piece.top + round(piece.capital / 2)
        image.paste(piece.image, place, piece.image)
    for (sprite, text), x in line:
        if sprite:
            sprite.paste(image, x - sprite.left, y)
        write(image, text, x + (sprite.image.width + 8 if sprite else 0), y)


def _wide(text: str) -> float:
    return measure(text, "medium", palette.LEGEND_TEXT)


def hex_sprite(
    fill: str | None,
    terrain: str | None,
    *,
    edge: str | None = None,
    veil: float = 0.0,
    w: float = 46.0,
) -> Sprite:
    """A hex of a colour, with a terrain's symbol, under a veil."""
    half = round(w * 0.62) + 2
    canvas = Canvas(2 * half, 2 * half)
    middle = np.array([(half, half)], dtype=float)
    outline = polygons(middle[None] + hexagon(w))
    if fill:
        canvas.fill(outline, fill)
    if fill == palette.UNSEEN:
        draw(canvas, mist(), middle, w, {"mist": palette.MIST})
    if terrain:
        draw(canvas, symbol(terrain, 0), middle, w)
    if veil:
        canvas.fill(outline, palette.VEIL, veil)
    if edge:
        canvas.stroke(outline, edge, 2.5)
    return Sprite(canvas.image(), -half, -half)


def rhythm_sprite(paint: str, rhythm: str, ink: str) -> Sprite:
    """A piece of a border in its rhythm, from its upper left corner."""
    canvas = Canvas(48, 8)
    outer = np.linspace((0.0, 0.0), (48.0, 0.0), 5)
    band = np.stack((outer, outer + np.array((0, 8))))[None]
    canvas.fill(polygons(band_polygons(band)), paint)
    draw_rhythm(canvas, band, rhythm, ink)
    return Sprite(canvas.image(), 0, 0)


def line_sprite(paint: str, wide: float) -> Sprite:
    """A straight line."""
    canvas = Canvas(52, 12)
    canvas.stroke(polylines(np.array((((4, 6), (48, 6)),), dtype=float)), paint, wide)
    return Sprite(canvas.image(), -26, -6)
