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
from bot.faces.paint.text import Face, measure
from bot.faces.sheet.sheet import Sheet, as_large

_STEP: Final = 36  # between two names
_NAMES: Final = 300  # pixels of the names at the right
_SIDE_STEP: Final = 66  # the same of factions
_SIDE_NAMES: Final = 440
_TEXT: Final = 24
_BESIDE: Final = 160  # what stands beside a name: its mark and its figure
_CHANGE_TEXT: Final = 25
_SIDE_BESIDE: Final = 250  # and of factions what changed
_APART: Final = 13.0  # between two lines where they are as high
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


def _sided(trend: Trend) -> bool:
    return any(course.side for course in trend.courses)


class _End(NamedTuple):
    """Where a course ends, and how it is drawn."""

    y: float
    course: Course
    paint: str
    edge: str
    mark: int
    """The number of its mark."""


def trend_tall(trend: Trend) -> float:
    """How tall a trend is drawn."""
    step = _SIDE_STEP if _sided(trend) else _STEP
    named = sum(1 for course in trend.courses if course.name) * step
    return max(trend.tall, named) + 70


def draw_trend(sheet: Sheet, trend: Trend, box: Box) -> None:
    """The courses inside a box of pixels, with round numbers at the left and turns below."""
    plot = _framed(sheet, trend, box)
    base: dict[int, int] = {}
    ends: list[_End] = []
    for place, course in enumerate(trend.courses):
        paint, edge = _paints(trend, place)
        last, count = course.counts[-1]
        if trend.stacked:
            for run in _runs(course.counts):
                _draw_band(sheet, plot, run, base, paint, hatched=course.hatched)
            height = base.get(last, 0) + count / 2
            base |= {turn: base.get(turn, 0) + some for turn, some in course.counts}
        else:
            height = count
        mark = course.side.colour - 1 if course.side else place
        ends.append(_End(plot.at(last, height)[1], course, paint, edge, mark))
    # The own line lies over all others.
    for end in () if trend.stacked else sorted(ends, key=lambda each: each.course.own):
        _draw_line(sheet, plot, trend, end)
    if trend.stacked:
        for run in _runs(sorted(base.items())):
            sheet.line([plot.at(*each) for each in run], palette.PARCHMENT, 2.5)
    if any(course.name for course in trend.courses):
        _draw_names(sheet, trend, plot, ends, box[2])


def _paints(trend: Trend, place: int) -> tuple[str, str]:
    """The colour of a band or line, and of its edge."""
    course = trend.courses[place]
    if course.side:
        colour = palette.livery(course.side.colour).colour
        return colour, palette.edge_on_panel(colour)
    if course.hatched:
        return palette.SLAVES, palette.INK
    paints = palette.BANDS if trend.stacked else palette.LINES
    return paints[place % len(paints)], palette.INK


def _framed(sheet: Sheet, trend: Trend, box: Box) -> _Plot:
    """The lines and numbers around the plot."""
    left, top, right, bottom = box
    heights = trend.heights
    first, last, high = min(heights), max(heights), max(heights.values())
    low = min(count for each in trend.courses for _, count in each.counts)
    low = min(low, 0) if trend.from_zero else low
    step = _round_step(high - low)
    least = low // step * step
    lines = max(1, -(-(high - least) // step))
    numbers = [least + number * step for number in range(lines + 1)]
    start = left + max(measure(trend.figure(each), "medium", _TEXT) for each in numbers) + 14
    start = max(start, left + measure("turn", "italic", _TEXT) + 26)
    end = (
        right - _names_wide(trend, right - left)
        if any(course.name for course in trend.courses)
        else right - 14
    )
    plot = _Plot((start, top + 18, end, bottom - 52), first, last, least, numbers[-1])
    for each in numbers:
        y = plot.at(last, each)[1]
        sheet.line([(start, y), (end, y)], palette.MIST, 1.5)
        sheet.write(
            trend.figure(each), start - 12, y, _TEXT, palette.MUTED, face="medium", align="right"
        )  # fmt: skip
    y = bottom - 24
    every = max(1, -(-(last - first) // (10 if end - start > 600 else 6)))
    for turn in range(last, first - 1, -every):
        x = plot.at(turn, least)[0]
        sheet.write(str(turn), x, y, _TEXT, palette.MUTED, face="medium", align="middle")
    sheet.write("turn", start - 14, y, _TEXT, palette.MUTED, face="italic", align="right")
    return plot


def _names_wide(trend: Trend, width: float) -> float:
    """How wide the names and figures at the right are; long ones take some of the plot."""
    usual, beside = (_SIDE_NAMES, _SIDE_BESIDE) if _sided(trend) else (_NAMES, _BESIDE)
    face, text = _lettering(trend)
    longest = max(measure(each.name, face, text) for each in trend.courses)
    return min(max(usual, longest + beside), width / 2)


def _lettering(trend: Trend) -> tuple[Face, int]:
    """The face and the size of names."""
    return ("bold", 30) if _sided(trend) else ("medium", _TEXT)


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


def _draw_line(sheet: Sheet, plot: _Plot, trend: Trend, end: _End) -> None:
    """A line with its marks; where others are as high it lies beside them."""
    course = end.course
    width = 8.0 if course.own else 5.5 if course.side else 4.5
    every = max(1, -(-len(course.counts) // 12))
    for run in _runs(course.counts):
        line: list[tuple[float, float]] = []
        for each in run:
            level = [other for other in trend.courses if each in other.counts]
            x, y = plot.at(*each)
            line.append((x, y + (level.index(course) - (len(level) - 1) / 2) * _APART))
        if len(line) > 1:
            sheet.line(line, end.edge, width + 3.5)
            sheet.line(line, end.paint, width)
        for x, y in line[::-every]:
            _mark(sheet, x, y, end)


def _mark(sheet: Sheet, x: float, y: float, end: _End) -> None:
    shape = _MARKS[end.mark % len(_MARKS)]
    size = 13.0 if end.course.own else 11.0
    sheet.put(sprite_of((Part(shape, end.paint, end.edge, 0.22),), size), x, y)


def _draw_names(
    sheet: Sheet, trend: Trend, plot: _Plot, ends: Sequence[_End], right: float
) -> None:
    """The names at the right, each beside its end as near as they do not touch."""
    order = sorted(ends, key=lambda each: each.y)
    step = _SIDE_STEP if _sided(trend) else _STEP
    face, text = _lettering(trend)
    ys = _spread([each.y for each in order], step, plot.box[1] + step / 2 - 18, plot.box[3])
    changes = {_change(each.course) for each in ends if _sided(trend)} - {0}
    told = (measure(trend.figure(abs(each)), "medium", _CHANGE_TEXT) for each in changes)
    last = right - max(36.0, *told) if changes else right
    """Where the figures of changes begin, behind their arrows."""
    x = plot.box[2] + (60 if _sided(trend) else 46)
    longest = max((end.course.name for end in ends), key=lambda name: measure(name, face, text))
    for end, y in zip(order, ys, strict=True):
        turn, count = end.course.counts[-1]
        sheet.line(
            [(plot.box[2] + 10, end.y), (x - (30 if end.course.side else 16), y)],
            palette.MUTED,
            1.5,
        )
        left = x + 20
        if end.course.side:
            sheet.shield(end.course.side, x, y, 42.0, own=end.course.own)
            left += 18
        elif trend.stacked:
            sheet.box((x - 8, y - 10, x + 8, y + 10), end.paint)
            if end.course.hatched:
                sheet.hatch((x - 8, y - 10, x + 8, y + 10), palette.PANEL, 6.0)
        else:
            _mark(sheet, x, y, end)
        if changes:
            _draw_change(sheet, trend, last, y, _change(end.course))
        shown = trend.figure(count) if turn == plot.last else "gone"
        until = last - (36 if changes else 0)
        until -= 14 + sheet.write(shown, until, y, text, palette.WHITE, align="right")
        room = until - left
        paint = palette.WHITE if end.course.own else palette.PARCHMENT
        size = as_large(longest, face, (text, 28, 26, 24), room)
        sheet.write(end.course.name, left, y, size, paint, face=face, width=room)


def _change(course: Course) -> int:
    """Since the turn before; 0 for its first."""
    return course.counts[-1][1] - course.counts[-2][1] if len(course.counts) > 1 else 0


def _draw_change(sheet: Sheet, trend: Trend, left: float, y: float, change: int) -> None:
    """A change by how much it is, behind an arrow up or down."""
    if not change:
        return
    tip = 0.8 if change > 0 else -0.8
    shape = poly((-0.8, -0.9 * tip), (0.8, -0.9 * tip), (0, tip))
    paint = palette.UP if change > 0 else palette.DOWN
    sheet.put(sprite_of((Part(shape, paint),), 11.0), left - 14, y)
    sheet.write(trend.figure(abs(change)), left, y, _CHANGE_TEXT, palette.COORDINATE, face="medium")


def _spread(wanted: Sequence[float], step: float, top: float, bottom: float) -> list[float]:
    """Heights in order, at least a step apart, as near to those wanted as goes."""
    ys: list[float] = []
    for y in wanted:
        ys.append(max(y, ys[-1] + step if ys else top))
    ceiling = bottom
    for place in reversed(range(len(ys))):
        ys[place] = min(ys[place], ceiling)
        ceiling = ys[place] - step
    return ys
