"""The picture of the standings: the points of every side as a line over the turns.

Each side has its colour, a distinct mark on its line and its shield, name and points at the line's
end, so that none is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.faces.overview.standings import SideFacts, StandingsFacts
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import Livery, livery
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, circle, emblem, poly
from bot.faces.paint.sprites import shield, sprite_of
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import GAP, LEFT, PAD, RIGHT, TOP, Sheet, alt_text

Figure = Callable[[int], str]
"""Writes points as the campaign's rules count them."""

MOST: Final = 12
"""Sides that are drawn; the words tell of all."""
_FROM: Final = LEFT + PAD + 62.0  # the left edge of the plot
_TO: Final = 800.0  # its right edge
_SHIELDS: Final = 866.0
_NAMES: Final = 902.0
_STEP: Final = 70  # between two names
_LEAST: Final = 760  # pixels of the panel
_LINES: Final = 8  # of a grid, at most
_APART: Final = 13.0  # between the lines of sides with as many points
_BAR_FROM: Final = LEFT + PAD + 84.0  # where the bars of a first turn begin
_BAR_STEP: Final = 96
_DARK: Final = 3  # the colours of the palette that need a light edge on dark ground

_MARKS: Final = (
    circle(0, 0, 0.85),
    poly((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)),
    poly((-0.95, -0.75), (0.95, -0.75), (0, 0.95)),
    poly((0, -1.05), (0.85, 0), (0, 1.05), (-0.85, 0)),
    poly((-1.05, -0.35), (1.05, -0.35), (1.05, 0.35), (-1.05, 0.35)),
    poly((-0.95, 0.75), (0.95, 0.75), (0, -0.95)),
    poly((-0.35, -1.05), (0.35, -1.05), (0.35, 1.05), (-0.35, 1.05)),
)


class _Plot(NamedTuple):
    """Where turns and points lie in pixels."""

    top: float
    bottom: float
    first: int
    last: int
    least: int
    most: int

    def x(self, turn: int) -> float:
        """The place of a turn; one alone stands at the right."""
        return _TO - (self.last - turn) * (_TO - _FROM) / max(self.last - self.first, 1)

    def y(self, points: float) -> float:
        """The height of points."""
        return self.bottom - (points - self.least) * (self.bottom - self.top) / (
            self.most - self.least
        )


def draw_standings(facts: StandingsFacts, figure: Figure) -> Picture:
    """The picture; there must be a side to draw. A faction's own line lies over all others.

    `figure` writes points as the campaign's rules count them.
    """
    sides = _drawn(facts)
    tall = height_of(sides)
    sheet = Sheet(TOP + tall + GAP)
    draw_courses(sheet, sides, figure, tall)
    subtitle = "" if facts.told == facts.turn else f"after turn {facts.told}"
    heading = Heading("Standings", subtitle, facts.turn)
    name = f"standings-turn-{facts.told}.png"
    return sheet.picture(heading, name, standings_alt(facts, figure))


def height_of(sides: Sequence[SideFacts]) -> int:
    """How tall the panel of their points is, in pixels."""
    if _several(sides):
        return max(_LEAST, 150 + len(sides) * _STEP)
    return 96 + len(sides) * _BAR_STEP


def draw_courses(sheet: Sheet, sides: Sequence[SideFacts], figure: Figure, tall: int) -> None:
    """The first panel of a sheet: the points of the sides turn by turn, or as bars for one turn."""
    sheet.panel((LEFT, TOP, RIGHT, TOP + tall))
    sheet.write("Points", LEFT + PAD, TOP + 34, 27, palette.COORDINATE, face="italic")
    if _several(sides):
        plot = _framed(sheet, sides, TOP, tall, figure)
        for side in sorted(sides, key=lambda each: each.own):
            _draw_course(sheet, plot, side, _beside(sides, side))
        _draw_names(sheet, plot, sides, figure)
    else:
        _draw_bars(sheet, sides, figure)


def _several(sides: Sequence[SideFacts]) -> bool:
    """Whether there is more than one turn to tell of."""
    return len({turn for side in sides for turn, _ in side.course}) > 1


def _drawn(facts: StandingsFacts) -> list[SideFacts]:
    """The best, and the own wherever it stands."""
    sides = list(facts.sides)
    if len(sides) <= MOST:
        return sides
    own = [side for side in sides[MOST:] if side.own]
    return [*sides[: MOST - len(own)], *own]


def _framed(
    sheet: Sheet, sides: Sequence[SideFacts], top: float, tall: float, figure: Figure
) -> _Plot:
    """Lines with round numbers, and the turns below."""
    points = [each for side in sides for _, each in side.course]
    turns = [turn for side in sides for turn, _ in side.course]
    low, high = min(0, *points), max(points)
    step = 1
    while high - low > step * (_LINES - 2):
        step = step * 2 if str(step)[0] in "15" else step // 2 * 5
    base = low // step * step
    lines = max(1, -((base - high) // step))
    plot = _Plot(top + 76, top + tall - 76, min(turns), max(turns), base, base + lines * step)
    for line in range(lines + 1):
        y = plot.y(base + line * step)
        sheet.line([(_FROM, y), (_TO, y)], palette.MIST, 1.5)
        label = figure(base + line * step)
        sheet.write(label, _FROM - 14, y, 25, palette.MUTED, face="medium", align="right")
    every = max(1, -(-(plot.last - plot.first) // 8))
    for turn in range(plot.last, plot.first - 1, -every):
        x, y = plot.x(turn), plot.bottom + 28
        sheet.write(str(turn), x, y, 25, palette.MUTED, face="medium", align="middle")
    sheet.write(
        "turn", (_FROM + _TO) / 2, plot.bottom + 56, 25, palette.COORDINATE, face="italic",
        align="middle",
    )  # fmt: skip
    return plot


def _beside(sides: Sequence[SideFacts], side: SideFacts) -> dict[int, float]:
    """How far its line lies off its points in each turn, in pixels, lest equal lines hide it."""
    apart: dict[int, float] = {}
    for turn, points in side.course:
        equal = [each for each in sides if (turn, points) in each.course]
        apart[turn] = (equal.index(side) - (len(equal) - 1) / 2) * _APART
    return apart


def _draw_bars(sheet: Sheet, sides: Sequence[SideFacts], figure: Figure) -> None:
    """The points of one turn alone as bars, the best first: there is no course to draw yet."""
    most = max(1, *(side.points for side in sides))
    for place, side in enumerate(sorted(sides, key=lambda each: -each.points)):
        y = TOP + 76 + place * _BAR_STEP + _BAR_STEP / 2
        sheet.put(shield(livery_of(side), side.own, 50.0), LEFT + PAD + 34, y)
        paint = palette.WHITE if side.own else palette.PARCHMENT
        sheet.write(side.name, _BAR_FROM, y - 22, 30, paint, width=RIGHT - PAD - _BAR_FROM - 100)
        sheet.write(figure(side.points), RIGHT - PAD, y - 22, 32, palette.WHITE, align="right")
        sheet.box((_BAR_FROM, y + 4, RIGHT - PAD, y + 30), palette.TROUGH)
        colour, edge = colours_of(side)
        end = _BAR_FROM + (RIGHT - PAD - _BAR_FROM) * max(side.points, 0) / most
        if end > _BAR_FROM:
            sheet.box((_BAR_FROM, y + 4, end, y + 30), edge)
            sheet.box((_BAR_FROM + 2, y + 6, end - 2, y + 28), colour)


def _draw_course(sheet: Sheet, plot: _Plot, side: SideFacts, aside: Mapping[int, float]) -> None:
    colour, edge = colours_of(side)
    line = [(plot.x(turn), plot.y(points) + aside[turn]) for turn, points in side.course]
    width = 8.5 if side.own else 5.5
    if len(line) > 1:
        sheet.line(line, edge, width + 4)
        sheet.line(line, colour, width)
    every = max(1, -(-len(line) // 8))
    shape = _MARKS[(side.faction.colour - 1 if side.faction else -1) % len(_MARKS)]
    for place, (x, y) in enumerate(reversed(line)):
        if place % every == 0:
            sheet.put(
                sprite_of((Part(shape, colour, edge, 0.22),), 13.0 if side.own else 10.5), x, y
            )


def _draw_names(sheet: Sheet, plot: _Plot, sides: Sequence[SideFacts], figure: Figure) -> None:
    """Shield, name, points and change at the right, as near to the lines' ends as goes."""
    order = sorted(range(len(sides)), key=lambda place: (-sides[place].points, place))
    wanted = [plot.y(sides[place].points) for place in order]
    ys = _spread(wanted, TOP + 52, plot.bottom + 20)
    aside = 62 if any(each.change for each in sides) else 0
    for place, y in zip(order, ys, strict=True):
        side = sides[place]
        end = plot.x(plot.last) + 16
        sheet.line([(end, plot.y(side.points)), (_SHIELDS - 34, y)], palette.MUTED, 2.0)
        sheet.put(shield(livery_of(side), side.own, 42.0), _SHIELDS, y)
        right = RIGHT - PAD
        _draw_change(sheet, right, y, side.change, figure)
        points = figure(side.points)
        right -= aside
        sheet.write(points, right, y, 32, palette.WHITE, align="right")
        room = right - measure(points, "bold", 32) - 12 - _NAMES
        paint = palette.WHITE if side.own else palette.PARCHMENT
        size = next((s for s in (30, 27, 24) if measure(side.name, "bold", s) <= room), 24)
        sheet.write(side.name, _NAMES, y, size, paint, width=room)


def _draw_change(sheet: Sheet, right: float, y: float, change: int, figure: Figure) -> None:
    if not change:
        return
    up = change > 0
    shape = (
        poly((-0.8, -0.7), (0.8, -0.7), (0, 0.8))
        if up
        else poly((-0.8, 0.7), (0.8, 0.7), (0, -0.8))
    )
    sheet.put(sprite_of((Part(shape, palette.UP if up else palette.DOWN),), 11.0), right - 42, y)
    sheet.write(figure(abs(change)), right - 28, y, 25, palette.COORDINATE, face="medium", width=40)


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


def livery_of(side: SideFacts) -> Livery:
    """The colours of a side."""
    if side.faction is None:
        return palette.UNOWNED
    return livery(side.faction.colour, emblem(side.faction.emblem))


def colours_of(side: SideFacts) -> tuple[str, str]:
    """The colour of a line and that of its edge."""
    colour = livery_of(side).colour
    dark = colour in palette.LIVERY_COLOURS[:_DARK]
    return colour, palette.PARCHMENT if dark else palette.INK


def _since(change: int, figure: Figure) -> str:
    sign = "+" if change > 0 else "-"
    return f", {sign}{figure(abs(change))} since the turn before" if change else ""


def standings_alt(facts: StandingsFacts, figure: Figure) -> str:
    """The figures, the best first, then each side's course."""
    parts = [f"Standings after turn {facts.told}."]
    for side in facts.sides:
        change = _since(side.change, figure)
        you = ", yours" if side.own else ""
        points = f"{figure(side.points)} point{'s' * (figure(side.points) != '1')}"
        parts.append(f"{side.rank}. {side.name}{you}: {points}{change}.")
    for side in facts.sides:
        course = side.course[-12:]
        if len(course) > 1:
            points = ", ".join(figure(points) for _, points in course)
            parts.append(f"{side.name} from turn {course[0][0]} on: {points}.")
    return alt_text(parts)
