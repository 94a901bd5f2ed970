"""Figures of a battle that any system may use: counters, marks on them, signs of the sides."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.faces.paint import palette
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import Part, box, circle, icon, moved, poly
from bot.faces.paint.sprites import Sprite, rounded, sprite_of

_KEPT: Final = 512
_FADED: Final = 0.5
"""What is left of the colours of one that has left the fight; the rest is stone."""
FALLEN: Final = "skull-crossed-bones"
"""The icon of who fell."""
_SIGNS: Final = (
    circle(0, 0, 0.55),
    box(-0.5, -0.5, 0.5, 0.5),
    poly((0, 0.62), (0.6, -0.46), (-0.6, -0.46)),
    poly((0, 0.66), (0.66, 0), (0, -0.66), (-0.66, 0)),
)
_HULL: Final = poly((-0.86, -0.2), (0.86, -0.2), (0.6, -0.74), (-0.6, -0.74))


@lru_cache(maxsize=_KEPT)
def counter(
    livery: Livery, picture: str, size: float, *, own: bool, hero: bool, ship: bool, gone: bool
) -> Sprite:
    """A unit's plate `size` wide with its icon: a square, of a hero a disc, of a ship on a hull."""
    plate = circle(0, 0, 0.5) if hero else rounded(0.5, 0.5, 0.13)
    parts = [Part(_HULL, palette.HULL, palette.INK, 0.06)] if ship else []
    parts += [
        Part(moved(plate, 0, 0, 1.12), palette.INK),
        Part(moved(plate, 0, 0, 1.04), palette.RIM_OWN if own else palette.RIM_OTHER),
        Part(moved(plate, 0, 0, 0.93), livery.colour),
    ]
    shape = icon(picture)
    if shape is not None:
        parts.append(Part(moved(shape, 0, 0.09, 0.58), livery.ink))
    sprite = sprite_of(tuple(parts), size)
    if not gone:
        return sprite
    # Not translucent: arrows that end there would shine through its name.
    image = sprite.image.convert("RGBA")
    faded = Image.blend(image, Image.new("RGBA", image.size, palette.UNOWNED.colour), 1 - _FADED)
    faded.putalpha(image.getchannel("A"))
    return Sprite(faded, sprite.left, sprite.top)


@lru_cache(maxsize=64)
def mark(picture: str, radius: float) -> Sprite:
    """A disc with an icon, which says how somebody left the fight."""
    shape = icon(picture)
    parts = [
        Part(circle(0, 0, 1), line=palette.INK, width=0.36),
        Part(circle(0, 0, 1), palette.INK, palette.WALL, 0.16),
    ]
    if shape is not None:
        parts.append(Part(moved(shape, 0, 0, 1.25), palette.WHITE))
    return sprite_of(tuple(parts), radius)


@lru_cache(maxsize=64)
def sign(livery: Livery, side: int, size: float) -> Sprite:
    """The small sign of a side: a disc for the first, a square for the second."""
    shape = _SIGNS[side % len(_SIGNS)]
    return sprite_of((Part(shape, livery.colour, palette.WHITE, 0.16),), max(size, 8.0))
