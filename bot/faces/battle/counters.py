"""The figures of a battle: counters with soldiers and bars, losses, and marks of what befell them.

Where they stand is decided in `slots` and `lines`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.faces.battle.layout import LOSS, MORALE, SHAKEN, SPENT, STEADY, Scale
from bot.faces.battle.scene import Fate, Stand, Unit
from bot.faces.paint import palette
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.shapes import Part, box, circle, icon, line, moved, poly
from bot.faces.paint.sprites import Sprite, joined, rounded, sprite_of, words
from bot.faces.paint.text import fitted, measure

_KEPT: Final = 512
_FADED: Final = 0.55  # of one that has left the fight
_MARKS: Final[dict[Fate, str]] = {
    "dead": "skull-crossed-bones",
    "fled": "run",
    "stone": "stone-pile",
}
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
    faded = sprite.image.copy()
    faded.putalpha(sprite.image.getchannel("A").point([round(a * _FADED) for a in range(256)]))
    return Sprite(faded, sprite.left, sprite.top)


@lru_cache(maxsize=_KEPT)
def caption(text: str, size: int) -> Sprite:
    """A number or name on a counter's lower edge."""
    return words(text, size, palette.WHITE, palette.INK)


@lru_cache(maxsize=_KEPT)
def loss(count: int, size: int) -> Sprite:
    """How many were put out of action."""
    number = words(f"−{count:,}", size, LOSS)
    tag = rounded(number.image.width / 2 + size * 0.28, size * 0.62, size * 0.4)
    return joined(
        (sprite_of((Part(tag, palette.BATTLE_EDGE, palette.INK, 1.6),), 1.0), 0, 0), (number, 0, 0)
    )


@lru_cache(maxsize=64)
def mark(fate: Fate, radius: float) -> Sprite:
    """A disc that says how a unit left the fight."""
    shape = icon(_MARKS[fate])
    parts = [
        Part(circle(0, 0, 1), line=palette.INK, width=0.36),
        Part(circle(0, 0, 1), palette.INK, palette.WALL, 0.16),
    ]
    if shape is not None:
        parts.append(Part(moved(shape, 0, 0, 1.25), palette.WHITE))
    return sprite_of(tuple(parts), radius)


@lru_cache(maxsize=16)
def blessing(radius: float) -> Sprite:
    """A small sun: whoever bears it is blessed."""
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


@lru_cache(maxsize=64)
def sign(livery: Livery, side: int, size: float) -> Sprite:
    """The small sign of a side: a disc for the attacker, a square for the defender."""
    shape = circle(0, 0, 0.55) if side == 0 else box(-0.5, -0.5, 0.5, 0.5)
    return sprite_of((Part(shape, livery.colour, palette.WHITE, 0.16),), max(size, 8.0))


def put_unit(
    image: Image.Image,
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
        image, x, y
    )
    _bars(image, scale, stand, x, y + size * 0.60, size)


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
    text = unit.name if unit.hero else f"{stand.able:,}"
    if unit.hero:
        text = _first_word(text, letters, size * 1.12)
    if text:
        caption(text, letters).paste(image, x, y + size * 0.36)
    if stand.lost > 0:
        letters = max(scale.text(20), round(size * 0.26))
        loss(stand.lost, letters).paste(image, x + size * 0.34, y - size * 0.46)
    if stand.left:
        befell = mark(stand.fate, max(scale.px(14), size * 0.18))
        befell.paste(image, x - size * 0.42, y)


def _first_word(name: str, letters: int, width: float) -> str:
    """As much of a hero's name as fits: the whole, else its first word, else its beginning."""
    if measure(name, "bold", letters) <= width:
        return name
    return fitted(name.split(" ", maxsplit=1)[0], "bold", letters, width)


def _bars(image: Image.Image, scale: Scale, stand: Stand, x: float, y: float, size: float) -> None:
    """Soldiers left over morale, each of a counter's width."""
    pen = ImageDraw.Draw(image)
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
