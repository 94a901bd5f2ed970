"""The upper part of a battle's picture: title, the sides, their strength, and the scene.

The first side stands left, the second right; of more than two, further ones stand below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.faces.battle.layout import Scale
from bot.faces.battle.scene import Setting, Side
from bot.faces.paint import palette, sprites
from bot.faces.paint.card import Heading, draw_title
from bot.faces.paint.palette import Livery
from bot.faces.paint.sprites import Sprite, words
from bot.faces.paint.text import fitted, measure
from bot.faces.sheet.sheet import wrapped
from bot.faces.words.text import number

_SHIELDS: Final = (66.0, 1134.0)
_NAMES: Final = (118.0, 1082.0)  # where the names begin and end
_TOP, _TALL = 81.0, 128.0  # of the room for all rows of sides
_ROW: Final = 96.0  # pixels that a row takes at full size
_NAME_UP, _COUNT_DOWN = 25.0, 23.0  # from the middle of a row
_NAME_WIDTH: Final = 364.0
_COUNT_WIDTH: Final = 470.0
"""The room for a strength below the name of the scene; where it stands beside, that of a name."""
_COUNT_LETTERS: Final = (27, 24, 21)
"""Sizes of a strength, the largest that has room for those of all sides being taken; where none
has, it is told without its unit."""
_MIDDLE: Final = (600.0, 128.0)
_RAISED: Final = 10.0
"""How much higher a second line sets it, off the sides' strengths."""
_PILL: Final = 212.0
"""The room for the name of a scene between those of the sides."""


class Strengths(NamedTuple):
    """How strong the sides are in a scene."""

    now: tuple[int, ...]
    start: tuple[int, ...]
    unit: tuple[str, str]
    winner: int | None
    """Once it is over."""


class _Row(NamedTuple):
    """Where a side stands, and how large."""

    right: int
    """0 for the left of the picture, 1 for its right."""
    y: float
    size: float


def draw_sides(image: Image.Image, setting: Setting, liveries: Sequence[Livery]) -> None:
    """The title bar and the sides, on a picture 1200 wide."""
    draw_title(image, Heading(setting.title, setting.subtitle, setting.turn))
    for at, (side, livery) in enumerate(zip(setting.sides, liveries, strict=True)):
        row = _row(at, len(setting.sides))
        shield = sprites.shield(livery, side.own, 60.0 * row.size)
        shield.paste(image, _SHIELDS[row.right], row.y)
        large, small = round(36 * row.size), round(28 * row.size)
        size = large if measure(side.name, "bold", large) <= _NAME_WIDTH else small
        shown = words(fitted(side.name, "bold", size, _NAME_WIDTH), size, palette.PARCHMENT)
        _beside(image, shown, row.right, _NAMES[row.right], row.y - _NAME_UP * row.size)


def draw_strengths(
    image: Image.Image, scale: Scale, sides: Sequence[Side], strengths: Strengths
) -> None:
    """How strong the sides are, and were."""
    told = [_strength(side, at, strengths, strengths.unit) for at, side in enumerate(sides)]
    rows = [_row(at, len(sides)) for at in range(len(sides))]
    room = scale.px(_COUNT_WIDTH if len(sides) <= 2 else _NAME_WIDTH)
    sizes = [scale.text(each * rows[0].size) for each in _COUNT_LETTERS]
    size = next((each for each in sizes if _wide(told, each) <= room), sizes[-1])
    if _wide(told, size) > room:
        told = [_strength(side, at, strengths) for at, side in enumerate(sides)]
    for text, row in zip(told, rows, strict=True):
        shown = fitted(text, "medium", size, room)
        sprite = words(shown, size, palette.COORDINATE, face="medium")
        x, y = scale.px(_NAMES[row.right]), scale.px(row.y + _COUNT_DOWN * row.size)
        _beside(image, sprite, row.right, x, y)


def _wide(texts: Sequence[str], size: int) -> float:
    return max(measure(text, "medium", size) for text in texts)


def _strength(
    side: Side, at: int, strengths: Strengths, unit: tuple[str, str] | None = None
) -> str:
    """What the side at that place is in the battle, what is left of it, and the share lost."""
    now, start = strengths.now[at], strengths.start[at]
    share = round(100 * (now - start) / start) if start else 0
    change = f"−{-share}%" if share < 0 else f"+{share}%" if share else ""
    role = ", ".join(filter(None, (side.role, "won" if at == strengths.winner else "")))
    whole = number(start, *unit) if unit else f"{start:,}"
    return " · ".join(filter(None, (role, f"{now:,} of {whole}", change)))


def draw_scene(image: Image.Image, scale: Scale, name: str) -> None:
    """The pill that names the scene, in two lines if it would reach into the sides' names."""
    size, shown = scale.text(30), name.upper()
    lines = [shown]
    if measure(shown, "title", size) > scale.px(_PILL):
        size = scale.text(24)
        lines = wrapped(shown, "title", size, scale.px(_PILL), 2)
    texts = [words(line, size, palette.INK, face="title") for line in lines]
    wide = max(text.image.width for text in texts)
    step = size * 1.2
    tall = size * 1.72 + step * (len(lines) - 1)
    x, y = scale.px(_MIDDLE[0]), scale.px(_MIDDLE[1] - _RAISED * (len(lines) - 1))
    sprites.plate(wide + size * 1.2, tall, size * 0.38, palette.BRASS).paste(image, x, y)
    for place, text in enumerate(texts):
        text.paste(image, x, y + step * (place - (len(lines) - 1) / 2))


def _row(side: int, of: int) -> _Row:
    rows = -(-of // 2)
    tall = _TALL / rows
    return _Row(side % 2, _TOP + (side // 2 + 0.5) * tall, min(1.0, tall / _ROW))


def _beside(image: Image.Image, sprite: Sprite, right: int, x: float, y: float) -> None:
    """Text that begins at x, on the right ends there."""
    sprite.paste(image, x - sprite.left - (sprite.image.width if right else 0), y)
