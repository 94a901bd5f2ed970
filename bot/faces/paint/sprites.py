"""Sprites: small figures, each drawn once and pasted wherever it is wanted.

A sprite knows its own middle. Marks only for maps are in `bot.faces.map.markers`.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.paint import palette, shapes
from bot.faces.paint.canvas import Canvas, Floats
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import Part, Path, circle, closed, corners, curve, draw, icon, moved
from bot.faces.paint.text import lettering

PixelBox = tuple[int, int, int, int]  # left, top, right, bottom


_KEPT: Final = 256


# A heater shield, 1 wide about its middle.
_SHIELD: Final = closed(
    curve(
        (-0.5, 0.56),
        ((-0.25, 0.61), (0, 0.57)),
        ((0.25, 0.61), (0.5, 0.56)),
        ((0.5, 0.3), (0.5, 0.1), (0.47, -0.02)),
        ((0.42, -0.30), (0.2, -0.47), (0.0, -0.6)),
        ((-0.2, -0.47), (-0.42, -0.30), (-0.47, -0.02)),
        ((-0.5, 0.1), (-0.5, 0.3), (-0.5, 0.56)),
    )
)


@dataclass(frozen=True)
class Sprite:
    """A transparent picture; `left` and `top` lead from where it stands to its corner."""

    image: Image.Image
    left: int
    top: int

    def box(self, x: float, y: float) -> PixelBox:
        """The pixels that it covers when it stands at a place."""
        left, top = round(x) + self.left, round(y) + self.top
        wide, tall = self.image.size
        return left, top, left + wide, top + tall

    def paste(self, onto: Image.Image, x: float, y: float) -> PixelBox:
        """Put it on a picture and say what it covers."""
        box = self.box(x, y)
        if onto.mode == self._bare.mode:
            # What `Image.paste` ends in: a picture has hundreds of sprites.
            onto.im.paste(self._bare.im, box, self.image.im)
        else:
            onto.paste(self.image, box[:2], self.image)
        return box

    @cached_property
    def _bare(self) -> Image.Image:
        """Its colours as a canvas has them, turned into them once and not with every paste."""
        return self.image.convert("RGBX")


def sprite_of(
    parts: tuple[Part, ...],
    scale: float,
    paints: dict[str, str] | None = None,
    least_line: float = 0.9,
) -> Sprite:
    """The parts drawn `scale` pixels to their unit."""
    reach = max(_reach(part.path) + part.width for part in parts)
    half = math.ceil(reach * scale + least_line) + 2
    canvas = Canvas(2 * half, 2 * half)
    draw(canvas, parts, np.array([(half, half)], dtype=float), scale, paints, least_line)
    image = canvas.image()
    box = image.getchannel("A").getbbox() or (0, 0, 1, 1)
    return Sprite(image.crop(box), box[0] - half, box[1] - half)


@lru_cache(maxsize=_KEPT)
def _reach(path: Path) -> float:
    """How far a shape goes from its centre, along either axis."""
    return float(np.abs(corners(path)).max())


@lru_cache(maxsize=_KEPT)
def _stamp(
    parts: tuple[Part, ...], scale: float, paints: tuple[tuple[str, str], ...], least_line: float
) -> tuple[Sprite, Image.Image, Image.Image]:
    """A sprite, without its transparency, and that alone."""
    sprite = sprite_of(parts, scale, dict(paints), least_line)
    bare, mask = sprite.image.copy(), sprite.image.getchannel("A")
    bare.putalpha(255)
    return sprite, bare, mask


Drawing = tuple[tuple[Part, ...], Floats]
"""Parts, and the centres where they stand."""


def strew(
    canvas: Canvas,
    drawings: Iterable[Drawing],
    scale: float,
    paints: dict[str, str] | None = None,
    least_line: float = 0.9,
) -> None:
    """Draw each of the drawings at all its centres, on whole pixels: each is drawn only once."""
    roles = tuple((paints or {}).items())
    pieces: list[tuple[Image.Image, Image.Image, int, int]] = []
    for parts, centres in drawings:
        if len(parts) and len(centres):
            sprite, bare, mask = _stamp(parts, scale, roles, least_line)
            corner = np.rint(centres).astype(int) + np.array((sprite.left, sprite.top))
            pieces += ((bare, mask, x, y) for x, y in corner.tolist())
    canvas.paste(pieces)


def joined(*pieces: tuple[Sprite, float, float]) -> Sprite:
    """Sprites at places about one middle, each over the one before, as one sprite."""
    boxes = [piece.box(x, y) for piece, x, y in pieces]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    image = Image.new("RGBA", (right - left, bottom - top), (0, 0, 0, 0))
    for (piece, _, _), box in zip(pieces, boxes, strict=True):
        image.alpha_composite(piece.image, (box[0] - left, box[1] - top))
    return Sprite(image, left, top)


@lru_cache(maxsize=2 * _KEPT)
def words(
    text: str, size: int, fill: str, halo: str | None = None, *, face: str = "bold"
) -> Sprite:
    """A text about the middle of its capitals."""
    piece = lettering(text, face, size, fill, halo)  # type: ignore[arg-type]
    return Sprite(
        piece.image, piece.left - round(piece.width / 2), piece.top + round(piece.capital / 2)
    )


def rounded(half_wide: float, half_tall: float, corner: float) -> Path:
    """A rectangle about the middle with rounded corners."""
    a, b, r = half_wide, half_tall, corner
    return closed(
        curve(
            (a, -b + r),
            ((a, b - r), (a, b - r)),
            ((a, b), (a - r, b)),
            ((-a + r, b), (-a + r, b)),
            ((-a, b), (-a, b - r)),
            ((-a, -b + r), (-a, -b + r)),
            ((-a, -b), (-a + r, -b)),
            ((a - r, -b), (a - r, -b)),
            ((a, -b), (a, -b + r)),
        )
    )


@lru_cache(maxsize=_KEPT)
def plate(wide: float, tall: float, corner: float, paint: str) -> Sprite:
    """A rounded plate, for words upon it."""
    return sprite_of((Part(rounded(wide / 2, tall / 2, corner), paint),), 1.0)


@lru_cache(maxsize=_KEPT)
def medal(name: str, paint: str, ink: str, edge: str, radius: float) -> Sprite:
    """An icon in an ink on a disc of a paint; a bare disc if there is no icon of that name."""
    picture = icon(name)
    ground = Part(circle(0, 0, 1), paint, edge, 0.13)
    outline = Part(circle(0, 0, 1), line=palette.INK, width=0.30)
    parts = (outline, ground)
    if picture is not None:
        parts = (*parts, Part(moved(picture, 0, 0, 1.3), ink))
    return sprite_of(parts, radius)


@lru_cache(maxsize=_KEPT)
def pill(text: str, size: int, *, ghost: bool = False) -> Sprite:
    """A number on a dark rounded tag."""
    number = words(text, size, palette.WHITE)
    tall = size * 1.06
    wide = max(tall, number.image.width + size * 0.5)
    tag = rounded(wide / 2, tall / 2, size * 0.26)
    fill = palette.PILL_REMEMBERED if ghost else palette.INK
    edge = palette.REMEMBERED_HALO if ghost else palette.WALL
    return joined((sprite_of((Part(tag, fill, edge, 1.4),), 1.0), 0, 0), (number, 0, 0))


@lru_cache(maxsize=_KEPT)
def level_boxes(level: int, size: float, most: int = 4) -> Sprite:
    """A level as that many filled boxes of a row."""
    step = size * 1.18
    frame = rounded(step * most / 2 + size * 0.14, size * 0.68, size * 0.25)
    parts = [Part(frame, palette.INK)]
    for place in range(most):
        x = (place - (most - 1) / 2) * step
        filled = place < level
        corner = shapes.box(x - size / 2, -size * 0.42, x + size / 2, size * 0.42)
        parts.append(Part(corner, palette.HIGHLIGHT if filled else palette.PILL_REMEMBERED))
    return sprite_of(tuple(parts), 1.0)


@lru_cache(maxsize=_KEPT)
def disc(text: str, radius: float) -> Sprite:
    """A numbered white disc, for the end of a turn on a route."""
    size = max(palette.COUNT_TEXT, round(radius * 1.5))
    ground = Part(circle(0, 0, radius), palette.WHITE, palette.INK, max(2.4, radius * 0.2))
    return joined((sprite_of((ground,), 1.0), 0, 0), (words(text, size, palette.LABEL), 0, 0))


@lru_cache(maxsize=_KEPT)
def dot(radius: float, fill: str = palette.WHITE, edge: float = 1.8) -> Sprite:
    """A small disc with an ink edge."""
    return sprite_of((Part(circle(0, 0, radius), fill, palette.INK, edge),), 1.0)


@lru_cache(maxsize=_KEPT)
def shield_parts(livery: Livery, rim: str) -> tuple[Part, ...]:
    """A faction's shield 1 wide: ink, rim, colour, emblem."""
    parts = [
        Part(moved(_SHIELD, 0, 0, 1.2), palette.INK),
        Part(moved(_SHIELD, 0, 0, 1.08), rim),
        Part(moved(_SHIELD, 0, 0, 0.9), livery.colour),
    ]
    emblem = icon(livery.emblem)
    if emblem is not None:
        parts.append(Part(moved(emblem, 0, 0.06, 0.66), livery.ink))
    return tuple(parts)


@lru_cache(maxsize=_KEPT)
def shield(livery: Livery, own: bool, width: float) -> Sprite:
    """A faction's shield alone; its colour is `width` pixels across."""
    return sprite_of(shield_parts(livery, _rim(own)), width)


def _rim(own: bool) -> str:
    return palette.RIM_OWN if own else palette.RIM_OTHER
