"""Goods as pictures show them: an icon on a disc, or a plate that says whether they are worked."""

from functools import lru_cache
from typing import Final

from bot.faces.paint import palette
from bot.faces.paint.looks import Badge, Plate
from bot.faces.paint.shapes import Part, Path, circle, icon, moved, poly
from bot.faces.paint.sprites import Sprite, joined, medal, sprite_of, words

_KEPT: Final = 256

_PLATES: Final[dict[Plate, Path]] = {
    "round": circle(0, 0, 1),
    "square": poly((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "lozenge": poly((0, 1.2), (1.2, 0), (0, -1.2), (-1.2, 0)),
    "hexagon": poly(
        (0, 1.1), (0.98, 0.55), (0.98, -0.55), (0, -1.1), (-0.98, -0.55), (-0.98, 0.55)
    ),
}


_LETTERS_FROM: Final = 7.0  # pixels of a plate's radius; smaller ones are blank


_ICONS_FROM: Final = 15.0  # from here on icons that several resources share can be told apart


@lru_cache(maxsize=_KEPT)
def resource(badge: Badge, radius: float) -> Sprite:
    """A resource's icon on a small disc."""
    return medal(badge.icon, badge.colour, palette.INK, palette.INK, radius)


@lru_cache(maxsize=_KEPT)
def deposit(badge: Badge, radius: float, *, worked: bool, many: bool = False) -> Sprite:
    """A resource's icon on its plate, dark where it is not worked.

    Plates that the icon does not tell apart at that size have letters. Beneath `many` copies a
    second plate shows.
    """
    plate, paint = _PLATES[badge.plate], badge.colour
    ink = palette.INK if worked else palette.IDLE_INK
    parts: list[Part] = []
    if many:
        under = moved(plate, 0.38, 0.38)
        parts.append(Part(under, line=palette.INK, width=0.34))
        parts.append(Part(under, paint if worked else palette.IDLE, palette.WHITE, 0.14))
    parts += [
        Part(plate, line=palette.INK, width=0.34),
        Part(plate, paint if worked else palette.IDLE, palette.WHITE if worked else ink, 0.14),
    ]
    shape = icon(badge.icon)
    if radius < _LETTERS_FROM:
        return sprite_of(tuple(parts), radius)
    told = badge.told == "always" or (radius >= _ICONS_FROM and badge.told == "large")
    if shape is not None and told:
        return sprite_of((*parts, Part(moved(shape, 0, 0, 1.3), ink)), radius)
    letters = words(badge.letters, max(11, round(radius * 1.25)), ink)
    return joined((sprite_of(tuple(parts), radius), 0, 0), (letters, 0, 0))
