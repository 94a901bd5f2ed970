"""A battle in slots: the field with its hexes and walls, and who stands where in a scene.

The rows are as the engine counts them, the attackers' back rank lowest, so that both sides' slots
are numbered as each sees itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

import numpy as np
from PIL import Image

from bot.faces.battle.arrows import Style
from bot.faces.battle.layout import HEIGHT, SPENT, Scale, mixed
from bot.faces.battle.legend import LegendSign, Sketch, bar, pasted
from bot.faces.battle.terrain import draw_frame, draw_terrain, ground
from bot.faces.cohorts.battle.arrows import BLOWS, PATHS, STYLES, bent, draw_deeds, draw_stars
from bot.faces.cohorts.battle.counters import fate_mark, put_unit, put_words
from bot.faces.cohorts.battle.field import FieldBattle, FieldScene
from bot.faces.cohorts.battle.layout import HEX, HEX_HEIGHT, MORALE, hex_centre
from bot.faces.map import markers
from bot.faces.map.geometry import hexagon
from bot.faces.paint import palette, sprites
from bot.faces.paint.canvas import Canvas, Floats, polygons, polylines
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.sprites import words
from engine.packs.cohorts.battle.slots import DEFENDER, HEXES, SLOTS, cell


def signs_of(kinds: Container[str]) -> Iterator[LegendSign]:
    """The signs that are always there, and those of these kinds of deeds and fates."""
    yield LegendSign("Soldiers", bar(palette.PARCHMENT, SPENT))
    yield LegendSign("Morale", bar(MORALE, palette.INK))
    yield from (sign for kind, sign in SIGNS.items() if kind in kinds)


def _sample(style: Style) -> Sketch:
    """An arrow as it goes from hex to hex."""

    def sketch(image: Image.Image, x: float, y: float) -> None:
        canvas = Canvas(56, 40)
        bent(canvas, Scale(0.72), style, np.array(((4.0, 20.0), (52.0, 20.0))))
        canvas.lay(image, (round(x) - 28, round(y) - 20))

    return sketch


SIGNS: Final[dict[str, LegendSign]] = {
    **{kind: LegendSign(style.label, _sample(style)) for kind, style in STYLES.items()},
    "melee": LegendSign("Melee", pasted(partial(markers.battle, 48))),
    "dead": LegendSign("Destroyed", pasted(partial(fate_mark, "dead", 17))),
    "fled": LegendSign("Fled", pasted(partial(fate_mark, "fled", 17))),
    "stone": LegendSign("Stone", pasted(partial(fate_mark, "stone", 17))),
}
"""The sign of each kind of deed and fate, in the order in which they are explained."""


_TINT: Final = 0.17  # of a side's colour on its hexes
_LAID: Final = 0.8  # of that and the land's colour on the ground
_SHORT: Final = ("LF", "LC", "C", "RC", "RF")

# Offsets in hex widths and size of the counters, by how many there are; the last holds for more.
Formation = tuple[tuple[tuple[float, float], ...], float]
_ALONE: Final[tuple[Formation, ...]] = (
    (((0, -0.03),), 0.44),
    (((-0.21, -0.03), (0.21, -0.03)), 0.37),
    (((-0.31, -0.03), (0, -0.03), (0.31, -0.03)), 0.285),
    (((-0.17, -0.24), (0.17, -0.24), (-0.17, 0.18), (0.17, 0.18)), 0.27),
    (((-0.3, -0.23), (0, -0.23), (0.3, -0.23), (-0.16, 0.18), (0.16, 0.18)), 0.265),
    (
        ((-0.3, -0.23), (0, -0.23), (0.3, -0.23), (-0.3, 0.18), (0, 0.18), (0.3, 0.18)),
        0.265,
    ),
)
_SHARED: Final[tuple[Formation, ...]] = (
    (((0, 0),), 0.34),
    (((-0.2, 0), (0.2, 0)), 0.31),
    (((-0.31, 0), (0, 0), (0.31, 0)), 0.27),
    (((-0.36, 0), (-0.12, 0), (0.12, 0), (0.36, 0)), 0.215),
)
_ASIDE: Final = (0.2, -0.26)  # hex widths down: attackers below, defenders above


class Slots:
    """What draws a battle in slots."""

    def __init__(self, battle: FieldBattle) -> None:
        self.battle = battle

    def signs(self, shown: Sequence[FieldScene]) -> Iterator[LegendSign]:
        """Bars, and the kinds of deeds and fates that the scenes show."""
        deeds = [deed.kind for scene in shown for deed in scene.deeds]
        fates = [stand.fate for scene in shown for stand in scene.stands if stand.left]
        return signs_of({*deeds, *fates})

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """The field without anybody on it, on a canvas 1200 wide."""
        battle, image = self.battle, canvas.picture
        field = battle.setting.looks.land(battle.terrain)
        draw_terrain(canvas, field)
        land = field.colour
        for side, livery in enumerate(liveries):
            mask, corner = _laid_out(side)
            image.paste(rgb(mixed(land, livery.colour, _TINT)), corner, mask)
        canvas.stroke(polygons(_corners()), mixed(ground(field), "#000000", 0.5), 3.0, 0.9)
        if battle.walls:
            _draw_walls(canvas, battle.walls)
        draw_frame(canvas)
        _draw_numbers(image, mixed(land, "#000000", 0.72))
        if battle.walls:
            boxes = sprites.level_boxes(battle.walls, 20.0)
            x, y = hex_centre(0, 2)
            boxes.paste(image, x - HEX * 0.26, y + HEX_HEIGHT * 0.5)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: FieldScene,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Everybody on the field in a scene, what they did in it and what it cost them."""
        battle, image = self.battle, canvas.picture
        cast = _Cast(battle, scene, scale)
        if deeds:
            draw_deeds(canvas, scale, scene.deeds, cast.anchor, PATHS)
        for place in cast.places:
            unit, stand = battle.units[place.unit], scene.stands[place.unit]
            own = battle.setting.sides[unit.side].own
            livery = liveries[unit.side]
            put_unit(canvas, scale, unit, stand, livery, place.spot, place.size, own=own)
        for (x, y), count in cast.more:
            sprites.pill(f"+{count}", scale.text(24)).paste(image, x, y)
        if deeds:
            draw_deeds(canvas, scale, scene.deeds, cast.anchor, BLOWS)
            draw_stars(image, scale, scene.deeds, cast.anchor)
        for place in cast.places:
            unit, stand = battle.units[place.unit], scene.stands[place.unit]
            put_words(image, scale, unit, stand, place.spot, place.size)


class _Place(NamedTuple):
    """Where a unit is drawn, and how large."""

    unit: int
    spot: tuple[float, float]
    size: float


class _Cast:
    """Who is shown where in a scene; of a crowd the foremost, and how many more there are."""

    def __init__(self, battle: FieldBattle, scene: FieldScene, scale: Scale) -> None:
        self.scale = scale
        self.places: list[_Place] = []
        self.more: list[tuple[tuple[float, float], int]] = []
        self._held: dict[int, set[int]] = defaultdict(set)
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, (unit, stand) in enumerate(zip(battle.units, scene.stands, strict=True)):
            if stand.shown:
                groups[stand.hex, unit.side].append(number)
                self._held[stand.hex].add(unit.side)
        for (hex_, side), numbers in sorted(groups.items()):
            self._place(battle, scene, hex_, side, numbers)

    def _place(
        self, battle: FieldBattle, scene: FieldScene, hex_: int, side: int, numbers: list[int]
    ) -> None:
        shared = len(self._held[hex_]) > 1
        formations = _SHARED if shared else _ALONE
        spots, size = formations[min(len(numbers), len(formations)) - 1]
        room = len(spots) - (len(numbers) > len(spots))

        def rank(number: int) -> tuple[bool, bool, int, int]:
            unit, stand = battle.units[number], scene.stands[number]
            return not unit.hero, not stand.left, -unit.soldiers, number

        shown = sorted(sorted(numbers, key=rank)[:room])
        x, y = _centre(hex_)
        down = _ASIDE[side] if shared else 0.0
        at = [self._pixels(x + dx * HEX, y + (dy + down) * HEX) for dx, dy in spots]
        wide = self.scale.px(size * HEX)
        self.places += [_Place(n, spot, wide) for n, spot in zip(shown, at, strict=False)]
        if len(numbers) > room:
            self.more.append((at[room], len(numbers) - room))

    def anchor(self, hex_: int, side: int) -> tuple[float, float]:
        """Where arrows of a side begin or end in a hex; of neither side (-1) its middle."""
        x, y = _centre(hex_)
        shared = side >= 0 and len(self._held[hex_] | {side}) > 1
        return self._pixels(x, y + (_ASIDE[side] * HEX if shared else 0.0))

    def _pixels(self, x: float, y: float) -> tuple[float, float]:
        return self.scale.px(x), self.scale.px(y)


# ---------------------------------------------------------------- the ground


def _centre(hex_: int) -> Floats:
    return np.array(hex_centre(*cell(hex_)))


@cache
def _corners() -> Floats:
    return np.stack([_centre(hex_) + hexagon(HEX * 0.985) for hex_ in range(HEXES)])


@cache
def _laid_out(side: int) -> tuple[Image.Image, tuple[int, int]]:
    """The hexes of a side as the mask of what is laid on them, and its upper left corner.

    They lie alike on every field, and as a path it takes long to lay on what shines through.
    """
    canvas = Canvas(palette.WIDTH, HEIGHT)
    canvas.fill(polygons(_corners()[side * SLOTS : (side + 1) * SLOTS]), palette.INK, _LAID)
    mask = canvas.image().getchannel("A")
    box = mask.getbbox()
    assert box
    return mask.crop(box), box[:2]


def _draw_walls(canvas: Canvas, level: int) -> None:
    """A wall along the near edge of the defenders' front, thicker with each level."""
    lower: list[Floats] = []
    for column in range(5):
        corners = np.array(hex_centre(column, 2)) + hexagon(HEX)
        lower += [corners[4], corners[3], corners[2]]  # hexagon's points run clockwise from above
    line = np.array(lower)
    wide = 15.0 + 3.0 * level
    canvas.stroke(polylines(line[None]), palette.INK, wide + 7, cap="butt")
    canvas.stroke(polylines(line[None]), palette.WALL_SHADE, wide, cap="butt")
    canvas.stroke(polylines(line[None]), palette.WALL, wide, dashes=(19.0, 11.0), cap="butt")


def _draw_numbers(image: Image.Image, paint: str) -> None:
    """Each slot's number and, in front, its name, as its own side counts."""
    for hex_ in range(HEXES):
        slot = hex_ % SLOTS + 1
        text = f"{slot} {_SHORT[slot - 1]}" if slot <= len(_SHORT) else str(slot)
        x, y = _centre(hex_)
        up = -0.405 if hex_ // SLOTS == DEFENDER else 0.405
        words(text, 21, paint).paste(image, x, y + up * HEX_HEIGHT)
