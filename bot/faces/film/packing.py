"""An animation of the frames of a film, in one palette, no larger than Discord takes.

Frames are drawn some at a time, so that the person waiting sees progress, and put together when all
are there. What is too large in the end is drawn again, smaller: the same reel gives the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.GifImagePlugin import getdata

from bot.faces.film.cards import end_card, title_card
from bot.faces.film.cutting import PART, Cut
from bot.faces.film.reel import Reel
from bot.faces.film.stage import FilmStage
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import indexed, palette_of
from bot.faces.sheet.sheet import alt_text, file_name
from bot.faces.words.text import number

_FIRST, _LAST = 2600, 7000  # milliseconds of the cards
CLEAR: Final = 255
"""In a frame: what stays as it was."""

Indexes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Strip:
    """Some frames as they stand in the file, each the change to the one before it."""

    blocks: bytes
    frames: int
    size: tuple[int, int]
    colours: bytes
    """Of all its pictures; every strip of a film has the same."""


def draw_strip(reel: Reel, cut: Cut, first: int) -> Strip:
    """The frames of the part that begins with a shot; the first and last have the cards too."""
    stage = FilmStage(reel, width=cut.width)
    palette = palette_for(stage)
    film = _Film(palette)
    shots = reel.shots[first : first + PART]
    before = reel.shots[first - 1] if first else None
    if before is None:
        film.add(title_card(stage), _FIRST)
    else:  # what the part before has ended with
        earlier = reel.shots[first - 2] if first > 1 else None
        film.begin(stage.draw(before, earlier))
    for frame in stage.frames(shots, before, cut.each):
        film.add(frame.image, frame.milliseconds)
    if first + PART >= len(reel.shots):
        film.add(end_card(stage), _LAST)
    colours = bytes(palette.getpalette() or ())
    return Strip(b"".join(film.blocks), film.frames, stage.size, colours)


class _Film:
    """Frames as blocks of a GIF, in one palette; what stays the same is not written again."""

    def __init__(self, palette: Image.Image) -> None:
        self.blocks: list[bytes] = []
        self.frames = 0
        self._palette = palette
        self._last: Indexes | None = None

    def begin(self, image: Image.Image) -> None:
        """What is shown before the first frame."""
        self._last = self._indexes(image)

    def add(self, image: Image.Image, milliseconds: int) -> None:
        """A frame that is shown so long."""
        now, left, top = self._indexes(image), 0, 0
        shown = now
        if self._last is not None:
            same = now == self._last
            rows, columns = np.nonzero(~same.all(axis=1))[0], np.nonzero(~same.all(axis=0))[0]
            # A frame that shows nothing new still takes its time: one pixel of it.
            top, bottom = (int(rows[0]), int(rows[-1])) if len(rows) else (0, 0)
            left, right = (int(columns[0]), int(columns[-1])) if len(columns) else (0, 0)
            shown = np.where(same, CLEAR, now)[top : bottom + 1, left : right + 1]
        part = Image.fromarray(np.ascontiguousarray(shown, dtype=np.uint8), "L")
        self.blocks += getdata(
            part, (left, top), duration=milliseconds, transparency=CLEAR, disposal=1
        )
        self.frames += 1
        self._last = now

    def _indexes(self, image: Image.Image) -> Indexes:
        found = np.array(indexed(image, self._palette))
        found[found == CLEAR] = 0  # the same colour
        return found


def bind(reel: Reel, strips: Sequence[Strip]) -> Picture:
    """The animation of all strips, in order."""
    wide, tall = strips[0].size
    head = b"GIF89a" + struct.pack("<HHBBB", wide, tall, 0xF7, 0, 0) + strips[0].colours
    forever = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    whole = b"".join((head, forever, *(strip.blocks for strip in strips), b";"))
    whose = f"as {reel.whose} knew it" if reel.whose else ""
    name = file_name("film", reel.title, whose).removesuffix(".png") + ".gif"
    return Picture(whole, film_alt(reel), name, wide, tall)


def palette_for(stage: FilmStage) -> Image.Image:
    """The colours of all frames, chosen from some of them."""
    shots = stage.reel.shots
    chosen = dict.fromkeys((0, len(shots) // 2, len(shots) - 1)) if shots else {}
    images = [title_card(stage), *(stage.draw(shots[place]) for place in chosen)]
    wide, tall = stage.size
    sample = Image.new("RGB", (wide * len(images), tall))
    for place, image in enumerate(images):
        sample.paste(image, (place * wide, 0))
    colours = palette_of(sample)[: 3 * CLEAR]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*colours, *colours[:3]])
    return palette


def film_alt(reel: Reel) -> str:
    """What the film shows, in words: how it began, what changed hands, how it ended."""
    first = f"Film of {reel.title}"
    first += f" as {reel.whose} knew it" if reel.whose else ""
    parts = [f"{first}, {number(len(reel.shots), 'turn')}."]
    if reel.shots:
        last = reel.shots[-1]
        ranked = sorted(range(len(reel.sides)), key=lambda side: -last.held[side])
        held = [
            f"{reel.sides[side].name} {last.figures[side]}" for side in ranked if last.held[side]
        ]
        parts.append(f"At the end, in {reel.counts}: {', '.join(held)}." if held else "")
    parts.append(f"{reel.outcome}.")
    told = [f"Turn {shot.turn}: {shot.caption}." for shot in reel.shots if shot.caption]
    return alt_text([*filter(None, parts), *told])
