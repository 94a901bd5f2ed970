"""Counters of units on the field: stands, number, brigade, directive, characters, and marks.

A counter has its type's icon in the middle and stands upon a block for each of its stands, those
lost dark. Its four corners say the rest: above its directive and who is with it, below its number
in the roster and the letter of its brigade.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.faces.battle.counters import FALLEN, mark
from bot.faces.battle.layout import SPENT, mixed
from bot.faces.paint import palette
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import (
    Part,
    Path,
    box,
    circle,
    icon,
    line,
    mirrored,
    moved,
    poly,
    together,
    upended,
)
from bot.faces.paint.sprites import Sprite, joined, rounded, sprite_of, words
from bot.faces.warmaster.battle.layout import LOSS
from bot.faces.warmaster.battle.pieces import Piece, Post, letter
from bot.faces.warmaster.looks import ROLES
from engine.packs.warmaster.battle.values import Directive
from engine.packs.warmaster.content.lists import Role

_KEPT: Final = 2048
PLATE: Final = 46.0
"""A counter's width, in a hex 61 wide."""
_SMALL: Final = 34.0
"""Of a counter's pixels; smaller ones have no numbers and letters."""
_FADED: Final = 0.55
_UP: Final = 0.07
"""How far the plate is above the counter's middle, to leave room for its stands."""
_HULL: Final = poly((-0.86, -0.3), (0.86, -0.3), (0.6, -0.8), (-0.6, -0.8))
_HEAD: Final = poly((0, 0.75), (0.62, 0.05), (-0.62, 0.05))
_CHEVRON: Final = poly(
    (0, 0.34), (0.62, -0.22), (0.62, -0.56), (0, 0), (-0.62, -0.56), (-0.62, -0.22)
)
_BENT: Final = together(
    poly((0.62, -0.7), (0.62, -0.36), (-0.14, -0.36), (-0.14, 0.1), (-0.5, 0.1), (-0.5, -0.7)),
    poly((-0.32, 0.78), (0.14, 0.06), (-0.78, 0.06)),
)
_SIGNS: Final[dict[Directive, Path]] = {
    "attack": together(_HEAD, box(-0.2, -0.7, 0.2, 0.1)),
    "advance": together(moved(_CHEVRON, 0, 0.32), moved(_CHEVRON, 0, -0.2)),
    "hold": box(-0.52, -0.52, 0.52, 0.52),
    "counter": together(moved(_HEAD, 0, 0.02), box(-0.66, -0.66, 0.66, -0.3)),
    "stand-off": together(circle(0, 0, 0.72), upended(circle(0, 0, 0.46)), circle(0, 0, 0.2)),
    "flank-left": _BENT,
    "flank-right": mirrored(_BENT),
}
"""The forms of directives, forward being up: an arrow attacks, two chevrons advance, a square
holds, an arrow over a bar strikes back, a ring stands off, a bent arrow goes round."""


@lru_cache(maxsize=64)
def directive_sign(directive: Directive, radius: float, *, down: bool) -> Sprite:
    """The mark of a directive on a pale disc; for a side whose way forward is `down` upended."""
    shape = _SIGNS[directive]
    if down:
        shape = upended(shape)
    return sprite_of(
        (
            Part(circle(0, 0, 1), palette.PARCHMENT, palette.INK, 0.2),
            Part(moved(shape, 0, 0, 0.78), palette.INK),
        ),
        radius,
    )


@lru_cache(maxsize=64)
def character_sign(role: Role, radius: float) -> Sprite:
    """A character by role, on a disc of brass."""
    parts = [
        Part(circle(0, 0, 1), line=palette.INK, width=0.4),
        Part(circle(0, 0, 1), palette.BRASS, palette.PARCHMENT, 0.16),
    ]
    shape = icon(ROLES[role])
    if shape is not None:
        parts.append(Part(moved(shape, 0, 0, 1.3), palette.INK))
    return sprite_of(tuple(parts), radius)


@lru_cache(maxsize=16)
def confusion_sign(radius: float) -> Sprite:
    """A question mark: a confused unit."""
    disc = Part(circle(0, 0, 1), palette.SITE, palette.SITE_EDGE, 0.16)
    mark_ = words("?", round(radius * 1.7), palette.WHITE)
    return joined((sprite_of((disc,), radius), 0, 0), (mark_, 0, 0))


@lru_cache(maxsize=16)
def failure_sign(radius: float) -> Sprite:
    """A cross: an order that was not obeyed."""
    return sprite_of(
        (
            Part(circle(0, 0, 1), palette.BATTLE_EDGE, palette.WHITE, 0.18),
            Part(line((-0.42, -0.42), (0.42, 0.42)), line=palette.WHITE, width=0.32),
            Part(line((-0.42, 0.42), (0.42, -0.42)), line=palette.WHITE, width=0.32),
        ),
        radius,
    )


@lru_cache(maxsize=64)
def loss_sign(lost: int, size: int) -> Sprite:
    """How many stands were lost."""
    number = words(f"−{lost}", size, LOSS)
    tag = rounded(number.image.width / 2 + size * 0.2, size * 0.58, size * 0.36)
    return joined(
        (sprite_of((Part(tag, palette.BATTLE_EDGE, palette.INK, 1.6),), 1.0), 0, 0), (number, 0, 0)
    )


@lru_cache(maxsize=64)
def stand_sign(size: float, *, left: bool) -> Sprite:
    """A stand that is there, or one that is lost."""
    return sprite_of(_stands(int(left), 1, attached=False), size)


def _stands(stands: int, full: int, *, attached: bool) -> tuple[Part, ...]:
    """A row of blocks about the middle, a plate's third each; an attached stand is round."""
    places = full + attached
    step = 0.34 if places <= 3 else 0.27
    parts: list[Part] = []
    for place in range(places):
        x = (place - (places - 1) / 2) * step
        if place == full:
            parts.append(Part(circle(x, 0, 0.085), palette.WALL, palette.INK, 0.045))
            continue
        block = box(x - step * 0.43, -0.08, x + step * 0.43, 0.08)
        parts.append(Part(block, palette.WALL if place < stands else SPENT, palette.INK, 0.045))
    return tuple(parts)


class PlateLook(NamedTuple):
    """What a unit's plate shows."""

    icon: str
    stands: int
    full: int
    attached: bool
    engaged: bool
    gone: bool
    ship: bool


def look_of(piece: Piece, post: Post) -> PlateLook:
    """What is shown of a unit at a moment."""
    gone = post.fell is not None
    return PlateLook(
        icon=piece.icon,
        stands=post.stands,
        full=piece.full,
        attached=post.attached,
        engaged=post.engaged and not gone,
        gone=gone,
        ship=piece.ship,
    )


@lru_cache(maxsize=_KEPT)
def plate(livery: Livery, look: PlateLook, size: float, *, own: bool) -> Sprite:
    """A unit's plate `size` wide with its icon and stands; who is engaged has a ring of battle."""
    rim = palette.RIM_OWN if own else palette.RIM_OTHER
    parts = [Part(_HULL, palette.HULL, palette.INK, 0.06)] if look.ship else []
    if look.engaged:
        parts += [Part(_body(0.15), palette.BATTLE_EDGE), Part(_body(0.11), palette.BATTLE)]
    parts += [
        Part(_body(0.06), palette.INK),
        Part(_body(0.02), rim),
        Part(_body(-0.03), livery.colour),
    ]
    shape = icon(look.icon)
    if shape is not None:
        parts.append(Part(moved(shape, 0, _UP, 0.62), livery.ink))
    parts += [
        Part(moved(part.path, 0, _UP - 0.52), part.paint, part.line, part.width)
        for part in _stands(look.stands, look.full, attached=look.attached)
    ]
    sprite = sprite_of(tuple(parts), size)
    return _faded(sprite) if look.gone else sprite


def _body(more: float) -> Path:
    """A plate's outline with so much more about it."""
    return moved(rounded(0.5 + more, 0.43 + more, 0.13 + more / 2), 0, _UP)


def _faded(sprite: Sprite) -> Sprite:
    """Of one who is no more; not translucent, or arrows that end there would shine through."""
    image = sprite.image.convert("RGBA")
    stone = mixed(palette.UNOWNED.colour, palette.INK, 0.25)
    faded = Image.blend(image, Image.new("RGBA", image.size, stone), _FADED)
    faded.putalpha(image.getchannel("A"))
    return Sprite(faded, sprite.left, sprite.top)


def put_counter(
    image: Image.Image,
    piece: Piece,
    post: Post,
    livery: Livery,
    spot: tuple[float, float],
    size: float,
    *,
    own: bool,
) -> None:
    """A unit about a spot, its plate `size` pixels wide."""
    plate(livery, look_of(piece, post), size, own=own).paste(image, *spot)


def put_marks(
    image: Image.Image, piece: Piece, post: Post, spot: tuple[float, float], size: float
) -> None:
    """What a counter's corners say, and what befell the unit; above arrows."""
    x, y = spot
    half, large = size / 2, size >= _SMALL
    radius = max(size * 0.2, 5.0)
    if large:
        letters = round(size * 0.37)
        number = words(str(piece.number), letters, palette.WHITE, palette.INK)
        number.paste(image, x - half * 0.86, y + half * 0.44)
        if piece.brigade:
            called = words(letter(piece.brigade), letters, palette.WHITE, palette.INK)
            called.paste(image, x + half * 0.86, y + half * 0.44)
    if post.fell is not None:
        mark(FALLEN, size * 0.27).paste(image, x, y - half * 0.2)
    elif piece.directive and large:
        sign = directive_sign(piece.directive, radius, down=piece.side == 1)
        sign.paste(image, x - half * 0.86, y - half * 0.86)
    if post.confused:
        confusion_sign(radius).paste(image, x, y - half * 0.98)
    for place, role in enumerate(reversed(post.roles or post.slain)):
        at = x + half * 0.86 - place * radius * 1.1, y - half * 0.86
        character_sign(role, radius * 1.08).paste(image, *at)
        if post.slain:
            failure_sign(radius * 0.7).paste(image, at[0] + radius * 0.6, at[1] - radius * 0.4)
    if post.lost and post.fell is None:
        sign = loss_sign(post.lost, max(round(size * 0.42), 11))
        sign.paste(image, x + half * 1.02, y - half * 0.2)
