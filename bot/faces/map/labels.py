"""The words on a map, each as a label that says what it belongs to and how much it matters.

Where they go is decided in `placing`; what single passes write as well is with these.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from bot.faces.map.chart import Settlement
from bot.faces.map.placing import BESIDE, ON_IT, Crowd, Label, PlacingRank
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette, sprites
from bot.faces.paint.sprites import Sprite, words
from bot.faces.paint.text import fitted, lettering

_LONGEST_W: Final = 0.9  # of the frame's width; only what is longer is cut
_SHRUNK: Final = 0.78  # of a name's size where there is no room for all of it
_LEAST_TEXT: Final = 19
_SPOTS: Final = 10  # places that are tried for an age
_NAMED_FROM: Final = 40.0  # pixels of a hex from which places of note are named


def map_labels(scene: MapScene, crowd: Crowd) -> list[Label]:
    """The names on a map or zoom."""
    labels = _settlement_labels(scene, crowd)
    labels += _water_labels(scene)
    if scene.style == "zoom" and scene.layer.forces:
        labels += _stack_labels(scene, crowd)
    return labels


def sized(
    scene: MapScene, text: str, size: int, make: Callable[[str, int], Sprite]
) -> tuple[Sprite, Callable[[], Sprite] | None]:
    """A text at its size, and what draws it smaller; only one wider than the picture is cut."""
    left, _, right, _ = scene.window.frame
    small = max(round(size * _SHRUNK), min(size, _LEAST_TEXT))

    def draw(size: int) -> Sprite:
        return make(fitted(text, "bold", size, (right - left) * _LONGEST_W), size)

    return draw(size), None if small == size else partial(draw, small)


def caption(scene: MapScene, text: str, box: tuple[float, float, float, float]) -> Label:
    """What a small figure is called, where there is room for it."""
    first, smaller = sized(
        scene,
        text,
        22,
        lambda name, size: words(name, size, palette.LABEL, palette.LABEL_HALO, face="medium"),
    )
    return Label(first, box, PlacingRank.CAPTION, text, smaller=smaller, optional=True)


def names_places(scene: MapScene) -> bool:
    """Whether there is room for the names of places of note."""
    return scene.style == "zoom" or scene.w >= _NAMED_FROM


def _settlement_labels(scene: MapScene, crowd: Crowd) -> list[Label]:
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
        first, smaller = sized(scene, place.name, sizes[place.kind], _lettered(scene, place))
        # The letters may come close under the walls: the halo keeps them apart.
        left, top, right, bottom = box
        labels.append(
            Label(
                first,
                (left + 2, top + 3, right - 2, bottom - 3),
                _rank(scene, place),
                place.name,
                smaller=smaller,
                led=place.kind != "village",
                optional=place.kind == "village",
            )
        )
    return labels


def _rank(scene: MapScene, place: Settlement) -> PlacingRank:
    if place.kind == "village":
        return PlacingRank.VILLAGE
    return (
        PlacingRank.OWN_CITY if place.owner and place.owner == scene.chart.own else PlacingRank.CITY
    )


def _lettered(scene: MapScene, place: Settlement) -> Callable[[str, int], Sprite]:
    """What draws a settlement's name; a capital's with its realm's shield before it."""
    remembered = bool(scene.age[scene.number(place.x, place.y)])
    fill = palette.REMEMBERED_LABEL if remembered else palette.LABEL
    halo = palette.REMEMBERED_HALO if remembered else palette.LABEL_HALO

    def draw(name: str, size: int) -> Sprite:
        sprite = words(name, size, fill, halo)
        if place.kind == "capital" and place.owner in scene.factions:
            return with_shield(sprite, scene, place.owner, size)
        return sprite

    return draw


def with_shield(sprite: Sprite, scene: MapScene, owner: str, size: int) -> Sprite:
    """A name with its realm's shield before it."""
    width = size * 0.72
    mark = sprites.shield(scene.livery(owner), owner == scene.chart.own, width)
    return sprites.joined((mark, sprite.left - width * 0.62, 0), (sprite, 0, 0))


def _water_labels(scene: MapScene) -> list[Label]:
    size = 40 if scene.style == "zoom" else 28

    def draw(name: str, size: int) -> Sprite:
        piece = lettering(name, "italic", size, palette.SEA_NAME, palette.COAST, 2, 5)
        return Sprite(piece.image, -piece.image.width // 2, -piece.image.height // 2)

    labels: list[Label] = []
    for water in scene.chart.waters:
        spot = scene.place(water.x, water.y)
        if spot is None:
            continue
        first, smaller = sized(scene, water.name, size, draw)
        w = scene.w
        near = ((0, 0), (0, 0.9), (0, -0.9), (1, 0), (-1, 0), (0, 1.8), (0, -1.8), (2, 0), (-2, 0))
        spots = tuple((spot[0] + x * w, spot[1] + y * w) for x, y in near)
        labels.append(
            Label(
                first, (*spot, *spot), PlacingRank.SEA, water.name, ON_IT, spots, smaller,
                optional=True,
            )
        )  # fmt: skip
    return labels


def _stack_labels(scene: MapScene, crowd: Crowd) -> list[Label]:
    labels: list[Label] = []
    for stack, (left, top, right, bottom) in crowd.stacks:
        if not stack.name or stack.age:
            continue
        first, smaller = sized(
            scene, stack.name, 26, lambda name, size: words(name, size, palette.WHITE, palette.INK)
        )
        box = (left, top, right, bottom - 12)
        labels.append(
            Label(
                first, box, PlacingRank.PIECE, stack.name, BESIDE, (), smaller,
                led=stack.owner == scene.chart.own, optional=True,
            )
        )  # fmt: skip
    return labels


def age_labels(scene: MapScene) -> list[Label]:
    """How many turns ago the remembered parts were seen, where that covers nothing."""
    labels: list[Label] = []
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
        parts = np.array_split(places, wanted)
        labels += [_age(scene, part) for part in parts if len(part)]
    return labels


def _age(scene: MapScene, part: np.ndarray) -> Label:
    """One age, in a hex near the middle of a part."""
    centres = scene.centres[part]
    order = np.argsort(((centres - centres.mean(axis=0)) ** 2).sum(axis=1), kind="stable")
    near = part[order[:_SPOTS]]
    text = f"−{int(scene.age[scene.cell[near[0]]])}"
    sprite = words(text, palette.COUNT_TEXT, palette.AGE, palette.REMEMBERED_LABEL)
    spots = tuple((float(x), float(y)) for x, y in scene.centres[near])
    return Label(sprite, (*spots[0], *spots[0]), PlacingRank.AGE, text, spots=spots, clear=True)


def _remembered_areas(scene: MapScene) -> list[np.ndarray]:
    """The connected areas of one band of age, as places in the picture."""
    band = np.zeros(len(scene.chart.cells) + 1, dtype=np.int64)
    for number, (start, _) in enumerate(palette.VEILS, 1):
        band[:-1][(scene.age >= start) & ~scene.heard] = number
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
