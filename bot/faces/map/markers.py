"""The figures that stand on a map, as sprites. Where they go is decided in `figures`."""

import math
from functools import lru_cache
from typing import Final

import numpy as np

from bot.faces.map.buildings import building, rampart
from bot.faces.map.chart import Seat, SettlementKind, SiteKind, State, TowerKind
from bot.faces.paint import palette
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import (
    Part,
    Path,
    circle,
    corners,
    icon,
    line,
    moved,
    poly,
)
from bot.faces.paint.sprites import Sprite, joined, medal, shield, sprite_of

_KEPT: Final = 256
_GHOST: Final = 0.55  # opacity of a stack that is only remembered
_SITE_ICONS: Final[dict[SiteKind, str]] = {"gate": "magic-gate", "hot-spot": "castle-ruins"}

_RING_W: Final = {"village": 0.28, "town": 0.40, "watch": 0.24, "guard": 0.22, "wizard": 0.22}
_OTHER_RING_W: Final = 0.44
_HULL: Final = poly((-0.72, -0.30), (0.72, -0.30), (0.46, -0.70), (-0.46, -0.70))


@lru_cache(maxsize=_KEPT)
def stack(livery: Livery, own: bool, width: float, *, fleet: bool, ghost: bool) -> Sprite:
    """A stack or fleet: shield and emblem."""
    figure = shield(livery, own, width)
    if fleet:
        hull = sprite_of((Part(_HULL, palette.HULL, palette.INK, 0.07),), width)
        figure = joined((hull, 0, 0), (figure, 0, 0))
    if ghost:
        faded = figure.image.copy()
        faded.putalpha(figure.image.getchannel("A").point([round(a * _GHOST) for a in range(256)]))
        figure = Sprite(faded, figure.left, figure.top)
    return figure


@lru_cache(maxsize=_KEPT)
def remains(state: State, colour: str, width: float) -> Sprite:
    """A stack in which nobody can act: a bare tent in its colour's edge, or bones on a stone."""
    if state == "bodies":
        return skull(width * 0.36)
    tent = poly((-0.46, -0.34), (0.0, 0.40), (0.46, -0.34))
    door = poly((-0.14, -0.34), (0.0, 0.06), (0.14, -0.34))
    return sprite_of(
        (
            Part(tent, line=palette.INK, width=0.20),
            Part(tent, palette.WALL_SHADE, colour, 0.10),
            Part(door, palette.WALL_DARK),
        ),
        width,
    )


@lru_cache(maxsize=64)
def skull(radius: float) -> Sprite:
    """Where somebody fell, or bodies lie."""
    return medal("skull-crossed-bones", palette.WALL_DARK, palette.WALL, palette.WALL, radius)


@lru_cache(maxsize=64)
def flag(size: float) -> Sprite:
    """What waits for orders: a bright pennant."""
    pole = line((-0.16, -0.34), (-0.16, 0.42))
    cloth = poly((-0.16, 0.42), (0.38, 0.22), (-0.16, 0.02))
    return sprite_of(
        (
            Part(pole, line=palette.INK, width=0.16),
            Part(cloth, line=palette.INK, width=0.14),
            Part(pole, line=palette.WALL, width=0.06),
            Part(cloth, palette.HIGHLIGHT),
        ),
        size,
    )


@lru_cache(maxsize=_KEPT)
def house(kind: SettlementKind | TowerKind, roof: str, w: float, *, own: bool = False) -> Sprite:
    """A settlement or tower with the roof in its owner's colour; one's own stands on a ring."""
    red, green, blue = (round(part * 0.78) for part in palette.rgb(roof))
    paints = {"roof": roof, "roof_shade": f"#{red:02X}{green:02X}{blue:02X}"}
    drawing = building(kind)
    under = _ring(_RING_W.get(kind, _OTHER_RING_W)) if own else ()
    return sprite_of((*under, *drawing), w, paints, least_line=1.4)


def _ring(reach: float) -> tuple[Part, ...]:
    """The ring on the ground around what is one's own, told apart from others without colour."""
    round_ = circle(0, 0, 1)
    flat = np.array((reach, reach * 0.36))
    ring = Path(np.asarray(round_.vertices) * flat + np.array((0.0, -0.17)), round_.codes)
    return (
        Part(ring, line=palette.INK, width=0.11),
        Part(ring, line=palette.RIM_OWN, width=0.055),
    )


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
def battle(w: float, *, past: bool = False) -> Sprite:
    """A twelve-pointed star with crossed swords, `w` pixels to a hex; paler for one long over."""
    angles = np.arange(24) * np.pi / 12
    reach = np.where(np.arange(24) % 2 == 0, 0.40, 0.31)
    star = poly(*np.stack((np.sin(angles) * reach, np.cos(angles) * reach), axis=1).tolist())
    swords = icon("crossed-swords")
    assert swords is not None
    return sprite_of(
        (
            Part(star, line=palette.INK, width=0.11),
            Part(star, palette.WALL_SHADE if past else palette.BATTLE, palette.BATTLE_EDGE, 0.055),
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
