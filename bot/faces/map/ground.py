"""The land itself: water, coast, terrain and its symbols, and what fog does to them.

Only what the chart holds: no coast, veil or edge is drawn on a side whose other hex was never seen.
"""

import numpy as np

from bot.faces.map.geometry import band_polygons, bands, hexagon, noise
from bot.faces.map.scene import MapScene, Mask
from bot.faces.map.terrain import VARIANTS, mist, symbol
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, Floats, polygons, polylines
from bot.faces.paint.sprites import Drawing, strew

_SHADES = np.array((0.97, 1.0, 1.03))
_OVERLAP = 0.6  # pixels that a hex reaches beyond its side, so that no seam shows
_HATCH_STEP = 11.0  # pixels between two lines
_UNSEEN_SALT, _SHADE_SALT, _VARIANT_SALT = 90, 91, 92


def draw_water(canvas: Canvas, scene: MapScene) -> None:
    """The water hexes, with rings of paler water along known coasts."""
    water = scene.of(scene.water)
    _fill_hexes(canvas, scene, water)
    coast = _coast(scene) & water[:, None]
    for depth, alpha in palette.COAST_RINGS_W:
        ring = bands(scene.sides[: scene.seen], scene.centres[: scene.seen], coast, depth * scene.w)
        canvas.fill(polygons(band_polygons(ring)), palette.COAST_RING, alpha)


def draw_land(canvas: Canvas, scene: MapScene) -> None:
    """The land hexes, the hexes never seen, the grid, mist and the symbols of the terrain."""
    _fill_hexes(canvas, scene, ~scene.of(scene.water))
    if not scene.layer.holdings:
        unseen = np.arange(scene.seen, len(scene.cell))
        canvas.fill(polygons(_inflated(scene, unseen)), palette.UNSEEN)
    grid = scene.sides[:, :3].reshape(-1, *scene.sides.shape[2:])
    seen_sides = 3 * scene.seen
    canvas.stroke(polylines(grid[seen_sides:]), palette.UNSEEN_GRID, 1.0, cap="butt")
    canvas.stroke(
        polylines(grid[:seen_sides]), "#000000", 1.1, palette.GRID_ALPHA * 1.6, cap="butt"
    )
    if not scene.layer.holdings:
        draw_mist(canvas, scene, scene.w)
    if scene.layer.symbols:
        _draw_symbols(canvas, scene)


def draw_unknown(canvas: Canvas, scene: MapScene) -> None:
    """Hatching all over the map; what is known is drawn upon it."""
    left, top, right, bottom = scene.window.frame
    canvas.fill_box(scene.window.frame, palette.UNSEEN)
    starts = np.arange(left - (bottom - top), right, _HATCH_STEP)
    lines = [((x, bottom), (x + bottom - top, top)) for x in starts]
    canvas.stroke(polylines(np.array(lines)), palette.HATCH, 1.6, cap="butt")


def draw_mist(canvas: Canvas, scene: MapScene, scale: float) -> None:
    """Curls of mist on three of four hexes never seen."""
    hidden = slice(scene.seen, None)
    misty = noise(scene.x[hidden], scene.y[hidden], _UNSEEN_SALT) < 0.75
    strew(canvas, [(mist(), scene.centres[hidden][misty])], scale, {"mist": palette.MIST})


def draw_coast(canvas: Canvas, scene: MapScene) -> None:
    """The line between land and water."""
    line = polylines(scene.sides[: scene.seen][_coast(scene) & ~scene.of(scene.water)[:, None]])
    canvas.stroke(line, palette.COAST, max(1.6, scene.w * 0.036))


def draw_veil(canvas: Canvas, scene: MapScene) -> None:
    """The veil over what is only remembered, thicker with age."""
    age = scene.of(scene.age)
    starts = [start for start, _ in palette.VEILS]
    for place, (start, alpha) in enumerate(palette.VEILS):
        veiled = age >= start
        if place + 1 < len(starts):
            veiled &= age < starts[place + 1]
        outlines = polygons(scene.outlines(np.nonzero(veiled)[0]))
        canvas.fill(outlines, palette.VEIL, alpha * veil_strength(scene))


def veil_strength(scene: MapScene) -> float:
    """How much of the veil is left: where holdings fade by themselves it must not hide them."""
    return palette.HOLDING_VEIL if scene.layer.holdings else 1.0


def draw_view_edge(canvas: Canvas, scene: MapScene) -> None:
    """The line that closes what is in view, with its glow."""
    age = scene.of(scene.age)
    edge = (age == 0)[:, None] & (scene.across(scene.age, 0) > 0)
    line = polylines(scene.sides[: scene.seen][edge])
    if scene.style != "overview":
        canvas.stroke(line, palette.VIEW_EDGE, palette.GLOW_W * scene.w, palette.GLOW_ALPHA)
    canvas.stroke(line, palette.VIEW_EDGE, 2.0 if scene.w < palette.ZOOM_FROM else 3.0)


def draw_fresh(canvas: Canvas, scene: MapScene) -> None:
    """A dashed rim around what was first seen this turn."""
    if not scene.fresh.any():
        return
    edge = scene.of(scene.fresh)[:, None] & ~scene.across(scene.fresh, 0).astype(bool)
    line = polylines(scene.sides[: scene.seen][edge])
    wide = max(2.6, scene.w * 0.05)
    canvas.stroke(line, palette.INK, wide * 1.8, 0.7)
    dashes = (wide * 2.2, wide * 1.6)
    canvas.stroke(line, palette.FRESH, wide, dashes=dashes, cap="butt")


def draw_outside(canvas: Canvas, scene: MapScene) -> None:
    """The veil on what lies outside the radius of a zoom."""
    outside = np.nonzero(~scene.within)[0]
    canvas.fill(polygons(_inflated(scene, outside)), palette.FRAME, palette.OUTSIDE_ALPHA)


def draw_highlight(canvas: Canvas, scene: MapScene) -> None:
    """The hexagon around the centre of a zoom, or the place that a window marks."""
    assert scene.focus.centre is not None
    middle = scene.window.centre(*scene.focus.centre)
    if scene.focus.kind == "window":
        found = scene.place(*scene.focus.centre)
        if found is None:
            return
        middle = found
    line = polygons((np.array(middle) + hexagon(scene.w * 0.97))[None])
    canvas.stroke(line, palette.INK, max(5.0, scene.w * 0.06))
    canvas.stroke(line, palette.HIGHLIGHT, max(2.5, scene.w * 0.032))


def hex_colours(scene: MapScene, tint: float) -> Floats:
    """The colour of each seen hex in the picture, 0 to 255, its owner's mixed in."""
    terrain = scene.of(scene.terrain)
    shade = _SHADES[(scene.variation(_SHADE_SALT) * len(_SHADES)).astype(np.int64)]
    lands = np.array([palette.rgb(each.colour) for each in scene.lands]).reshape(-1, 3)
    colours = lands[terrain] * shade[:, None]
    if scene.layer.faded:
        wet = scene.of(scene.water)[:, None]
        paper = np.where(wet, palette.rgb(palette.PAPER_WATER), palette.rgb(palette.PAPER))
        colours += (paper - colours) * scene.layer.faded
    if tint and scene.liveries:
        liveries = np.array([palette.rgb(each.colour) for each in scene.liveries], dtype=float)
        owner = scene.of(scene.owner)
        strength = _holding(scene) if scene.layer.holdings else tint
        share = np.where(owner >= 0, strength, 0.0)[:, None]
        colours = colours * (1 - share) + liveries[owner] * share
    return np.clip(colours, 0, 255)


def _holding(scene: MapScene) -> Floats:
    """How strongly each seen hex shows its owner on the layer of holdings, fainter with age."""
    age = scene.of(scene.age)
    strength = np.zeros(len(age))
    for start, share in palette.HOLDING_TINTS:
        strength = np.where(age >= start, share, strength)
    return strength


def _fill_hexes(canvas: Canvas, scene: MapScene, chosen: Mask) -> None:
    hexes = np.nonzero(chosen)[0]
    if len(hexes):
        tint = palette.TINT if scene.layer.realms else 0.0
        canvas.fill_each(_inflated(scene, hexes), np.rint(hex_colours(scene, tint)[hexes]))


def _inflated(scene: MapScene, hexes: np.ndarray) -> Floats:
    centres = scene.centres[hexes][:, None]
    return centres + (scene.outlines(hexes) - centres) * (1 + 2 * _OVERLAP / scene.w)


def _coast(scene: MapScene) -> Mask:
    """The sides of seen hexes that part land from water, both known."""
    water = scene.of(scene.water)
    other = np.where(scene.around >= 0, scene.water[scene.around], water[:, None])
    return other != water[:, None]


def _draw_symbols(canvas: Canvas, scene: MapScene) -> None:
    terrain = scene.of(scene.terrain)
    variant = (scene.variation(_VARIANT_SALT) * VARIANTS).astype(np.int64)
    free = ~scene.of(scene.settled)
    drawings: list[Drawing] = []
    for number, land in enumerate(scene.lands):
        for which in range(VARIANTS):
            chosen = free & (terrain == number) & (variant == which)
            if chosen.any():
                drawings.append((symbol(land.symbol, which), scene.centres[: scene.seen][chosen]))
    strew(canvas, drawings, scene.w)
