"""A sheet of panels in the making: boxes, bars, boxes of levels, icons and words, in pixels.

Shapes go to the canvas at once; words and sprites are kept and laid over them at the end. The
caller decides what a picture says.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from bot.faces.paint import palette
from bot.faces.paint.canvas import Box, Canvas, polylines
from bot.faces.paint.card import Heading, draw_title
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import encode
from bot.faces.paint.shapes import Part, emblem, icon, stamped
from bot.faces.paint.sprites import Sprite, rounded, shield, sprite_of
from bot.faces.paint.text import Face, fitted, lettering, measure, plain
from engine.campaign import Faction

TOP: Final = palette.TITLE_HEIGHT + 20  # where the first panel begins
GAP: Final = 18  # between panels, and below the last
LEFT: Final = palette.MARGIN
RIGHT: Final = palette.WIDTH - palette.MARGIN
PAD: Final = 26  # inside a panel
HEAD: Final = 62  # from a panel's top to its first row
LONGEST_ALT: Final = 1024  # characters that Discord takes

Align = Literal["left", "middle", "right"]


class Sheet:
    """A picture of panels, 1200 wide."""

    def __init__(self, height: int) -> None:
        self.height = height
        self.canvas = Canvas(palette.WIDTH, height, palette.FRAME)
        self._sprites: list[tuple[Sprite, float, float]] = []

    # ------------------------------------------------------------------ shapes

    def panel(self, box: Box, title: str = "", note: str = "", icon: str = "") -> None:
        """A panel, with an icon and a title at its upper left and a note at its upper right."""
        self.round_box(box, palette.PANEL, 12)
        left, top, right, _ = box
        left, y, right = left + PAD, top + 36, right - PAD
        if icon:
            self.icon(icon, left + 19, y, 40, palette.BRASS)
            left += 52
        left += 20 + self.write(title, left, y, 30, palette.PARCHMENT, width=right - left)
        if note:
            self.write(note, right, y, 26, palette.WHITE, align="right", width=right - left)

    def round_box(self, box: Box, paint: str, corner: float) -> None:
        """A filled box with round corners."""
        left, top, right, bottom = box
        shape = rounded((right - left) / 2, (bottom - top) / 2, corner)
        centre = np.array((((left + right) / 2, (top + bottom) / 2),), dtype=float)
        self.canvas.fill(stamped(shape, centre, 1.0), paint)

    def box(self, box: Box, paint: str) -> None:
        """A filled box."""
        self.canvas.fill_box(box, paint)

    def frame(self, box: Box, paint: str) -> None:
        """A thin line along the inside of a box."""
        left, top, right, bottom = box
        left, top, right, bottom = left + 1, top + 1, right - 1, bottom - 1
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        self.line(corners, paint, 2.0)

    def hatch(self, box: Box, paint: str, every: float = 9.0) -> None:
        """Slanted lines inside a box, so that it is told apart without its colour."""
        left, top, right, bottom = box
        tall = bottom - top
        starts = np.arange(left - tall, right, every)
        if len(starts):
            lines = [((x, bottom), (x + tall, top)) for x in starts]
            self.canvas.clip(box)
            self.canvas.stroke(polylines(np.array(lines, dtype=float)), paint, 2.6)
            self.canvas.clip(None)

    def line(self, points: Sequence[tuple[float, float]], paint: str, width: float = 1.5) -> None:
        """A line through points."""
        self.canvas.stroke(polylines(np.array((points,), dtype=float)), paint, width)

    def boxes(self, x: float, y: float, level: int, most: int, size: float = 26.0) -> None:
        """A level as filled boxes out of the most there can be; `y` is their middle."""
        for number in range(most):
            left = x + number * (size + 6)
            top, right, bottom = y - size / 2, left + size, y + size / 2
            self.box((left, top, right, bottom), palette.BRASS if number < level else palette.MIST)
            if number >= level:
                self.box((left + 2, top + 2, right - 2, bottom - 2), palette.TROUGH)

    # ------------------------------------------------------------------ words and sprites

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """A sprite about its middle."""
        self._sprites.append((sprite, x, y))

    def icon(self, name: str, x: float, y: float, size: float, paint: str) -> None:
        """An icon about its middle; nothing if there is none of that name."""
        shape = icon(name)
        if shape is not None:
            self.put(sprite_of((Part(shape, paint),), size), x, y)

    def shield(self, side: Faction, x: float, y: float, width: float, *, own: bool = False) -> None:
        """The shield of a faction about its middle."""
        self.put(shield(palette.livery(side.colour, emblem(side.emblem)), own, width), x, y)

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        paint: str,
        *,
        face: Face = "bold",
        align: Align = "left",
        width: float = palette.WIDTH,
    ) -> float:
        """A line of text, cut to a width; `y` is the middle of its capitals. Gives its width."""
        shown = fitted(text, face, size, max(width, 0.0))
        if not plain(shown):
            return 0.0
        piece = lettering(shown, face, size, paint)
        start = {"left": 0.0, "middle": piece.width / 2, "right": piece.width}[align]
        top = piece.top + round(piece.capital / 2)
        self.put(Sprite(piece.image, piece.left - round(start), top), x, y)
        return piece.width

    # ------------------------------------------------------------------ the end

    def picture(self, heading: Heading, filename: str, alt: str) -> Picture:
        """The finished picture."""
        image = self.canvas.picture
        for sprite, x, y in self._sprites:
            sprite.paste(image, x, y)
        draw_title(image, heading)
        return Picture(encode(image), alt, filename, image.width, image.height)


def wrapped(text: str, face: Face, size: int, width: float, most: int) -> list[str]:
    """A text as at most `most` lines; what does not fit is cut with an ellipsis."""
    lines: list[str] = []
    words = plain(text, most).split(" ")
    while words and len(lines) < most - 1:
        count = _fitting(words, face, size, width)
        lines.append(" ".join(words[:count]))
        words = words[count:]
    return [*lines, " ".join(words)] if words else lines


def _fitting(words: Sequence[str], face: Face, size: int, width: float) -> int:
    """How many of the words have room on one line, at least one; more never take less room."""
    least, most = 1, len(words)
    while least < most:
        # Mostly all of it has room.
        middle = most if most == len(words) else (least + most + 1) // 2
        if measure(" ".join(words[:middle]), face, size) <= width:
            least = middle
        else:
            most = middle - 1
    return least


def alt_text(parts: Sequence[str]) -> str:
    """Sentences as the words for those who do not see the picture, as much as Discord takes."""
    # What somebody wrote may end like a sentence already.
    text = re.sub(r"([.!?…]”?)\.(?= |$)", r"\1", " ".join(parts))
    return text if len(text) <= LONGEST_ALT else text[: LONGEST_ALT - 1].rstrip() + "…"


def file_name(*parts: object) -> str:
    """A file name of plain letters and digits."""
    text = "-".join(str(part).casefold() for part in parts if part not in ("", None))
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in text)
    return "-".join(filter(None, kept.split("-")))[:60] + ".png"


def as_large(words: str, face: Face, sizes: Sequence[int], room: float) -> int:
    """The first of these sizes, the largest first, in which the words fit; else the last."""
    return next((size for size in sizes if measure(words, face, size) <= room), sizes[-1])
