"""Counters of units in slots: soldiers and bars, losses, and marks of what befell them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.faces.battle.counters import FALLEN, counter, mark
from bot.faces.battle.layout import SPENT, Scale
from bot.faces.cohorts.battle.field import Fate, Stand, Unit
from bot.faces.cohorts.battle.layout import LOSS, MORALE, SHAKEN, STEADY
from bot.faces.map.markers import Sprite, joined, sprite_of
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.shapes import Part
from bot.faces.paint.sprites import rounded, words
from bot.faces.paint.text import fitted, measure

_KEPT: Final = 512
_MARKS: Final[dict[Fate, str]] = {"dead": FALLEN, "fled": "run", "stone": "stone-pile"}


def fate_mark(fate: Fate, radius: float) -> Sprite:
    """What says how a unit left the fight."""
    return mark(_MARKS[fate], radius)


@lru_cache(maxsize=_KEPT)
def loss(count: int, size: int) -> Sprite:
    """How many were put out of action."""
    number = words(f"−{count:,}", size, LOSS)
    tag = rounded(number.image.width / 2 + size * 0.28, size * 0.62, size * 0.4)
    return joined(
        (sprite_of((Part(tag, palette.BATTLE_EDGE, palette.INK, 1.6),), 1.0), 0, 0), (number, 0, 0)
    )


def put_unit(
    canvas: Canvas,
    scale: Scale,
    unit: Unit,
    stand: Stand,
    livery: Livery,
    spot: tuple[float, float],
    size: float,
    *,
    own: bool,
) -> None:
    """A unit's plate `size` pixels wide about a spot (pixels), with its bars."""
    x, y = spot
    gone = stand.fate != "fighting"
    counter(livery, unit.icon, size, own=own, hero=unit.hero, ship=unit.ship, gone=gone).paste(
        canvas.picture, x, y
    )
    _bars(canvas.pen, scale, stand, x, y + size * 0.60, size)


def put_words(
    image: Image.Image,
    scale: Scale,
    unit: Unit,
    stand: Stand,
    spot: tuple[float, float],
    size: float,
) -> None:
    """What must not be hidden: soldiers or name, and what the scene cost the unit."""
    x, y = spot
    letters = max(scale.text(19), round(size * 0.34))
    # The mark of the fallen says that nobody is left.
    text = unit.name if unit.hero else f"{stand.able:,}" if stand.able else ""
    if unit.hero:
        text = _first_word(text, letters, size * 1.12)
    if text:
        number = words(text, letters, palette.WHITE, palette.INK)
        number.paste(image, x, y + size * 0.36)
    if stand.lost > 0:
        letters = max(scale.text(20), round(size * 0.26))
        loss(stand.lost, letters).paste(image, x + size * 0.34, y - size * 0.46)
    if stand.left:
        befell = fate_mark(stand.fate, max(scale.px(14), size * 0.18))
        befell.paste(image, x - size * 0.42, y)


def _first_word(name: str, letters: int, width: float) -> str:
    """As much of a hero's name as fits: the whole, else its first word, else its beginning."""
    if measure(name, "bold", letters) <= width:
        return name
    return fitted(name.split(" ", maxsplit=1)[0], "bold", letters, width)


def _bars(
    pen: ImageDraw.ImageDraw, scale: Scale, stand: Stand, x: float, y: float, size: float
) -> None:
    """Soldiers left over morale, each of a counter's width."""
    tall = max(scale.px(9), 3.0)
    left, right = x - size / 2, x + size / 2
    pen.rectangle((left - 1, y - 1, right + 1, y + 2 * tall + 1), rgb(palette.INK))
    pen.rectangle((left, y, right, y + tall - 1), rgb(SPENT))
    whole = (100 - stand.wounds) / 100
    if whole > 0:
        pen.rectangle((left, y, left + size * whole, y + tall - 1), rgb(palette.PARCHMENT))
    morale = min(max(stand.morale / 100, 0.0), 1.0)
    top = y + tall + 1
    if morale > 0:
        paint = MORALE if stand.morale >= STEADY else SHAKEN
        pen.rectangle((left, top, left + size * morale, top + tall - 2), rgb(paint))
    middle = left + size * STEADY / 100
    pen.line((middle, top, middle, top + tall - 2), rgb(palette.INK), 1 if scale.by < 1 else 2)
