"""Who holds what: the bands along a realm's borders, their rhythms, and the bounds of baronies.

A band lies inside its own realm's hexes. Nothing is drawn towards a hex that was never seen.
"""

from typing import Final

import numpy as np

from bot.faces.map.geometry import band_polygons, bands, on_bands
from bot.faces.map.scene import MapScene, Mask
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, Floats, polygons, polylines
from bot.faces.paint.palette import Livery
from bot.faces.paint.shapes import Path, box, moved, poly, stamped, together

Motif = tuple[tuple[float, float], ...]  # corners as (along, across), see `on_bands`


def _block(left: float, right: float, outer: float, inner: float) -> Motif:
    return (left, outer), (right, outer), (right, inner), (left, inner)


def _strip(outer: float, inner: float) -> Motif:
    """A strip along the whole side, following its wiggle."""
    along = (0.0, 0.25, 0.5, 0.75, 1.0)
    return (*((t, outer) for t in along), *((t, inner) for t in along[::-1]))


# Each divides a side evenly and begins and ends alike, so that it runs on around every corner.
_RHYTHMS: Final[dict[str, tuple[Motif, ...]]] = {
    "plain": (),
    "squares": tuple(_block(t - 0.075, t + 0.075, 0.25, 0.75) for t in (1 / 6, 1 / 2, 5 / 6)),
    "teeth": tuple(((t - 0.15, 0.98), (t, 0.22), (t + 0.15, 0.98)) for t in (1 / 6, 1 / 2, 5 / 6)),
    "line": (_strip(0.42, 0.66),),
    "rungs": tuple(_block(t - 0.045, t + 0.045, 0.0, 1.0) for t in (0.1, 0.3, 0.5, 0.7, 0.9)),
    "checks": tuple(
        _block(k / 6, (k + 1) / 6, 0.5 * (k % 2), 0.5 + 0.5 * (k % 2)) for k in range(6)
    ),
    "diamonds": tuple(
        ((t - 0.1, 0.5), (t, 0.12), (t + 0.1, 0.5), (t, 0.88)) for t in (1 / 6, 1 / 2, 5 / 6)
    ),
}


def _around(step: float) -> tuple[tuple[float, float], ...]:
    """The four corners of a square twice as wide as the step."""
    return (-step, -step), (step, -step), (-step, step), (step, step)


def _strewn(shape: Path, *places: tuple[float, float]) -> Path:
    return together(*(moved(shape, x, y) for x, y in places))


_FOUR: Final = ((-0.19, 0.13), (0.19, 0.13), (0.0, -0.19), (0.0, 0.37))
_THREE: Final = ((-0.21, 0.15), (0.21, 0.15), (0.0, -0.22))
_PATTERNS: Final[dict[str, Path]] = {  # what strews the land of who has that rhythm
    "squares": _strewn(box(-0.05, -0.05, 0.05, 0.05), *_FOUR),
    "teeth": _strewn(poly((-0.08, -0.06), (0.0, 0.09), (0.08, -0.06)), *_FOUR),
    "line": _strewn(box(-0.40, -0.022, 0.40, 0.022), (0, -0.2), (0, 0.0), (0, 0.2)),
    "rungs": _strewn(box(-0.022, -0.30, 0.022, 0.30), (-0.25, 0), (0, 0), (0.25, 0)),
    "checks": _strewn(box(-0.075, -0.075, 0.075, 0.075), (0, 0), *_around(0.15)),
    "diamonds": _strewn(poly((-0.08, 0), (0, 0.11), (0.08, 0), (0, -0.11)), *_THREE),
}


def draw_patterns(canvas: Canvas, scene: MapScene) -> None:
    """Strew every realm's land with its marks, so that it is told apart without colour."""
    owner = scene.of(scene.owner)
    free = ~scene.of(scene.settled)
    for number, livery in enumerate(scene.liveries):
        held = free & (owner == number)
        if livery.rhythm in _PATTERNS and held.any():
            places = scene.centres[: scene.seen][held]
            path = stamped(_PATTERNS[livery.rhythm], places, scene.w)
            canvas.fill(path, rhythm_ink(livery), palette.PATTERN_ALPHA)


def draw_bounds(canvas: Canvas, scene: MapScene) -> None:
    """The lines between territories, and the heavier ones between kingdoms."""
    cells = scene.chart.cells
    territory = _bound(scene, [cell.territory for cell in cells], outer=False)
    kingdom = _bound(scene, [cell.kingdom for cell in cells], outer=False)
    sides = scene.sides[: scene.seen]
    draw_bound(canvas, polylines(sides[territory & ~kingdom]), "territory", max(scene.w, 24.0))
    draw_bound(canvas, polylines(sides[kingdom]), "kingdom", max(scene.w, 24.0))


def draw_bound(canvas: Canvas, path: Path, part: str, w: float) -> None:
    """The line around baronies, territories or kingdoms."""
    if part == "barony":
        width = max(1.5, w * 0.03)
        dashes = width * 2.6, width * 1.8
        canvas.stroke(path, palette.BARONY, width, 0.85, dashes=dashes, cap="butt")
        return
    if part == "territory":
        canvas.stroke(path, palette.INK, w * 0.062)
        return
    canvas.stroke(path, palette.INK, w * 0.11)
    canvas.stroke(path, palette.KINGDOM, w * 0.042)


def draw_realms(canvas: Canvas, scene: MapScene) -> None:
    """Every realm's soft band, border band and rhythm, with the ink line outside."""
    border = borders(scene)
    owner = scene.of(scene.owner)
    for number, livery in enumerate(scene.liveries):
        own = border & (owner == number)[:, None]
        if not own.any():
            continue
        sides, centres = scene.sides[: scene.seen], scene.centres[: scene.seen]
        if scene.style == "overview":
            band = bands(sides, centres, own, max(2.6, palette.BAND_W * scene.w * 2))
            canvas.fill(polygons(band_polygons(band)), livery.colour, palette.BAND_ALPHA)
            continue
        soft = bands(sides, centres, own, palette.SOFT_BAND_W * scene.w)
        canvas.fill(polygons(band_polygons(soft)), livery.colour, palette.SOFT_BAND_ALPHA)
        band = bands(sides, centres, own, palette.BAND_W * scene.w)
        canvas.fill(polygons(band_polygons(band)), livery.colour, palette.BAND_ALPHA)
        draw_rhythm(canvas, band, livery.rhythm, rhythm_ink(livery))


def rhythm_ink(livery: Livery) -> str:
    """The colour of a livery's rhythm: white on the dark colours, else ink."""
    return palette.WHITE if livery.ink == palette.WHITE else palette.INK


def draw_rhythm(canvas: Canvas, band: Floats, rhythm: str, ink: str) -> None:
    """The marks on the bands, (m, 2, k, 2), which distinguish a border without colour."""
    for motif in _RHYTHMS[rhythm]:
        along, across = np.array(motif).T
        canvas.fill(polygons(on_bands(band, along, across)), ink, 0.92)


def draw_baronies(canvas: Canvas, scene: MapScene) -> None:
    """The dashes between baronies of one realm."""
    bound = _bound(scene, [cell.barony for cell in scene.chart.cells]) & ~borders(scene)
    draw_bound(canvas, polylines(scene.sides[: scene.seen][bound]), "barony", scene.w)


def _bound(scene: MapScene, parts: list[int | None], *, outer: bool = True) -> Mask:
    """The sides between hexes of different parts, each once; on the sea the coast is the bound.

    Without the `outer` ones only where a realm's own border does not already part it from land of
    no part.
    """
    numbers = np.array([-1 if part is None else part for part in parts], dtype=np.int64)
    own, other = scene.of(numbers)[:, None], scene.across(numbers, -1)
    bound = (scene.around >= 0) & (own != other) & ((own >= 0) | (other >= 0))
    once = np.arange(6) < 3  # the other hex has the side too
    water = scene.of(scene.water)[:, None] | scene.across(scene.water, 0).astype(bool)
    if not outer:
        foreign = scene.of(scene.owner)[:, None] != scene.across(scene.owner, -1)
        bound &= ~foreign | ((own >= 0) & (other >= 0))
    return bound & once & ~water


def draw_border_ink(canvas: Canvas, scene: MapScene) -> None:
    """The dark line on every realm's border."""
    path = polylines(scene.sides[: scene.seen][borders(scene)])
    canvas.stroke(path, palette.INK, 1.2 if scene.style == "overview" else max(2, scene.w * 0.034))


def borders(scene: MapScene) -> Mask:
    """The sides of owned hexes beyond which lies a known hex that is not the owner's."""
    owner = scene.of(scene.owner)[:, None]
    return (owner >= 0) & (scene.around >= 0) & (scene.across(scene.owner, -1) != owner)
