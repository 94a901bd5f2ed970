"""Areas on the layer of towers: what towers, castles, and pieces with cities see or reach.

Areas of one kind are joined. Where borders of several kinds would lie on the same sides they run
beside each other, each farther inside. Which hexes an area covers is the chart's matter.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from bot.faces.map.areas import AREAS
from bot.faces.map.chart import Reach, ReachKind
from bot.faces.map.geometry import STEPS, band_polygons, bands
from bot.faces.map.realms import draw_rhythm
from bot.faces.map.scene import MapScene, Mask
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, polygons, polylines
from bot.faces.paint.shapes import Path, box, moved, poly, stamped, together

_STAR: Final = poly(
    *((0.0, 0.09), (0.022, 0.022), (0.09, 0.0), (0.022, -0.022)),
    *((0.0, -0.09), (-0.022, -0.022), (-0.09, 0.0), (-0.022, 0.022)),
)
_CROSS: Final = together(box(-0.07, -0.02, 0.07, 0.02), box(-0.02, -0.07, 0.02, 0.07))
_STROKE: Final = poly((-0.10, -0.12), (-0.05, -0.12), (0.10, 0.12), (0.05, 0.12))
_PATTERNS: Final[dict[str, Path]] = {
    "stars": together(moved(_STAR, -0.2, 0.16), moved(_STAR, 0.2, 0.16), moved(_STAR, 0, -0.2)),
    "strokes": together(*(moved(_STROKE, x, 0.0) for x in (-0.26, 0.0, 0.26))),
    "crosses": together(
        moved(_CROSS, -0.2, -0.1), moved(_CROSS, 0.2, -0.1), moved(_CROSS, 0, 0.25)
    ),
}
_EDGE_ALPHA: Final = 0.8


def draw_reaches(canvas: Canvas, scene: MapScene) -> None:
    """Every area: first what fills them, then what bounds them."""
    by_kind = _by_kind(scene.chart.reaches)
    areas: dict[ReachKind, tuple[Mask, Mask]] = {
        kind: _covered(scene, some) for kind, some in by_kind.items()
    }
    for kind, (inside, _) in areas.items():
        look = AREAS[kind]
        if kind != "presence":
            canvas.fill(
                polygons(scene.outlines(np.nonzero(inside)[0])), look.colour, palette.REACH_ALPHA
            )
        if look.pattern and scene.style != "overview":
            path = stamped(_PATTERNS[look.pattern], scene.centres[inside], scene.w)
            canvas.fill(path, look.colour, 0.5)
    if scene.style != "overview":
        _draw_each(canvas, scene, by_kind)
    step = max(palette.REACH_W * scene.w, 2.4)
    gap = max(palette.REACH_GAP_W * scene.w, 0.8)
    tracks = _tracks([edge for _, edge in areas.values()])
    for (kind, (_, edge)), track in zip(areas.items(), tracks, strict=True):
        _draw_border(canvas, scene, kind, edge, track * (step + gap), step)


def _tracks(edges: list[Mask]) -> list[int]:
    """How far inside each border runs: the outermost track that is free on all its sides."""
    tracks: list[int] = []
    for edge in edges:
        before = zip(tracks, edges, strict=False)
        taken = {track for track, other in before if (other & edge).any()}
        tracks.append(next(track for track in range(len(edges)) if track not in taken))
    return tracks


def _by_kind(reaches: Iterable[Reach]) -> dict[ReachKind, list[Reach]]:
    """The reaches of each kind that there is, in the order of their borders."""
    kinds: dict[ReachKind, list[Reach]] = {kind: [] for kind in AREAS}
    for reach in reaches:
        kinds[reach.kind].append(reach)
    return {kind: some for kind, some in kinds.items() if some}


def _covered(scene: MapScene, reaches: Iterable[Reach]) -> tuple[Mask, Mask]:
    """Which hexes of the picture lie in the joint area, and which of their sides bound it."""
    return covered(scene, [hex_ for reach in reaches for hex_ in reach.hexes])


def covered(scene: MapScene, hexes: Sequence[tuple[int, int]]) -> tuple[Mask, Mask]:
    """Which hexes of the picture are among these, and which of their sides bound the area."""
    chart = scene.chart
    area = np.zeros((chart.height, chart.width), dtype=bool)
    if hexes:
        x, y = np.array(hexes).T
        area[y, x] = True
    inside = area[scene.y, scene.x]
    moves = STEPS[scene.y & 1]
    x, y = scene.x[:, None] + moves[:, :, 0], scene.y[:, None] + moves[:, :, 1]
    there = (y >= 0) & (y < chart.height)
    if not chart.wrap:
        there &= (x >= 0) & (x < chart.width)
    beyond = area[np.where(there, y, 0), x % chart.width] & there
    return inside, inside[:, None] & ~beyond


def _draw_each(canvas: Canvas, scene: MapScene, by_kind: dict[ReachKind, list[Reach]]) -> None:
    """Fine lines around each tower's own area, where several overlap."""
    for kind, some in by_kind.items():
        if len(some) > 1:
            edges = [scene.sides[_covered(scene, (reach,))[1]] for reach in some]
            path = polylines(np.concatenate(edges))
            canvas.stroke(path, AREAS[kind].colour, max(1.2, scene.w * 0.022), 0.75)


def _draw_border(
    canvas: Canvas, scene: MapScene, kind: ReachKind, edge: Mask, depth: float, width: float
) -> None:
    if not edge.any():
        return
    look = AREAS[kind]
    outer = bands(scene.sides, scene.centres, edge, depth)[:, 1]
    inner = bands(scene.sides, scene.centres, edge, depth + width)[:, 1]
    band = np.stack((outer, inner), axis=1)
    fine = 0.7 if scene.style == "overview" else 1.0
    for side in (outer, inner):
        canvas.stroke(polylines(side), palette.INK, 2 * fine, _EDGE_ALPHA)
    canvas.fill(polygons(band_polygons(band)), look.colour)
    if scene.style != "overview":
        draw_rhythm(canvas, band, look.rhythm, look.ink)
