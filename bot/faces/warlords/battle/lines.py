"""A battle of stack against stack: both lines with strength and hits, and the duel between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.battle.counters import FALLEN, counter, mark
from bot.faces.battle.layout import SPENT, Scale
from bot.faces.battle.legend import LegendSign, pasted
from bot.faces.battle.terrain import draw_frame, draw_terrain
from bot.faces.battle.writing import Writer
from bot.faces.map import markers
from bot.faces.map.markers import Sprite, sprite_of
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polylines
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.shapes import Part, circle, icon, line, moved
from bot.faces.paint.sprites import words
from bot.faces.warlords.battle.duels import Duel, LineBattle


@lru_cache(maxsize=16)
def blessing(radius: float) -> Sprite:
    """A small sun: its holder is blessed."""
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


_COLUMNS: Final = ((34.0, 388.0), (812.0, 1166.0))
_MIDDLE: Final = (404.0, 796.0)
_TOP, _BOTTOM = 236.0, 994.0
_TALLEST: Final = 94.0
_MOST: Final = 16  # rows of a column; of more the last says how many
_TWO_LINES: Final = 60.0  # pixels of a row in which strength and hits stand below the name


class Ranks:
    """What draws a battle of lines."""

    def __init__(self, battle: LineBattle) -> None:
        self.battle = battle

    def signs(self, shown: Sequence[Duel]) -> Iterator[LegendSign]:
        """Hits, abilities of members, and how one falls."""
        members = self.battle.members
        yield LegendSign("Hits", pasted(partial(hit, 12, left=True)))
        yield LegendSign("Lost", pasted(partial(hit, 12, left=False)))
        if any(each.blessed for each in members):
            yield LegendSign("Blessed", pasted(partial(blessing, 14)))
        if any(each.medals for each in members):
            yield LegendSign("Medal", pasted(partial(medal, 24)))
        yield LegendSign("Destroyed", pasted(partial(mark, FALLEN, 17)))

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """The ground, walls before the defenders, and the board between the lines."""
        draw_terrain(canvas, self.battle.setting.looks.land(self.battle.terrain))
        for left, right in _COLUMNS:
            box = (left - 12, _TOP - 12, right + 12, _BOTTOM + 10)
            canvas.fill_box(box, palette.FRAME, 0.92)
        board = (_MIDDLE[0], _TOP - 12, _MIDDLE[1], _BOTTOM + 10)
        canvas.fill_box(board, palette.PANEL)
        if self.battle.walls:
            wide = 8.0 + 3.0 * self.battle.walls
            line = np.array((((804.0 - wide, _TOP - 12), (804.0 - wide, _BOTTOM + 10)),))
            canvas.stroke(polylines(line), palette.INK, wide + 6, cap="butt")
            canvas.stroke(polylines(line), palette.WALL_SHADE, wide, cap="butt")
            canvas.stroke(polylines(line), palette.WALL, wide, dashes=(19.0, 11.0), cap="butt")
        draw_frame(canvas)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: Duel,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Both lines as they stand, and what happened between them."""
        brush = _Brush(canvas.picture, scale, self.battle, liveries)
        for side in (0, 1):
            brush.line(scene, side)
        brush.board(scene)


class _Brush(Writer):
    """What draws the parts of one picture."""

    def __init__(
        self,
        image: Image.Image,
        scale: Scale,
        battle: LineBattle,
        liveries: Sequence[Livery],
    ) -> None:
        super().__init__(image, scale, liveries)
        self.battle = battle

    # ------------------------------------------------------------------ the lines

    def line(self, scene: Duel, side: int) -> None:
        """A side's fighters from the first to the last, the one who fights now framed."""
        numbers = scene.lines[side]
        rows = min(len(numbers), _MOST)
        if not rows:
            return
        tall = min(_TALLEST, (_BOTTOM - _TOP) / rows)
        shown = numbers if len(numbers) <= _MOST else _foremost(scene, numbers)
        for row, number in enumerate(shown):
            self._row(scene, side, number, _TOP + (row + 0.5) * tall, tall)
        if len(numbers) > _MOST:
            y = _TOP + (_MOST - 0.5) * tall
            self.write(f"and {len(numbers) - len(shown)} more", _COLUMNS[side][0] + 8, y, 24)

    def _row(self, scene: Duel, side: int, number: int, y: float, tall: float) -> None:
        left, right = _COLUMNS[side]
        member, stand = self.battle.members[number], scene.stands[number]
        size = min(tall * 0.76, 64.0)
        at = right - size * 0.62 if side == 0 else left + size * 0.62
        start = left + 8 if side == 0 else left + size * 1.34
        room = right - left - size * 1.34 - 18
        if scene.pair and number in scene.pair:
            box = self.scale.box((left - 6, y - tall / 2 + 1, right + 6, y + tall / 2 - 1))
            pen = ImageDraw.Draw(self.image)
            width = max(2, round(self.scale.px(4)))
            pen.rectangle(box, outline=rgb(palette.HIGHLIGHT), width=width)
        self._counter(side, number, at, y, size, gone=stand.fell)
        paint = palette.MUTED if stand.fell else palette.PARCHMENT
        letters = 26 if tall >= _TWO_LINES else 22
        dots = 22.0 * max(stand.full, 1)
        if tall >= _TWO_LINES:
            self.write(member.name, start, y - tall * 0.19, letters, paint, width=room)
            taken = self.write(f"strength {stand.strength}", start, y + tall * 0.21, 22)
            self._hits(stand.hits, stand.full, start + taken + 24, y + tall * 0.21)
            if member.medals:
                x = start + taken + 24 + dots
                self.write("★" * member.medals, x, y + tall * 0.21, 20, palette.BRASS)
        else:
            width = room - dots - 44
            self.write(member.name, start, y, letters, paint, width=width)
            self.write(str(stand.strength), start + width + 8, y, letters, palette.WHITE)
            self._hits(stand.hits, stand.full, start + width + 48, y)

    def _counter(
        self, side: int, number: int, x: float, y: float, size: float, *, gone: bool
    ) -> None:
        member, scale = self.battle.members[number], self.scale
        own = self.battle.setting.sides[side].own
        sprite = counter(
            self.liveries[side],
            member.icon,
            scale.px(size),
            own=own,
            hero=member.hero,
            ship=False,
            gone=gone,
        )
        sprite.paste(self.image, scale.px(x), scale.px(y))
        if member.blessed:
            sun = blessing(max(scale.px(size * 0.18), 5.0))
            sun.paste(self.image, scale.px(x - size * 0.44), scale.px(y - size * 0.36))
        if gone:
            sign = mark(FALLEN, max(scale.px(size * 0.26), 6.0))
            sign.paste(self.image, scale.px(x + size * 0.3), scale.px(y + size * 0.2))

    def _hits(self, left: int, full: int, x: float, y: float) -> None:
        """Hits as dots: those left pale, those lost dark with a cross-bar."""
        for number in range(max(full, left)):
            spot = self.scale.px(x + 22 * number), self.scale.px(y)
            hit(self.scale.px(8.5), left=number < left).paste(self.image, *spot)

    # ------------------------------------------------------------------ the board

    def board(self, scene: Duel) -> None:
        """The two who fight with the steps of their duel; else what else happened."""
        top = _TOP + 22
        if scene.pair:
            top = self._facing(scene) + 30
        elif not scene.steps:
            mine, theirs = (len(line) for line in scene.lines)
            middle = (_MIDDLE[0] + _MIDDLE[1]) / 2
            self.middle(f"{mine} against {theirs}", middle, top + 40, 40, palette.PARCHMENT)
            if self.battle.walls:
                walls = f"Fortification {self.battle.walls}"
                self.middle(walls, middle, top + 92, 26, palette.COORDINATE)
        self.steps(scene.steps, (_MIDDLE[0], top, _MIDDLE[1], _BOTTOM))

    def _facing(self, scene: Duel) -> float:
        assert scene.pair
        middle = (_MIDDLE[0] + _MIDDLE[1]) / 2
        y = _TOP + 66
        for side, number in enumerate(scene.pair):
            x = middle + (-116, 116)[side]
            stand = scene.stands[number]
            self._counter(side, number, x, y, 104, gone=stand.fell)
            name = self.battle.members[number].name
            self.middle(name, x, y + 84, 24, palette.PARCHMENT, width=176)
            self.middle(f"strength {stand.strength}", x, y + 116, 21, palette.COORDINATE)
            dots = 22 * (max(stand.full, 1) - 1) / 2
            self._hits(stand.hits, stand.full, x - dots, y + 144)
        spot = self.scale.px(middle), self.scale.px(y)
        markers.battle(self.scale.px(110)).paste(self.image, *spot)
        return y + 168


def _foremost(scene: Duel, numbers: Sequence[int]) -> list[int]:
    """Of a long line those who stand and who fell last, in their order."""
    standing = [number for number in numbers if not scene.stands[number].fell]
    fallen = [number for number in numbers if scene.stands[number].fell]
    wanted = (standing + fallen)[: _MOST - 1]
    return [number for number in numbers if number in wanted]
