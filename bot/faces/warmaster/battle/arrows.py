"""Who went, shot, cast and gave orders to whom: arrows over the field, each kind with its form."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Protocol

import numpy as np
from PIL import Image

from bot.faces.battle.arrows import Style, arrow
from bot.faces.battle.layout import Scale, mixed
from bot.faces.map import markers
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box, Canvas, Floats, polylines
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import Part, poly
from bot.faces.paint.sprites import Sprite, sprite_of
from bot.faces.warmaster.battle.course import DeedKind, HexAction
from bot.faces.warmaster.battle.layout import BACK, CHARGE, FAILED, HEX, ORDER, SPELL
from engine.packs.warmaster.battle.values import Spot

STYLES: Final[dict[DeedKind, Style]] = {
    "move": Style("Move", palette.PARCHMENT, 7.0),
    "charge": Style("Charge", CHARGE, 9.0),
    "back": Style("Back", BACK, 6.0, (10.0, 7.0)),
    "shot": Style("Shot", palette.HIGHLIGHT, 4.5, (11.0, 7.0)),
    "spell": Style("Spell", SPELL, 6.0),
}
LINES: Final[dict[DeedKind, tuple[str, str, tuple[float, float] | None]]] = {
    "order": ("Order", ORDER, None),
    "failed": ("Failed", FAILED, (7.0, 6.0)),
}
"""The lines from the giver of an order to its addressee: their words, paints and dashes."""
PATHS: Final[tuple[DeedKind, ...]] = ("back", "move", "charge")
"""What is drawn on the ground, under those who stand there."""
BLOWS: Final[tuple[DeedKind, ...]] = ("shot", "spell")
_LINE: Final = 3.4
_STAR: Final = 38.0
_SHARE: Final = np.linspace(0.0, 1.0, 7)[1:, None]
"""How far along a part of a line each of its points lies."""
_BEND: Final = 0.1


class HexLayout(Protocol):
    """Where the hexes of a battle lie on its picture."""

    @property
    def size(self) -> float:
        """The width of a hex."""
        ...

    @property
    def ground(self) -> Box:
        """Where they lie, all together."""
        ...

    def centre(self, spot: Spot) -> tuple[float, float]:
        """The middle of a hex."""
        ...


def draw_deeds(
    canvas: Canvas,
    scale: Scale,
    chart: HexLayout,
    deeds: Sequence[HexAction],
    kinds: Sequence[DeedKind],
) -> None:
    """The arrows of deeds of these kinds, in the order of the kinds."""
    shown = [deed for kind in kinds for deed in deeds if deed.kind == kind and len(deed.path) > 1]
    canvas.clip(scale.box(chart.ground))
    for deed in shown:
        points = _points(scale, chart, deed.path)
        start, end = (0.1, 0.4) if deed.kind in PATHS else (0.3, 0.36)
        if deed.kind in BLOWS and len(points) == 2:
            points = _bent(points)
        points = _cut(_smooth(points), scale.px(chart.size * start), scale.px(chart.size * end))
        if len(points) > 1:
            arrow(canvas, scale, STYLES[deed.kind], points, min(1.0, chart.size / HEX))
    canvas.clip(None)


def draw_orders(canvas: Canvas, scale: Scale, chart: HexLayout, deeds: Sequence[HexAction]) -> None:
    """Lines from the giver of an order to its units."""
    canvas.clip(scale.box(chart.ground))
    for kind, (_, paint, dashes) in LINES.items():
        paths = [deed.path for deed in deeds if deed.kind == kind and deed.path[0] != deed.path[-1]]
        if not paths:
            continue
        lines = np.stack([_points(scale, chart, (path[0], path[-1])) for path in paths])
        order_line(canvas, scale, lines, paint, dashes)
    canvas.clip(None)


def order_line(
    canvas: Canvas,
    scale: Scale,
    lines: Floats,
    paint: str,
    dashes: tuple[float, float] | None,
) -> None:
    """Thin lines with an ink edge."""
    wide = max(scale.px(_LINE), 1.6)
    path = polylines(lines)
    canvas.stroke(path, palette.INK, wide + max(scale.px(3), 1.4), 0.8)
    gaps = (scale.px(dashes[0]), scale.px(dashes[1])) if dashes else None
    canvas.stroke(path, paint, wide, dashes=gaps, cap="butt" if gaps else "round")


def draw_marches(
    canvas: Canvas,
    scale: Scale,
    chart: HexLayout,
    deeds: Sequence[HexAction],
    liveries: Sequence[Livery],
) -> None:
    """The ways on which units came through the whole battle, in the colours of their sides."""
    marches = [deed for deed in deeds if deed.kind == "march"]
    canvas.clip(scale.box(chart.ground))
    for deed in marches:
        line = _smooth(_points(scale, chart, deed.path))
        path = polylines(line[None])
        paint = mixed(liveries[deed.side].colour, palette.WHITE, 0.25)
        canvas.stroke(path, palette.INK, scale.px(6.5), 0.55)
        canvas.stroke(path, paint, scale.px(3.6), 0.9)
    canvas.clip(None)


def draw_stars(
    image: Image.Image, scale: Scale, chart: HexLayout, deeds: Sequence[HexAction]
) -> None:
    """A star between enemies who fight hand to hand, and one where magic works on the spot."""
    w = scale.px(_STAR * chart.size / HEX)
    for deed in deeds:
        if deed.kind == "spell" and len(deed.path) == 1:
            x, y = chart.centre(deed.path[0])
            glow(w, SPELL).paste(image, scale.px(x), scale.px(y - chart.size * 0.4))
    for x, y in _fights(chart, deeds):
        markers.battle(w).paste(image, scale.px(x), scale.px(y))


def _fights(chart: HexLayout, deeds: Sequence[HexAction]) -> Iterator[tuple[float, float]]:
    """The middles between those who fight."""
    for deed in deeds:
        if deed.kind == "fight":
            (one, two), (other, three) = (chart.centre(spot) for spot in deed.path)
            yield (one + other) / 2, (two + three) / 2


@lru_cache(maxsize=16)
def glow(w: float, paint: str) -> Sprite:
    """Magic upon a unit."""
    angles = np.arange(12) * np.pi / 6
    reach = np.where(np.arange(12) % 2 == 0, 0.34, 0.17)
    star = poly(*np.stack((np.sin(angles) * reach, np.cos(angles) * reach), axis=1).tolist())
    return sprite_of(
        (Part(star, line=palette.INK, width=0.1), Part(star, paint, palette.INK, 0.02)), w
    )


def _points(scale: Scale, chart: HexLayout, path: Sequence[Spot]) -> Floats:
    """The middles of hexes, in pixels of the picture."""
    return np.array([chart.centre(spot) for spot in path]) * scale.by


def _bent(points: Floats) -> Floats:
    """A line from point to point, bent aside."""
    start, end = points
    along = end - start
    bend = (start + end) / 2 + np.array((-along[1], along[0])) * _BEND
    return np.array((start, bend, end))


def _smooth(points: Floats) -> Floats:
    """A line with round corners: through the middles of its parts, in fine steps."""
    middles = (points[:-1] + points[1:]) / 2
    starts, bends, ends = middles[:-1, None], points[1:-1, None], middles[1:, None]
    curves = (1 - _SHARE) ** 2 * starts + 2 * _SHARE * (1 - _SHARE) * bends + _SHARE**2 * ends
    first = (1 - _SHARE) * points[0] + _SHARE * middles[0]
    last = (1 - _SHARE) * middles[-1] + _SHARE * points[-1]
    return np.concatenate((points[:1], first, curves.reshape(-1, 2), last))


def _cut(points: Floats, first: float, last: float) -> Floats:
    """A fine line without so much of its beginning and of its end; at least its middle stays."""
    steps = np.hypot(*(points[1:] - points[:-1]).T)
    gone = np.concatenate(((0.0,), np.cumsum(steps)))
    whole = float(gone[-1])
    if math.isclose(whole, 0.0):
        return points[:1]
    if whole < (first + last) * 1.6:
        first, last = (each * whole / ((first + last) * 1.6) for each in (first, last))
    at = np.linspace(first, whole - last, max(4, len(points)))
    return np.stack([np.interp(at, gone, points[:, axis]) for axis in (0, 1)], axis=1)
