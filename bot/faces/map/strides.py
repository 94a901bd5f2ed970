"""The reach of a stack or spell on a map: provinces shaded by the points or mana left there.

Each bears its points, or the mana that it takes, as a number too, so that nothing hangs on the
shade alone.
"""

from typing import Final

import numpy as np
from PIL import Image

from bot.faces.map.chart import Telling
from bot.faces.map.legend_parts import Entry, Row, flow, hex_sprite
from bot.faces.map.reaches import covered
from bot.faces.map.scene import Scene
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polygons, polylines
from bot.faces.paint.looks import PLAIN, natural
from bot.faces.paint.sprites import words
from bot.faces.paint.text import measure

_SHADES: Final = (0.10, 0.32, 0.54, 0.76)  # how thick the wash is, the fewest points first
_LEAST_W: Final = 24.0  # pixels of a hex below which no number is readable
_PLACE_W: Final = 0.30  # how far below its middle a hex bears its number
_MEANS: Final[dict[Telling, str]] = {
    "points": "Points left there",
    "mana": "Numbers: mana it takes. Left then",
}


def draw_strides(canvas: Canvas, scene: Scene) -> None:
    """Wash every hex in reach, the thicker the more points are left, and bound them all."""
    shares = {(each.x, each.y): each.share for each in scene.chart.strides}
    shades: dict[float, list[int]] = {}
    for place, spot in _spots(scene):
        if spot in shares:
            shades.setdefault(_shade(shares[spot]), []).append(place)
    for shade, places in sorted(shades.items()):
        canvas.fill(polygons(scene.outlines(np.array(places))), palette.STRIDE, shade)
    _, edge = covered(scene, list(shares))
    if edge.any():
        path = polylines(scene.sides[edge])
        canvas.stroke(path, palette.INK, max(scene.w * 0.07, 4.0))
        canvas.stroke(path, palette.HIGHLIGHT, max(scene.w * 0.04, 2.2))


def _spots(scene: Scene) -> list[tuple[int, tuple[int, int]]]:
    """The hexes in the picture and where on the map they lie, those never seen among them."""
    spots = zip(scene.x.tolist(), scene.y.tolist(), strict=True)
    return list(enumerate(spots))


def _shade(share: float) -> float:
    return _SHADES[min(int(share * len(_SHADES)), len(_SHADES) - 1)]


def put_strides(image: Image.Image, scene: Scene) -> None:
    """Write the numbers into the hexes, where these are large enough."""
    size = max(16, min(30, round(scene.w * 0.22)))
    if scene.w < _LEAST_W or measure("888", "bold", size) > scene.w * 0.8:
        return
    numbers = {(each.x, each.y): each.number for each in scene.chart.strides}
    if scene.focus.centre:
        numbers.pop(scene.focus.centre, None)  # there stands the stack or caster itself
    for place, spot in _spots(scene):
        if spot in numbers and scene.within[place]:
            x, y = scene.centres[place]
            sprite = words(str(numbers[spot]), size, palette.WHITE, palette.INK)
            sprite.paste(image, x, y + scene.w * _PLACE_W)


def stride_rows(tell: Telling) -> list[Row]:
    """What the shades mean, for the legend."""
    ground = natural(PLAIN).colour
    names = ("under a quarter", "under half", "under three quarters", "more")
    entries: list[Entry] = [
        (hex_sprite(_mixed(ground, shade), None, edge=palette.HIGHLIGHT), name)
        for shade, name in zip(_SHADES, names, strict=True)
    ]
    return flow(entries, _MEANS[tell])


def _mixed(ground: str, shade: float) -> str:
    parts = zip(palette.rgb(ground), palette.rgb(palette.STRIDE), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * shade):02X}" for a, b in parts)
