"""All words on a map in one pass, so that none lies over another and none leaves the picture.

Every thing with a text gives a `Label` to the `Crowd`; at the end each takes the place where it
covers least, the weightier first. A name that finds no room is written smaller, then farther off
with a line that leads to it, and then left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from bot.faces.map.chart import Stack
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box, Floats
from bot.faces.paint.palette import rgb
from bot.faces.paint.sprites import PixelBox, Sprite

# Centre of the label from the centre of what it names: in half widths and half heights of both.
_BELOW, _ABOVE = (0.0, 1.0), (0.0, -1.0)
_RIGHT, _LEFT = (1.0, 0.0), (-1.0, 0.0)
_SLANTED: Final = ((0.72, 0.86), (-0.72, 0.86), (0.72, -0.86), (-0.72, -0.86))
AROUND: Final = (_BELOW, _ABOVE, _RIGHT, _LEFT, *_SLANTED)
BESIDE: Final = (_RIGHT, _LEFT, _BELOW, _ABOVE, *_SLANTED)
ON_IT: Final = ((0.0, 0.0), (0.0, 0.5), (0.0, -0.5), (0.5, 0.0), (-0.5, 0.0))
_FAR: Final = tuple(  # where a label with a line may go: by angle, at three distances in pixels
    (float(np.cos(angle)), float(np.sin(angle)), away)
    for away in (26.0, 52.0, 84.0)
    for angle in np.arange(12) * np.pi / 6
)

_ORDER_COST: Final = 14.0  # square pixels that each later place must save
_LEAD_COST: Final = 400.0  # that a line must save
_MOST_COVERED: Final = 0.3  # of an optional label's area, by weight
_TOO_COVERED: Final = 1.1  # of any label's area: then a place with a line is looked for
_HALO: Final = 3  # pixels of a label that may touch a figure beside it
_EDGE: Final = 2  # pixels between a label and the frame


class PlacingRank(IntEnum):
    """The order of placing, the first first; the last give way."""

    STOP = 0
    """The turn that a route's stop ends."""
    OWN_COUNT = 1
    OWN_CITY = 2
    REALM = 3
    CITY = 4
    COUNT = 5
    PIECE = 6
    SEA = 7
    NUMBER = 8
    VILLAGE = 9
    CAPTION = 10
    COORDINATE = 11
    AGE = 12


@dataclass(frozen=True, slots=True)
class Label:
    """A text's picture and what it belongs to."""

    sprite: Sprite
    subject: Box  # what it stands beside
    rank: PlacingRank = PlacingRank.CAPTION
    says: str = ""
    places: tuple[tuple[float, float], ...] = AROUND
    spots: tuple[tuple[float, float], ...] = ()  # pixels where it may stand, in place of `places`
    smaller: Callable[[], Sprite] | None = None  # draws the same, should there be no room for it
    led: bool = False  # whether it may stand farther off with a line
    optional: bool = False  # left out where it would cover much of what stands there
    clear: bool = False  # left out where it would cover anything


@dataclass(frozen=True, slots=True)
class Written:
    """A text as it stands on a picture."""

    says: str
    box: PixelBox


@dataclass(slots=True)
class Crowd:
    """What stands on the map so far: each box with how much a label should shun it."""

    boxes: list[tuple[PixelBox, float]] = field(default_factory=list[tuple[PixelBox, float]])
    settled: dict[tuple[int, int], PixelBox] = field(
        default_factory=dict[tuple[int, int], PixelBox]
    )
    stacks: list[tuple[Stack, PixelBox]] = field(default_factory=list[tuple[Stack, PixelBox]])
    stops: dict[tuple[int, int], None] = field(default_factory=dict[tuple[int, int], None])
    """Hexes where a turn of a route ends."""
    labels: list[Label] = field(default_factory=list[Label])
    """The text to write."""

    def add(self, box: PixelBox, weight: float) -> PixelBox:
        """Take note of a figure and what it covers."""
        self.boxes.append((box, weight))
        return box


@dataclass(frozen=True, slots=True)
class _Placed:
    sprite: Sprite
    says: str
    box: PixelBox
    line: tuple[float, float, float, float] | None  # from the subject to the label


def place_labels(
    image: Image.Image, labels: Sequence[Label], crowd: Crowd, frame: Box
) -> list[Written]:
    """Write the labels on the picture, by their ranks; says what stands where.

    What finds no place inside the frame and beside all other texts is left out.
    """
    room = _Room(crowd, len(labels), frame)
    placed: list[_Placed] = []
    for label in sorted(labels, key=lambda each: each.rank):
        found = room.place(label)
        if found:
            placed.append(found)
    pen = ImageDraw.Draw(image)
    for each in placed:
        if each.line:
            pen.line(each.line, rgb(palette.INK), 5)
            pen.line(each.line, rgb(palette.LABEL_HALO), 2)
    for each in placed:
        left, top, *_ = each.box
        each.sprite.paste(image, left - each.sprite.left, top - each.sprite.top)
    return [Written(each.says, each.box) for each in placed]


class _Room:
    """What is taken: by figures, which a text covers at a cost, and by texts, which none covers."""

    def __init__(self, crowd: Crowd, texts: int, frame: Box) -> None:
        self.frame = frame
        self.figures = np.array([box for box, _ in crowd.boxes], dtype=float).reshape(-1, 4)
        self.weights = np.array([weight for _, weight in crowd.boxes], dtype=float)
        self._texts = np.zeros((texts, 4))
        self._written = 0

    def place(self, label: Label) -> _Placed | None:
        """Where a label goes; None if there is no room for it."""
        for way in (self._near, self._far) if label.led else (self._near,):
            if found := way(label, label.sprite):
                return found
            if label.smaller and (found := way(label, label.smaller())):
                return found
        return None

    def _near(self, label: Label, sprite: Sprite) -> _Placed | None:
        corners = self._corners(label, sprite)
        costs = self._costs(corners, sprite) + np.arange(len(corners)) * _ORDER_COST
        best = int(np.argmin(costs))
        covered = costs[best] - best * _ORDER_COST
        area = sprite.image.width * sprite.image.height
        if not np.isfinite(costs[best]) or (label.clear and covered > 0):
            return None
        if label.optional and covered > _MOST_COVERED * area:
            return None
        if label.led and covered > _TOO_COVERED * area:
            return None
        return self._take(label, sprite, corners[best], None)

    def _far(self, label: Label, sprite: Sprite) -> _Placed | None:
        """Beside its subject at some distance, with a line that crosses no other text."""
        left, top, right, bottom = label.subject
        x, y = (left + right) / 2, (top + bottom) / 2
        wide, tall = sprite.image.size
        ways = np.array(_FAR)
        middles = np.stack(
            (
                x + ways[:, 0] * ((right - left + wide) / 2 + ways[:, 2]),
                y + ways[:, 1] * ((bottom - top + tall) / 2 + ways[:, 2]),
            ),
            axis=1,
        )
        corners = np.rint(middles - np.array((wide, tall)) / 2)
        costs = self._costs(corners, sprite) + _LEAD_COST + ways[:, 2] * _ORDER_COST
        for place in np.argsort(costs, kind="stable")[:_TRIED]:
            if not np.isfinite(costs[place]):
                return None
            box = (*corners[place], *(corners[place] + (wide, tall)))
            end = min(max(x, box[0] + 4), box[2] - 4), min(max(y, box[1] + 4), box[3] - 4)
            start = min(max(end[0], left), right), min(max(end[1], top), bottom)
            line = (*start, *end)
            if not self._crosses(line):
                return self._take(label, sprite, corners[place], line)
        return None

    def _crosses(self, line: tuple[float, float, float, float]) -> bool:
        along = np.linspace(0, 1, 12)[:, None]
        points = np.array(line[:2]) * (1 - along) + np.array(line[2:]) * along
        taken = self._texts[: self._written]
        inside = (points[:, None] >= taken[:, :2]) & (points[:, None] <= taken[:, 2:])
        return bool(inside.all(axis=-1).any())

    def _corners(self, label: Label, sprite: Sprite) -> Floats:
        """The upper left corners of the label in each of its places, inside the frame."""
        wide, tall = sprite.image.size
        left, top, right, bottom = self.frame
        if label.spots:
            spots = np.array(label.spots)
            corners = np.rint(spots) + np.array((sprite.left, sprite.top))
        else:
            from_x, from_y, to_x, to_y = label.subject
            places = np.array(label.places)
            x = (from_x + to_x) / 2 + places[:, 0] * ((to_x - from_x) + wide) / 2 - wide / 2
            y = (from_y + to_y) / 2 + places[:, 1] * ((to_y - from_y) + tall) / 2 - tall / 2
            corners = np.stack((x, y), axis=1)
        if wide > right - left - 2 * _EDGE or tall > bottom - top - 2 * _EDGE:
            return np.rint(corners)  # nowhere inside: it costs everything
        least = np.array((left + _EDGE, top + _EDGE))
        most = np.array((right - _EDGE - wide, bottom - _EDGE - tall))
        return np.rint(np.clip(corners, np.ceil(least), np.floor(most)))

    def _costs(self, corners: Floats, sprite: Sprite) -> Floats:
        """What a text would cover of figures by weight, in square pixels; infinite over a text."""
        ends = corners + np.array(sprite.image.size)
        covered, meets = self.weights, np.True_
        outside = np.zeros(len(corners), dtype=bool)
        for axis in (0, 1):
            start, end = corners[:, axis, None], ends[:, axis, None]
            first, last = self.figures[:, axis], self.figures[:, axis + 2]
            over = np.minimum(last, end - _HALO) - np.maximum(first, start + _HALO)
            covered = np.maximum(over, 0) * covered
            taken = self._texts[: self._written]
            meets = (taken[:, axis + 2] > start) & (taken[:, axis] < end) & meets
            outside |= (start[:, 0] < self.frame[axis]) | (end[:, 0] > self.frame[axis + 2])
        costs = covered.sum(axis=1)
        costs[meets.any(axis=1) | outside] = np.inf
        return costs

    def _take(
        self,
        label: Label,
        sprite: Sprite,
        corner: Floats,
        line: tuple[float, float, float, float] | None,
    ) -> _Placed:
        left, top = int(corner[0]), int(corner[1])
        box = (left, top, left + sprite.image.width, top + sprite.image.height)
        self._texts[self._written] = box
        self._written += 1
        return _Placed(sprite, label.says, box, line)


_TRIED: Final = 8  # of the places for a label with a line
