"""What draws a battle of Warmaster: the field or the sea, counters on it, and what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.battle.arrows import Style, arrow
from bot.faces.battle.counters import FALLEN, mark
from bot.faces.battle.layout import FIELD, Scale
from bot.faces.battle.legend import LegendSign, Sketch, pasted
from bot.faces.battle.terrain import draw_frame, draw_terrain
from bot.faces.map import markers
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.looks import natural
from bot.faces.paint.palette import Livery
from bot.faces.warmaster.battle.arrows import (
    BLOWS,
    LINES,
    PATHS,
    STYLES,
    HexLayout,
    draw_deeds,
    draw_marches,
    draw_orders,
    draw_stars,
    order_line,
)
from bot.faces.warmaster.battle.counters import (
    PLATE,
    character_sign,
    confusion_sign,
    directive_sign,
    failure_sign,
    put_counter,
    put_marks,
    stand_sign,
)
from bot.faces.warmaster.battle.course import DeedKind, HexBattle, TurnScene
from bot.faces.warmaster.battle.fleets import ROWS, columns_of
from bot.faces.warmaster.battle.ground import draw_ground
from bot.faces.warmaster.battle.layout import HEX, Plan
from bot.faces.warmaster.battle.terms import DIRECTIVES
from bot.faces.warmaster.battle.terms import ROLES as CALLED
from engine.packs.warmaster.battle.values import Spot

_SEA: Final = "sea"
_TALLEST: Final = 190.0
"""Of a row of ships."""
_FELL: Final = 0.86
"""How large a counter that has just fallen is drawn, of the others."""
_ASIDE: Final = 0.2
"""How far it lies aside where somebody living has come to its place, in counters."""


class _Rows:
    """The places of two fleets: their front rows face each other, further ones lie behind."""

    def __init__(self, ships: int) -> None:
        """`ships` are those of the larger fleet."""
        self.ground = left, top, right, bottom = FIELD
        columns = columns_of(ships)
        self.left, self.wide = left, (right - left) / columns
        self.middle = (top + bottom) / 2
        rows = max(1, -(-ships // columns))
        self.tall = min(_TALLEST, (bottom - top) / (2 * (rows + 0.58)))
        self.size = min(self.wide, self.tall) * 0.85

    def centre(self, spot: Spot) -> tuple[float, float]:
        """The middle of a place."""
        column, row = spot
        behind = ROWS - 1 - row if row < ROWS else row - ROWS
        away = (behind + 0.9) * self.tall
        return (
            self.left + (column + 0.5) * self.wide,
            self.middle + (away if row >= ROWS else -away),
        )


class FieldStage:
    """What draws some scenes of one battle: as much of the field as they need."""

    def __init__(self, battle: HexBattle, shown: Sequence[TurnScene]) -> None:
        self.battle = battle
        self.chart: HexLayout
        if battle.naval:
            fleet = max(sum(p.side == side for p in battle.pieces) for side in (0, 1))
            self.chart = _Rows(fleet)
        else:
            spots = {spot for scene in shown for spot in scene.spots()}
            self.chart = Plan.around(spots, FIELD)

    def signs(self, shown: Sequence[TurnScene]) -> Iterator[LegendSign]:
        """The marks of the array, or what is done and befalls units in the scenes."""
        deeds = {deed.kind for scene in shown for deed in scene.deeds}
        posts = [post for scene in shown for post in scene.posts if post.shown]
        if not deeds and not any(post.fell for post in posts):
            yield from self._marks()
            return
        yield LegendSign("Lost", pasted(partial(stand_sign, 84.0, left=False)))
        for kind, sign in SIGNS.items():
            if kind in deeds:
                yield sign
        if any(post.fell for post in posts):
            fell = "Sunk" if self.battle.naval else "Destroyed"
            yield LegendSign(fell, pasted(partial(mark, FALLEN, 16)))
        if any(post.confused for post in posts):
            yield LegendSign("Confused", pasted(partial(confusion_sign, 14.0)))

    def _marks(self) -> Iterator[LegendSign]:
        yield LegendSign("Stand", pasted(partial(stand_sign, 84.0, left=True)))
        used = {piece.directive for piece in self.battle.pieces}
        for each, name in DIRECTIVES.items():
            if each in used:
                yield LegendSign(name, pasted(partial(directive_sign, each, 14.0, down=False)))
        led = {role for post in self.battle.scenes[0].posts for role in post.roles}
        for role, name in CALLED.items():
            if role in led:
                yield LegendSign(name, pasted(partial(character_sign, role, 14.0)))

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """The field with both zones, or the sea."""
        battle = self.battle
        if isinstance(self.chart, Plan):
            zones = dict(enumerate(liveries))
            draw_ground(canvas, self.chart, battle.field, battle.setting.looks, zones)
            return
        draw_terrain(canvas, natural(_SEA))
        draw_frame(canvas)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: TurnScene,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Everybody on the field in a scene, what they did in it and what it cost them."""
        battle, chart, image = self.battle, self.chart, canvas.picture
        if deeds:
            draw_marches(canvas, scale, chart, scene.deeds, liveries)
            draw_orders(canvas, scale, chart, scene.deeds)
            draw_deeds(canvas, scale, chart, scene.deeds, PATHS)
        size = scale.px(PLATE * chart.size / HEX)
        living = {post.at: None for post in scene.posts if not post.fell}
        order = [n for n, post in enumerate(scene.posts) if post.shown and post.fell]
        order += [n for n, post in enumerate(scene.posts) if not post.fell]
        marked: list[tuple[int, tuple[float, float], float]] = []
        for number in order:
            post, piece = scene.posts[number], battle.pieces[number]
            x, y = (scale.px(each) for each in chart.centre(post.at))
            wide = size * (_FELL if post.fell else 1.0)
            below = post.fell is not None and post.at in living
            if below:  # somebody lives on there: it lies aside, with its mark under the other
                x, y = x - size * _ASIDE, y - size * _ASIDE
            own = battle.setting.sides[piece.side].own
            put_counter(image, piece, post, liveries[piece.side], (x, y), wide, own=own)
            if below:
                put_marks(image, piece, post, (x, y), wide)
            else:
                marked.append((number, (x, y), wide))
        if deeds:
            draw_deeds(canvas, scale, chart, scene.deeds, BLOWS)
            draw_stars(image, scale, chart, scene.deeds)
        for number, spot, wide in marked:
            put_marks(image, battle.pieces[number], scene.posts[number], spot, wide)
        if deeds:
            self._draw_failures(image, scale, scene, size)

    def _draw_failures(
        self, image: Image.Image, scale: Scale, scene: TurnScene, size: float
    ) -> None:
        """A cross at each unit whose order failed."""
        for unit in {deed.unit: None for deed in scene.deeds if deed.kind == "failed"}:
            x, y = self.chart.centre(scene.posts[unit].at)
            sign = failure_sign(max(size * 0.19, 4.5))
            sign.paste(image, scale.px(x) - size * 0.56, scale.px(y) - size * 0.13)


# ---------------------------------------------------------------- the legend


def _sample(style: Style) -> Sketch:
    """An arrow as it goes from hex to hex."""

    def sketch(image: Image.Image, x: float, y: float) -> None:
        canvas = Canvas(44, 40)
        line = np.linspace((4.0, 20.0), (40.0, 20.0), 12)
        arrow(canvas, Scale(0.8), style, line)
        canvas.lay(image, (round(x) - 22, round(y) - 20))

    return sketch


def _line(paint: str, dashes: tuple[float, float] | None) -> Sketch:
    """A line as it goes from a character to a unit."""

    def sketch(image: Image.Image, x: float, y: float) -> None:
        canvas = Canvas(44, 40)
        order_line(canvas, Scale(), np.array((((4.0, 20.0), (40.0, 20.0)),)), paint, dashes)
        canvas.lay(image, (round(x) - 22, round(y) - 20))
        if dashes:
            failure_sign(10.0).paste(image, x, y)

    return sketch


SIGNS: Final[dict[DeedKind, LegendSign]] = {
    "march": LegendSign("Way taken", _line(palette.NEUTRAL, None)),
    **{kind: LegendSign(style.label, _sample(style)) for kind, style in STYLES.items()},
    "fight": LegendSign("Fight", pasted(partial(markers.battle, 44))),
    **{
        kind: LegendSign(label, _line(paint, dashes))
        for kind, (label, paint, dashes) in LINES.items()
    },
}
"""The sign of each kind of deed, in the order in which they are explained."""
