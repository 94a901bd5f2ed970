"""The legend below a map: things on this very picture that need a word, in rows.

Its letters are as large as a phone needs. It is drawn once for one content and kept.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.map import markers
from bot.faces.map.keys import Key, key_rows
from bot.faces.map.layers import Layer
from bot.faces.map.legend_parts import (
    LEFT,
    RIGHT,
    Entry,
    Row,
    flow,
    hex_sprite,
    line_sprite,
    rhythm_sprite,
)
from bot.faces.map.realms import rhythm_ink
from bot.faces.map.scene import Style
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.canvas import Canvas, polygons, polylines
from bot.faces.paint.looks import natural
from bot.faces.paint.palette import FactionLook, rgb
from bot.faces.paint.sprites import Sprite, words
from bot.faces.paint.text import fitted, lettering, measure

_GAP: Final = 12  # above the panel and below it
_PAD: Final = 10
_FACTION_LINE: Final = 58
_SHIELD: Final = 50  # pixels of a faction's entry before its name
_BETWEEN: Final = 30  # factions
_FOREST: Final = natural("forest")
_DOTS: Final = {"town": 2.2, "burgh": 3.2, "city": 4.2, "capital": 4.6}


@lru_cache(maxsize=32)
def legend(style: Style, layer: Layer, extent: str, w: float, key: Key) -> Image.Image | None:
    """The panel, or None if it would be empty. `extent` is `full`, `factions` or `none`.

    `w` is the width of a hex, for the scale bar. The picture is shared: paste it, do not change it.
    """
    if extent == "none":
        return None
    rows = key_rows(key, layer)
    bare = not (layer.realms or layer.forces or rows)  # a layer of the land alone
    if extent == "full" or bare:
        rows += flow(list(_lands(key)))
    rows += flow([*_marks(key, style, w), *(_things(key, style, w) if extent == "full" else ())])
    if layer.realms or layer.forces:
        rows += _factions(key)
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


def _lands(key: Key) -> Iterator[Entry]:
    """The terrains, and what fog does to them."""
    for land in key.lands:
        yield hex_sprite(land.colour, land.symbol), land.label
    forest, trees = _FOREST.colour, _FOREST.symbol
    if key.remembered:
        yield hex_sprite(forest, trees, edge=palette.VIEW_EDGE), "In view"
        seen = hex_sprite(forest, trees, veil=palette.VEILS[1][1])
        age = words("−3", palette.COUNT_TEXT, palette.AGE, palette.REMEMBERED_LABEL)
        yield sprites.joined((seen, 0, 0), (age, 0, 0)), "Seen turns ago"
    if key.unseen:
        yield hex_sprite(palette.UNSEEN, None, edge=palette.UNSEEN_GRID), "Never seen"


def _marks(key: Key, style: Style, w: float) -> Iterator[Entry]:
    """What is marked for this turn alone, told on every legend."""
    red = palette.livery(1)
    signs: dict[str, tuple[Sprite, str]] = {
        "battle": (markers.battle(46.0), "Battle this turn"),
        "past battle": (markers.battle(46.0, past=True), "Battle last turn"),
        "fallen": (markers.skull(15.0), "Somebody fell, or bodies lie"),
        "idle": (markers.flag(40.0), "Has no orders"),
        "empty": (markers.remains("empty", red.colour, 34.0), f"Empty {key.terms.force}"),
        "fresh": (line_sprite(palette.FRESH, 4.0), "Seen for the first time"),
        "route": (_route_sprite(), "Your route"),
    }
    yield from (signs[name] for name in key.marks if name in signs)


def _things(key: Key, style: Style, w: float) -> Iterator[Entry]:
    """What stands on the land, and the lines through it."""
    grey, red = palette.UNOWNED.colour, palette.livery(1)

    def called(kind: str) -> str:
        return key.terms.kind(kind).capitalize()

    for kind in key.buildings:
        if style == "overview":
            if kind in _DOTS:
                yield sprites.dot(2 * _DOTS[kind], edge=1.4), called(kind)
        else:
            yield markers.house(kind, grey, 60.0), called(kind)
    signs: dict[str, tuple[Sprite, str]] = {
        "own": (markers.house("town", grey, 60.0, own=True), "Yours"),
        "stack": (
            markers.stack(red, True, 30.0, fleet=False, ghost=False),
            key.terms.force.capitalize(),
        ),
        "fleet": (markers.stack(red, True, 27.0, fleet=True, ghost=False), called("fleet")),
        "hot-spot": (markers.site("hot-spot", 17.0), called("hot-spot")),
        "gate": (markers.site("gate", 17.0), called("gate")),
        "river": (line_sprite(palette.RIVER, 6.0), "River"),
        "road": (line_sprite(palette.ROAD, 6.0), "Road"),
        "barrier": (_barrier_sprite(), "Barrier"),
    }
    yield from (signs[name] for name in key.things if name in signs)
    for name, badge in key.goods:
        yield badges.resource(badge, 18.0), name
    fits = [count for count in (2, 5, 10, 20, 50) if count * w <= 220]
    if fits:
        yield _bar(fits[-1] * w), f"{fits[-1]} {key.terms.hexes}"


def _factions(key: Key) -> list[Row]:
    """The factions on the map, the reader's own first, on as many lines as their names need."""
    lines: list[list[tuple[FactionLook, float]]] = [[]]
    x = float(LEFT)
    for faction in key.factions:
        wide = min(_faction_width(faction, key.own), RIGHT - LEFT)
        if x + wide > RIGHT and lines[-1]:
            lines.append([])
            x = float(LEFT)
        lines[-1].append((faction, x))
        x += wide + _BETWEEN
    return [
        (_FACTION_LINE, partial(_faction_line, some=line, own=key.own)) for line in lines if line
    ]


def _faction_line(
    image: Image.Image, y: int, some: list[tuple[FactionLook, float]], own: str | None
) -> None:
    for faction, x in some:
        mine = faction.key == own
        livery = palette.livery(faction.colour, faction.emblem)
        sprites.shield(livery, own=mine, width=30.0).paste(image, x + 18, y)
        you = " (you)" if mine else ""
        face = "bold" if mine else "medium"
        room = RIGHT - x - _SHIELD - measure(you, face, palette.LEGEND_TEXT)
        name = fitted(faction.name, face, palette.LEGEND_TEXT, room) + you
        paint = palette.WHITE if mine else palette.PARCHMENT
        piece = lettering(name, face, palette.LEGEND_TEXT, paint)
        image.paste(piece.image, (round(x + 42) + piece.left, y + 5 + piece.top), piece.image)
        border = rhythm_sprite(livery.colour, livery.rhythm, rhythm_ink(livery))
        border.paste(image, x + 42, y + 15)


def _faction_width(faction: FactionLook, own: str | None) -> float:
    mine = faction.key == own
    name = faction.name + (" (you)" if mine else "")
    return _SHIELD + measure(name, "bold" if mine else "medium", palette.LEGEND_TEXT)


def _bar(long: float) -> Sprite:
    """A bar of some hexes, with ticks at its quarters."""
    ticks = [((2 + part * long / 4, 12), (2 + part * long / 4, 3)) for part in range(5)]
    canvas = Canvas(round(long) + 4, 16)
    lines = np.array([((2, 12), (2 + long, 12)), *ticks], dtype=float)
    canvas.stroke(polylines(lines), palette.PARCHMENT, 2)
    return Sprite(canvas.image(), -round(long / 2) - 2, -8)


def _route_sprite() -> Sprite:
    dot, end = sprites.dot(3.6), markers.arrow(17.0, 0)
    dots = [(dot, x, 0.0) for x in (-44.0, -29.0, 22.0, 37.0)]
    return sprites.joined(*dots, (sprites.disc("2", 12.5), -4.0, 0.0), (end, 54.0, 0.0))


def _barrier_sprite() -> Sprite:
    canvas = Canvas(72, 30)
    line = np.array((((4, 9), (68, 9)),), dtype=float)
    teeth = [((x, 9), (x + 5, 22), (x + 10, 9)) for x in range(6, 62, 12)]
    canvas.stroke(polylines(line), "#8A5F3F", 4.0)
    canvas.fill(polygons(np.array(teeth, dtype=float)), "#8A5F3F")
    return Sprite(canvas.image(), -36, -14)
