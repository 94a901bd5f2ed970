"""Ways between hexes: rivers and roads through the centres, barriers along the sides.

A link is drawn only where the chart knows the hexes at both its ends. Links of a kind are worked on
as a table of levels, by cell and direction, 0 for none.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from bot.faces.map.chart import BarrierMode, Link, LinkKind
from bot.faces.map.geometry import MIDDLES_W, STEPS, Integers, noise
from bot.faces.map.placing import Label, PlacingRank
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette, sprites
from bot.faces.paint.canvas import Canvas, Floats, Path, polygons, polylines

_PIECES: Final = 8  # straight pieces of a half link
_OVERVIEW_LEVEL: Final = 3  # the least that an overview shows
_WIGGLE_W: Final = 0.05
_SLIP_W: Final = 0.16  # how far along its side a river's crossing may lie
# Along each side, southwards, so that both its hexes agree.
_ALONG: Final = np.array([(0.866, 0.5), (0.0, 1.0), (-0.866, 0.5)] * 2)
_PAIRS: Final = np.array([(a, b) for a in range(6) for b in range(a + 1, 6)])
_BEND: Final = np.abs(_PAIRS[:, 1] - _PAIRS[:, 0] - 3)  # 0 for opposite sides


def levels(scene: MapScene, kind: LinkKind) -> Integers:
    """The table of the links of a kind, each entered at both its ends."""
    table = np.zeros((len(scene.chart.cells), 6), dtype=np.int64)
    links = [link for link in scene.chart.links if link.kind == kind]
    here, there, way = _ends(scene, links)
    known = (here >= 0) & (there >= 0)
    level = np.array([link.level for link in links], dtype=np.int64)[known]
    here, there, way = here[known], there[known], way[known]
    np.maximum.at(table, (here, way), level)
    np.maximum.at(table, (there, (way + 3) % 6), level)
    return table


def drawn_links(scene: MapScene) -> tuple[Link, ...]:
    """The links between known hexes that begin in the picture, in a zoom within its radius."""
    links = list(scene.chart.links)
    here, there, _ = _ends(scene, links)
    shown = scene.cell[: scene.seen][scene.within[: scene.seen]]
    kept = (there >= 0) & np.isin(here, shown)
    return tuple(link for link, keep in zip(links, kept.tolist(), strict=True) if keep)


def draw_rivers(canvas: Canvas, scene: MapScene, rivers: Integers, roads: Integers) -> None:
    """The rivers: wiggled, wider with their level, beside the road where they share a link."""
    slip = (_crossings(scene) - 0.5) * _SLIP_W
    aside = np.where(roads > 0, palette.RIVER_ASIDE_W, slip)[:, :, None] * _ALONG
    # A river ends at the coast: within the water there is nothing to draw.
    dry = np.where(scene.water[:, None], 0, rivers)
    lines = _halves(scene, dry, aside, wiggled=True)
    if scene.layer.roads != "plain":
        for level, path in lines.items():
            width = max(_width(palette.RIVER_W, level) * scene.w * 0.8, 1.4)
            canvas.stroke(path, palette.RIVER, width, palette.FAINT_RIVER)
        return
    for level, path in lines.items():
        width = max(_width(palette.RIVER_W, level) * scene.w, 1.6)
        canvas.stroke(path, palette.RIVER_CASING, width + 2.2, 0.8)
    for level, path in lines.items():
        canvas.stroke(path, palette.RIVER, max(_width(palette.RIVER_W, level) * scene.w, 1.6))


def draw_roads(canvas: Canvas, scene: MapScene, roads: Integers) -> None:
    """The roads, cased, in curves through the hexes; those of the first level dashed."""
    lines = _halves(scene, roads, np.zeros((*roads.shape, 2)), to_doors=True)
    if scene.layer.roads == "levels":
        for level, path in lines.items():
            draw_levelled(canvas, path, level, scene.w)
        return
    edge = max(2.4, scene.w * 0.03)
    for casing in (edge, 0.0):
        paint = palette.ROAD_CASING if casing else palette.ROAD
        for level, path in lines.items():
            width = max(_width(palette.ROAD_W, level) * scene.w, 2.0)
            dashes = (width * 2.4 + casing, width * 1.6 - casing) if level == 1 else None
            cap = "butt" if dashes else "round"
            canvas.stroke(path, paint, width + casing, dashes=dashes, ahead=casing / 2, cap=cap)


def draw_levelled(canvas: Canvas, path: Path, level: int, w: float, broader: float = 1.0) -> None:
    """Roads of one level, told apart by width and dashes; the best has a bright middle line.

    A dash lies across each side and in the middle of each hex, so that the halves of links join.
    """
    width = max(_width(palette.LEVELLED_W, level) * w * broader, 1.2 + 0.7 * level)
    if level <= len(palette.LEVELLED_DASHES_W):
        dash, gap = (part * w for part in palette.LEVELLED_DASHES_W[level - 1])
        dashes = dash, gap
        canvas.stroke(path, palette.ROAD_CASING, width, dashes=dashes, ahead=dash / 2, cap="butt")
        return
    canvas.stroke(path, palette.ROAD_CASING, width)
    if level == len(palette.LEVELLED_W):
        canvas.stroke(path, palette.ROAD, width * 0.36)


def draw_overview_links(canvas: Canvas, scene: MapScene) -> None:
    """The great rivers and roads, as fine lines."""
    kinds: tuple[tuple[LinkKind, str, float], ...] = (
        ("river", palette.RIVER, 0.16),
        ("road", palette.ROAD, 0.11),
    )
    for kind, paint, width in kinds:
        table = levels(scene, kind)
        if kind == "road" and scene.layer.roads == "none":
            continue
        if kind == "road" and scene.layer.roads == "levels":
            roads = _halves(scene, table, np.zeros((*table.shape, 2)), pieces=2)
            for level, path in roads.items():
                draw_levelled(canvas, path, level, scene.w, 1.6)
            continue
        table[table < _OVERVIEW_LEVEL] = 0
        if kind == "river":
            table[scene.water] = 0
        for level, path in _halves(scene, table, np.zeros((*table.shape, 2)), pieces=2).items():
            thickness = max(0.9, scene.w * width * (1.3 if level > _OVERVIEW_LEVEL else 1.0))
            canvas.stroke(path, paint, thickness, 0.9)


def draw_barriers(canvas: Canvas, scene: MapScene) -> None:
    """The barriers: a line with teeth along the side.

    Of those that bar one way the teeth look at the hex shut off; of a natural one a wedge shows the
    way that is free.
    """
    _draw_barriers(canvas, scene, "barrier", palette.BARRIER)
    _draw_barriers(canvas, scene, "one-way", palette.BARRIER)
    _draw_barriers(canvas, scene, "magic-barrier", palette.MAGIC_BARRIER)


def mode_labels(scene: MapScene) -> list[Label]:
    """On each natural barrier that does not bar all, the letters of those whom it bars."""
    labels: list[Label] = []
    size = max(13, min(24, round(scene.w * 0.2)))
    for place, way, modes in _modes_at(scene):
        x, y = (float(each) for each in scene.centres[place] + MIDDLES_W[way] * scene.w)
        text = letters_of(modes)
        label = Label(
            sprites.pill(text, size), (x, y, x, y), PlacingRank.NUMBER, text, spots=((x, y),)
        )
        labels.append(label)
    return labels


def letters_of(modes: tuple[BarrierMode, ...]) -> str:
    """The modes by their first letters."""
    return "".join(mode[0].upper() for mode in modes)


def _modes_at(scene: MapScene) -> Iterator[tuple[int, int, tuple[BarrierMode, ...]]]:
    """Where barriers of some modes are drawn: the place in the picture, the side, the modes."""
    links = [link for link in scene.chart.links if link.modes]
    for link, here, there, way in zip(links, *_ends(scene, links), strict=True):
        if here >= 0 and there >= 0:
            for place in np.nonzero(scene.cell == here)[0]:
                yield int(place), int(way), link.modes


def _draw_barriers(canvas: Canvas, scene: MapScene, kind: LinkKind, paint: str) -> None:
    here, there, way = _ends(scene, [each for each in scene.chart.links if each.kind == kind])
    blocked = np.zeros((len(scene.chart.cells), 6), dtype=bool)
    known = (here >= 0) & (there >= 0)
    blocked[here[known], way[known]] = True
    places, ways = np.nonzero(scene.of(blocked))
    if not len(places):
        return
    lines = scene.sides[places, ways]
    if scene.layer.roads == "levels":
        canvas.stroke(polylines(lines), palette.LABEL_HALO, max(5.5, scene.w * 0.13))
    outward = MIDDLES_W[ways] * 2 * scene.w
    draw_teeth(canvas, lines, outward, paint)
    if kind == "one-way":
        draw_wedges(canvas, lines[:, 2], outward)


def draw_teeth(canvas: Canvas, lines: Floats, outward: Floats, paint: str) -> None:
    """Lines of five points, (n, 5, 2), with teeth; `outward` leads across a hex, (n, 2)."""
    w = float(np.hypot(*outward[0]))
    canvas.stroke(polylines(lines), paint, max(2.5, w * 0.05))
    starts, steps = lines[:, :-1], lines[:, 1:] - lines[:, :-1]
    teeth = [
        np.stack(
            (
                starts[:, piece] + steps[:, piece] * start,
                starts[:, piece] + steps[:, piece] * (start + 0.25) + outward * tall,
                starts[:, piece] + steps[:, piece] * (start + 0.5),
            ),
            axis=1,
        )
        for piece in range(4)
        for start, tall in ((0.0, 0.10), (0.5, 0.075))
    ]
    canvas.fill(polygons(np.concatenate(teeth)), paint)


def draw_wedges(canvas: Canvas, middles: Floats, outward: Floats) -> None:
    """A wedge through each side that points against `outward`, the way that is free, (n, 2)."""
    across = np.stack((-outward[:, 1], outward[:, 0]), axis=1)
    tip, foot = middles - outward * 0.19, middles + outward * 0.13
    wedges = np.stack((tip, foot + across * 0.12, foot - across * 0.12), axis=1)
    closed = np.concatenate((wedges, wedges[:, :2]), axis=1)  # so that the corners are round
    canvas.fill(polygons(wedges), palette.FREE_WAY)
    canvas.stroke(polylines(closed), palette.BARRIER, max(1.6, float(np.hypot(*outward[0])) * 0.02))


def _ends(scene: MapScene, links: list[Link]) -> tuple[Integers, Integers, Integers]:
    """The cells at both ends of each link, -1 for one not known, and its direction."""
    x = np.array([link.x for link in links], dtype=np.int64)
    y = np.array([link.y for link in links], dtype=np.int64)
    way = np.array([link.direction for link in links], dtype=np.int64)
    here = scene.numbers(x, y)
    there = np.where(here >= 0, scene.near[here, way], -1) if len(scene.near) else here
    return here, there, way


def _halves(
    scene: MapScene,
    table: Integers,
    aside: Floats,
    *,
    pieces: int = _PIECES,
    wiggled: bool = False,
    to_doors: bool = False,
) -> dict[int, Path]:
    """By level, each link's half within each hex: a curve from its side to where ways meet.

    `aside` moves where each way crosses its side, in hex widths. With `to_doors` the ways of a hex
    with a building meet in its middle.
    """
    cells, ways = np.nonzero(table)
    if not len(cells):
        return {}
    crossings = MIDDLES_W + aside
    first, second = _main_ways(table).T
    every = np.arange(len(table))
    control = (aside[every, first] + aside[every, second]) / 2
    middle = (crossings[every, first] + crossings[every, second]) / 4 + control / 2
    alone = first == second
    meeting = np.where(alone[:, None], control, middle)
    if to_doors:
        meeting = np.where(scene.settled[:, None], control, meeting)
    start, end = crossings[cells, ways], meeting[cells]
    main = (ways == first[cells]) | (ways == second[cells])
    bend = np.where(main[:, None], (start + control[cells]) / 2, start * 0.45 + end * 0.3)
    along = np.linspace(0, 1, pieces + 1)[:, None]
    start, bend, end = start[:, None], bend[:, None], end[:, None]
    lines = start * (1 - along) ** 2 + bend * 2 * along * (1 - along) + end * along**2
    if wiggled:
        lines += _meanders(scene, cells, ways, along[:, 0])
    number = np.full(table.shape, -1, dtype=np.int64)
    number[cells, ways] = np.arange(len(cells))
    drawn = scene.of(number)
    places, drawn_ways = np.nonzero(drawn >= 0)
    half = drawn[places, drawn_ways]
    points = scene.centres[places][:, None] + lines[half] * scene.w
    level = table[cells, ways][half]
    return {int(each): polylines(points[level == each]) for each in np.unique(level)}


def _main_ways(table: Integers) -> Integers:
    """The two ways of each cell that flow into each other, (n, 2), twice the same if it has one.

    They are the greatest, and among equals the most opposite.
    """
    a, b = table[:, _PAIRS[:, 0]], table[:, _PAIRS[:, 1]]
    score = np.where((a > 0) & (b > 0), (a + b) * 10 - _BEND, -1)
    best = score.argmax(axis=1)
    only = np.repeat(table.argmax(axis=1)[:, None], 2, axis=1)
    paired = score[np.arange(len(table)), best] > 0
    return np.where(paired[:, None], _PAIRS[best], only)


def _meanders(scene: MapScene, cells: Integers, ways: Integers, along: Floats) -> Floats:
    """Moves across each half link, none at its ends, in hex widths."""
    x, y = scene.xs[cells], scene.ys[cells] * 6 + ways
    swing = (0.55 + 0.45 * noise(x, y, 30)) * np.where(noise(x, y, 40) < 0.5, 1, -1) * _WIGGLE_W
    across = np.sin(along * 2 * np.pi) * swing[:, None]
    return across[:, :, None] * _ALONG[ways][:, None]


def _crossings(scene: MapScene) -> Floats:
    """Where on each side a river crosses it, 0 to 1, alike from both hexes, (n, 6)."""
    moves = STEPS[scene.ys & 1]
    western = np.arange(6) >= 3
    x = scene.xs[:, None] + np.where(western, moves[:, :, 0], 0)
    y = scene.ys[:, None] + np.where(western, moves[:, :, 1], 0)
    return noise(x % scene.chart.width, y * 3 + np.arange(6) % 3, 50)


def _width(widths: tuple[float, ...], level: int) -> float:
    return widths[min(max(level, 1), len(widths)) - 1]
