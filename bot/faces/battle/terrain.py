"""The land on which a battle is fought, under everything else of its picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np

from bot.faces.battle.layout import FIELD, mixed
from bot.faces.map.geometry import noise_at
from bot.faces.map.terrain import VARIANTS, symbol
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.looks import Land
from bot.faces.paint.palette import rgb
from bot.faces.paint.sprites import Drawing, strew

_SYMBOL: Final = 92.0  # pixels to a symbol's unit
_STEP: Final = 124.0  # between two symbols
_SALT: Final = 93
_DARK: Final = 0.36


def ground(land: Land) -> str:
    """The colour of land where nobody stands."""
    return mixed(land.colour, "#000000", _DARK)


def draw_terrain(canvas: Canvas, land: Land) -> None:
    """The ground within the frame of the field, strewn with the land's symbols."""
    canvas.clip(FIELD)
    canvas.fill_box(FIELD, ground(land))
    drawings: list[Drawing] = []
    for variant in range(VARIANTS):
        spots = np.array([spot for spot, which in _spots() if which == variant], dtype=float)
        drawings.append((symbol(land.symbol, variant), spots))
    strew(canvas, drawings, _SYMBOL)


def draw_frame(canvas: Canvas) -> None:
    """The frame of the field, with which it is done: what follows may lie anywhere."""
    canvas.clip(None)
    left, top, right, bottom = FIELD
    frame = (left, top, right - 1, bottom - 1)
    canvas.pen.rectangle(frame, outline=rgb(palette.BRASS), width=2)


@cache
def _spots() -> tuple[tuple[tuple[float, float], int], ...]:
    """Where symbols stand, and which variant."""
    return tuple(_strewn())


def _strewn() -> Iterator[tuple[tuple[float, float], int]]:
    left, top, right, bottom = FIELD
    for row in range(int((bottom - top) / _STEP) + 1):
        for column in range(int((right - left) / _STEP) + 1):
            x = left + (column + noise_at(column, row, _SALT)) * _STEP
            y = top + (row + noise_at(column, row, _SALT + 1)) * _STEP
            yield (x, y), int(noise_at(column, row, _SALT + 2) * VARIANTS)
