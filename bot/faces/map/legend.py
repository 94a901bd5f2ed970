"""The legend below a map, drawn once and kept, for it hardly ever changes."""

from functools import lru_cache, partial
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.map import markers
from bot.faces.map.chart import Samples
from bot.faces.map.keys import Key, key_rows
from bot.faces.map.layers import Layer
from bot.faces.map.legend_parts import (
    LEFT,
    RIGHT,
    Row,
    caption,
    columns,
    hex_sprite,
    line_sprite,
    rhythm_sprite,
    row,
    write,
)
from bot.faces.map.realms import rhythm_ink
from bot.faces.map.scene import Style
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.canvas import Canvas, polygons, polylines
from bot.faces.paint.looks import Badge, Land, natural
from bot.faces.paint.palette import Faction, rgb
from bot.faces.paint.sprites import Sprite, words
from bot.faces.paint.text import fitted, lettering, measure

_GAP: Final = 12  # above the panel and below it
_PAD: Final = 10
_PER_ROW: Final = 6  # factions
_MOST_LANDS: Final = 9  # samples that find room
_MOST_GOODS: Final = 8
_BUILDINGS: Final = ("village", "town", "burgh", "city", "capital")
_TOWERS: Final = ("watch", "guard", "wizard", "castle")
_FOREST: Final = natural("forest")


@lru_cache(maxsize=32)
def legend(
    style: Style,
    layer: Layer,
    extent: str,
    factions: tuple[Faction, ...],
    own: str | None,
    w: float,
    key: Key,
    samples: Samples,
) -> Image.Image | None:
    """The panel, or None if it would be empty. `extent` is `full`, `factions` or `none`.

    `w` is the width of a hex, for the scale bar; the key comes with any extent but `none`, the
    samples with a full one. The picture is shared: paste it, do not change it.
    """
    rows: list[Row] = []
    if extent == "full":
        if style == "map":
            rows += [(88, partial(_terrains, lands=samples.lands)), (86, _figures)]
            if layer.roads == "plain":
                rows.append((48, lambda image, y: _lines(image, y, w)))
        elif style == "zoom":
            rows.append((56, _sites))
            if layer.resources == "zoomed" and samples.goods:
                rows.insert(0, (56, lambda image, y: _resources(image, y, samples.goods)))
        else:
            rows.append((46, lambda image, y: _marks(image, y, w, samples.coarse)))
    if extent != "none":
        rows = key_rows(key, layer) + rows
    if extent != "none" and (layer.realms or layer.forces):
        for start in range(0, len(factions), _PER_ROW):
            some = factions[start : start + _PER_ROW]
            even = len(factions) > _PER_ROW
            rows.append(
                (54, lambda image, y, some=some, even=even: _factions(image, y, some, own, even))
            )
    if not rows:
        return None
    height = sum(tall for tall, _ in rows) + 2 * _PAD
    image = Image.new("RGB", (palette.WIDTH, height + 2 * _GAP), rgb(palette.FRAME))
    panel = (palette.MARGIN, _GAP, palette.WIDTH - palette.MARGIN - 1, _GAP + height - 1)
    ImageDraw.Draw(image).rounded_rectangle(panel, 6, rgb(palette.PANEL))
    y = _GAP + _PAD
    for tall, drawer in rows:
        drawer(image, y + tall // 2)
        y += tall
    return image


def _terrains(image: Image.Image, y: int, lands: tuple[Land, ...]) -> None:
    lands = lands[:_MOST_LANDS]
    spots = columns(len(lands) + 3)
    for spot, land in zip(spots, lands, strict=False):
        hex_sprite(land.colour, land.symbol).paste(image, spot, y - 14)
        caption(image, land.label, spot, y + 30)
    forest, trees = _FOREST.colour, _FOREST.symbol
    fogs = (
        (hex_sprite(forest, trees, edge=palette.VIEW_EDGE), "In view"),
        (hex_sprite(forest, trees, veil=palette.VEILS[1][1]), "Turns ago"),
        (hex_sprite(palette.UNSEEN, None, edge=palette.UNSEEN_GRID), "Never seen"),
    )
    for spot, (sprite, text) in zip(spots[-3:], fogs, strict=True):
        sprite.paste(image, spot, y - 14)
        caption(image, text, spot, y + 30)
    age = words("−3", palette.COUNT_TEXT, palette.AGE, palette.REMEMBERED_LABEL)
    age.paste(image, spots[-2], y - 14)


def _figures(image: Image.Image, y: int) -> None:
    grey, red = palette.UNOWNED.colour, palette.livery(1)
    sprites: list[tuple[Sprite, str]] = [
        (markers.house(kind, grey, 60.0), kind.capitalize()) for kind in (*_BUILDINGS, *_TOWERS)
    ]
    sprites += [
        (markers.stack(red, own=True, width=30.0, count="", fleet=False, ghost=False), "Stack"),
        (markers.stack(red, own=True, width=27.0, count="", fleet=True, ghost=False), "Fleet"),
        (markers.battle(44.0), "Battle"),
    ]
    for spot, (sprite, text) in zip(columns(len(sprites)), sprites, strict=True):
        middle = sprite.top + sprite.image.height / 2
        sprite.paste(image, spot, y - 14 - middle)
        caption(image, text, spot, y + 29)


def _lines(image: Image.Image, y: int, w: float) -> None:
    x = write(image, "River 1–4", LEFT + 6, y) + 8
    x = _strokes(image, x, y, palette.RIVER, palette.RIVER_CASING, palette.RIVER_W, 2.2)
    x = write(image, "Road 1–4", x + 20, y) + 8
    x = _strokes(image, x, y, palette.ROAD, palette.ROAD_CASING, palette.ROAD_W, 2.6)
    x = _dashes(image, x + 22, y)
    x = write(image, "Barony", x + 8, y)
    x = _route(image, x + 30, y)
    x = write(image, "Your route", x + 8, y)
    _scale(image, y, w, x + 30)


def _resources(image: Image.Image, y: int, goods: tuple[tuple[str, Badge], ...]) -> None:
    some = goods[:_MOST_GOODS]
    row(image, y, [(badges.resource(badge, 18.0), name) for name, badge in some])


def _sites(image: Image.Image, y: int) -> None:
    row(
        image,
        y,
        [
            (markers.site("hot-spot", 17.0), "Hot spot"),
            (markers.site("gate", 17.0), "Gate"),
            (_barrier_sprite(), "Barrier"),
            (hex_sprite(None, None, edge=palette.HIGHLIGHT, w=38.0), "This place"),
            (_route_sprite(), "Your route"),
            (line_sprite(palette.VIEW_EDGE, 2.5), "In view"),
            (words("−3", 20, palette.AGE), "Turns ago"),
        ],
    )


def _marks(image: Image.Image, y: int, w: float, lands: tuple[Land, ...]) -> None:
    x = LEFT + 10
    for radius in (2.2, 3.2, 4.4):
        sprites.dot(radius, edge=1.4).paste(image, x, y)
        x += 18
    x = write(image, "Town, burgh, city", x + 2, y) + 40
    markers.diamond(palette.LIVERY_COLOURS[0], 7.0).paste(image, x, y)
    x = write(image, "Stack", x + 20, y) + 44
    for land in lands[:_MOST_LANDS]:
        hex_sprite(land.colour, None, w=26.0).paste(image, x, y)
        x += 29
    x = (write(image, "Terrain", x, y) if lands else x) + 30
    line_sprite(palette.VIEW_EDGE, 2.0).paste(image, x + 22, y)
    x = write(image, "In view", x + 52, y)
    _scale(image, y, w, x + 40)


def _factions(
    image: Image.Image, y: int, some: tuple[Faction, ...], own: str | None, even: bool
) -> None:
    """A row of factions, in even columns if there are more rows or the names are long."""
    widths = [_faction_width(faction, own) for faction in some]
    spare = RIGHT - LEFT - sum(widths)
    if even or spare < 0:
        widths = [(RIGHT - LEFT) / (_PER_ROW if even else len(some))] * len(some)
    else:
        widths = [width + min(90.0, spare / len(some)) for width in widths]
    x = float(LEFT)
    for faction, wide in zip(some, widths, strict=True):
        mine = faction.key == own
        livery = palette.livery(faction.colour, faction.emblem)
        sprites.shield(livery, own=mine, width=30.0).paste(image, x + 18, y)
        you = " (you)" if mine else ""
        face = "bold" if mine else "medium"
        room = wide - 50 - measure(you, face, palette.LEGEND_TEXT)
        name = fitted(faction.name, face, palette.LEGEND_TEXT, room) + you
        paint = palette.WHITE if mine else palette.PARCHMENT
        piece = lettering(name, face, palette.LEGEND_TEXT, paint)
        image.paste(piece.image, (round(x + 42) + piece.left, y + 3 + piece.top), piece.image)
        border = rhythm_sprite(livery.colour, livery.rhythm, rhythm_ink(livery))
        border.paste(image, x + 42, y + 12)
        x += wide


def _faction_width(faction: Faction, own: str | None) -> float:
    mine = faction.key == own
    name = faction.name + (" (you)" if mine else "")
    return 52 + measure(name, "bold" if mine else "medium", palette.LEGEND_TEXT)


def _strokes(
    image: Image.Image,
    x: float,
    y: int,
    paint: str,
    casing: str,
    widths: tuple[float, ...],
    more: float,
) -> float:
    """Four short ways, the first dashed if it is a road; gives where they end."""
    along = np.linspace(0, 1, 9)
    bends = np.stack((along * 30, 8 - 16 * along - 5 * np.sin(along * np.pi)), axis=1)
    path = polylines((bends + 20)[None])
    for level, part in enumerate(widths):
        wide = part * 58
        dashes = (8.0, 5.0) if level == 0 and paint == palette.ROAD else None
        canvas = Canvas(70, 40)
        canvas.stroke(path, casing, wide + more)
        canvas.stroke(path, paint, wide, dashes=dashes, cap="butt" if dashes else "round")
        Sprite(canvas.image(), -20, -20).paste(image, x, y)
        x += 40
    return x - 4


def _dashes(image: Image.Image, x: float, y: int) -> float:
    canvas = Canvas(46, 4)
    path = polylines(np.array((((0, 2), (46, 2)),), dtype=float))
    canvas.stroke(path, palette.MUTED, 2, dashes=(6, 4), cap="butt")
    Sprite(canvas.image(), 0, -2).paste(image, x, y)
    return x + 46


def _route_sprite() -> Sprite:
    dot, end = sprites.dot(3.6), markers.arrow(17.0, 0)
    dots = [(dot, x, 0.0) for x in (-44.0, -29.0, 22.0, 37.0)]
    return sprites.joined(*dots, (sprites.disc("2", 12.5), -4.0, 0.0), (end, 54.0, 0.0))


def _route(image: Image.Image, x: float, y: int) -> float:
    sprite = _route_sprite()
    sprite.paste(image, x - sprite.left, y)
    return x + sprite.image.width


def _barrier_sprite() -> Sprite:
    canvas = Canvas(72, 30)
    line = np.array((((4, 9), (68, 9)),), dtype=float)
    teeth = [((x, 9), (x + 5, 22), (x + 10, 9)) for x in range(6, 62, 12)]
    canvas.stroke(polylines(line), "#8A5F3F", 4.0)
    canvas.fill(polygons(np.array(teeth, dtype=float)), "#8A5F3F")
    return Sprite(canvas.image(), -36, -14)


def _scale(image: Image.Image, y: int, w: float, least: float) -> None:
    """A bar of as many hexes as fit well, at the right end of a row."""
    end = RIGHT - measure("20 hexes", "medium", palette.LEGEND_TEXT) - 14
    fits = [count for count in (2, 4, 10, 20, 50) if count * w <= min(200, end - least)]
    if not fits:
        return
    hexes = fits[-1]
    label, start = f"{hexes} hexes", end - hexes * w
    write(image, label, end + 10, y)
    long = hexes * w
    ticks = [((2 + part * long / 4, 10), (2 + part * long / 4, 3)) for part in range(5)]
    canvas = Canvas(round(long) + 4, 12)
    lines = np.array([((2, 10), (2 + long, 10)), *ticks], dtype=float)
    canvas.stroke(polylines(lines), palette.PARCHMENT, 2)
    Sprite(canvas.image(), -2, -6).paste(image, start, y)
