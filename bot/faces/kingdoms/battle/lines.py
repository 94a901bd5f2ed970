"""The picture of a battle in lines: column beside column, front against front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import atan2, cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.faces.battle.counters import FALLEN, counter, mark
from bot.faces.battle.layout import FIELD, Scale
from bot.faces.battle.legend import LegendSign, bar, pasted
from bot.faces.battle.terrain import draw_frame, draw_terrain
from bot.faces.battle.writing import Writer
from bot.faces.kingdoms.battle.columns import (
    ARRAY,
    BattleStep,
    Clashed,
    ColumnBattle,
    Troop,
    factor_told,
    strength_told,
)
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.sprites import disc
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import wrapped

_LEFT, _RIGHT = 28.0, 1172.0
_MIDDLE: Final = (FIELD[1] + FIELD[3]) / 2
_WIDEST: Final = 420.0
_BEHIND: Final = 46.0  # a plate behind the front
_LABEL: Final = 32.0  # from its middle to that of its strength
_STEP: Final = 66.0
_ARRAY, _ARRAY_STEP, _PER_ROW = 70.0, 92.0, 12
_ARRAY_ROWS: Final = (118.0, 206.0, 294.0)
_LEADERS_AT: Final = 377.0
_ROOMY: Final = 70.0
"""A band wider than this has room for larger letters."""
_UP: Final = (1, -1)
"""Attackers stand below, defenders above."""
_MARKS: Final = {
    "destroyed": FALLEN,
    "buried": FALLEN,
    "escaped": "run",
    "paroled": "person",
    "mercenary": "coins",
}
_LABELS: Final = {
    "destroyed": "Destroyed",
    "escaped": "Got away",
    "paroled": "Gave its word",
    "mercenary": "For hire",
}
_GONE: Final = ("destroyed", "buried", "paroled", "mercenary")


class _Depth(NamedTuple):
    """How far from the middle everything of a front lies, and how large it is."""

    band: float
    """Half of the room between the fronts, where strengths stand."""
    front: float
    """A plate on the front line."""
    front_at: float
    name_at: float
    strength_at: float
    bar_at: float
    letters: int
    rows: tuple[float, ...] = ()
    """Rows behind the front."""


_DEPTHS: Final = (
    _Depth(84.0, 132.0, 162.0, 270.0, 320.0, 342.0, 28),
    _Depth(80.0, 90.0, 134.0, 211.0, 247.0, 265.0, 24, (305.0,)),
    _Depth(66.0, 82.0, 113.0, 174.0, 203.0, 218.0, 20, (251.0, 309.0)),
)
"""By how many rows stand behind the front: the fewer, the more room there is for it."""


def _depth(battle: ColumnBattle) -> _Depth:
    """How deep the lines of a battle stand."""
    behind = Counter((each.side, each.column) for each in battle.troops if each.row == "behind")
    per = max(1, int(_cell(battle) // _STEP))
    rows = -(-max(behind.values(), default=0) // per)
    return _DEPTHS[min(rows, len(_DEPTHS) - 1)]


def _places(battle: ColumnBattle) -> int:
    """How many places the longer front has."""
    return max((each.place for each in battle.troops if each.row != "behind"), default=1)


def _cell(battle: ColumnBattle) -> float:
    """How wide a place on the front is."""
    return min((_RIGHT - _LEFT) / _places(battle), _WIDEST)


class LineDrawing:
    """What draws a battle in lines."""

    def __init__(self, battle: ColumnBattle) -> None:
        self.battle = battle

    def signs(self, shown: Sequence[BattleStep]) -> Iterator[LegendSign]:
        """Strength, fear and zeal, and what became of armies."""
        yield LegendSign("Strength", bar(palette.PARCHMENT, palette.INK))
        if any(each.nemesis for each in self.battle.troops):
            yield LegendSign("Met its nemesis", pasted(partial(mark, "raven", 17)))
        if any(each.fanatical for each in self.battle.troops):
            yield LegendSign("Fanatical", pasted(partial(mark, "flame", 17)))
        fates = {fate for scene in shown for fate in scene.fates.values()}
        for fate, label in _LABELS.items():
            if fate in fates:
                yield LegendSign(label, pasted(partial(mark, _MARKS[fate], 17)))
        if "reduced" in fates:
            yield LegendSign("Lost quality", pasted(partial(disc, "−1", 15)))

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """The land, and the band between the fronts."""
        draw_terrain(canvas, self.battle.setting.looks.land(self.battle.ground))
        half = _depth(self.battle).band
        band = (FIELD[0], _MIDDLE - half, FIELD[2], _MIDDLE + half)
        canvas.fill_box(band, palette.FRAME, 0.82)
        for way in _UP:
            y = _MIDDLE + way * _LEADERS_AT
            box = (FIELD[0], y - 22, FIELD[2], y + 24)
            canvas.fill_box(box, palette.FRAME, 0.82)
        draw_frame(canvas)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: BattleStep,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Both lines, what each column came to, and what became of armies."""
        brush = _Brush(canvas.picture, scale, self.battle, liveries)
        for side in (0, 1):
            brush.leaders(scene, side)
        if scene.board or not self.battle.troops:
            if scene.name == ARRAY and self.battle.troops:
                brush.array(scene)
            else:
                brush.board(scene)
            return
        brush.flanks()
        for column in range(1, self.battle.columns + 1):
            brush.column(scene, column)
        for troop in self.battle.troops:
            if troop.row != "behind":
                brush.front(scene, troop)
        brush.behind(scene)
        if scene.column:
            brush.frame(scene.column)


class _Brush(Writer):
    """What draws the parts of one picture."""

    def __init__(
        self, image: Image.Image, scale: Scale, battle: ColumnBattle, liveries: Sequence[Livery]
    ) -> None:
        super().__init__(image, scale, liveries)
        self.battle = battle
        self.pen = ImageDraw.Draw(image)
        self.depth = _depth(battle)
        self.places, self.cell = _places(battle), _cell(battle)
        self.start = (_LEFT + _RIGHT - self.cell * self.places) / 2
        self.strongest = max((each.strength for each in battle.troops), default=0) or 1

    def x(self, place: int) -> float:
        """The middle of a place on the front line."""
        return self.start + (place - 0.5) * self.cell

    # ------------------------------------------------------------------ sides and words

    def leaders(self, scene: BattleStep, side: int) -> None:
        """Who leads a side, how strong it was, and what happened to all of it."""
        y = _MIDDLE + _UP[side] * _LEADERS_AT
        led = ", ".join(self.battle.leaders[side]) or "No leader"
        told = f"Led by {led}" if self.battle.leaders[side] else led
        taken = self.write(told, _LEFT + 4, y, 25, palette.PARCHMENT, width=560)
        event = self.battle.event
        if event and event.side == side and not scene.board:
            text = f"{event.name} {factor_told(event.factor)}"
            x = _LEFT + 4 + taken + 30
            self.write(text, x, y, 25, palette.HIGHLIGHT, width=340)
        if scene.fought:
            text = f"strength {strength_told(scene.sums[side])}"
            wide = measure(text, "bold", self.scale.text(25)) / self.scale.by
            self.write(text, _RIGHT - 4 - wide, y, 25, palette.PARCHMENT)

    def board(self, scene: BattleStep) -> None:
        """Before the lines stand: in words."""
        box = (200.0, _MIDDLE - 290, 1000.0, _MIDDLE + 290)
        self.pen.rectangle(self.scale.box(box), rgb(palette.PANEL), outline=palette.BRASS)
        left, top, right, bottom = box
        self.steps(scene.steps, (left + 24, top + 44, right - 24, bottom - 16))

    def array(self, scene: BattleStep) -> None:
        """All who came, in battle order, and under whom."""
        for side, way in enumerate(_UP):
            told = " ".join(text for by, text in scene.steps if by == side)
            self.middle(told, 600.0, _MIDDLE + way * 30, 25, width=_RIGHT - _LEFT)
            came = [each for each in self.battle.troops if each.side == side]
            room = _PER_ROW * len(_ARRAY_ROWS)
            shown = came if len(came) <= room else came[: room - 1]
            for place in range(min(len(came), room)):
                row, at = divmod(place, _PER_ROW)
                in_row = min(_PER_ROW, len(came) - row * _PER_ROW)
                x = (_LEFT + _RIGHT) / 2 + (at - (in_row - 1) / 2) * _ARRAY_STEP
                y = _MIDDLE + way * _ARRAY_ROWS[row]
                if place >= len(shown):
                    self.middle(f"+{len(came) - len(shown)}", x, y, 30)
                    continue
                self._plate(shown[place], "", x, y, _ARRAY)

    # ------------------------------------------------------------------ columns

    def column(self, scene: BattleStep, column: int) -> None:
        """The strengths of both sides in a column, once it has been fought."""
        x = self.x(column)
        clashed = scene.fought.get(column)
        if clashed is None:
            self.middle(str(column), x, _MIDDLE, 26, palette.MUTED)
            return
        for side in (0, 1):
            self._share(clashed, side, x)
        self._wedge(x, clashed.winner)

    def frame(self, column: int) -> None:
        """A frame about the column that is fought."""
        x, half = self.x(column), self.cell / 2 - 1
        box = (x - half, _MIDDLE - 353, x + half, _MIDDLE + 353)
        width = max(2, round(self.scale.px(5)))
        self.pen.rectangle(self.scale.box(box), outline=palette.HIGHLIGHT, width=width)

    def _share(self, clashed: Clashed, side: int, x: float) -> None:
        way, won = _UP[side], clashed.winner == side
        text = strength_told(clashed.strengths[side])
        paint = palette.WHITE if won else palette.MUTED
        large = self.depth.letters + (4 if won else 1)
        self.middle(text, x, _MIDDLE + way * 27, large, paint, width=self.cell - 6)
        event = clashed.event
        if event and event.side == side:
            told = f"{factor_told(event.factor)} {event.name}"
            size, start = (19, 51) if self.depth.band > _ROOMY else (17, 45)
            lines = self._lines(told, size, self.cell - 4, 2)
            for place, line in enumerate(lines if way > 0 else reversed(lines)):
                y = _MIDDLE + way * (start + place * self._step(size))
                self.middle(line, x, y, size, palette.HIGHLIGHT, width=self.cell - 4)

    def _lines(self, text: str, size: int, wide: float, most: int) -> list[str]:
        """A text as lines that fit into a width."""
        return wrapped(text, "bold", self.scale.text(size), self.scale.px(wide), most)

    def _step(self, size: int) -> float:
        """How far lines of letters of a size lie apart; letters shrink less than all else."""
        return self.scale.text(size) / self.scale.by

    def _wedge(self, x: float, winner: int) -> None:
        """A wedge from the winner into the loser."""
        tip, base = _MIDDLE - _UP[winner] * 11, _MIDDLE + _UP[winner] * 9
        spots = [(x, tip), (x - 15, base), (x + 15, base)]
        points = [(self.scale.px(one), self.scale.px(other)) for one, other in spots]
        self.pen.polygon(points, fill=self.liveries[winner].colour, outline=palette.WHITE)

    def flanks(self) -> None:
        """Arrows of those who outflank the last contested column."""
        last = self.battle.columns
        for troop in self.battle.troops:
            if troop.row == "flank" and last:
                way = _UP[troop.side]
                start = (
                    self.x(troop.place),
                    _MIDDLE + way * (self.depth.front_at - self.depth.front * 0.62),
                )
                end = (
                    self.x(last) + self.cell * 0.3,
                    _MIDDLE - way * (self.depth.front_at - self.depth.front * 0.6),
                )
                self._arrow(start, end)

    def _arrow(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        way = atan2(end[1] - start[1], end[0] - start[0])
        for paint, wide in ((palette.INK, 11.0), (palette.HIGHLIGHT, 6.0)):
            points = [(self.scale.px(x), self.scale.px(y)) for x, y in (start, end)]
            self.pen.line(points, fill=paint, width=max(2, round(self.scale.px(wide))))
        head = [end] + [
            (end[0] - 24 * cos(way + turn), end[1] - 24 * sin(way + turn))
            for turn in (pi / 7, -pi / 7)
        ]
        points = [(self.scale.px(x), self.scale.px(y)) for x, y in head]
        self.pen.polygon(points, fill=palette.HIGHLIGHT, outline=palette.INK)

    # ------------------------------------------------------------------ armies

    def front(self, scene: BattleStep, troop: Troop) -> None:
        """An army on the front line, with its name and strength."""
        way, x, depth = _UP[troop.side], self.x(troop.place), self.depth
        size = min(depth.front, self.cell * 0.72)
        gone = self._fate(scene, troop) in _GONE
        paint = palette.MUTED if gone else palette.PARCHMENT
        wide = self.cell - 8
        letters = min(depth.letters, 24 if self.cell >= 150 else 20)
        edge = _MIDDLE + way * (depth.bar_at + 8)
        top, bottom = sorted((_MIDDLE + way * (depth.name_at - letters * 1.12), edge))
        self.pen.rectangle(
            self.scale.box((x - wide / 2, top, x + wide / 2, bottom)), rgb(palette.FRAME)
        )
        self._name(troop.name, x, _MIDDLE + way * depth.name_at, letters, paint)
        told = strength_told(troop.strength)
        self.middle(told, x, _MIDDLE + way * depth.strength_at, letters, paint, width=wide)
        self._bar(troop, x, _MIDDLE + way * depth.bar_at, min(wide - 16, 150.0))
        # Last, so that its marks lie over its name.
        self.plate(scene, troop, x, _MIDDLE + way * depth.front_at, size)

    def _name(self, name: str, x: float, y: float, size: int, paint: str) -> None:
        """A name on one line or, if it is long, on two."""
        wide = self.cell - 12
        lines = self._lines(name, size, wide, 2)
        for place, line in enumerate(lines):
            down = (place - (len(lines) - 1) / 2) * self._step(size) * 1.04
            self.middle(line, x, y + down, size, paint, width=wide)

    def behind(self, scene: BattleStep) -> None:
        """Armies behind the front, column by column, as many as there is room for."""
        per = max(1, int(self.cell // _STEP))
        for side in (0, 1):
            for column in range(1, self.places + 1):
                here = [
                    each
                    for each in self.battle.troops
                    if (each.side, each.column, each.row) == (side, column, "behind")
                ]
                self._behind(scene, side, column, here, per)

    def _behind(
        self, scene: BattleStep, side: int, column: int, here: Sequence[Troop], per: int
    ) -> None:
        room = per * len(self.depth.rows)
        shown = here if len(here) <= room else here[: room - 1]
        for place in range(min(len(here), room)):
            row, at = divmod(place, per)
            in_row = min(per, min(len(here), room) - row * per)
            x = self.x(column) + (at - (in_row - 1) / 2) * _STEP
            y = _MIDDLE + _UP[side] * self.depth.rows[row]
            if place >= len(shown):
                self.middle(f"+{len(here) - len(shown)}", x, y, 30)
                continue
            self.plate(scene, shown[place], x, y, _BEHIND)
            told = strength_told(shown[place].strength)
            y += _UP[side] * _LABEL
            box = self.scale.box((x - 27, y - 12, x + 27, y + 12))
            self.pen.rectangle(box, rgb(palette.FRAME))
            self.middle(told, x, y, 20, palette.PARCHMENT)

    def plate(self, scene: BattleStep, troop: Troop, x: float, y: float, size: float) -> None:
        """An army's plate with its marks."""
        fate = self._fate(scene, troop)
        self._plate(troop, fate, x, y, size)
        scale, radius, off = self.scale, max(self.scale.px(size * 0.2), 6.0), size * 0.42
        if troop.nemesis:
            mark("raven", radius).paste(self.image, scale.px(x - off), scale.px(y - off))
        if troop.fanatical:
            mark("flame", radius).paste(self.image, scale.px(x + off), scale.px(y - off))
        if fate in _MARKS:
            mark(_MARKS[fate], radius).paste(self.image, scale.px(x + off), scale.px(y + off * 0.8))
        elif fate == "reduced":
            disc("−1", radius).paste(self.image, scale.px(x + off), scale.px(y + off * 0.8))

    def _plate(self, troop: Troop, fate: str, x: float, y: float, size: float) -> None:
        """An army's plate; pale if it is gone."""
        scale = self.scale
        own = self.battle.setting.sides[troop.side].own
        sprite = counter(
            self.liveries[troop.side],
            troop.icon,
            scale.px(size),
            own=own,
            hero=False,
            ship=False,
            gone=fate in _GONE,
        )
        sprite.paste(self.image, scale.px(x), scale.px(y))

    def _bar(self, troop: Troop, x: float, y: float, wide: float) -> None:
        share = float(troop.strength / self.strongest)
        left, right = x - wide / 2, x + wide / 2
        self.pen.rectangle(self.scale.box((left, y - 4, right, y + 4)), rgb(palette.INK))
        if share > 0:
            edge = left + wide * share
            self.pen.rectangle(self.scale.box((left, y - 4, edge, y + 4)), rgb(palette.PARCHMENT))

    def _fate(self, scene: BattleStep, troop: Troop) -> str:
        return scene.fates.get((troop.side, troop.number), "")
