"""The overview: a whole world in small hexes, with realms, cities and stacks as bare marks.

It trades symbols and wiggles for relief and realm names; everything else is drawn as on any map.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from bot.faces.map import markers
from bot.faces.map.geometry import RADIUS_W, ROW_W, noise
from bot.faces.map.ground import draw_unknown, hex_colours, veil_strength
from bot.faces.map.labels import sized
from bot.faces.map.placing import Crowd, Label, PlacingRank
from bot.faces.map.scene import MapScene
from bot.faces.map.terrain import mist
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.palette import rgb
from bot.faces.paint.shapes import Part, line
from bot.faces.paint.sprites import words

_HEIGHTS: Final = 7  # steps of relief
_MOST_NAMES: Final = 40
_MOUNTAINS: Final = ("mountains", "crags")  # symbols
_CHEVRON: Final = (Part(line((-0.75, -0.3), (0.0, 0.6), (0.75, -0.3)), line="chevron"),)
_DOTS: Final = {"town": 2.2, "burgh": 3.2, "city": 4.2, "capital": 4.6}


def draw_relief(canvas: Canvas, scene: MapScene) -> None:
    """Every hex in its colour, shaded by height, mixed with its owner and with its fog."""
    tint = palette.OVERVIEW_TINT if scene.layer.realms else 0.0
    colours = hex_colours(scene, tint)
    heights = np.array([cell.height for cell in scene.chart.cells], dtype=float)
    height = np.rint(np.clip(scene.of(heights), 0, 1) * (_HEIGHTS - 1)) / (_HEIGHTS - 1)
    low, high = palette.RELIEF
    shade = np.where(scene.of(scene.water), 1.0, low + (high - low) * height)
    colours = np.clip(colours * shade[:, None], 0, 255)
    age = scene.of(scene.age)
    share = np.zeros(len(age))
    for start, alpha in palette.VEILS:
        share = np.where(age >= start, alpha * veil_strength(scene), share)
    colours += (np.array(rgb(palette.VEIL)) - colours) * share[:, None]
    if scene.layer.holdings:
        draw_unknown(canvas, scene)
    else:
        canvas.fill_box(scene.window.frame, palette.UNSEEN)
    _fill_hexes(canvas, scene, np.clip(np.rint(colours / 4) * 4, 0, 255).astype(np.uint8))


def _fill_hexes(canvas: Canvas, scene: MapScene, colours: NDArray[np.uint8]) -> None:
    """Give each pixel the colour of the hex whose centre is nearest, which is the hex it lies in.

    Only two rows of hexes come into question for a row of pixels, and in each for a column of
    pixels one hex alone.
    """
    frame = scene.window.frame
    left, top, right, bottom = (round(edge) for edge in frame)
    x = (np.arange(left, right) + 0.5 - scene.window.origin[0]) / scene.w
    y = (np.arange(top, bottom) + 0.5 - scene.window.origin[1]) / scene.w
    (first, last), (upper, lower) = scene.window.columns, scene.window.rows

    # Every row of hexes as pixels; below the last comes one of nothing.
    painted = np.zeros((lower - upper + 2, last - first + 3, 4), dtype=np.uint8)
    spots = scene.spots[: scene.seen] - (first - 1, upper)
    painted[spots[:, 1], spots[:, 0], :3] = colours
    painted[spots[:, 1], spots[:, 0], 3] = 255
    shifts = np.array((0.0, 0.5))[:, None]  # of even and odd rows
    columns = np.rint(x - shifts)
    aside = (x - shifts - columns) ** 2
    columns = np.clip(columns.astype(np.int64) - first + 1, 0, last - first + 2)
    odd = np.arange(upper, lower + 2) & 1
    rows = np.take_along_axis(painted.view(np.uint32)[..., 0], columns[odd], axis=1)

    above = np.clip(np.floor(y / ROW_W).astype(np.int64), upper, max(upper, lower - 1))
    farther = (y - above * ROW_W) ** 2 - (y - (above + 1) * ROW_W) ** 2
    wider = np.stack((aside[0] - aside[1], aside[1] - aside[0]))[above & 1]
    above_row = above - upper
    below = wider > -farther[:, None]
    canvas.set_pixels(np.where(below, rows[above_row + 1], rows[above_row]))


def draw_signs(canvas: Canvas, scene: MapScene) -> None:
    """Mist where nothing was seen, and a few chevrons on mountains."""
    hidden = slice(scene.seen, None)
    x, y = scene.x[hidden], scene.y[hidden]
    spread = max(2, round(48 / scene.w))
    alone = (scene.near_places(x, y) < 0).all(axis=1)
    chosen = (x % spread == spread // 2) & (y % spread == spread // 2) & alone
    chosen &= noise(x, y, 90) < 0.75
    drift = np.stack((noise(x, y, 94), noise(x, y, 95)), axis=1)[chosen] - 0.5
    places = scene.centres[hidden][chosen] + drift * spread * scene.w * 0.6
    if not scene.layer.holdings:
        sprites.strew(canvas, [(mist(), places)], 38.0, {"mist": palette.MIST})
    if not scene.layer.symbols:
        return
    numbers = [n for n, land in enumerate(scene.lands) if land.symbol in _MOUNTAINS]
    mountain = np.isin(scene.of(scene.terrain), numbers) & (scene.variation(93) < 0.3)
    places = scene.centres[: scene.seen][mountain]
    sprites.strew(canvas, [(_CHEVRON, places)], scene.w * 0.6, {"chevron": "#5E564C"}, 1.0)


def draw_marks(image: Image.Image, scene: MapScene) -> Crowd:
    """Dots for cities, diamonds for stacks, and what the layer is about."""
    crowd = Crowd()
    _draw_cities(image, scene, crowd)
    if scene.layer.resources == "always":
        _draw_deposits(image, scene, crowd)
    if scene.layer.reaches:
        for tower in scene.chart.towers:
            sprite = markers.house(tower.kind, scene.livery(tower.owner).colour, 30.0)
            for x, y in scene.places(tower.x, tower.y):
                crowd.add(sprite.paste(image, x, y), 1.0)
    if scene.layer.roads == "levels":
        for site in (each for each in scene.chart.sites if each.kind == "gate"):
            for x, y in scene.places(site.x, site.y):
                crowd.add(markers.site("gate", 8.0).paste(image, x, y), 1.0)
    if scene.layer.forces:
        _draw_forces(image, scene, crowd)
    return crowd


def _draw_cities(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    for place in sorted(scene.chart.settlements, key=lambda each: _DOTS.get(each.kind, 0)):
        radius = _DOTS.get(place.kind)
        if radius is None:
            continue
        if place.seat and scene.layer.holdings:
            dot = markers.crown(place.seat, 8.0 if place.seat == "kingdom" else 6.0)
        elif place.owner is None:
            dot = sprites.dot(radius * 0.75, palette.RIM_OTHER, 1.2)
        else:
            dot = sprites.dot(radius, edge=1.4)
        for x, y in scene.places(place.x, place.y):
            box = dot.paste(image, x, y)
            crowd.add(box, 1.0)
            crowd.settled[place.x, place.y] = box


def _draw_forces(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    seen: set[tuple[int, int, str | None]] = set()
    for stack in scene.chart.stacks:
        mark = (stack.x, stack.y, stack.owner)
        if mark not in seen and not stack.age and not stack.state:
            seen.add(mark)
            sprite = markers.diamond(scene.livery(stack.owner).colour, 6.0)
            for x, y in scene.places(stack.x, stack.y):
                crowd.add(sprite.paste(image, x, y), 1.0)
    for battle in scene.chart.battles:
        for x, y in scene.places(battle.x, battle.y):
            crowd.add(markers.battle(36.0, past=battle.ago > 0).paste(image, x, y), 1.0)


def _draw_deposits(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    """A plate for the first deposit of each hex, and no more of the others."""
    seen: set[tuple[int, int]] = set()
    radius = max(3.2, scene.w * 0.36)
    for each in sorted(scene.chart.resources, key=lambda each: not each.worked):
        if (each.x, each.y) in seen:
            continue
        seen.add((each.x, each.y))
        sprite = badges.deposit(each.badge, radius, worked=each.worked)
        for x, y in scene.places(each.x, each.y):
            crowd.add(sprite.paste(image, x, y), 0.5)


def city_labels(scene: MapScene, crowd: Crowd) -> list[Label]:
    """The names of the realms' cities, as far as they find room; the others are dots alone."""
    ranks = ("capital", "city")
    cities = [
        place
        for place in scene.chart.settlements
        if place.kind in ranks and place.name and place.owner in scene.factions
    ]
    cities.sort(key=lambda place: (place.owner != scene.chart.own, ranks.index(place.kind)))
    labels: list[Label] = []
    for place in cities[:_MOST_NAMES]:
        box = crowd.settled.get((place.x, place.y))
        if box is not None:
            own = place.owner == scene.chart.own
            first, smaller = sized(
                scene,
                place.name,
                24,
                lambda name, size: words(name, size, palette.WHITE, palette.INK),
            )
            rank = PlacingRank.OWN_CITY if own else PlacingRank.CITY
            labels.append(
                Label(first, box, rank, place.name, smaller=smaller, led=own, optional=True)
            )
    return labels


def detail_box(image: Image.Image, scene: MapScene) -> list[Label]:
    """The box around the neighbourhood that the focus names, and its label."""
    if scene.focus.kind in ("zoom", "window") or scene.focus.centre is None:
        return []
    spot = scene.place(*scene.focus.centre)
    if spot is None:
        return []
    left, top, right, bottom = scene.window.frame
    half = (scene.focus.radius + 0.75) * scene.w
    tall = (scene.focus.radius * ROW_W + RADIUS_W) * scene.w
    x, y = spot
    box = max(x - half, left), max(y - tall, top), min(x + half, right), min(y + tall, bottom)
    pen = ImageDraw.Draw(image)
    pen.rectangle(box, outline=rgb(palette.INK), width=5)
    inner = box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1
    pen.rectangle(inner, outline=rgb(palette.HIGHLIGHT), width=2)
    text = words("detail map", 22, palette.HIGHLIGHT, palette.INK, face="italic")
    places = ((-0.6, -1.0), (0.6, -1.0), (-0.6, 1.0), (0.6, 1.0))
    return [Label(text, box, PlacingRank.CAPTION, "detail map", places)]
