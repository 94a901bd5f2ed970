"""The strip below a battle: strength scene by scene, and what the signs of the picture mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.battle import counters
from bot.faces.battle.layout import MORALE, SPENT, STRIP, Scale
from bot.faces.cohorts.battle import arrows
from bot.faces.cohorts.battle.arrows import STYLES
from bot.faces.map import markers
from bot.faces.paint import palette, sprites
from bot.faces.paint.canvas import Canvas, polylines
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.sprites import words
from bot.faces.paint.text import measure

_LEFT, _RIGHT = 124.0, 1050.0  # of the plot
_TOP, _BOTTOM = 1096.0, 1260.0
_LEGEND_Y: Final = 1318.0
_LABELS: Final = 40  # scenes of which each can have its mark below


@dataclass(frozen=True, slots=True)
class Strength:
    """What the strip shows: both sides' strength after each scene, and below it its mark."""

    title: str
    marks: tuple[str, ...]
    counts: tuple[tuple[int, int], ...]
    liveries: tuple[Livery, Livery]

    @property
    def most(self) -> int:
        """The greatest strength of all."""
        return max(max(each) for each in self.counts)

    def x(self, place: int) -> float:
        """Where a scene lies from left to right."""
        return _LEFT + (_RIGHT - _LEFT) * place / max(len(self.counts) - 1, 1)

    def y(self, count: float) -> float:
        """The height of a strength."""
        return _BOTTOM - (_BOTTOM - _TOP) * count / (_step(self.most) * _lines(self.most))


def draw_ground(image: Image.Image, strength: Strength) -> None:
    """The panel with its title, lines and marks, on a picture 1200 wide."""
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(STRIP, 10, rgb(palette.PANEL))
    _left(image, strength.title, 36, 1052, 24, "italic")
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
    image: Image.Image, scale: Scale, strength: Strength, place: int, *, ahead: bool
) -> None:
    """Both lines as far as a scene, what comes later dotted or, unless `ahead`, left out."""
    box = scale.box(STRIP)
    canvas = Canvas(box[2] - box[0], box[3] - box[1])
    corner = np.array((STRIP[0], STRIP[1]))
    shown = scale.px(strength.x(place)) - box[0]
    spot = np.array([[(shown, scale.px(_TOP - 14) - box[1]), (shown, scale.px(_BOTTOM) - box[1])]])
    dashes = scale.px(8), scale.px(7)
    canvas.stroke(polylines(spot), palette.HIGHLIGHT, max(scale.px(3), 1.5), dashes=dashes)
    for side, livery in enumerate(strength.liveries):
        points = np.array(
            [(strength.x(n), strength.y(each[side])) for n, each in enumerate(strength.counts)]
        )
        points = (points - corner) * scale.by
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
    overlay = canvas.image()
    image.paste(overlay, box[:2], overlay)
    for side, livery in enumerate(strength.liveries):
        every = -(-len(strength.counts) // 20)
        for number in range(place + 1):
            if number % every == 0 or number == place:
                x, y = strength.x(number), strength.y(strength.counts[number][side])
                counters.sign(livery, side, scale.px(15)).paste(image, scale.px(x), scale.px(y))
    _draw_counts(image, scale, strength, place)


def draw_legend(image: Image.Image, signs: Iterable[str]) -> None:
    """The signs that a picture bears, in a row, on a picture 1200 wide."""
    drawn = [(sign, _SIGNS[sign]) for sign in _SIGNS if sign in signs]
    wide = [_SAMPLE + measure(sign, "medium", 21) for sign, _ in drawn]
    room = STRIP[2] - STRIP[0] - 40
    gap = min(34.0, (room - sum(wide)) / max(len(drawn) - 1, 1))
    x = STRIP[0] + 20.0
    for (sign, sketch), width in zip(drawn, wide, strict=True):
        sketch(image, x + _SAMPLE / 2 - 6)
        _left(image, sign, x + _SAMPLE, _LEGEND_Y, 21, "medium", palette.PARCHMENT)
        x += width + gap


# ---------------------------------------------------------------- parts


def _draw_counts(image: Image.Image, scale: Scale, strength: Strength, place: int) -> None:
    """The strengths of the scene beside the ends of the lines, kept apart."""
    counts = strength.counts[place]
    size = scale.text(26)
    ys = [scale.px(strength.y(count)) for count in counts]
    apart = size * 1.1
    upper, lower = (0, 1) if ys[0] <= ys[1] else (1, 0)
    near = apart - (ys[lower] - ys[upper])
    if near > 0:
        ys[upper] -= near / 2
        ys[lower] += near / 2
    floor = scale.px(_BOTTOM) - size * 0.3
    if ys[lower] > floor:
        ys[lower], ys[upper] = floor, min(ys[upper], floor - apart)
    for side, livery in enumerate(strength.liveries):
        text = words(f"{counts[side]:,}", size, palette.WHITE, palette.INK)
        x = scale.px(strength.x(place) + 18)
        counters.sign(livery, side, scale.px(13)).paste(image, x + scale.px(6), ys[side])
        text.paste(image, x + scale.px(18) + text.image.width / 2, ys[side])


def _left(
    image: Image.Image,
    text: str,
    x: float,
    y: float,
    size: int,
    face: str,
    paint: str = palette.MUTED,
) -> None:
    sprite = words(text, size, paint, face=face)
    sprite.paste(image, x - sprite.left, y)


def _step(most: int) -> int:
    """A round number of which two to four make the most."""
    step = 1
    while step * 4 < most:
        step = step * 2 if str(step)[0] in "15" else step // 2 * 5
    return step


def _lines(most: int) -> int:
    return max(1, -(-most // _step(most)))


# ---------------------------------------------------------------- signs

_SAMPLE: Final = 58.0  # the width of a sign with the gap before its word


def _bar(paint: str, rest: str) -> Callable[[Image.Image, float], None]:
    def sketch(image: Image.Image, x: float) -> None:
        pen = ImageDraw.Draw(image)
        y = _LEGEND_Y
        pen.rectangle((x - 22, y - 6, x + 22, y + 6), rgb(palette.INK))
        pen.rectangle((x - 20, y - 4, x + 20, y + 4), rgb(rest))
        pen.rectangle((x - 20, y - 4, x + 6, y + 4), rgb(paint))

    return sketch


def _sample(kind: str) -> Callable[[Image.Image, float], None]:
    def sketch(image: Image.Image, x: float) -> None:
        canvas = Canvas(56, 40)
        arrows.arrow(canvas, Scale(0.72), STYLES[kind], np.array(((4.0, 20.0), (52.0, 20.0))))  # type: ignore[index]
        overlay = canvas.image()
        image.paste(overlay, (round(x) - 28, round(_LEGEND_Y) - 20), overlay)

    return sketch


def _pasted(make: Callable[[], sprites.Sprite]) -> Callable[[Image.Image, float], None]:
    return lambda image, x: make().paste(image, x, _LEGEND_Y) and None


_SIGNS: Final[dict[str, Callable[[Image.Image, float], None]]] = {
    "Soldiers": _bar(palette.PARCHMENT, SPENT),
    "Morale": _bar(MORALE, palette.INK),
    **{style.label: _sample(kind) for kind, style in STYLES.items()},
    "Hits": _pasted(lambda: counters.hit(12, left=True)),
    "Lost": _pasted(lambda: counters.hit(12, left=False)),
    "Blessed": _pasted(lambda: counters.blessing(14)),
    "Medal": _pasted(lambda: counters.medal(24)),
    "Melee": _pasted(lambda: markers.battle(48)),
    "Destroyed": _pasted(lambda: counters.mark("dead", 17)),
    "Fled": _pasted(lambda: counters.mark("fled", 17)),
    "Stone": _pasted(lambda: counters.mark("stone", 17)),
}
"""How each sign looks, in the order in which they are told."""
KINDS: Final[dict[str, str]] = {kind: style.label for kind, style in STYLES.items()} | {
    "melee": "Melee",
    "dead": "Destroyed",
    "fled": "Fled",
    "stone": "Stone",
}
"""The sign of each kind of deed and fate."""


def signs_of(kinds: Sequence[str]) -> list[str]:
    """The signs of these kinds of deeds and fates, and those that are always there."""
    return ["Soldiers", "Morale", *(KINDS[kind] for kind in dict.fromkeys(kinds) if kind in KINDS)]
