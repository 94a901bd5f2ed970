"""Who holds what: the bands along a realm's borders, their rhythms, and the bounds of baronies.

A band lies inside its own realm's hexes. Nothing is drawn towards a hex that was never seen.
"""

from typing import Final

import numpy as np

from bot.images import palette
from bot.images.canvas import Canvas, Floats, polygons, polylines
from bot.images.geometry import band_polygons, bands, on_bands
from bot.images.palette import Livery
from bot.images.scene import Mask, Scene

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


def draw_realms(canvas: Canvas, scene: Scene) -> None:
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
    """The marks on the bands, (m, 2, k, 2), by which a border is told apart without colour."""
    for motif in _RHYTHMS[rhythm]:
        along, across = np.array(motif).T
        canvas.fill(polygons(on_bands(band, along, across)), ink, 0.92)


def draw_baronies(canvas: Canvas, scene: Scene) -> None:
    """The dashes between baronies of one realm."""
    numbers = np.array(
        [-1 if cell.barony is None else cell.barony for cell in scene.chart.cells], dtype=np.int64
    )
    own, other = scene.of(numbers)[:, None], scene.across(numbers, -1)
    bound = (scene.around >= 0) & (own != other) & ~borders(scene)
    bound &= (own >= 0) | (other >= 0)
    once = bound & (np.arange(6) < 3)  # the other hex has the side too
    # A barony's bound on the sea is the coast.
    water = scene.of(scene.water)[:, None] | scene.across(scene.water, 0).astype(bool)
    path = polylines(scene.sides[: scene.seen][once & ~water])
    width = max(1.5, scene.w * 0.03)
    canvas.stroke(path, palette.BARONY, width, 0.85, dashes=(width * 2.6, width * 1.8), cap="butt")


def draw_border_ink(canvas: Canvas, scene: Scene) -> None:
    """The dark line on every realm's border."""
    path = polylines(scene.sides[: scene.seen][borders(scene)])
    canvas.stroke(path, palette.INK, 1.2 if scene.style == "overview" else max(2, scene.w * 0.034))


def borders(scene: Scene) -> Mask:
    """The sides of owned hexes beyond which lies a known hex that is not the owner's."""
    owner = scene.of(scene.owner)[:, None]
    return (owner >= 0) & (scene.around >= 0) & (scene.across(scene.owner, -1) != owner)
