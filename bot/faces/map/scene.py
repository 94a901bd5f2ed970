"""A chart laid out for one picture: which hexes are drawn, where, and what lies around each.

Turns records into arrays, once, for the passes that draw them. It decides the scale and the level
of detail; it draws nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.faces.map.chart import Chart, Focus
from bot.faces.map.geometry import (
    RADIUS_W,
    ROW_W,
    STEPS,
    Integers,
    noise,
    straight_sides,
    wiggled_sides,
)
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box, Floats
from bot.faces.paint.palette import Livery

Style = Literal["zoom", "map", "overview"]
Mask = NDArray[np.bool_]
Kind = TypeVar("Kind", bound=np.generic)

_NOBODY = -1
_PLAIN_TOP = palette.TITLE_HEIGHT + 16
_NUMBERED_TOP = palette.TITLE_HEIGHT + palette.COORDINATES_HEIGHT + 2


@dataclass(frozen=True, slots=True)
class Window:
    """The columns and rows in the picture, and how large they are drawn. Ends are included."""

    columns: tuple[int, int]  # may lie beyond 0 and width - 1 where the world wraps
    rows: tuple[int, int]
    w: float  # the width of a hex in pixels
    origin: tuple[float, float]  # where the centre of column 0, row 0 lies
    frame: Box
    style: Style
    numbered: bool  # whether columns and rows are numbered outside the frame

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The pixel in the middle of a hex."""
        x, y = self.origin
        return x + (column + 0.5 * (row & 1)) * self.w, y + row * ROW_W * self.w


def window(chart: Chart, focus: Focus) -> Window:
    """The part of the world that the focus asks for, as large as the picture allows."""
    if focus.kind == "zoom":
        return _zoom(chart, focus)
    if focus.kind == "window":
        return _framed(chart, focus)
    tall = (chart.height - 1) * ROW_W + 2 * RADIUS_W
    w = _hex_width(palette.MAP_MARGIN, chart.width + 0.5, tall)
    overview = w < palette.MAP_FROM or focus.kind == "overview"
    first = _first_column(chart) if overview else 0
    extra = 1 if chart.wrap else 0
    left = (palette.WIDTH - w * (chart.width + 0.5)) / 2
    return Window(
        (first - extra, first + chart.width - 1 + extra),
        (0, chart.height - 1),
        w,
        (left + (0.5 - first) * w, _NUMBERED_TOP + RADIUS_W * w),
        (left, _NUMBERED_TOP, palette.WIDTH - left, _NUMBERED_TOP + tall * w),
        "overview" if overview else _style(w),
        numbered=True,
    )


def _framed(chart: Chart, focus: Focus) -> Window:
    """The frame's columns and rows, and the halves of hexes beside them."""
    frame = focus.frame
    assert frame is not None
    tall = (frame.tall - 1) * ROW_W + 2 * RADIUS_W
    w = _hex_width(palette.MARGIN, frame.wide + 0.5, tall)
    numbered = _style(w) != "zoom"
    if numbered:
        w = _hex_width(palette.MAP_MARGIN, frame.wide + 0.5, tall)
    top = _NUMBERED_TOP if numbered else _PLAIN_TOP
    left = (palette.WIDTH - w * (frame.wide + 0.5)) / 2
    columns = frame.x - 1, frame.x + frame.wide
    if not chart.wrap:
        columns = max(0, columns[0]), min(chart.width - 1, columns[1])
    return Window(
        columns,
        (max(0, frame.y - 1), min(chart.height - 1, frame.y + frame.tall)),
        w,
        (left + (0.5 - frame.x) * w, top + (RADIUS_W - frame.y * ROW_W) * w),
        (left, top, palette.WIDTH - left, top + tall * w),
        _style(w),
        numbered,
    )


def _zoom(chart: Chart, focus: Focus) -> Window:
    """The hexes within the radius, and as much around them as fills a rectangle."""
    assert focus.centre is not None
    (x, y), radius = focus.centre, min(focus.radius, palette.GREATEST_RADIUS)
    if not (0 <= x < chart.width and 0 <= y < chart.height):
        raise ValueError(f"({x}, {y}) is not on a map of {chart.width} by {chart.height}")
    across, tall = 2 * radius + 1.5, 2 * radius * ROW_W + 2 * RADIUS_W + 0.1
    middle_x = x + 0.5 * (y & 1)
    middle_y = _inside(y * ROW_W, tall, -RADIUS_W, (chart.height - 1) * ROW_W + RADIUS_W)
    tall = min(tall, (chart.height - 1) * ROW_W + 2 * RADIUS_W)
    across = min(across, chart.width + 0.5)
    if not chart.wrap:
        middle_x = _inside(middle_x, across, -0.5, chart.width)
    w = _hex_width(palette.MARGIN, across, tall)
    numbered = _style(w) != "zoom"
    if numbered:
        w = _hex_width(palette.MAP_MARGIN, across, tall)
    top = _NUMBERED_TOP if numbered else _PLAIN_TOP
    half = across * w / 2
    reach_x, reach_y = round(across / 2) + 1, round(tall / ROW_W / 2) + 1
    column, row = round(middle_x), round(middle_y / ROW_W)
    columns = column - reach_x, column + reach_x
    if not chart.wrap:
        columns = max(0, columns[0]), min(chart.width - 1, columns[1])
    return Window(
        columns,
        (max(0, row - reach_y), min(chart.height - 1, row + reach_y)),
        w,
        (palette.WIDTH / 2 - middle_x * w, top + (tall / 2 - middle_y) * w),
        (palette.WIDTH / 2 - half, top, palette.WIDTH / 2 + half, top + tall * w),
        _style(w),
        numbered,
    )


def _hex_width(margin: int, across: float, tall: float) -> float:
    """How wide a hex may be where `across` hex widths must fit."""
    room = palette.WIDTH - 2 * margin
    return min(room / across, palette.GREATEST_MAP_HEIGHT / tall, palette.GREATEST_HEX)


def _style(w: float) -> Style:
    return "overview" if w < palette.MAP_FROM else "zoom" if w >= palette.ZOOM_FROM else "map"


def _inside(middle: float, length: float, least: float, most: float) -> float:
    """The middle nearest to the wished one of a stretch that stays between the two ends."""
    if length >= most - least:
        return (least + most) / 2
    return min(max(middle, least + length / 2), most - length / 2)


def _first_column(chart: Chart) -> int:
    """The westernmost column of an overview: the one that puts one's own capital in the middle."""
    if not chart.wrap:
        return 0
    homes = [place for place in chart.settlements if place.owner == chart.own]
    homes.sort(key=lambda place: place.kind != "capital")
    return homes[0].x - chart.width // 2 if homes and chart.own else 0


class MapScene:
    """The hexes of a picture as parallel arrays, and the chart's own by number.

    `cells` arrays have one entry per hex of the chart; `drawn` arrays one per hex in the picture,
    wherein a hex comes twice where the world wraps and hexes never seen come with `cell` -1.
    """

    def __init__(self, chart: Chart, focus: Focus) -> None:
        self.chart, self.focus = chart, focus
        self.layer = focus.layer
        self.window = window(chart, focus)
        self.w, self.style = self.window.w, self.window.style
        self._read_cells()
        self._lay_out()

    def _read_cells(self) -> None:
        chart, cells = self.chart, self.chart.cells
        self.lands = chart.every_land()
        numbers = {land.key: number for number, land in enumerate(self.lands)}
        self.factions = {faction.key: number for number, faction in enumerate(chart.factions)}
        self.liveries = [palette.livery(each.colour, each.emblem) for each in chart.factions]
        xs = np.array([cell.x for cell in cells], dtype=np.int64)
        ys = np.array([cell.y for cell in cells], dtype=np.int64)
        self.terrain = np.array([numbers[cell.terrain] for cell in cells], dtype=np.int64)
        """The number of each cell's land."""
        owners = {None: _NOBODY, **self.factions}
        self.owner = np.array([owners.get(cell.owner, _NOBODY) for cell in cells], dtype=np.int64)
        self.age = np.array([cell.age for cell in cells], dtype=np.int64)
        self.heard: Mask = np.array([cell.heard for cell in cells], dtype=bool)
        self.fresh: Mask = np.array([cell.fresh for cell in cells], dtype=bool)
        water = np.array([land.water for land in self.lands], dtype=bool)
        self.water: Mask = water[self.terrain]
        self.index = np.full((chart.height, chart.width), -1, dtype=np.int64)
        self.index[ys, xs] = np.arange(len(cells))
        self.xs, self.ys = xs, ys
        self.near = self.near_places(xs, ys)

    def near_places(self, x: Integers, y: Integers) -> Integers:
        """The numbers of the six cells around each place, -1 for none that was seen, (n, 6)."""
        moves = STEPS[y & 1]
        around_x, around_y = x[:, None] + moves[:, :, 0], y[:, None] + moves[:, :, 1]
        return self.numbers(around_x, around_y)

    def numbers(self, x: Integers, y: Integers) -> Integers:
        """The numbers of the cells at these places, -1 where none was seen or none can be."""
        there = (y >= 0) & (y < self.chart.height)
        if not self.chart.wrap:
            there &= (x >= 0) & (x < self.chart.width)
        found = self.index[np.where(there, y, 0), x % self.chart.width]
        return np.where(there, found, -1)

    def number(self, x: int, y: int) -> int:
        """The number of the cell at a place, -1 if none was seen."""
        return int(self.numbers(np.array([x]), np.array([y]))[0])

    def _lay_out(self) -> None:
        spot = self.window
        columns = np.arange(spot.columns[0], spot.columns[1] + 1)
        rows = np.arange(spot.rows[0], spot.rows[1] + 1)
        y, x = (each.reshape(-1) for each in np.meshgrid(rows, columns, indexing="ij"))
        cell = self.numbers(x, y)
        order = np.argsort(cell < 0, kind="stable")  # the seen first
        x, y, self.cell = x[order], y[order], cell[order]
        self.seen = int((self.cell >= 0).sum())
        self.x, self.y = x % self.chart.width, y
        self.spots = np.stack((x, y), axis=1)
        """The column and row of each hex in the picture, columns running on where it wraps."""
        px = spot.origin[0] + (x + 0.5 * (y & 1)) * self.w
        py = spot.origin[1] + y * ROW_W * self.w
        self.centres: Floats = np.stack((px, py), axis=1).astype(np.float64)
        if self.style == "overview":
            self.sides = straight_sides(self.centres, self.w)
        else:
            self.sides = wiggled_sides(self.centres, x, y, self.chart.width, self.w)
        known = self.cell[: self.seen]
        self.around = self.near[known]

    def of(self, values: NDArray[Kind]) -> NDArray[Kind]:
        """A chart's values, one for each seen hex in the picture."""
        return values[self.cell[: self.seen]]

    def across(self, values: NDArray[Kind], absent: int) -> NDArray[Kind]:
        """The values of the hexes around each seen hex, `absent` where none was seen, (n, 6)."""
        return np.where(self.around >= 0, values[self.around], absent)

    def outlines(self, hexes: Integers | Mask) -> Floats:
        """The outlines of hexes in the picture as closed polygons."""
        sides = self.sides[hexes]
        return sides[:, :, :-1].reshape(len(sides), 6 * (sides.shape[2] - 1), 2)

    def variation(self, salt: int) -> Floats:
        """A number from 0 to below 1 for each seen hex in the picture."""
        return noise(self.x[: self.seen], self.y[: self.seen], salt)

    def places(self, x: int, y: int) -> list[tuple[float, float]]:
        """The pixels in the middle of a hex, one for each time that it is in the picture.

        In a zoom, only what lies within its radius counts, in a window what lies in its frame.
        """
        width, (first, last) = self.chart.width, self.window.columns
        frame = self.focus.frame if self.focus.kind == "window" else None
        if frame and frame.wide < width:
            if not frame.holds(x, y, width):
                return []
            first, last = frame.x, frame.x + frame.wide - 1
        if not self.window.rows[0] <= y <= self.window.rows[1]:
            return []
        if not self.chart.wrap:
            columns = [x] if first <= x <= last else []
        else:
            columns = range(first + (x - first) % width, last + 1, width)
        if self.focus.kind == "zoom" and not self._is_near(x, y):
            return []
        return [self.window.centre(column, y) for column in columns]

    def _is_near(self, x: int, y: int) -> bool:
        number = self.number(x, y)
        return number >= 0 and bool(
            self.within[: self.seen][self.cell[: self.seen] == number].any()
        )

    def place(self, x: int, y: int) -> tuple[float, float] | None:
        """The pixel in the middle of a hex where it is whole in the picture, None if nowhere."""
        left, top, right, bottom = self.window.frame
        for px, py in self.places(x, y):
            if left <= px < right and top <= py <= bottom:
                return px, py
        return None

    def livery(self, owner: str | None) -> Livery:
        """The livery of a faction by its key; grey for none or one that the chart does not name."""
        number = self.factions.get(owner) if owner is not None else None
        return palette.UNOWNED if number is None else self.liveries[number]

    @cached_property
    def within(self) -> Mask:
        """Which hexes in the picture lie within a zoom's radius; all of them in any other."""
        if self.focus.kind != "zoom":
            return np.ones(len(self.cell), dtype=bool)
        assert self.focus.centre is not None
        middle = np.array(self.window.centre(*self.focus.centre))
        columns, rows = np.abs((self.centres - middle) / self.w).T
        rows = np.rint(rows / ROW_W)
        return rows + np.rint(np.maximum(0, columns - rows / 2)) <= self.focus.radius

    @cached_property
    def settled(self) -> Mask:
        """Which of the chart's cells have a building or site, and so no terrain symbol."""
        mask = np.zeros(len(self.chart.cells), dtype=bool)
        for each in (*self.chart.settlements, *self.chart.towers, *self.chart.sites):
            number = self.number(each.x, each.y)
            if number >= 0:
                mask[number] = True
        return mask
