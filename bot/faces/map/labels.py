"""Names on the map, placed so that they cover as little as can be.

Which names a picture bears is said in `map_labels` and, for an overview, in `overview`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.map.figures import Crowd
from bot.faces.map.scene import Scene
from bot.faces.paint import palette, sprites
from bot.faces.paint.canvas import Box, Floats
from bot.faces.paint.sprites import PixelBox, Sprite, words
from bot.faces.paint.text import fitted, lettering

# Centre of the label from the centre of what it names: in half widths and half heights of both.
_BELOW, _ABOVE = (0.0, 1.0), (0.0, -1.0)
_RIGHT, _LEFT = (1.0, 0.0), (-1.0, 0.0)
_SLANTED: Final = ((0.72, 0.86), (-0.72, 0.86), (0.72, -0.86), (-0.72, -0.86))
AROUND: Final = (_BELOW, _ABOVE, _RIGHT, _LEFT, *_SLANTED)
BESIDE: Final = (_RIGHT, _LEFT, _BELOW, _ABOVE, *_SLANTED)
ON_IT: Final = ((0.0, 0.0), (0.0, 0.5), (0.0, -0.5), (0.5, 0.0), (-0.5, 0.0))

_LABEL_WEIGHT: Final = 4.0  # of covering an earlier label
_ORDER_COST: Final = 14.0  # square pixels that each later place must save
_MOST_COVERED: Final = 0.3  # of an optional label's area, by weight
_HALO: Final = 3  # pixels of a label that may touch what is beside it
_LONGEST_W: Final = 0.3  # of the picture's width


@dataclass(frozen=True, slots=True)
class Label:
    """A name's picture and what it belongs to."""

    sprite: Sprite
    subject: Box  # what it stands beside
    places: tuple[tuple[float, float], ...] = AROUND
    optional: bool = False  # left out where it would cover much of what stands there


def place_labels(
    image: Image.Image, labels: Iterable[Label], crowd: Crowd, frame: Box
) -> list[PixelBox]:
    """Put the labels on the picture, in their order, each where it covers least; says where.

    An optional label that finds no place is left out.
    """
    boxes = np.array([box for box, _ in crowd.boxes], dtype=float).reshape(-1, 4)
    weights = np.array([weight for _, weight in crowd.boxes], dtype=float)
    placed: list[PixelBox] = []
    for label in labels:
        corners = _corners(label, frame)
        size = np.array(label.sprite.image.size)
        costs = np.arange(len(corners)) * _ORDER_COST
        for number, corner in enumerate(corners):
            costs[number] += _covered(corner + _HALO, corner + size - _HALO, boxes, weights)
        best = int(np.argmin(costs))
        if label.optional and costs[best] > _MOST_COVERED * size.prod():
            continue
        left, top = (int(each) for each in corners[best])
        image.paste(label.sprite.image, (left, top), label.sprite.image)
        box = (left, top, left + int(size[0]), top + int(size[1]))
        crowd.boxes.append((box, _LABEL_WEIGHT))
        boxes = np.concatenate((boxes, np.array([box], dtype=float)))
        weights = np.append(weights, _LABEL_WEIGHT)
        placed.append(box)
    return placed


def _corners(label: Label, frame: Box) -> Floats:
    """The upper left corners of the label in each of its places, inside the frame."""
    wide, tall = label.sprite.image.size
    left, top, right, bottom = label.subject
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    places = np.array(label.places)
    x = middle_x + places[:, 0] * ((right - left) + wide) / 2 - wide / 2
    y = middle_y + places[:, 1] * ((bottom - top) + tall) / 2 - tall / 2
    x = np.clip(x, frame[0] + 2, max(frame[0] + 2, frame[2] - wide - 2))
    y = np.clip(y, frame[1] + 2, max(frame[1] + 2, frame[3] - tall - 2))
    return np.rint(np.stack((x, y), axis=1))


def _covered(start: Floats, end: Floats, boxes: Floats, weights: Floats) -> float:
    """How much of the boxes a label there would cover, by weight, in square pixels."""
    over = np.minimum(boxes[:, 2:], end) - np.maximum(boxes[:, :2], start)
    return float((np.clip(over, 0, None).prod(axis=1) * weights).sum())


def map_labels(scene: Scene, crowd: Crowd) -> list[Label]:
    """The names on a map or zoom, the greatest first."""
    labels = _settlement_labels(scene, crowd)
    labels += _water_labels(scene)
    if scene.style == "zoom" and scene.layer.forces:
        labels += _stack_labels(scene, crowd)
    return labels + _captions(scene, crowd)


def _settlement_labels(scene: Scene, crowd: Crowd) -> list[Label]:
    large = scene.style == "zoom"
    sizes = palette.ZOOM_CITY_TEXT if large else palette.CITY_TEXT
    named = [place for place in scene.chart.settlements if large or place.kind != "village"]
    if scene.layer.holdings:
        named = [place for place in named if place.owner in scene.factions or place.seat]
    named.sort(key=lambda place: (-sizes[place.kind], place.owner != scene.chart.own))
    labels: list[Label] = []
    for place in named:
        box = crowd.settled.get((place.x, place.y))
        if box is None or not place.name:
            continue
        remembered = bool(scene.age[scene.number(place.x, place.y)])
        fill = palette.REMEMBERED_LABEL if remembered else palette.LABEL
        halo = palette.REMEMBERED_HALO if remembered else palette.LABEL_HALO
        size = sizes[place.kind]
        name = fitted(place.name, "bold", size, palette.WIDTH * _LONGEST_W)
        sprite = words(name, size, fill, halo)
        if place.kind == "capital" and place.owner in scene.factions:
            sprite = with_shield(sprite, scene, place.owner, size)
        # The letters may come close under the walls: the halo keeps them apart.
        left, top, right, bottom = box
        labels.append(Label(sprite, (left + 2, top + 3, right - 2, bottom - 3)))
    return labels


def with_shield(sprite: Sprite, scene: Scene, owner: str, size: int) -> Sprite:
    """A name with its realm's shield before it."""
    width = size * 0.72
    mark = sprites.shield(scene.livery(owner), owner == scene.chart.own, width)
    return sprites.joined((mark, sprite.left - width * 0.62, 0), (sprite, 0, 0))


def _water_labels(scene: Scene) -> list[Label]:
    size = 40 if scene.style == "zoom" else 26
    labels: list[Label] = []
    for water in scene.chart.waters:
        spot = scene.place(water.x, water.y)
        if spot is None:
            continue
        name = fitted(water.name, "italic", size, palette.WIDTH * _LONGEST_W)
        piece = lettering(name, "italic", size, palette.SEA_NAME, palette.COAST, 2, 5)
        sprite = Sprite(piece.image, 0, 0)
        labels.append(Label(sprite, (*spot, *spot), ON_IT))
    return labels


def _captions(scene: Scene, crowd: Crowd) -> list[Label]:
    """What small figures are called, where there is room for it."""
    labels: list[Label] = []
    for text, box in crowd.captions:
        name = fitted(text, "medium", 20, scene.w * 1.2)
        sprite = words(name, 20, palette.LABEL, palette.LABEL_HALO, face="medium")
        labels.append(Label(sprite, box, optional=True))
    return labels


def _stack_labels(scene: Scene, crowd: Crowd) -> list[Label]:
    labels: list[Label] = []
    for stack, box in crowd.stacks:
        if not stack.name or stack.age:
            continue
        name = fitted(stack.name, "bold", 26, palette.WIDTH * _LONGEST_W)
        left, top, right, bottom = box
        sprite = words(name, 26, palette.WHITE, palette.INK)
        labels.append(Label(sprite, (left, top, right, bottom - 12), BESIDE, optional=True))
    return labels


def draw_ages(image: Image.Image, scene: Scene, crowd: Crowd) -> None:
    """How many turns ago the remembered parts were seen, never under a label."""
    boxes = np.array([box for box, _ in crowd.boxes], dtype=float).reshape(-1, 4)
    nothing = np.ones(len(boxes))
    left, top, right, bottom = scene.window.frame
    for group in _remembered_areas(scene):
        centres = scene.centres[group]
        inside = (
            (centres[:, 0] > left + 16)
            & (centres[:, 0] < right - 16)
            & (centres[:, 1] > top + 14)
            & (centres[:, 1] < bottom - 14)
        )
        places = group[inside]
        wanted = max(1, len(places) // palette.HEXES_PER_AGE)
        for part in np.array_split(places, wanted):
            _draw_age(image, scene, part, boxes, nothing)


def _draw_age(
    image: Image.Image, scene: Scene, part: np.ndarray, boxes: Floats, weights: Floats
) -> None:
    """One age, in the hex nearest the middle of a part where it covers nothing."""
    if not len(part):
        return
    centres = scene.centres[part]
    order = np.argsort(((centres - centres.mean(axis=0)) ** 2).sum(axis=1), kind="stable")
    for place in part[order]:
        age = int(scene.age[scene.cell[place]])
        sprite = words(f"−{age}", palette.COUNT_TEXT, palette.AGE, palette.REMEMBERED_LABEL)
        x, y = scene.centres[place]
        box = sprite.box(float(x), float(y))
        if _covered(np.array(box[:2]), np.array(box[2:]), boxes, weights) == 0:
            sprite.paste(image, float(x), float(y))
            return


def _remembered_areas(scene: Scene) -> list[np.ndarray]:
    """The connected areas of one band of age, as places in the picture."""
    band = np.zeros(len(scene.chart.cells) + 1, dtype=np.int64)
    for number, (start, _) in enumerate(palette.VEILS, 1):
        band[:-1][scene.age >= start] = number
    areas = components(scene.near, band[:-1])
    drawn = areas[scene.cell[: scene.seen]]
    shown = (band[scene.cell[: scene.seen]] > 0) & scene.within[: scene.seen]
    drawn = np.where(shown, drawn, -1)
    return [np.nonzero(drawn == area)[0] for area in np.unique(drawn[drawn >= 0])]


def components(near: np.ndarray, kind: np.ndarray) -> np.ndarray:
    """A number for each cell, equal for those connected through cells of their own kind."""
    count = len(kind)
    area = np.arange(count)
    if not count:
        return area
    linked = (near >= 0) & (kind[near] == kind[:, None])
    while True:
        around = np.where(linked, area[near], count)
        least = np.minimum(area, around.min(axis=1))
        least = np.minimum(least, least[least])
        if np.array_equal(least, area):
            return area
        area = least
