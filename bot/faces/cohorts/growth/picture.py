"""The picture of a city's growth: people by race, recruits, and guild levels over the turns.

Bands and lines are told apart by the names at their ends, not by colour alone. Where the city was
not the faction's the plot has a gap.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from bot.faces.cohorts.growth.facts import GrowthFacts, Point
from bot.faces.paint import palette
from bot.faces.paint.canvas import Floats, polygons
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, circle, emblem, poly
from bot.faces.paint.sprites import sprite_of
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name

_FROM: Final = LEFT + PAD + 84  # the left edge of the plots
_TO: Final = 868  # their right edge; names stand beyond
_NAMES: Final = _TO + 46
_PEOPLE: Final = 560
_SMALL: Final = 300
_STEP: Final = 36  # between two names


class _Plot(NamedTuple):
    """Where turns and counts lie in pixels."""

    top: float
    bottom: float
    first: int
    last: int
    most: int

    def x(self, turn: float) -> float:
        """The place of a turn; one alone stands at the right."""
        span = max(self.last - self.first, 1)
        return _TO - (self.last - turn) * (_TO - _FROM) / span

    def y(self, count: float) -> float:
        """The height of a count."""
        return self.bottom - count * (self.bottom - self.top) / self.most


def draw_growth(facts: GrowthFacts) -> Picture:
    """The card of a city's growth; there must be a point to draw."""
    guilds = list(dict.fromkeys(name for point in facts.points for name in point.guilds))
    lowest = max(_SMALL, HEAD + 70 + len(guilds) * _STEP) if guilds else 0
    people = max(_PEOPLE, HEAD + 70 + len(_bands(facts)) * _STEP)
    sheet = Sheet(TOP + people + GAP + _SMALL + GAP + (lowest + GAP if guilds else 0))
    _draw_people(sheet, facts, TOP, people)
    _draw_recruits(sheet, facts, TOP + people + GAP)
    if guilds:
        _draw_guilds(sheet, facts, guilds, TOP + people + _SMALL + 2 * GAP, lowest)
    owner = facts.faction
    first, last = facts.points[0].turn, facts.points[-1].turn
    heading = Heading(
        facts.city,
        f"turns {first} to {last}" if last > first else f"turn {first}",
        facts.turn,
        FactionLook(owner.key, owner.name, owner.colour, emblem(owner.emblem)),
    )
    name = file_name("growth", facts.city, f"turn-{facts.turn}")
    return sheet.picture(heading, name, growth_alt(facts))


# ---------------------------------------------------------------- the three plots


class _Band(NamedTuple):
    """The free people or the slaves of one race, by turn."""

    name: str
    slaves: bool
    counts: dict[int, int]


def _bands(facts: GrowthFacts) -> list[_Band]:
    """The bands from below: free people of every race, then slaves; none that is always empty."""
    free = [
        _Band(name, False, {p.turn: p.free.get(race, 0) for p in facts.points})
        for race, name in facts.races
    ]
    slaves = [
        _Band(f"{name}, slaves", True, {p.turn: p.slaves.get(race, 0) for p in facts.points})
        for race, name in facts.races
    ]
    return [band for band in (*free, *slaves) if any(band.counts.values())]


def _draw_people(sheet: Sheet, facts: GrowthFacts, top: float, tall: float) -> None:
    points = facts.points
    sheet.panel((LEFT, top, RIGHT, top + tall), "People", f"{points[-1].people:,}")
    plot = _framed(sheet, facts, top, tall, max(point.people for point in points))
    runs = list(_runs(points))
    base = {point.turn: 0 for point in points}
    marks: list[tuple[float, str, str, str]] = []
    place = 0
    for name, slaves, counts in _bands(facts):
        paint = palette.SLAVES if slaves else palette.BANDS[place % len(palette.BANDS)]
        place += not slaves
        for run in runs:
            _draw_band(sheet, plot, run, base, counts, paint, hatched=slaves)
        last = points[-1].turn
        middle = plot.y(base[last] + counts[last] / 2)
        marks.append((middle, name, f"{counts[last]:,}", paint))
        base = {turn: low + counts[turn] for turn, low in base.items()}
    for run in runs:
        sheet.line([(plot.x(p.turn), plot.y(p.people)) for p in run], palette.PARCHMENT, 2.5)
    _name(sheet, plot, points[-1].turn, marks, sketch=_swatch)


def _draw_band(
    sheet: Sheet,
    plot: _Plot,
    run: Sequence[Point],
    base: dict[int, int],
    counts: dict[int, int],
    paint: str,
    *,
    hatched: bool,
) -> None:
    upper = [(plot.x(p.turn), plot.y(base[p.turn] + counts[p.turn])) for p in run]
    lower = [(plot.x(p.turn), plot.y(base[p.turn])) for p in run]
    if len(run) == 1:  # a single turn is a slim column
        (x, high), (_, low) = upper[0], lower[0]
        upper, lower = [(x - 14, high), (x, high)], [(x - 14, low), (x, low)]
    corners: Floats = np.array([*upper, *reversed(lower)], dtype=float)
    sheet.canvas.fill(polygons(corners[None]), paint)
    if hatched:
        for left, right in zip(range(len(upper) - 1), range(1, len(upper)), strict=True):
            high = max(upper[left][1], upper[right][1])
            low = min(lower[left][1], lower[right][1])
            if low - high > 3:
                sheet.hatch((upper[left][0], high, upper[right][0], low), palette.PANEL)
    sheet.line(upper, palette.PANEL, 1.5)


def _draw_recruits(sheet: Sheet, facts: GrowthFacts, top: float) -> None:
    last = facts.points[-1]
    sheet.panel((LEFT, top, RIGHT, top + _SMALL), "Recruits waiting", f"{last.recruits:,}")
    plot = _framed(sheet, facts, top, _SMALL, max(p.recruits for p in facts.points))
    _draw_line(sheet, plot, facts.points, lambda p: p.recruits, palette.BRASS, 0)


def _draw_guilds(
    sheet: Sheet, facts: GrowthFacts, guilds: Sequence[str], top: float, tall: float
) -> None:
    sheet.panel((LEFT, top, RIGHT, top + tall), "Guild levels")
    most = max(level for point in facts.points for level in point.guilds.values())
    plot = _framed(sheet, facts, top, tall, most)
    marks: list[tuple[float, str, str, str]] = []
    for number, name in enumerate(guilds):
        paint = palette.LINES[number % len(palette.LINES)]
        there = [point for point in facts.points if name in point.guilds]
        _draw_line(sheet, plot, there, lambda p, name=name: p.guilds[name], paint, number)
        level = there[-1].guilds[name]
        gone = there[-1] is not facts.points[-1]
        marks.append((plot.y(level), name, "gone" if gone else str(level), paint))
    _name(sheet, plot, facts.points[-1].turn, marks, sketch=_mark)


# ---------------------------------------------------------------- their parts


def _framed(sheet: Sheet, facts: GrowthFacts, top: float, tall: float, most: int) -> _Plot:
    """Lines with round numbers, and the turns below."""
    step = _round_step(most)
    lines = max(1, -(-most // step))
    first, last = facts.points[0].turn, facts.points[-1].turn
    plot = _Plot(top + HEAD + 18, top + tall - 52, first, last, lines * step)
    for number in range(lines + 1):
        y = plot.y(number * step)
        sheet.line([(_FROM, y), (_TO, y)], palette.MIST, 1.5)
        label = f"{number * step:,}"
        sheet.write(label, _FROM - 12, y, 21, palette.MUTED, face="medium", align="right")
    every = max(1, -(-(last - first) // 10))
    turns = range(last, first - 1, -every) if last > first else [last]
    for turn in turns:
        text = str(turn)
        y = plot.bottom + 26
        sheet.write(text, plot.x(turn), y, 21, palette.MUTED, face="medium", align="middle")
    sheet.write(
        "turn", _FROM - 12, plot.bottom + 26, 20, palette.MUTED, face="italic", align="right"
    )
    return plot


def _round_step(most: int) -> int:
    """A round number of which four to eight make the most."""
    step = 1
    while step * 6 < most:
        step = step * 2 if str(step)[0] in "15" else step // 2 * 5
    return step


def _runs(points: Sequence[Point]) -> Iterator[list[Point]]:
    """The points in runs of turns that follow each other: a missing turn is a gap."""
    run: list[Point] = []
    for point in points:
        if run and point.turn != run[-1].turn + 1:
            yield run
            run = []
        run.append(point)
    if run:
        yield run


def _draw_line(
    sheet: Sheet,
    plot: _Plot,
    points: Sequence[Point],
    value: Callable[[Point], int],
    paint: str,
    mark: int,
) -> None:
    every = max(1, -(-len(points) // 12))
    for run in _runs(points):
        line = [(plot.x(p.turn), plot.y(value(p))) for p in run]
        if len(line) > 1:
            sheet.line(line, palette.INK, 8.0)
            sheet.line(line, paint, 4.5)
        for number, (x, y) in enumerate(reversed(line)):
            if number % every == 0:
                _mark(sheet, x, y, paint, mark)


_MARKS: Final = (
    circle(0, 0, 0.62),
    poly((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)),
    poly((-0.75, -0.6), (0.75, -0.6), (0, 0.75)),
    poly((0, -0.85), (0.7, 0), (0, 0.85), (-0.7, 0)),
    poly((-0.75, 0.6), (0.75, 0.6), (0, -0.75)),
    poly((-0.8, -0.35), (0.8, -0.35), (0.8, 0.35), (-0.8, 0.35)),
)


def _mark(sheet: Sheet, x: float, y: float, paint: str, number: int) -> None:
    shape = _MARKS[number % len(_MARKS)]
    sheet.put(sprite_of((Part(shape, paint, palette.INK, 0.22),), 11.0), x, y)


def _swatch(sheet: Sheet, x: float, y: float, paint: str, number: int) -> None:
    sheet.box((x - 8, y - 10, x + 8, y + 10), paint)
    if paint == palette.SLAVES:
        sheet.hatch((x - 8, y - 10, x + 8, y + 10), palette.PANEL, 6.0)


def _name(
    sheet: Sheet,
    plot: _Plot,
    turn: int,
    marks: Sequence[tuple[float, str, str, str]],
    sketch: Callable[[Sheet, float, float, str, int], None],
) -> None:
    """The names at the right, each beside its end as near as they do not touch."""
    order = sorted(range(len(marks)), key=lambda place: marks[place][0])
    ys = _spread([marks[place][0] for place in order], plot.top, plot.bottom)
    for place, y in zip(order, ys, strict=True):
        at, name, count, paint = marks[place]
        sheet.line([(plot.x(turn) + 4, at), (_NAMES - 16, y)], palette.MUTED, 1.5)
        sketch(sheet, _NAMES, y, paint, place)
        taken = measure(count, "bold", 24)
        sheet.write(count, RIGHT - PAD, y, 24, palette.WHITE, align="right")
        room = RIGHT - PAD - taken - 14 - (_NAMES + 20)
        sheet.write(name, _NAMES + 20, y, 23, palette.PARCHMENT, face="medium", width=room)


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


# ---------------------------------------------------------------- words for who cannot see it


def growth_alt(facts: GrowthFacts) -> str:
    """The figures: now and at first, by race and guild, then the people turn by turn."""
    first, last = facts.points[0], facts.points[-1]
    parts = [
        f"Growth of {facts.city} under {facts.faction.name}, turns {first.turn} to {last.turn}.",
        f"People {first.people:,} then, {last.people:,} now.",
    ]
    for key, name in facts.races:
        slaves = f", slaves {last.slaves[key]:,}" if last.slaves.get(key) else ""
        parts.append(f"{name}: {first.free.get(key, 0):,} to {last.free.get(key, 0):,}{slaves}.")
    parts.append(f"Recruits waiting: {first.recruits:,} to {last.recruits:,}.")
    for name, level in last.guilds.items():
        parts.append(f"{name}: level {first.guilds.get(name, 0)} to {level}.")
    steps = ", ".join(f"{point.turn}: {point.people:,}" for point in facts.points)
    return alt_text([*parts, f"People by turn {steps}."])
