"""The ground of a field: its hexes by terrain, walls, both zones, and the numbers of its hexes.

Source: warmaster.field.terrain, warmaster.deploy.zones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.battle.layout import mixed
from bot.faces.map.geometry import CORNERS_W, hexagon, noise
from bot.faces.map.terrain import VARIANTS, symbol
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas, Floats, polygons, polylines
from bot.faces.paint.looks import Land, Looks, natural
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.shapes import Path
from bot.faces.paint.sprites import level_boxes, strew, words
from bot.faces.warmaster.battle.layout import HEX, MARGIN_LEFT, MARGIN_TOP, Plan
from engine.packs.warmaster.battle.deployment import ROWS
from engine.packs.warmaster.battle.grid import AROUND, WIDTH, cell_of
from engine.packs.warmaster.battle.values import Field, Spot, Terrain

_LANDS: Final[dict[Terrain, str]] = {
    "hill": "hills",
    "woods": "forest",
    "marsh": "marsh",
    "crag": "crags",
    "water": "sea",
}
"""The land that each feature of a field is drawn as."""
_FEATURES: Final[dict[Terrain, str]] = {
    "hill": "#D9BE6A",
    "woods": "#5F9150",
    "marsh": "#6FA39A",
    "crag": "#8B8178",
    "water": "#4B7F9F",
}
"""Their colours, each apart from open ground in lightness or hue, for any eye."""
_OPEN: Final = {
    "hills": "grassland",
    "forest": "grassland",
    "heavy_forest": "grassland",
    "ancient_forest": "moors",
    "swamp": "moors",
    "fen": "moors",
    "marsh": "moors",
    "mountains": "arid",
    "crags": "arid",
    "plateaus": "arid",
    "badlands": "arid",
}
"""The land as which open ground is drawn where the province is of land that looks like a feature:
its other hexes are open."""
_SYMBOL: Final = 64.0
_TINT: Final = 0.2
_PAVED: Final = "#CFC3A8"
_SALT: Final = 141
_MUTED: Final = 0.12
"""How much ink is mixed into open ground, so that counters stand out."""


def open_land(field: Field, looks: Looks) -> Land:
    """How the open ground of a field is drawn: by the land of its province."""
    land = looks.land(field.base) if field.base else natural("grassland")
    return natural(_OPEN[land.symbol]) if land.symbol in _OPEN else land


def terrain_of(field: Field) -> dict[Spot, Terrain]:
    """What is not open, by hex; of a hex laid twice the last."""
    return {ground.at: ground.terrain for ground in field.grounds}


def draw_ground(
    canvas: Canvas,
    plan: Plan,
    field: Field,
    looks: Looks,
    zones: Mapping[int, Livery],
) -> None:
    """The hexes of a field, with the zones of these sides (0 for the attacker) in their colours."""
    land, terrain = open_land(field, looks), terrain_of(field)
    image = canvas.picture
    spots = plan.spots()
    dark = mixed(land.colour, palette.FRAME, 0.82)
    left, top, right, bottom = (round(edge) for edge in plan.box)
    canvas.fill_box(plan.box, dark)
    frame = (left, top, right - 1, bottom - 1)
    canvas.pen.rectangle(frame, outline=rgb(palette.BRASS), width=2)
    canvas.clip(plan.ground)
    hexes = np.array([plan.centre(spot) for spot in spots])[:, None] + hexagon(plan.size)
    grounds: dict[str, list[int]] = {}
    for number, (spot, step) in enumerate(zip(spots, _chances(spots, _SALT), strict=True)):
        paint = _paint(spot, land, terrain.get(spot), zones, int(step * 3))
        grounds.setdefault(paint, []).append(number)
    for paint, here in grounds.items():
        canvas.fill(polygons(hexes[here]), paint)
    _draw_symbols(canvas, plan, land, spots, terrain)
    canvas.stroke(_outlines(hexes, spots), palette.INK, 1.4, 0.3)
    _draw_edges(canvas, plan, terrain)
    for side in zones:
        _draw_zone(canvas, plan, side)
    _draw_walls(canvas, plan, field, terrain)
    canvas.clip(None)
    _draw_numbers(image, plan)
    whole = (spot for spot in _walls(plan, terrain) if plan.shows(spot))
    if field.walls and (first := next(whole, None)):
        x, y = plan.centre(first)
        level_boxes(field.walls, 12.0).paste(image, x - plan.size / 2, y + plan.tall_hex * 0.42)


# ---------------------------------------------------------------- hexes


def _chances(spots: Sequence[Spot], salt: int) -> list[float]:
    """A number from 0 to below 1 for each hex."""
    columns, rows = np.array(spots).T
    return noise(columns, rows, salt).tolist()


def _paint(
    spot: Spot, land: Land, terrain: Terrain | None, zones: Mapping[int, Livery], step: int
) -> str:
    """The colour of a hex, lighter or darker by its step as on maps: 3% at 2 and at 1."""
    if terrain is None or terrain == "open":
        paint = mixed(land.colour, palette.INK, _MUTED)
        for side, livery in zones.items():
            if spot[1] in ROWS[side]:
                paint = mixed(paint, livery.colour, _TINT)
    else:
        paint = _FEATURES.get(terrain, _PAVED)
    return mixed(paint, palette.WHITE if step == 2 else palette.INK, 0.03) if step else paint


def _outlines(hexes: Floats, spots: Sequence[Spot]) -> Path:
    """The sides of all hexes, each drawn once: the eastern ones, at the rim the western too."""
    places = np.array(spots)
    rim = ((places == places.min(axis=0)) | (places == places.max(axis=0))).any(axis=1)
    return polylines(np.concatenate((hexes[:, :4], hexes[rim][:, [3, 4, 5, 0]])))


def _draw_symbols(
    canvas: Canvas,
    plan: Plan,
    land: Land,
    spots: Sequence[Spot],
    terrain: Mapping[Spot, Terrain],
) -> None:
    """Each feature's symbol in its hexes; on open ground a few of the land's own."""
    drawn: dict[tuple[str, int], list[tuple[float, float]]] = {}
    chances = zip(_chances(spots, _SALT + 1), _chances(spots, _SALT + 2), strict=True)
    for spot, (variant, bare) in zip(spots, chances, strict=True):
        name = _LANDS.get(terrain.get(spot, "open"), "")
        if not name and spot not in terrain and bare < 0.35:
            name = land.symbol
        if name:
            drawn.setdefault((name, int(variant * VARIANTS)), []).append(plan.centre(spot))
    drawings = [(symbol(*each), np.array(centres)) for each, centres in sorted(drawn.items())]
    strew(canvas, drawings, _SYMBOL * plan.size / HEX)


def _sides(plan: Plan, spot: Spot, faces: Sequence[int]) -> list[Floats]:
    """The sides of a hex that face these directions, 0 for NE and then clockwise."""
    corners = np.array(plan.centre(spot)) + CORNERS_W * plan.size
    return [corners[[face, (face + 1) % 6]] for face in faces]


def _draw_edges(canvas: Canvas, plan: Plan, terrain: Mapping[Spot, Terrain]) -> None:
    """A dark line about each patch of a feature."""
    lines: list[Floats] = []
    for spot, each in terrain.items():
        if each in _LANDS and spot in plan.spots():
            around = AROUND[cell_of(spot)]
            other = [
                face
                for face, cell in enumerate(around)
                if cell < 0 or terrain.get((cell % WIDTH, cell // WIDTH)) != each
            ]
            lines += _sides(plan, spot, other)
    if lines:
        canvas.stroke(polylines(np.array(lines)), palette.WALL_DARK, 2.6, 0.75)


def _draw_zone(canvas: Canvas, plan: Plan, side: int) -> None:
    """The line before a side's zone, dashed."""
    points: list[Floats] = []
    for spot in plan.spots():
        if spot[1] == ROWS[side][0]:
            corners = np.array(plan.centre(spot)) + CORNERS_W * plan.size
            points += list(corners[[4, 3, 2] if side else [5, 0, 1]])
    if not points:
        return
    line = polylines(np.array(points)[None])
    canvas.stroke(line, palette.INK, 4.5, 0.7)
    canvas.stroke(line, palette.PARCHMENT, 2.2, dashes=(9.0, 8.0), cap="butt")


def _draw_walls(canvas: Canvas, plan: Plan, field: Field, terrain: Mapping[Spot, Terrain]) -> None:
    """A battlement along the side of wall hexes that faces the attacker, thicker by level."""
    walls = _walls(plan, terrain)
    if not walls:
        return
    lines: list[Floats] = []
    for spot in walls:
        corners = np.array(plan.centre(spot)) + CORNERS_W * plan.size
        lines.append(corners[[4, 3, 2]])
    path = polylines(np.array(lines))
    wide = 7.0 + 1.8 * (field.walls or 1)
    canvas.stroke(path, palette.INK, wide + 5)
    canvas.stroke(path, palette.WALL_SHADE, wide)
    canvas.stroke(path, palette.WALL, wide, dashes=(9.0, 7.0), cap="butt")


def _walls(plan: Plan, terrain: Mapping[Spot, Terrain]) -> list[Spot]:
    """The hexes of walls that are seen, in order."""
    found = (spot for spot, each in terrain.items() if each.startswith("wall"))
    return sorted(spot for spot in found if spot in plan.spots())


def _draw_numbers(image: Image.Image, plan: Plan) -> None:
    """Columns above and rows on the left, as orders name them: `8,11` is column 8, row 11."""
    for column in range(plan.columns[0], plan.columns[1] + 1):
        x, _ = plan.centre((column, plan.rows[0]))
        number = words(str(column), 18, palette.COORDINATE, face="medium")
        number.paste(image, x, plan.box[1] + MARGIN_TOP / 2 + 1)
    for row in range(plan.rows[0], plan.rows[1] + 1):
        _, y = plan.centre((plan.columns[0], row))
        number = words(str(row), 18, palette.COORDINATE, face="medium")
        number.paste(image, plan.box[0] + MARGIN_LEFT / 2, y)
