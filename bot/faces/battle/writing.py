"""Words upon a battle's picture: single ones, and what happened, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PIL import Image

from bot.faces.battle.counters import sign
from bot.faces.battle.layout import Scale
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.paint.palette import Livery
from bot.faces.paint.sprites import words
from bot.faces.paint.text import Face, fitted
from bot.faces.sheet.sheet import wrapped

_STEP_LINES: Final = 5  # at most, of one thing that happened
_STEP_LETTERS: Final = (29, 26, 23, 21)
"""Sizes of what happened, the largest that has room for all being taken."""
_SIGN: Final = 40.0  # the room of a side's sign before what it did


class Writer:
    """What writes upon one picture; lengths are those of the layout."""

    def __init__(self, image: Image.Image, scale: Scale, liveries: Sequence[Livery]) -> None:
        self.image = image
        self.scale = scale
        self.liveries = liveries

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        paint: str = palette.COORDINATE,
        *,
        face: Face = "bold",
        width: float = 400.0,
    ) -> float:
        """Text from x on, cut to a width; gives its width in pixels of the layout."""
        letters = self.scale.text(size)
        shown = fitted(text, face, letters, self.scale.px(width))
        if not shown:
            return 0.0
        sprite = words(shown, letters, paint, face=face)
        sprite.paste(self.image, self.scale.px(x) - sprite.left, self.scale.px(y))
        return sprite.image.width / self.scale.by

    def middle(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        paint: str = palette.PARCHMENT,
        *,
        face: Face = "bold",
        width: float = 380.0,
    ) -> None:
        """Text about x, cut to a width."""
        letters = self.scale.text(size)
        shown = fitted(text, face, letters, self.scale.px(width))
        if shown:
            words(shown, letters, paint, face=face).paste(
                self.image, self.scale.px(x), self.scale.px(y)
            )

    def steps(self, steps: Sequence[tuple[int, str]], box: Box) -> None:
        """What happened, in order, each with the sign of the side that did it (-1 for none)."""
        left, top, right, bottom = box
        x, y = left + _SIGN, top
        told, size, step = self._fitting([text for _, text in steps], right - x, bottom - top)
        for place, ((side, _), lines) in enumerate(zip(steps, told, strict=True)):
            last = place == len(steps) - 1
            if y + step * (len(lines) + (not last)) > bottom:
                self.write(f"… and {len(steps) - place} more", x, y + 4, size, face="italic")
                return
            if side >= 0:
                spot = self.scale.px(left + 22), self.scale.px(y)
                sign(self.liveries[side], side, self.scale.px(16)).paste(self.image, *spot)
            for line in lines:
                self.write(line, x, y, size, palette.PARCHMENT, face="medium", width=right - x - 12)
                y += step
            y += step / 3

    def _fitting(
        self, texts: Sequence[str], wide: float, tall: float
    ) -> tuple[Iterable[list[str]], int, float]:
        """The lines of texts in the largest letters in which all find room, with the step down."""
        *larger, least = _STEP_LETTERS
        for size in larger:
            step = self._step(size)
            # Each text takes a line at least, which mostly says already that they are too many.
            if step * len(texts) * (1 + 1 / 3) <= tall:
                told = list(self._laid_out(texts, wide, size))
                if step * (sum(len(lines) for lines in told) + len(told) / 3) <= tall:
                    return told, size, step
        return self._laid_out(texts, wide, least), least, self._step(least)

    def _laid_out(self, texts: Iterable[str], wide: float, size: int) -> Iterator[list[str]]:
        """The lines of texts in letters of that size, each laid out when it is asked for."""
        letters = self.scale.text(size)
        width = self.scale.px(wide - 20)
        for text in texts:
            yield wrapped(text, "medium", letters, width, _STEP_LINES)

    def _step(self, size: int) -> float:
        """From line to line in letters of that size."""
        return self.scale.text(size) * 1.29 / self.scale.by
