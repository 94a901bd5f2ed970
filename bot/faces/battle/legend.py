"""The legend of a battle's picture: each of its signs, and what it means.

Which signs there are, each system says; here they are put in a row, and drawn in ways that several
systems use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.faces.battle.layout import STRIP
from bot.faces.map.markers import Sprite
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb
from bot.faces.paint.sprites import words
from bot.faces.paint.text import measure

Sketch = Callable[[Image.Image, float, float], None]
"""Draws a sign about a point of a picture 1200 wide."""
_Y: Final = 1318.0
_SAMPLE: Final = 58.0  # the width of a sign with the gap before its word
_CLOSE: Final = 50.0  # the same where there are many
_LETTERS: Final = ((21, _SAMPLE), (19, _CLOSE), (17, _CLOSE))
"""Sizes of the words, with the room of a sign: the largest with which all fit."""
_APART: Final = 8.0  # at least, from a word to the next sign


class LegendSign(NamedTuple):
    """A sign and its word."""

    label: str
    sketch: Sketch


def draw_legend(image: Image.Image, signs: Iterable[LegendSign]) -> None:
    """The signs in a row, on a picture 1200 wide."""
    drawn = list(signs)
    room = STRIP[2] - STRIP[0] - 40
    size, sample, wide = _fitting(drawn, room)
    gap = min(34.0, (room - sum(wide)) / max(len(drawn) - 1, 1))
    x = STRIP[0] + 20.0
    for sign, width in zip(drawn, wide, strict=True):
        sign.sketch(image, x + sample / 2 - 6, _Y)
        word = words(sign.label, size, palette.PARCHMENT, face="medium")
        word.paste(image, x + sample - word.left, _Y)
        x += width + gap


def _fitting(drawn: Sequence[LegendSign], room: float) -> tuple[int, float, list[float]]:
    """The size of the words, the room of a sign, and how wide each is with its word."""
    size, sample, wide = 0, 0.0, list[float]()
    for size, sample in _LETTERS:
        wide = [sample + measure(sign.label, "medium", size) for sign in drawn]
        if sum(wide) + _APART * (len(drawn) - 1) <= room:
            break
    return size, sample, wide


def bar(paint: str, rest: str) -> Sketch:
    """A bar of which a part is left."""

    def sketch(image: Image.Image, x: float, y: float) -> None:
        pen = ImageDraw.Draw(image)
        pen.rectangle((x - 22, y - 6, x + 22, y + 6), rgb(palette.INK))
        pen.rectangle((x - 20, y - 4, x + 20, y + 4), rgb(rest))
        pen.rectangle((x - 20, y - 4, x + 6, y + 4), rgb(paint))

    return sketch


def pasted(make: Callable[[], Sprite]) -> Sketch:
    """What is drawn elsewhere, made when it is first needed."""

    def sketch(image: Image.Image, x: float, y: float) -> None:
        make().paste(image, x, y)

    return sketch
