"""Who did what to whom: arrows over the field, each kind in a distinct form."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.battle.arrows import Style, arrow
from bot.faces.battle.layout import FIELD, Scale
from bot.faces.cohorts.battle.field import DeedKind, SlotAction
from bot.faces.cohorts.battle.layout import ARTILLERY, HEX, SPECIAL, SPELL
from bot.faces.map import markers
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, Floats
from bot.faces.paint.shapes import Part, poly
from bot.faces.paint.sprites import Sprite, sprite_of

Anchor = Callable[[int, int], tuple[float, float]]
"""Where an arrow of a side begins or ends in a hex, in pixels of the picture."""


STYLES: Final[dict[DeedKind, Style]] = {
    "move": Style("Move", palette.PARCHMENT, 9.0),
    "missile": Style("Missile", palette.HIGHLIGHT, 6.0, (14.0, 9.0)),
    "artillery": Style("Artillery", ARTILLERY, 9.0, (2.0, 16.0)),
    "spell": Style("Spell", SPELL, 8.0),
    "special": Style("Special", SPECIAL, 7.0, (26.0, 9.0)),
}
PATHS: Final[tuple[DeedKind, ...]] = ("move",)
"""What is drawn on the ground, under those who stand there."""
BLOWS: Final[tuple[DeedKind, ...]] = ("missile", "artillery", "spell", "special")
_STAR: Final = 84.0  # pixels to a star's unit
_MANY, _SLENDER = 12, 0.7  # more arrows than that are drawn thinner, by this factor
_BEND: Final = 0.13  # of an arrow's length, aside
_SHARE: Final = np.linspace(0.0, 1.0, 20)
_CURVE: Final = np.stack(((1 - _SHARE) ** 2, 2 * _SHARE * (1 - _SHARE), _SHARE**2), axis=1)
"""What its start, its bend and its end weigh at each point of a bent arrow."""


def draw_deeds(
    canvas: Canvas,
    scale: Scale,
    deeds: Sequence[SlotAction],
    anchor: Anchor,
    kinds: Sequence[DeedKind],
) -> None:
    """The arrows of these kinds of deeds, from one hex to another."""
    shown = [deed for kind in kinds for deed in deeds if deed.kind == kind]
    shown = [deed for deed in shown if deed.start != deed.to]
    canvas.clip(scale.box(FIELD))
    slender = _SLENDER if len(shown) > _MANY else 1.0
    for deed in shown:
        ends = anchor(deed.start, deed.side), anchor(deed.to, _aimed_at(deed))
        bent(canvas, scale, STYLES[deed.kind], _shortened(scale, np.array(ends)), slender)
    canvas.clip(None)


def draw_stars(
    image: Image.Image, scale: Scale, deeds: Sequence[SlotAction], anchor: Anchor
) -> None:
    """A star at the left of each hex in which enemies fight hand to hand."""
    for hex_, star in _stars(deeds, scale.px(_STAR)).items():
        x, y = anchor(hex_, -1)
        star.paste(image, x - scale.px(HEX * 0.42), y)


def _shortened(scale: Scale, ends: Floats) -> Floats:
    """The ends of an arrow, moved towards each other to leave the counters there free."""
    start, end = ends
    length = math.hypot(*(end - start).tolist())
    if length <= scale.px(HEX) / 2:
        return ends
    along = (end - start) / length * scale.px(HEX)
    return np.array((start + along * 0.14, end - along * 0.2))


def bent(canvas: Canvas, scale: Scale, style: Style, ends: Floats, slender: float = 1.0) -> None:
    """A bent arrow from one point to the other; that of a move is straight."""
    (x, y), (end_x, end_y) = ends.tolist()
    right, down = end_x - x, end_y - y
    if math.hypot(right, down) < 1:
        return
    bend = _BEND if style.label != "Move" else 0.0
    middle = (x + end_x) / 2 - down * bend, (y + end_y) / 2 + right * bend
    arrow(canvas, scale, style, _CURVE @ np.array(((x, y), middle, (end_x, end_y))), slender)


@lru_cache(maxsize=16)
def burst(w: float, paint: str) -> Sprite:
    """Magic or a special attack within a hex."""
    angles = np.arange(16) * np.pi / 8
    reach = np.where(np.arange(16) % 2 == 0, 0.36, 0.2)
    star = poly(*np.stack((np.sin(angles) * reach, np.cos(angles) * reach), axis=1).tolist())
    return sprite_of(
        (Part(star, line=palette.INK, width=0.09), Part(star, paint, palette.INK, 0.02)), w
    )


def _aimed_at(deed: SlotAction) -> int:
    return deed.side if deed.friendly else 1 - deed.side


def _stars(deeds: Sequence[SlotAction], w: float) -> dict[int, Sprite]:
    """The hexes with a star: of magic that strikes from near, or of hand to hand fighting."""
    stars: dict[int, Sprite] = {}
    for deed in deeds:
        if deed.kind in ("spell", "special") and deed.start == deed.to:
            stars[deed.to] = burst(w, STYLES[deed.kind].paint)
    stars.update((deed.to, markers.battle(w)) for deed in deeds if deed.kind == "melee")
    return stars
