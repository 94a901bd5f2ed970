"""Shields on the separate parts of each realm, and the names of realms beside the greatest."""

from typing import Final

import numpy as np
from PIL import Image

from bot.faces.map.labels import components, sized
from bot.faces.map.placing import AROUND, Crowd, Label, PlacingRank
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette, sprites
from bot.faces.paint.canvas import Floats
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
            first, *smaller = sized(
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
                    tuple(smaller),
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
