"""The figures that stand on a map, as sprites. Where they go is decided in `figures`."""

import math
from functools import lru_cache
from typing import Final

import numpy as np

from bot.faces.map.buildings import building, rampart
from bot.faces.map.chart import Seat, SettlementKind, SiteKind, TowerKind
from bot.faces.paint import palette
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import (
    Part,
    Path,
    corners,
    icon,
    moved,
    poly,
)
from bot.faces.paint.sprites import Sprite, joined, medal, pill, shield, sprite_of

_KEPT: Final = 256
_GHOST: Final = 0.55  # opacity of a stack that is only remembered
_SITE_ICONS: Final[dict[SiteKind, str]] = {"gate": "magic-gate", "hot-spot": "castle-ruins"}

_HULL: Final = poly((-0.72, -0.30), (0.72, -0.30), (0.46, -0.70), (-0.46, -0.70))


@lru_cache(maxsize=_KEPT)
def stack(
    livery: Livery, own: bool, width: float, count: str, *, fleet: bool, ghost: bool
) -> Sprite:
    """A stack or fleet: shield, emblem, and its count in a pill."""
    figure = shield(livery, own, width)
    if fleet:
        hull = sprite_of((Part(_HULL, palette.HULL, palette.INK, 0.07),), width)
        figure = joined((hull, 0, 0), (figure, 0, 0))
    if ghost:
        faded = figure.image.copy()
        faded.putalpha(figure.image.getchannel("A").point([round(a * _GHOST) for a in range(256)]))
        figure = Sprite(faded, figure.left, figure.top)
    if not count:
        return figure
    size = max(palette.COUNT_TEXT, round(width * 0.42))
    return joined((figure, 0, 0), (pill(count, size, ghost=ghost), width * 0.36, width * 0.46))


@lru_cache(maxsize=_KEPT)
def house(kind: SettlementKind | TowerKind, roof: str, w: float) -> Sprite:
    """A settlement or tower with the roof in its owner's colour."""
    red, green, blue = (round(part * 0.78) for part in palette.rgb(roof))
    paints = {"roof": roof, "roof_shade": f"#{red:02X}{green:02X}{blue:02X}"}
    return sprite_of(building(kind), w, paints, least_line=1.4)


@lru_cache(maxsize=_KEPT)
def walls(level: int | None, w: float) -> Sprite:
    """Fortifications of a level, or of one that is not known."""
    return sprite_of(rampart(level or 1), w, least_line=1.2)


@lru_cache(maxsize=32)
def crown(seat: Seat, radius: float) -> Sprite:
    """A capital's mark: a crown on a disc for a kingdom's, a coronet on a diamond for others."""
    if seat == "kingdom":
        return medal("crown", palette.BRASS, palette.INK, palette.WHITE, radius)
    plate = poly((0, 1.12), (1.12, 0), (0, -1.12), (-1.12, 0))
    band = poly(
        *((-0.48, -0.30), (0.48, -0.30), (0.56, 0.32), (0.24, 0.02)),
        *((0.0, 0.46), (-0.24, 0.02), (-0.56, 0.32)),
    )
    parts = (
        Part(plate, line=palette.INK, width=0.30),
        Part(plate, palette.WALL_SHADE, palette.WHITE, 0.13),
        Part(band, palette.INK),
    )
    return sprite_of(parts, radius)


@lru_cache(maxsize=_KEPT)
def arrow(size: float, degrees: int) -> Sprite:
    """An arrowhead; 0 degrees points east, and they count clockwise."""
    head = poly((0.62, 0), (-0.5, 0.48), (-0.24, 0), (-0.5, -0.48))
    turn = math.radians(-degrees)
    turned = corners(head) @ np.array(
        ((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn)))
    )
    return sprite_of((Part(Path(turned, head.codes), palette.WHITE, palette.INK, 0.13),), size)


@lru_cache(maxsize=16)
def battle(w: float) -> Sprite:
    """A twelve-pointed star with crossed swords, `w` pixels to a hex."""
    angles = np.arange(24) * np.pi / 12
    reach = np.where(np.arange(24) % 2 == 0, 0.40, 0.31)
    star = poly(*np.stack((np.sin(angles) * reach, np.cos(angles) * reach), axis=1).tolist())
    swords = icon("crossed-swords")
    assert swords is not None
    return sprite_of(
        (
            Part(star, line=palette.INK, width=0.11),
            Part(star, palette.BATTLE, palette.BATTLE_EDGE, 0.055),
            Part(moved(swords, 0, 0, 0.46), palette.BATTLE_EDGE),
        ),
        w,
    )


@lru_cache(maxsize=_KEPT)
def site(kind: SiteKind, radius: float, name: str | None = None) -> Sprite:
    """A gate or hot spot on a dark violet disc, with its kind's icon or the one named."""
    known = name if name is not None and icon(name) is not None else _SITE_ICONS[kind]
    return medal(known, palette.SITE, palette.SITE_EDGE, palette.SITE_EDGE, radius)


@lru_cache(maxsize=64)
def diamond(colour: str, radius: float) -> Sprite:
    """A stack on an overview."""
    shape = poly((0, 1), (1, 0), (0, -1), (-1, 0))
    return sprite_of(
        (
            Part(moved(shape, 0, 0, 1.62), palette.INK),
            Part(moved(shape, 0, 0, 1.36), palette.WHITE),
            Part(moved(shape, 0, 0, 0.84), colour),
        ),
        radius,
    )
