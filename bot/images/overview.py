"""The overview: a whole world in small hexes, with realms, cities and stacks as bare marks.

It trades symbols and wiggles for relief and realm names; everything else is drawn as on any map.
"""

from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.images import markers, palette
from bot.images.canvas import Canvas, Floats, box_corners, polygons
from bot.images.figures import Crowd
from bot.images.geometry import RADIUS_W, ROW_W, noise
from bot.images.ground import fill_by_colour, hex_colours
from bot.images.labels import AROUND, Label, components
from bot.images.markers import words
from bot.images.palette import rgb
from bot.images.scene import Scene
from bot.images.shapes import Part, draw, line
from bot.images.terrain import mist
from bot.images.text import fitted

_HEIGHTS: Final = 7  # steps of relief
_LEAST_PART: Final = 3  # hexes of a part of a realm that gets a shield of its own
_GREAT_PART: Final = 25  # hexes of a part that bears a great shield
_MOST_NAMES: Final = 40
_MOUNTAINS: Final = ("mountains", "crags")
_CHEVRON: Final = (Part(line((-0.75, -0.3), (0.0, 0.6), (0.75, -0.3)), line="chevron"),)
_DOTS: Final = {"town": 2.2, "burgh": 3.2, "city": 4.2, "capital": 4.6}


def draw_relief(canvas: Canvas, scene: Scene) -> None:
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
        share = np.where(age >= start, alpha, share)
    colours += (np.array(rgb(palette.VEIL)) - colours) * share[:, None]
    canvas.fill(polygons(box_corners(scene.window.frame)[None]), palette.UNSEEN)
    hexes = _grown(scene.centres[: scene.seen], scene.outlines(np.arange(scene.seen)), scene.w)
    fill_by_colour(canvas, hexes, np.clip(np.rint(colours / 4) * 4, 0, 255), smooth=False)


def draw_signs(canvas: Canvas, scene: Scene) -> None:
    """Mist where nothing was seen, and a few chevrons on mountains."""
    hidden = slice(scene.seen, None)
    x, y = scene.x[hidden], scene.y[hidden]
    spread = max(2, round(48 / scene.w))
    alone = (scene.near_places(x, y) < 0).all(axis=1)
    chosen = (x % spread == spread // 2) & (y % spread == spread // 2) & alone
    chosen &= noise(x, y, 90) < 0.75
    drift = np.stack((noise(x, y, 94), noise(x, y, 95)), axis=1)[chosen] - 0.5
    places = scene.centres[hidden][chosen] + drift * spread * scene.w * 0.6
    draw(canvas, mist(), places, 38.0, {"mist": palette.MIST})
    if not scene.layer.symbols:
        return
    numbers = [palette.TERRAIN_NAMES.index(name) for name in _MOUNTAINS]
    mountain = np.isin(scene.of(scene.terrain), numbers) & (scene.variation(93) < 0.3)
    places = scene.centres[: scene.seen][mountain]
    draw(canvas, _CHEVRON, places, scene.w * 0.6, {"chevron": "#5E564C"}, 1.0)


def draw_marks(image: Image.Image, scene: Scene) -> Crowd:
    """Dots for cities, shields on every separate part of a realm, diamonds for stacks."""
    crowd = Crowd()
    for place in sorted(scene.chart.settlements, key=lambda each: _DOTS.get(each.kind, 0)):
        radius = _DOTS.get(place.kind)
        if radius is None:
            continue
        if place.owner is None:
            dot = markers.dot(radius * 0.75, palette.RIM_OTHER, 1.2)
        else:
            dot = markers.dot(radius, edge=1.4)
        for x, y in scene.places(place.x, place.y):
            box = dot.paste(image, x, y)
            crowd.add(box, 1.0)
            crowd.settled[place.x, place.y] = box
    if scene.layer.forces:
        seen: set[tuple[int, int, str | None]] = set()
        for stack in scene.chart.stacks:
            mark = (stack.x, stack.y, stack.owner)
            if mark not in seen and not stack.age:
                seen.add(mark)
                sprite = markers.diamond(scene.livery(stack.owner).colour, 6.0)
                for x, y in scene.places(stack.x, stack.y):
                    crowd.add(sprite.paste(image, x, y), 1.0)
        for battle in scene.chart.battles:
            for x, y in scene.places(battle.x, battle.y):
                crowd.add(markers.battle(26.0).paste(image, x, y), 1.0)
    return crowd


def realm_labels(image: Image.Image, scene: Scene, crowd: Crowd) -> list[Label]:
    """Draw a shield on each part of a realm; give the names of realms, cities and the box."""
    labels: list[Label] = []
    if scene.layer.realms and scene.liveries:
        for owner, part, greatest in _parts(scene):
            x, y = _heart(scene.centres[part])
            faction = scene.chart.factions[owner]
            own = faction.key == scene.chart.own
            large = len(part) >= _GREAT_PART
            width = (42.0 if large else 28.0) if greatest else 21.0
            sprite = markers.shield(scene.liveries[owner], own=own, width=width)
            box = crowd.add(sprite.paste(image, x, y), 3.0)
            if greatest:
                name = fitted(faction.name, "title", 28, palette.WIDTH * 0.4)
                text = words(name, 28, palette.WHITE, palette.INK, face="title")
                labels.append(Label(text, box, AROUND))
    return labels + _city_labels(scene, crowd)


def _city_labels(scene: Scene, crowd: Crowd) -> list[Label]:
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
            name = fitted(place.name, "bold", 21, palette.WIDTH * 0.25)
            text = words(name, 21, palette.WHITE, palette.INK)
            labels.append(Label(text, box, optional=True))
    return labels


def detail_box(image: Image.Image, scene: Scene) -> list[Label]:
    """The box around the neighbourhood that the focus names, and its label."""
    if scene.focus.kind == "zoom" or scene.focus.centre is None:
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
    return [Label(text, box, ((-0.6, -1.0), (0.6, -1.0), (-0.6, 1.0), (0.6, 1.0)))]


def _grown(centres: Floats, outlines: Floats, w: float) -> Floats:
    """The hexes a little larger, so that no gap shows between them."""
    middles = centres[:, None]
    return middles + (outlines - middles) * (1 + 0.5 / w)


def _parts(scene: Scene) -> list[tuple[int, np.ndarray, bool]]:
    """Each separate part of a realm: owner, places in the picture, whether its greatest."""
    areas = components(scene.near, scene.owner)
    drawn_owner, drawn_area = scene.of(scene.owner), scene.of(areas)
    left, _, right, _ = scene.window.frame
    across = scene.centres[: scene.seen, 0]
    held = np.nonzero((drawn_owner >= 0) & (across >= left) & (across < right))[0]
    order = held[np.argsort(drawn_area[held], kind="stable")]
    _, starts = np.unique(drawn_area[order], return_index=True)
    parts = [part for part in np.split(order, starts[1:]) if len(part) >= _LEAST_PART]
    parts.sort(key=len, reverse=True)
    named: set[int] = set()
    found: list[tuple[int, np.ndarray, bool]] = []
    for part in parts:
        owner = int(drawn_owner[part[0]])
        found.append((owner, part, owner not in named))
        named.add(owner)
    return found


def _heart(centres: Floats) -> tuple[float, float]:
    """The hex of a part that lies nearest its middle."""
    gaps = ((centres - centres.mean(axis=0)) ** 2).sum(axis=1)
    x, y = centres[int(np.argmin(gaps))]
    return float(x), float(y)
