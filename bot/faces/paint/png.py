"""A picture as a PNG with a fitted palette, a third of the size of full colour."""

import io
from functools import cache
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.paint.palette import exact_colours, rgb

_COLOURS: Final = 256
_THIN: Final = 4  # the palette is chosen from every fourth pixel of every fourth row
_APART: Final = 8  # a chosen colour nearer than this to an exact one would take its place
_LEVEL: Final = 2  # a seventh more bytes than 6 in less than half the time


def encode(image: Image.Image) -> bytes:
    """The PNG bytes of an opaque picture, in 256 colours, those of the interface exact."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(palette_of(image))
    buffer = io.BytesIO()
    indexed(image, palette).save(buffer, "PNG", compress_level=_LEVEL)
    return buffer.getvalue()


def indexed(image: Image.Image, palette: Image.Image) -> Image.Image:
    """An opaque picture in the colours of a palette, each pixel in the nearest.

    `Image.quantize` does so with RGB alone, and would have a canvas's picture copied into that.
    """
    palette.load()
    small = Image.new("P", image.size)
    small.im.paste(image.im.convert("P", Image.Dither.NONE, palette.im), (0, 0, *image.size))
    small.putpalette(palette.getpalette() or [])
    return small


def palette_of(image: Image.Image) -> list[int]:
    """The exact colours, then those that the picture uses most."""
    thin = image.resize(
        (max(1, image.width // _THIN), max(1, image.height // _THIN)), Image.Resampling.NEAREST
    )
    chosen = thin.convert("RGB").quantize(
        _COLOURS, Image.Quantize.FASTOCTREE, kmeans=1, dither=Image.Dither.NONE
    )
    exact = _exact()
    colours = np.array(chosen.getpalette("RGB"), dtype=np.int64).reshape(-1, 3)
    uses = np.array(chosen.histogram()[: len(colours)])
    colours = colours[np.argsort(-uses, kind="stable")]
    # Channel by channel: numpy is slow over the few that each colour has.
    red, green, blue = (np.abs(colours[:, None, n] - exact[:, n]) for n in range(3))
    apart = np.maximum(np.maximum(red, green), blue).min(axis=1) >= _APART
    colours = np.concatenate((exact, colours[apart]))[:_COLOURS]
    filler = np.repeat(exact[:1], _COLOURS - len(colours), axis=0)
    return np.concatenate((colours, filler)).reshape(-1).tolist()


@cache
def _exact() -> np.ndarray:
    return np.array([rgb(colour) for colour in exact_colours()], dtype=np.int64)
