"""What holds for every picture, and what stands in its pixels."""

import io
from typing import Any

import numpy as np
from PIL import Image

from bot.faces.paint import palette
from bot.faces.paint.picture import Picture
from bot.faces.sheet.sheet import LONGEST_ALT

TALLEST = 2600
"""Pixels; Discord shows what is taller only in pieces."""
MIB = 1 << 20


def pixels(picture: Picture) -> np.ndarray[Any, Any]:
    """Rows of dots, each red, green and blue, as numbers that may be subtracted."""
    return np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB")).astype(int)


def sound(picture: Picture) -> Image.Image:
    """Check size, weight, words and file name of any picture; gives it opened."""
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height)
    assert len(picture.png) < MIB
    assert 0 < len(picture.alt) <= LONGEST_ALT
    assert picture.filename.endswith((".png", ".gif"))
    assert picture.filename.isascii()
    assert len(picture.filename) <= 64
    return image


def sound_card(picture: Picture) -> None:
    """Check also what holds for cards: their width, and that Discord shows them whole."""
    sound(picture)
    assert picture.width == palette.WIDTH
    assert picture.height <= TALLEST
