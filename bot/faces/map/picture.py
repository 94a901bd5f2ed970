"""The map picture: from a chart to PNG bytes, alt text and a file name.

The order of the passes is the order of the layers. Shapes go to matplotlib's Agg, then figures and
words are pasted with Pillow. It draws only what the chart holds.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.map import card, ground, labels, links, overview, realms
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Cell, Chart, Focus
from bot.faces.map.figures import draw_figures
from bot.faces.map.keys import key_of
from bot.faces.map.labels import components, sized
from bot.faces.map.legend import legend
from bot.faces.map.overlays import draw_overlays, put_overlays
from bot.faces.map.placing import AROUND, Crowd, Label, PlacingRank, Written, place_labels
from bot.faces.map.reaches import draw_reaches
from bot.faces.map.scene import MapScene
from bot.faces.map.strides import draw_strides, stride_labels
from bot.faces.paint import palette, sprites, text
from bot.faces.paint.canvas import Box, Canvas, Floats
from bot.faces.paint.card import draw_title
from bot.faces.paint.palette import rgb
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import encode
from bot.faces.paint.sprites import words

_LEAST_PART: Final = 3  # hexes of a part of a realm that gets a separate shield
_GREAT_PART: Final = 25  # hexes of a part with a great shield


def raise_shields(image: Image.Image, scene: MapScene, crowd: Crowd) -> list[Label]:
    """Draw a shield on each part of a realm; give the names of the realms."""
    labels: list[Label] = []
    for owner, part, greatest in _parts(scene):
        x, y = _heart(scene, part)
        faction = scene.chart.factions[owner]
        own = faction.key == scene.chart.own
        large = len(part) >= _GREAT_PART or scene.style != "overview"
        width = (42.0 if large else 28.0) if greatest else 21.0
        sprite = sprites.shield(scene.liveries[owner], own=own, width=width)
        box = crowd.add(sprite.paste(image, x, y), 3.0)
        if greatest:
            first, smaller = sized(
                scene,
                faction.name,
                28,
                lambda name, size: words(name, size, palette.WHITE, palette.INK, face="title"),
            )
            labels.append(
                Label(
                    first,
                    box,
                    PlacingRank.REALM,
                    faction.name,
                    AROUND,
                    (),
                    smaller,
                    led=True,
                )
            )
    return labels


def _parts(scene: MapScene) -> list[tuple[int, np.ndarray, bool]]:
    """Each separate part of a realm: owner, places in the picture, whether its greatest."""
    areas = components(scene.near, scene.owner)
    drawn_owner, drawn_area = scene.of(scene.owner), scene.of(areas)
    left, _, right, _ = scene.window.frame
    across = scene.centres[: scene.seen, 0]
    held = (drawn_owner >= 0) & (across >= left) & (across < right)
    held = np.nonzero(held & scene.within[: scene.seen])[0]
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


def _heart(scene: MapScene, part: np.ndarray) -> tuple[float, float]:
    """The middle of the hex of a part that lies nearest the part's own.

    Where buildings are drawn it is one without them, if there is any.
    """
    centres: Floats = scene.centres[part]
    gaps = ((centres - centres.mean(axis=0)) ** 2).sum(axis=1)
    if scene.style != "overview":
        gaps = gaps + scene.of(scene.settled)[part] * gaps.max()
    x, y = centres[int(np.argmin(gaps))]
    return float(x), float(y)


@dataclass(frozen=True, slots=True)
class Composed:
    """A map before it is packed, with all that is written on it above the legend."""

    image: Image.Image
    shown: Chart
    """The part of the chart inside the picture."""
    written: tuple[Written, ...]
    frame: Box
    """Where the land is drawn; all names lie inside."""


def draw_map(chart: Chart, focus: Focus | None = None) -> Picture:
    """Draw the part of the chart that the focus names; the same chart gives the same bytes.

    Raises ValueError if a zoom's centre is not on the map.
    """
    focus = focus or Focus()
    made = compose(chart, focus)
    image, name = made.image, _filename(chart, focus)
    return Picture(encode(image), map_alt(made.shown, focus), name, image.width, image.height)


def compose(chart: Chart, focus: Focus) -> Composed:
    """The map as an image. Raises as `draw_map`."""
    cells = {(cell.x, cell.y) for cell in chart.cells}
    chart = _only(chart, lambda x, y: (x, y) in cells)
    scene = MapScene(chart, focus)
    shown = _only(chart, lambda x, y: bool(scene.places(x, y)))
    if scene.layer.roads == "levels":
        shown = replace(shown, links=links.drawn_links(scene))
    panel = legend(scene.style, focus.layer, focus.legend, round(scene.w, 1), key_of(shown, scene))
    below = round(scene.window.frame[3]) + 8
    if scene.window.numbered:
        below += palette.COORDINATES_HEIGHT - 8
    image, written = _draw(scene, below + (panel.height if panel else 12))
    if panel:
        image.paste(panel, (0, below))
    draw_title(image, card.map_heading(chart))
    return Composed(image, shown, tuple(written), scene.window.frame)


def warm() -> None:
    """Load what a first picture would wait for: fonts, icons, and the drawing code itself."""
    text.warm()
    cells = tuple(Cell(x, 0, "grassland") for x in range(2))
    draw_map(Chart(2, 1, cells), Focus(legend="none"))


def _only(chart: Chart, keep: Callable[[int, int], bool]) -> Chart:
    """The chart with only those figures whose hex is kept. Routes stay: plans lead anywhere."""
    return replace(
        chart,
        settlements=tuple(each for each in chart.settlements if keep(each.x, each.y)),
        towers=tuple(each for each in chart.towers if keep(each.x, each.y)),
        fortifications=tuple(each for each in chart.fortifications if keep(each.x, each.y)),
        reaches=tuple(each for each in chart.reaches if any(keep(*hex_) for hex_ in each.hexes)),
        stacks=tuple(each for each in chart.stacks if keep(each.x, each.y)),
        battles=tuple(each for each in chart.battles if keep(each.x, each.y)),
        fallen=tuple(each for each in chart.fallen if keep(each.x, each.y)),
        sites=tuple(each for each in chart.sites if keep(each.x, each.y)),
        resources=tuple(each for each in chart.resources if keep(each.x, each.y)),
        waters=tuple(each for each in chart.waters if keep(each.x, each.y)),
        overlays=tuple(
            replace(overlay, spots=tuple(each for each in overlay.spots if keep(each.x, each.y)))
            for overlay in chart.overlays
        ),
    )


def _filename(chart: Chart, focus: Focus) -> str:
    parts = ["map", "reach"] if chart.strides else ["map"]
    if focus.layer.of:
        parts.append("-".join(focus.layer.name.split()))
    if focus.kind == "zoom" and focus.centre:
        parts.append(f"around-{focus.centre[0]}-{focus.centre[1]}")
    elif focus.frame:
        x, y, wide, tall = focus.frame
        parts.append(f"from-{x}-{y}-to-{(x + wide - 1) % chart.width}-{y + tall - 1}")
    elif focus.kind == "overview":
        parts.append("overview")
    if chart.turn is not None:
        parts.append(f"turn-{chart.turn}")
    return "-".join(parts) + ".png"


def _draw(scene: MapScene, height: int) -> tuple[Image.Image, list[Written]]:
    canvas = Canvas(palette.WIDTH, height, palette.FRAME)
    canvas.clip(scene.window.frame)
    if scene.style == "overview":
        _paint_overview(canvas, scene)
    else:
        _paint_map(canvas, scene)
    if scene.focus.kind == "zoom":
        ground.draw_outside(canvas, scene)
    if scene.focus.kind in ("zoom", "window") and scene.focus.centre:
        ground.draw_highlight(canvas, scene)
    image = canvas.picture
    written = _put_figures(image, scene)
    _close_frame(image, scene)
    if scene.window.numbered:
        written += card.draw_coordinates(image, scene)
    return image, written


def _paint_map(canvas: Canvas, scene: MapScene) -> None:
    rivers, roads = links.levels(scene, "river"), links.levels(scene, "road")
    if scene.layer.holdings:
        ground.draw_unknown(canvas, scene)
    ground.draw_water(canvas, scene)
    ground.draw_land(canvas, scene)
    ground.draw_coast(canvas, scene)
    if scene.layer.holdings:
        realms.draw_patterns(canvas, scene)
    if scene.layer.realms:
        realms.draw_realms(canvas, scene)
        realms.draw_baronies(canvas, scene)
        realms.draw_border_ink(canvas, scene)
    if scene.layer.holdings:
        realms.draw_bounds(canvas, scene)
    links.draw_rivers(canvas, scene, rivers, roads)
    if scene.layer.roads != "none":
        links.draw_roads(canvas, scene, roads)
    links.draw_barriers(canvas, scene)
    ground.draw_veil(canvas, scene)
    ground.draw_view_edge(canvas, scene)
    ground.draw_fresh(canvas, scene)
    draw_overlays(canvas, scene)
    if scene.layer.reaches:
        draw_reaches(canvas, scene)
    draw_strides(canvas, scene)


def _paint_overview(canvas: Canvas, scene: MapScene) -> None:
    overview.draw_relief(canvas, scene)
    overview.draw_signs(canvas, scene)
    links.draw_overview_links(canvas, scene)
    if scene.layer.realms:
        realms.draw_realms(canvas, scene)
        realms.draw_border_ink(canvas, scene)
    if scene.layer.holdings:
        realms.draw_bounds(canvas, scene)
    ground.draw_view_edge(canvas, scene)
    ground.draw_fresh(canvas, scene)
    draw_overlays(canvas, scene)
    if scene.layer.reaches:
        draw_reaches(canvas, scene)
    draw_strides(canvas, scene)
    card.draw_graticule(canvas, scene)


def _put_figures(image: Image.Image, scene: MapScene) -> list[Written]:
    """The figures and words on the map; figures may reach beyond its frame."""
    if scene.style == "overview":
        crowd = overview.draw_marks(image, scene)
        put_overlays(image, scene, crowd)
        crowd.labels += overview.detail_box(image, scene)
        if scene.layer.realms:
            crowd.labels += raise_shields(image, scene, crowd)
        crowd.labels += overview.city_labels(scene, crowd)
        if scene.focus.kind == "window" and scene.chart.strides:
            crowd.labels += stride_labels(scene)
    else:
        crowd = draw_figures(image, scene)
        put_overlays(image, scene, crowd)
        if scene.layer.holdings:
            crowd.labels += raise_shields(image, scene, crowd)
        crowd.labels += labels.map_labels(scene, crowd)
        crowd.labels += stride_labels(scene)
        crowd.labels += links.mode_labels(scene)
        if scene.style == "zoom":
            crowd.labels += card.hex_coordinates(scene)
        if not scene.chart.strides:  # which are numbers themselves
            crowd.labels += labels.age_labels(scene)
    return place_labels(image, crowd.labels, crowd, scene.window.frame)


def _close_frame(image: Image.Image, scene: MapScene) -> None:
    """Wipe what reaches beyond the frame and draw the frame's line."""
    left, top, right, bottom = (round(edge) for edge in scene.window.frame)
    wide, tall = image.size
    pen = ImageDraw.Draw(image)
    for box in (
        (0, 0, wide, top),
        (0, bottom, wide, tall),
        (0, 0, left, tall),
        (right, 0, wide, tall),
    ):
        pen.rectangle(box, rgb(palette.FRAME))
    pen.rectangle((left, top, right, bottom), outline=rgb(palette.BRASS), width=2)
