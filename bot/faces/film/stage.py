"""The frames of a film: its land drawn once, and over it whose it was, town by town, turn by turn.

All is laid out on a picture 1200 wide and made smaller at the end, so that lines stay fine. The
land comes from the passes of the map; what changes from frame to frame is mixed in with numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from bot.faces.film.reel import NOBODY, UNSEEN, FilmSide, Reel, Shot
from bot.faces.map import markers
from bot.faces.map.chart import Chart, Focus
from bot.faces.map.layers import Layer
from bot.faces.map.picture import compose
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.paint.card import Heading, draw_title
from bot.faces.paint.palette import Livery, livery, rgb
from bot.faces.paint.sprites import dot, shield
from bot.faces.paint.text import Face, fitted, lettering
from bot.faces.sheet.sheet import Align

Pixels = NDArray[np.uint8]
Numbers = NDArray[np.int32]

WIDTH: Final = palette.WIDTH
TINT: Final = 0.50
BAND: Final = 5  # pixels of a border inside a realm
BAND_LIGHT: Final = 0.92  # of the realm's colour in it
FLASH: Final = 0.55  # how much white is mixed into what has just changed hands
TOP: Final = palette.TITLE_HEIGHT + 10
MOST_TALL: Final = 860  # pixels of the land
CAPTION: Final = 66  # pixels of its line below the land
ROW: Final = 58  # pixels of a row of sides
COLUMNS: Final = 3  # of sides below the land; of few sides 2
MOST_ROWS: Final = 3
BAR: Final = 74  # pixels of a side where there is no land
_GAP: Final = 12
_FEW: Final = 4  # battles of a turn that are drawn large
_MOST_PAST: Final = 6  # battles of the turn before; more would only be in the way
_LAND: Final = Layer("film", realms=False, forces=False, routes=False, resources="never")


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A picture of the film, and how long it is shown."""

    image: Image.Image
    milliseconds: int


@dataclass(frozen=True, slots=True)
class _Panel:
    """A realm on the stage."""

    left: int
    top: int
    cell: Numbers
    """By pixel the number of its hex among the chart's cells, -1 beside the land."""
    base: Pixels
    faint: Pixels
    """The same, as it shows through a holder's colour."""
    spots: dict[tuple[int, int], list[tuple[float, float]]]
    """By column and row of a town or battle, where that is on the stage."""
    w: float
    """The width of a hex there, in pixels."""


class FilmStage:
    """The static parts of a film, and how a frame is made of a shot."""

    def __init__(self, reel: Reel, *, width: int = 960) -> None:
        self.reel = reel
        self.width = width
        self.liveries = [_livery(side) for side in reel.sides]
        self.order = _shown(reel)
        """The sides of the rows below the land."""
        self.columns = COLUMNS if len(self.order) > 4 else 2
        rows = -(-len(self.order) // self.columns)
        self.panels, land = _laid(reel.lands) if reel.lands else ((), len(self.order) * BAR + 20)
        self.caption_at = TOP + land + CAPTION // 2 + 2
        self.rows_at = TOP + land + CAPTION
        below = rows * ROW + 18 if reel.lands else 14
        self.height = TOP + land + CAPTION + below
        self.ground = self._ground()
        colours = [*(each.colour for each in self.liveries), palette.NEUTRAL]
        paints = np.array([rgb(each) for each in colours], dtype=np.float32)
        self.tints: Pixels = np.rint(paints * TINT).astype(np.uint8)
        self.bands: Pixels = np.rint(paints * BAND_LIGHT).astype(np.uint8)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the finished frames."""
        return self.width, max(2, round(self.height * self.width / WIDTH))

    def shrunk(self, image: Image.Image) -> Image.Image:
        """A picture of the stage in the film's size."""
        if image.size == self.size:
            return image
        return image.resize(self.size, Image.Resampling.LANCZOS)

    def frames(self, shots: Sequence[Shot], before: Shot | None, each: int) -> Iterator[FilmFrame]:
        """The frames of some shots, of which one came `before`, `each` milliseconds long.

        A shot in which something happened has two: one in which it flashes, and one after it.
        """
        for shot in shots:
            flash = bool(shot.battles) or (before is not None and shot.owners != before.owners)
            if flash and before is not None:
                half = max(40, each * 9 // 20 // 10 * 10)
                yield FilmFrame(self.draw(shot, before, flash=True), half)
                yield FilmFrame(self.draw(shot, before), max(40, each - half))
            else:
                yield FilmFrame(self.draw(shot, before), each)
            before = shot

    def draw(self, shot: Shot, before: Shot | None = None, *, flash: bool = False) -> Image.Image:
        """One frame."""
        image = self.ground.copy()
        for realm, panel in enumerate(self.panels):
            self._draw_realm(image, panel, shot, before, realm, flash=flash)
        if self.panels:
            self._draw_rows(image, shot)
        else:
            self._draw_bars(image, shot)
        right = WIDTH - palette.MARGIN
        if shot.caption:
            write(image, shot.caption, (palette.MARGIN + 10, self.caption_at), 32,
                  palette.PARCHMENT, room=right - palette.MARGIN - 20)  # fmt: skip
        heading = Heading(self._title(), shot.date, shot.turn)
        draw_title(image, heading)
        return self.shrunk(image)

    def _title(self) -> str:
        reel = self.reel
        return f"{reel.title} · as {reel.whose} knew it" if reel.whose else reel.title

    # ------------------------------------------------------------------ land

    def _draw_realm(
        self, image: Image.Image, panel: _Panel, shot: Shot, before: Shot | None, realm: int,
        *, flash: bool,
    ) -> None:  # fmt: skip
        outside = UNSEEN if self.reel.whose else -1
        owners = _numbers(shot.owners[realm], outside)
        owner = owners[panel.cell]
        drawn = self._tinted(panel, owner)
        if flash and before is not None:
            changed = owners != _numbers(before.owners[realm], outside)
            changed[-1] = False
            mask = changed[panel.cell]
            drawn[mask] = (drawn[mask] * (1 - FLASH) + np.array(rgb(palette.WHITE)) * FLASH).astype(
                np.uint8
            )
        picture = Image.fromarray(drawn)
        self._draw_towns(picture, panel, shot, realm, owners)
        if before is not None and not flash:
            self._draw_battles(picture, panel, before.battles, realm, past=True)
        self._draw_battles(picture, panel, shot.battles, realm, flash=flash)
        image.paste(picture, (panel.left, panel.top))

    def _tinted(self, panel: _Panel, owner: Numbers) -> Pixels:
        """The land in its holders' colours, with a band along every border."""
        held = (owner >= 0) & (owner < len(self.liveries))
        sides = np.where(held, owner, len(self.liveries))  # behind the last one: nobody
        drawn = panel.faint + self.tints[sides]
        np.copyto(drawn, panel.base, where=~held[:, :, None])
        edge, line = _edges(owner, BAND)
        np.copyto(drawn, self.bands[sides], where=(held & edge)[:, :, None])
        drawn[line & (held | _across(held))] = rgb(palette.INK)
        dark = owner == UNSEEN
        if dark.any():
            drawn[dark] = rgb(palette.UNSEEN)
        return drawn

    def _draw_towns(
        self, picture: Image.Image, panel: _Panel, shot: Shot, realm: int, owners: Numbers
    ) -> None:
        for number in shot.towns:
            town = self.reel.towns[number]
            if town.realm != realm:
                continue
            for x, y in panel.spots.get((town.x, town.y), ()):
                if panel.w < 26:
                    dot(max(3.4, panel.w * 0.26), edge=1.8).paste(picture, x, y)
                    continue
                owner = self._owner_at(panel, owners, x, y)
                colour = palette.NEUTRAL if owner is None else self.liveries[owner].colour
                markers.house("city", colour, min(panel.w, 60.0) * 1.2).paste(picture, x, y)

    def _owner_at(self, panel: _Panel, owners: Numbers, x: float, y: float) -> int | None:
        tall, wide = panel.cell.shape
        row, column = min(max(int(y), 0), tall - 1), min(max(int(x), 0), wide - 1)
        owner = int(owners[panel.cell[row, column]])
        return owner if 0 <= owner < len(self.liveries) else None

    def _draw_battles(
        self,
        picture: Image.Image,
        panel: _Panel,
        battles: Sequence[tuple[int, int, int]],
        realm: int,
        *,
        past: bool = False,
        flash: bool = False,
    ) -> None:
        if past and len(battles) > _MOST_PAST:
            return
        crowded = 1.0 if len(battles) <= _FEW else 0.72
        size = min(max(panel.w * 1.5, 58.0), 110.0) * crowded
        size *= 1.5 if flash else 0.6 if past else 1.0
        for where, x, y in battles:
            if where == realm:
                for spot in panel.spots.get((x, y), ()):
                    markers.battle(round(size), past=past).paste(picture, *spot)

    # ------------------------------------------------------------------ below the land

    def _ground(self) -> Image.Image:
        """The frame, and the static part of the rows below the land."""
        image = Image.new("RGB", (WIDTH, self.height), rgb(palette.FRAME))
        pen = ImageDraw.Draw(image)
        for panel in self.panels:
            tall, wide = panel.cell.shape
            box = (panel.left - 2, panel.top - 2, panel.left + wide + 1, panel.top + tall + 1)
            pen.rectangle(box, outline=rgb(palette.BRASS), width=2)
        if self.panels:
            for place, number in enumerate(self.order):
                x, y, room = self._slot(place)
                side = self.reel.sides[number]
                shield(self.liveries[number], own=False, width=38.0).paste(image, x + 22, y)
                write(image, side.name, (x + 48, y), 27, palette.PARCHMENT, room=room - 140)
        return image

    def _slot(self, place: int) -> tuple[float, float, float]:
        """Where a side stands below the land: its left edge, middle and width."""
        room = (WIDTH - 2 * palette.MARGIN) / self.columns
        row, column = divmod(place, self.columns)
        return palette.MARGIN + column * room, self.rows_at + row * ROW + ROW / 2, room

    def _draw_rows(self, image: Image.Image, shot: Shot) -> None:
        for place, number in enumerate(self.order):
            x, y, room = self._slot(place)
            write(image, shot.figures[number], (x + room - 26, y), 30, palette.WHITE, align="right")

    def _draw_bars(self, image: Image.Image, shot: Shot) -> None:
        """The sides as bars: all there is to see where there is no land."""
        pen = ImageDraw.Draw(image)
        most = max(1, *(max(each.held, default=0) for each in self.reel.shots))
        left, end = palette.MARGIN + 74, WIDTH - palette.MARGIN - 14
        for place, number in enumerate(self.order):
            y = TOP + 14 + place * BAR
            shield(self.liveries[number], own=False, width=46.0).paste(
                image, palette.MARGIN + 36, y + 34
            )
            side = self.reel.sides[number]
            write(image, side.name, (left, y + 18), 28, palette.PARCHMENT, room=700)
            write(image, shot.figures[number], (end, y + 18), 30, palette.WHITE, align="right")
            pen.rectangle((left, y + 38, end, y + 60), rgb(palette.TROUGH))
            wide = (end - left) * max(shot.held[number], 0) / most
            if wide >= 1:
                box = (left, y + 38, left + wide, y + 60)
                line = palette.edge_on_panel(self.liveries[number].colour)
                pen.rectangle(box, rgb(self.liveries[number].colour), rgb(line), 2)


def write(
    image: Image.Image,
    text: str,
    at: tuple[float, float],
    size: int,
    paint: str,
    *,
    room: float = WIDTH,
    align: Align = "left",
    face: Face = "bold",
) -> None:
    """A line of text, of which a place says its left edge, or its middle or right one.

    The place's height is that of the middle of its capitals.
    """
    shown = fitted(text, face, size, room)
    if not shown:
        return
    piece = lettering(shown, face, size, paint)
    x = at[0] - {"left": 0.0, "middle": piece.width / 2, "right": piece.width}[align]
    place = round(x) + piece.left, round(at[1] + piece.capital / 2) + piece.top
    image.paste(piece.image, place, piece.image)


# ---------------------------------------------------------------- laying out


def _livery(side: FilmSide) -> Livery:
    return livery(side.colour, side.emblem)


def _shown(reel: Reel) -> tuple[int, ...]:
    """The sides that ever had anything, those that had most first, as many as have room."""
    most = [
        max((shot.held[number] for shot in reel.shots if shot.held), default=0)
        for number in range(len(reel.sides))
    ]
    ranked = sorted(range(len(most)), key=lambda number: (-most[number], number))
    there = [number for number in ranked if most[number]] or ranked
    return tuple(sorted(there[: COLUMNS * MOST_ROWS]))


def _laid(lands: Sequence[Chart]) -> tuple[tuple[_Panel, ...], int]:
    """The realms below or beside each other, and how tall they are together."""
    drawn = [_drawn(chart) for chart in lands]
    wide = WIDTH - 2 * palette.MARGIN
    sizes = [(frame[2] - frame[0], frame[3] - frame[1]) for _, _, frame in drawn]
    gaps = _GAP * (len(sizes) - 1)
    below = min(
        *(wide / each[0] for each in sizes), (MOST_TALL - gaps) / sum(each[1] for each in sizes)
    )
    beside = min(
        (wide - gaps) / sum(each[0] for each in sizes), *(MOST_TALL / each[1] for each in sizes)
    )
    stacked = below >= beside
    scale = max(below, beside)
    panels: list[_Panel] = []
    x, y = 0.0, 0.0
    for (image, scene, frame), size in zip(drawn, sizes, strict=True):
        left = (WIDTH - size[0] * scale) / 2 if stacked else palette.MARGIN + x
        panels.append(_panel(image, scene, frame, scale, round(left), TOP + round(y)))
        if stacked:
            y += size[1] * scale + _GAP
        else:
            x += size[0] * scale + _GAP
    return tuple(panels), max(panel.top - TOP + panel.cell.shape[0] for panel in panels)


def _drawn(chart: Chart) -> tuple[Image.Image, MapScene, Box]:
    """The bare land as a map draws it."""
    focus = Focus("whole", layer=_LAND, legend="none")
    made = compose(chart, focus)
    return made.image, MapScene(chart, focus), made.frame


def _panel(
    image: Image.Image, scene: MapScene, frame: Box, scale: float, left: int, top: int
) -> _Panel:
    """A realm's picture cut out and scaled, with the hex of every pixel."""
    edges = [round(each) for each in frame]
    wide = max(2, round((edges[2] - edges[0]) * scale))
    tall = max(2, round((edges[3] - edges[1]) * scale))
    cut = image.crop((edges[0], edges[1], edges[2], edges[3]))
    base = np.array(cut.resize((wide, tall), Image.Resampling.LANCZOS).convert("RGB"))
    corner = np.array((frame[0], frame[1]))
    outlines = (scene.outlines(np.arange(scene.seen)) - corner) * scale
    numbers = Image.new("I", (wide, tall), 0)
    pen = ImageDraw.Draw(numbers)
    for outline, cell in zip(outlines, scene.cell[: scene.seen].tolist(), strict=True):
        pen.polygon([(x, y) for x, y in outline.tolist()], fill=cell + 1)
    cells = np.array(numbers, dtype=np.int32) - 1
    cells[0] = cells[1]
    cells[-1] = cells[-2]
    spots: dict[tuple[int, int], list[tuple[float, float]]] = {}
    middles = (scene.centres[: scene.seen] - corner) * scale
    places = zip(scene.x.tolist(), scene.y.tolist(), middles.tolist(), strict=False)
    for x, y, (px, py) in places:
        if 0 <= px < wide and 0 <= py < tall:
            spots.setdefault((x, y), []).append((px, py))
    faint = np.rint(base * np.float32(1 - TINT)).astype(np.uint8)
    return _Panel(left, top, cells, base, faint, spots, scene.w * scale)


def _numbers(owners: bytes, outside: int) -> Numbers:
    """The holder of every cell, and at the end that of what is beside the land."""
    found = np.frombuffer(owners, dtype=np.uint8).astype(np.int32)
    found = np.where(found == NOBODY, -1, found)
    return np.append(found, outside)


def _edges(owner: Numbers, deep: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The pixels within some pixels of another's land, and those right at it."""
    edge = np.zeros(owner.shape, dtype=bool)
    line = np.zeros(owner.shape, dtype=bool)
    for step in (1, deep // 2 + 1, deep):
        down = owner[step:] != owner[:-step]
        across = owner[:, step:] != owner[:, :-step]
        for mask in (edge, line) if step == 1 else (edge,):
            mask[step:] |= down
            mask[:, step:] |= across
            if mask is edge:
                mask[:-step] |= down
                mask[:, :-step] |= across
    return edge, line


def _across(held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The pixels right of or below land that is held."""
    beside = np.zeros(held.shape, dtype=bool)
    beside[1:] |= held[:-1]
    beside[:, 1:] |= held[:, :-1]
    return beside
