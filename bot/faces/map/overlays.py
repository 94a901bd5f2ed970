"""What systems' own layers lay upon hexes: shades, hatching and marks, and how the legend has them.

A share is drawn in four steps. Hatching counts them in lines and marks have icons, so that nothing
hangs on a colour alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.map.chart import Overlay, OverlayKind, Spot
from bot.faces.map.geometry import hexagon
from bot.faces.map.legend_parts import Entry, Row, flow
from bot.faces.map.placing import Crowd, Label, PlacingRank
from bot.faces.map.reaches import covered
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette, sprites
from bot.faces.paint.canvas import Canvas, Floats, polygons
from bot.faces.paint.shapes import Path, moved, poly, stamped, together
from bot.faces.paint.sprites import Sprite, words

_STEPS: Final = 4
_WASH: Final = (0.18, 0.32, 0.46, 0.60)  # how thick a shade is, by step
_LINES: Final = ((0.0,), (-0.12, 0.12), (-0.21, 0.0, 0.21), (-0.27, -0.09, 0.09, 0.27))
_STROKE: Final = poly((-0.155, -0.25), (-0.105, -0.25), (0.155, 0.25), (0.105, 0.25))
_CASING: Final = poly((-0.185, -0.27), (-0.095, -0.27), (0.185, 0.27), (0.095, 0.27))
_MARK_W: Final = 0.17  # the radius of a mark
_ASIDE_W: Final = 0.27  # how far below the middle marks stand where something is built
_LEAST_MARK: Final = 6.0  # pixels
_LEAST_W: Final = 40.0  # pixels of a hex below which no text is readable
_SAMPLE_W: Final = 44.0


@dataclass(frozen=True, slots=True)
class OverlayKey:
    """What the legend says of an overlay."""

    name: str
    kind: OverlayKind
    colour: str
    icon: str
    scaled: bool


def overlay_keys(overlays: Iterable[Overlay]) -> tuple[OverlayKey, ...]:
    """The keys of those of which something is on the map."""
    return tuple(
        OverlayKey(each.name, each.kind, each.colour, each.icon, each.scaled)
        for each in overlays
        if any(spot.share > 0 for spot in each.spots)
    )


def overlay_rows(keys: Iterable[OverlayKey]) -> list[Row]:
    """The rows of the legend: each overlay by its name, a scaled one step by step."""
    rows: list[Row] = []
    plain: list[Entry] = []
    for key in keys:
        if not key.scaled:
            plain.append((_sample(key, _STEPS - 1), key.name))
            continue
        steps: list[Entry] = [
            (_sample(key, step), f"up to {(step + 1) * 100 // _STEPS}%") for step in range(_STEPS)
        ]
        rows += flow(steps, key.name)
    return rows + (flow(plain) if plain else [])


def draw_overlays(canvas: Canvas, scene: MapScene) -> None:
    """The shades and the hatching."""
    for overlay in scene.chart.overlays:
        for step, spots in enumerate(_by_step(overlay.spots)):
            if overlay.kind == "shade":
                inside, _ = covered(scene, [(each.x, each.y) for each in spots])
                outlines = scene.outlines(np.nonzero(inside)[0])
                canvas.fill(polygons(outlines), overlay.colour, _WASH[step])
            elif overlay.kind == "hatch":
                found = [place for each in spots for place in scene.places(each.x, each.y)]
                places = np.array(found, dtype=float).reshape(-1, 2)
                _hatch(canvas, places, scene.w, overlay.colour, step)


def put_overlays(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    """The marks, beside each other, and what is written into hexes that are large enough."""
    texts: dict[tuple[int, int], list[str]] = {}
    marks: dict[tuple[int, int], list[Overlay]] = {}
    radius = max(scene.w * _MARK_W, _LEAST_MARK)
    for overlay in scene.chart.overlays:
        for spot in overlay.spots:
            if spot.share <= 0:
                continue
            if spot.text:
                texts.setdefault((spot.x, spot.y), []).append(spot.text)
            if overlay.kind == "mark":
                marks.setdefault((spot.x, spot.y), []).append(overlay)
    built = {(each.x, each.y) for each in (*scene.chart.settlements, *scene.chart.sites)}
    for (column, row), some in marks.items():
        down = _ASIDE_W * scene.w if (column, row) in built else 0.0
        for place, overlay in enumerate(some):
            aside = (place - (len(some) - 1) / 2) * 2.2 * radius
            sprite = _mark(overlay.icon, overlay.colour, radius)
            for x, y in scene.places(column, row):
                crowd.add(sprite.paste(image, x + aside, y + down), 1.5)
    if scene.w < _LEAST_W:
        return
    size = max(16, min(26, round(scene.w * 0.2)))
    for (column, row), some in texts.items():
        text = " ".join(some)
        sprite = words(text, size, palette.WHITE, palette.INK)
        spot = scene.place(column, row)
        if spot:
            x, y = spot
            spots = ((x, y + scene.w * 0.30), (x, y - scene.w * 0.30), (x, y))
            crowd.labels.append(Label(sprite, (x, y, x, y), PlacingRank.NUMBER, text, spots=spots))


def _by_step(spots: Iterable[Spot]) -> list[list[Spot]]:
    """The spots by how strong they are, the weakest first; those of no share are left out."""
    steps: list[list[Spot]] = [[] for _ in range(_STEPS)]
    for spot in spots:
        if spot.share > 0:
            steps[min(ceil(spot.share * _STEPS), _STEPS) - 1].append(spot)
    return steps


def _hatch(canvas: Canvas, places: Floats, w: float, colour: str, step: int) -> None:
    """Strokes on hexes `w` wide, on a casing that lifts them off any ground."""
    casing = palette.INK if _bright(colour) else palette.WHITE
    canvas.fill(stamped(_strewn(_CASING, step), places, w), casing, 0.6)
    canvas.fill(stamped(_strewn(_STROKE, step), places, w), colour)


def _strewn(stroke: Path, step: int) -> Path:
    """The strokes of a step, beside each other; steps count from 0."""
    return together(*(moved(stroke, x, 0.0) for x in _LINES[step]))


def _mark(icon: str, colour: str, radius: float) -> Sprite:
    """A disc with an icon, which is pale on a dark colour and dark on a bright one."""
    ink = palette.INK if _bright(colour) else palette.WHITE
    return sprites.medal(icon, colour, ink, palette.WHITE, radius)


def _bright(colour: str) -> bool:
    return sum(palette.rgb(colour)) > 3 * 128


def _sample(key: OverlayKey, step: int) -> Sprite:
    if key.kind == "mark":
        return _mark(key.icon, key.colour, 15.0)
    half = round(_SAMPLE_W * 0.6)
    canvas = Canvas(2 * half, 2 * half)
    middle = np.array(((half, half),), dtype=float)
    hex_ = polygons(middle[:, None] + hexagon(_SAMPLE_W))
    canvas.fill(hex_, palette.PAPER)
    if key.kind == "shade":
        canvas.fill(hex_, key.colour, _WASH[step])
    else:
        _hatch(canvas, middle, _SAMPLE_W, key.colour, step)
    return Sprite(canvas.image(), -half, -half)
