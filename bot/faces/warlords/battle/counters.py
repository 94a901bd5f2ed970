"""Small figures beside who stands in a line: hits, medals and the blessed."""

from __future__ import annotations

from functools import lru_cache

from bot.faces.battle.layout import SPENT
from bot.faces.map.markers import Sprite, sprite_of
from bot.faces.paint import palette
from bot.faces.paint.shapes import Part, circle, icon, line, moved
from bot.faces.paint.sprites import words


@lru_cache(maxsize=16)
def blessing(radius: float) -> Sprite:
    """A small sun: its holder is blessed."""
    parts = [Part(circle(0, 0, 1), palette.INK), Part(circle(0, 0, 0.88), palette.BRASS)]
    shape = icon("sun")
    if shape is not None:
        parts.append(Part(moved(shape, 0, 0, 1.3), palette.INK))
    return sprite_of(tuple(parts), radius)


@lru_cache(maxsize=16)
def medal(size: int) -> Sprite:
    """A star: a medal."""
    return words("★", size, palette.BRASS)


@lru_cache(maxsize=64)
def hit(radius: float, *, left: bool) -> Sprite:
    """A hit that is left, or one that is lost."""
    if left:
        return sprite_of((Part(circle(0, 0, 1), palette.WALL, palette.INK, 0.3),), radius)
    return sprite_of(
        (
            Part(circle(0, 0, 1), SPENT, palette.INK, 0.3),
            Part(line((-0.6, 0.0), (0.6, 0.0)), line=palette.WALL, width=0.3),
        ),
        radius,
    )
