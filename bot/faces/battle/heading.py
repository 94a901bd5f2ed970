"""The upper part of a battle's picture: title, both sides, their strength, and the scene."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.faces.battle.layout import Scale
from bot.faces.battle.scene import ROLES, Setting
from bot.faces.paint import palette, sprites
from bot.faces.paint.card import Heading, draw_title
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import Part
from bot.faces.paint.sprites import Sprite, rounded, sprite_of, words
from bot.faces.paint.text import fitted, measure

_SHIELDS: Final = (66.0, 1134.0)
_NAMES: Final = (118.0, 1082.0)  # where the names begin and end
_NAME_Y, _COUNT_Y = 120.0, 168.0
_NAME_WIDTH: Final = 364.0
_MIDDLE: Final = (600.0, 128.0)


def draw_sides(image: Image.Image, setting: Setting, liveries: tuple[Livery, Livery]) -> None:
    """The title bar and the two sides, on a picture 1200 wide."""
    draw_title(image, Heading(setting.title, setting.subtitle, setting.turn))
    for side, livery in enumerate(liveries):
        own = setting.sides[side].own
        sprites.shield(livery, own, 60.0).paste(image, _SHIELDS[side], 145)
        name = setting.sides[side].name
        size = 36 if measure(name, "bold", 36) <= _NAME_WIDTH else 28
        shown = words(fitted(name, "bold", size, _NAME_WIDTH), size, palette.PARCHMENT)
        _beside(image, shown, side, _NAMES[side], _NAME_Y)


def draw_strength(
    image: Image.Image,
    scale: Scale,
    now: tuple[int, int],
    start: tuple[int, int],
    what: str,
    winner: int | None,
) -> None:
    """How strong both sides are, and were, in `what`; `winner` is told once it is over."""
    for side in (0, 1):
        role = ROLES[side] + (", won" if side == winner else "")
        share = round(100 * (now[side] - start[side]) / start[side]) if start[side] else 0
        change = f"−{-share}%" if share < 0 else f"+{share}%" if share else ""
        text = " · ".join(filter(None, (role, f"{now[side]:,} of {start[side]:,}{what}", change)))
        sprite = words(text, scale.text(27), palette.COORDINATE, face="medium")
        _beside(image, sprite, side, scale.px(_NAMES[side]), scale.px(_COUNT_Y))


def draw_scene(image: Image.Image, scale: Scale, name: str) -> None:
    """The pill that names the scene."""
    size = scale.text(30)
    text = words(name.upper(), size, palette.INK, face="title")
    tag = rounded(text.image.width / 2 + size * 0.6, size * 0.86, size * 0.38)
    x, y = scale.px(_MIDDLE[0]), scale.px(_MIDDLE[1])
    sprite_of((Part(tag, palette.BRASS),), 1.0).paste(image, x, y)
    text.paste(image, x, y)


def _beside(image: Image.Image, sprite: Sprite, side: int, x: float, y: float) -> None:
    """Text that begins at x, on the defender's side ends there."""
    sprite.paste(image, x - sprite.left if side == 0 else x - sprite.left - sprite.image.width, y)
