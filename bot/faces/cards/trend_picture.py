"""The picture of counts over the turns: bands or lines, told apart by the names at their ends.

Where a turn is missing the plot has a gap.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from bot.faces.cards.trend import Course, Trend
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box, Floats, polygons
from bot.faces.paint.shapes import Part, circle, poly
from bot.faces.paint.sprites import sprite_of
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import Sheet

_SMALL: Final = 200  # pixels of lines
_LARGE: Final = 480  # pixels of bands
_STEP: Final = 36  # between two names
_NAMES: Final = 300  # pixels of the names at the right
_TEXT: Final = 24
_MARKS: Final = (
    circle(0, 0, 0.62),
    poly((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)),
    poly((-0.75, -0.6), (0.75, -0.6), (0, 0.75)),
    poly((0, -0.85), (0.7, 0), (0, 0.85), (-0.7, 0)),
    poly((-0.75, 0.6), (0.75, 0.6), (0, -0.75)),
    poly((-0.8, -0.35), (0.8, -0.35), (0.8, 0.35), (-0.8, 0.35)),
)


class _Plot(NamedTuple):
    """Where turns and counts lie in pixels."""

    box: Box
    first: int
    last: int
    least: int
    most: int

    def at(self, turn: float, count: float) -> tuple[float, float]:
        """The place of a count; of one turn alone at the right."""
        left, top, right, bottom = self.box
        x = right - (self.last - turn) * (right - left) / max(self.last - self.first, 1)
        return x, bottom - (count - self.least) * (bottom - top) / (self.most - self.least)


def trend_tall(trend: Trend) -> float:
    """How tall a trend is drawn."""
    named = sum(1 for course in trend.courses if course.name) * _STEP
    return max(_LARGE if trend.stacked else _SMALL, named) + 70


def draw_trend(sheet: Sheet, trend: Trend, box: Box) -> None:
    """The courses inside a box of pixels, with round numbers at the left and turns below."""
    plot = _framed(sheet, trend, box)
    base: dict[int, int] = {}
    marks: list[tuple[float, Course, str]] = []
    paints = palette.BANDS if trend.stacked else palette.LINES
    for place, course in enumerate(trend.courses):
        paint = palette.SLAVES if course.hatched else paints[place % len(paints)]
        last, count = course.counts[-1]
        if trend.stacked:
            for run in _runs(course.counts):
                _draw_band(sheet, plot, run, base, paint, hatched=course.hatched)
            height = base.get(last, 0) + count / 2
            base |= {turn: base.get(turn, 0) + some for turn, some in course.counts}
        else:
            _draw_line(sheet, plot, course.counts, paint, place)
            height = count
        marks.append((plot.at(last, height)[1], course, paint))
    if trend.stacked:
        for run in _runs(sorted(base.items())):
            sheet.line([plot.at(*each) for each in run], palette.PARCHMENT, 2.5)
    if any(course.name for course in trend.courses):
        _draw_names(sheet, trend, plot, marks, box[2])


def _framed(sheet: Sheet, trend: Trend, box: Box) -> _Plot:
    """The lines and numbers around the plot."""
    left, top, right, bottom = box
    heights = trend.heights
    first, last, high = min(heights), max(heights), max(heights.values())
    low = 0 if trend.from_zero else min(count for each in trend.courses for _, count in each.counts)
    step = _round_step(high - low)
    least = low // step * step
    lines = max(1, -(-(high - least) // step))
    numbers = [least + number * step for number in range(lines + 1)]
    start = left + max(measure(f"{each:,}", "medium", _TEXT) for each in numbers) + 14
    start = max(start, left + measure("turn", "italic", _TEXT) + 26)
    end = right - _NAMES if any(course.name for course in trend.courses) else right - 14
    plot = _Plot((start, top + 18, end, bottom - 52), first, last, least, numbers[-1])
    for each in numbers:
        y = plot.at(last, each)[1]
        sheet.line([(start, y), (end, y)], palette.MIST, 1.5)
        sheet.write(
            f"{each:,}", start - 12, y, _TEXT, palette.MUTED, face="medium", align="right"
        )  # fmt: skip
    y = bottom - 24
    every = max(1, -(-(last - first) // (10 if end - start > 600 else 6)))
    for turn in range(last, first - 1, -every):
        x = plot.at(turn, least)[0]
        sheet.write(str(turn), x, y, _TEXT, palette.MUTED, face="medium", align="middle")
    sheet.write("turn", start - 14, y, _TEXT, palette.MUTED, face="italic", align="right")
    return plot


def _round_step(span: int) -> int:
    """A round number that the span is made of about four times."""
    step = 1
    while step * 5 < span:
        step = step * 2 if str(step)[0] in "15" else step // 2 * 5
    return step


def _runs(counts: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The counts in runs of turns that follow each other: a missing turn is a gap."""
    run: list[tuple[int, int]] = []
    for turn, count in counts:
        if run and turn != run[-1][0] + 1:
            yield run
            run = []
        run.append((turn, count))
    if run:
        yield run


def _draw_band(
    sheet: Sheet,
    plot: _Plot,
    run: Sequence[tuple[int, int]],
    base: dict[int, int],
    paint: str,
    *,
    hatched: bool,
) -> None:
    upper = [plot.at(turn, base.get(turn, 0) + count) for turn, count in run]
    lower = [plot.at(turn, base.get(turn, 0)) for turn, _ in run]
    if len(run) == 1:  # a single turn is a slim column
        (x, high), (_, low) = upper[0], lower[0]
        upper, lower = [(x - 14, high), (x, high)], [(x - 14, low), (x, low)]
    corners: Floats = np.array([*upper, *reversed(lower)], dtype=float)
    sheet.canvas.fill(polygons(corners[None]), paint)
    for place in range(len(upper) - 1) if hatched else ():
        high, low = upper[place : place + 2], lower[place : place + 2]
        top, bottom = max(y for _, y in high), min(y for _, y in low)
        if bottom - top > 3:
            sheet.hatch((high[0][0], top, high[1][0], bottom), palette.PANEL)
    sheet.line(upper, palette.PANEL, 1.5)


def _draw_line(
    sheet: Sheet, plot: _Plot, counts: Sequence[tuple[int, int]], paint: str, mark: int
) -> None:
    every = max(1, -(-len(counts) // 12))
    for run in _runs(counts):
        line = [plot.at(*each) for each in run]
        if len(line) > 1:
            sheet.line(line, palette.INK, 8.0)
            sheet.line(line, paint, 4.5)
        for x, y in line[::-every]:
            _mark(sheet, x, y, paint, mark)


def _mark(sheet: Sheet, x: float, y: float, paint: str, number: int) -> None:
    shape = _MARKS[number % len(_MARKS)]
    sheet.put(sprite_of((Part(shape, paint, palette.INK, 0.22),), 11.0), x, y)


def _draw_names(
    sheet: Sheet,
    trend: Trend,
    plot: _Plot,
    marks: Sequence[tuple[float, Course, str]],
    right: float,
) -> None:
    """The names at the right, each beside its end as near as they do not touch."""
    order = sorted(range(len(marks)), key=lambda place: marks[place][0])
    ys = _spread([marks[place][0] for place in order], plot.box[1], plot.box[3])
    x = plot.box[2] + 46
    for place, y in zip(order, ys, strict=True):
        at, course, paint = marks[place]
        turn, count = course.counts[-1]
        sheet.line([(plot.box[2] + 4, at), (x - 16, y)], palette.MUTED, 1.5)
        if trend.stacked:
            sheet.box((x - 8, y - 10, x + 8, y + 10), paint)
            if course.hatched:
                sheet.hatch((x - 8, y - 10, x + 8, y + 10), palette.PANEL, 6.0)
        else:
            _mark(sheet, x, y, paint, place)
        shown = f"{count:,}" if turn == plot.last else "gone"
        taken = sheet.write(shown, right, y, _TEXT, palette.WHITE, align="right")
        room = right - taken - 14 - (x + 20)
        sheet.write(
            course.name, x + 20, y, _TEXT, palette.PARCHMENT, face="medium", width=room
        )  # fmt: skip


def _spread(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights in order, at least a step apart, as near to those wanted as goes."""
    ys: list[float] = []
    for y in wanted:
        ys.append(max(y, ys[-1] + _STEP if ys else top))
    ceiling = bottom
    for place in reversed(range(len(ys))):
        ys[place] = min(ys[place], ceiling)
        ceiling = ys[place] - _STEP
    return ys
