"""The strip below a battle: how strong each side was after each scene."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.battle import counters
from bot.faces.battle.layout import STRIP, Scale
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polylines
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.sprites import words

_LEFT, _RIGHT = 124.0, 1050.0  # of the plot
_TOP, _BOTTOM = 1096.0, 1260.0
_LABELS: Final = 40  # scenes of which each can have its mark below


@dataclass(frozen=True)
class Strength:
    """What the strip shows: each side's strength after each scene, and below it its mark."""

    title: str
    marks: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    liveries: tuple[Livery, ...]

    @cached_property
    def most(self) -> int:
        """The greatest strength of all."""
        return max(max(each) for each in self.counts)

    def x(self, place: int) -> float:
        """Where a scene lies from left to right."""
        return _LEFT + (_RIGHT - _LEFT) * place / max(len(self.counts) - 1, 1)

    @cached_property
    def top(self) -> int:
        """The strength at the uppermost line."""
        return _step(self.most) * _lines(self.most)

    def y(self, count: float) -> float:
        """The height of a strength."""
        return _BOTTOM - (_BOTTOM - _TOP) * count / self.top


def draw_ground(image: Image.Image, strength: Strength) -> None:
    """The panel with its title, lines and marks, on a picture 1200 wide."""
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(STRIP, 10, rgb(palette.PANEL))
    title = words(strength.title, 24, palette.MUTED, face="italic")
    title.paste(image, 36 - title.left, 1052)
    step = _step(strength.most)
    for number in range(_lines(strength.most) + 1):
        y = strength.y(number * step)
        pen.line((_LEFT, y, _RIGHT + 20, y), rgb(palette.MIST), 2)
        label = words(f"{number * step:,}", 21, palette.MUTED, face="medium")
        label.paste(image, _LEFT - 26 - label.image.width / 2, y)
    every = -(-len(strength.marks) // _LABELS)
    for place, mark in enumerate(strength.marks):
        if place % every == 0:
            words(mark, 21, palette.MUTED, face="medium").paste(
                image, strength.x(place), _BOTTOM + 24
            )


def draw_course(
    canvas: Canvas, scale: Scale, strength: Strength, place: int, *, ahead: bool
) -> None:
    """All lines as far as a scene, what comes later dotted or, unless `ahead`, left out."""
    image, shown = canvas.picture, scale.px(strength.x(place))
    spot = np.array([[(shown, scale.px(_TOP - 14)), (shown, scale.px(_BOTTOM))]])
    dashes = scale.px(8), scale.px(7)
    canvas.stroke(polylines(spot), palette.HIGHLIGHT, max(scale.px(3), 1.5), dashes=dashes)
    for side, livery in enumerate(strength.liveries):
        points = np.array(
            [(strength.x(n), strength.y(each[side])) for n, each in enumerate(strength.counts)]
        )
        points = points * scale.by
        edge = "#EDE3CB" if sum(rgb(livery.colour)) < 330 else palette.INK
        if ahead and place + 1 < len(points):
            later = polylines(points[None, place:])
            dots = scale.px(1), scale.px(12)
            canvas.stroke(later, edge, max(scale.px(7), 3), 0.8, dashes=dots)
            canvas.stroke(later, livery.colour, max(scale.px(4.5), 2), dashes=dots)
        if place:
            gone = polylines(points[None, : place + 1])
            canvas.stroke(gone, edge, max(scale.px(9), 3.5))
            canvas.stroke(gone, livery.colour, max(scale.px(5), 2))
    for side, livery in enumerate(strength.liveries):
        every = -(-len(strength.counts) // 20)
        for number in range(place + 1):
            if number % every == 0 or number == place:
                x, y = strength.x(number), strength.y(strength.counts[number][side])
                counters.sign(livery, side, scale.px(15)).paste(image, scale.px(x), scale.px(y))
    _draw_counts(image, scale, strength, place)


# ---------------------------------------------------------------- parts


def _draw_counts(image: Image.Image, scale: Scale, strength: Strength, place: int) -> None:
    """The strengths of the scene beside the ends of the lines, kept apart."""
    counts = strength.counts[place]
    size = scale.text(26)
    ys = [scale.px(strength.y(count)) for count in counts]
    _part(ys, size * 1.1, scale.px(_BOTTOM) - size * 0.3)
    for side, livery in enumerate(strength.liveries):
        text = words(f"{counts[side]:,}", size, palette.WHITE, palette.INK)
        x = scale.px(strength.x(place) + 18)
        counters.sign(livery, side, scale.px(13)).paste(image, x + scale.px(6), ys[side])
        text.paste(image, x + scale.px(18) + text.image.width / 2, ys[side])


def _part(ys: list[float], apart: float, floor: float) -> None:
    """Move heights that are nearer to each other than `apart`, and all above the floor."""
    order = sorted(range(len(ys)), key=ys.__getitem__)
    for _ in order:  # what is moved may come near the next
        for upper, lower in pairwise(order):
            near = apart - (ys[lower] - ys[upper])
            if near > 0:
                ys[upper] -= near / 2
                ys[lower] += near / 2
    for number in reversed(order):
        ys[number] = min(ys[number], floor)
        floor = ys[number] - apart


def _step(most: int) -> int:
    """A round number of which two to four make the most."""
    step = 1
    while step * 4 < most:
        step = step * 2 if str(step)[0] in "15" else step // 2 * 5
    return step


def _lines(most: int) -> int:
    return max(1, -(-most // _step(most)))
