"""Letters: names of any origin, as pictures with a halo, kept ready for the next map.

Names come from players, so nothing in them is markup. A text that one font can set letter by letter
is drawn so; any other is shaped by matplotlib, which joins its letters, puts it into its direction
of writing, and takes each part from the first font that has it (`bot.faces.paint.fonts`).
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font, LoadFlags
from PIL import Image, ImageDraw, ImageFont

from bot.faces.gaps import JOINS, MISSING, undrawable
from bot.faces.paint import fonts
from bot.faces.paint.fonts import Face
from bot.faces.paint.palette import rgb
from engine.names import visible

_LONGEST: Final = 200  # characters that are looked at at all
_KEPT: Final = 512
_SHADES: Final = "\U0001f3fb-\U0001f3ff"  # of skin, behind the picture that they belong to
_LEFT_TO_RIGHT: Final = "\u200e"
_LEFTWARD: Final = (
    "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)
_NAME_WRITTEN_LEFTWARD: Final = re.compile(f"[{_LEFTWARD}](?:[{_LEFTWARD}{JOINS} ]*[{_LEFTWARD}])?")


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text as a transparent picture. Offsets are from the start of its baseline."""

    image: Image.Image
    left: int
    top: int
    width: float  # of the letters alone
    capital: int  # the height of a capital


def plain(text: str, lines: int = 1) -> str:
    """The text without breaks and hidden characters, its accents composed.

    It is cut to a length that can fit on `lines` lines.
    """
    kept = unicodedata.normalize("NFC", text[: lines * _LONGEST])
    return " ".join(visible(" ".join(kept.split())).split())


def fitted(text: str, face: Face, size: int, width: float) -> str:
    """The text, cut with an ellipsis if it would be wider than `width` pixels."""
    text = plain(text)
    if _measure(text, face, size) <= width:
        return text
    shortest, longest = 0, len(text)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if _measure(text[:middle].rstrip() + "…", face, size) <= width:
            shortest = middle
        else:
            longest = middle - 1
    return text[: _between(text, shortest)].rstrip() + "…"


def _between(text: str, place: int) -> int:
    """The place, or the one before the letter or picture that it would cut through."""
    while 0 < place < len(text) and (
        text[place] in JOINS
        or text[place - 1] == "\u200d"
        or unicodedata.category(text[place])[0] == "M"
        or re.match(f"[{_SHADES}]", text[place])
    ):
        place -= 1
    return place


@lru_cache(maxsize=_KEPT)
def lettering(
    text: str,
    face: Face,
    size: int,
    fill: str,
    halo: str | None = None,
    thick: int = 3,
    spaced: int = 0,
) -> Lettering:
    """The text drawn in a colour, on a halo `thick` pixels wide if it has a colour."""
    text = plain(text)
    capital = -int(_font(fonts.own(face), size).getbbox("H", anchor="ls")[1])
    path = fonts.plain_font(text, face)
    edge = thick if halo else 0
    if path is None:
        drawn = _shaped(text, face, size, edge)
    else:
        drawn = _set(text, path, size, edge, spaced)
        capital = -int(_font(path, size).getbbox("H", anchor="ls")[1])
    image = Image.new("RGBA", drawn.outer.size, (*rgb(halo or fill), 0))
    if halo:
        image.paste(rgb(halo), (0, 0, *image.size), drawn.outer)
        image.paste(rgb(fill), (0, 0, *image.size), drawn.letters)
    image.putalpha(drawn.outer)
    bounds = drawn.outer.getbbox() or (0, 0, 1, 1)
    left, top = bounds[0] + drawn.left, bounds[1] + drawn.top
    return Lettering(image.crop(bounds), left, top, drawn.width, capital)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Letters and what surrounds them, as masks. Offsets are from the start of the baseline."""

    outer: Image.Image
    """The letters with their edge."""
    letters: Image.Image
    left: int
    top: int
    width: float


def _set(text: str, path: Path, size: int, edge: int, spaced: int) -> _Drawn:
    """One letter behind the other, with `spaced` pixels between them."""
    starts: list[int] = []
    x = 0
    for letter in text:
        starts.append(x)
        x += _letter(letter, path, size, 0).step + spaced
    width = max(x - spaced, 0)
    ascent, descent = _font(path, size).getmetrics()
    pad = edge + 2 + size // 4  # italics and accents reach beyond their boxes
    canvas = (width + 2 * pad + 1, ascent + descent + 2 * pad)
    masks: list[Image.Image] = []
    for stroke in (edge, 0) if edge else (0,):
        mask = Image.new("L", canvas, 0)
        for letter, start in zip(text, starts, strict=True):
            drawn = _letter(letter, path, size, stroke)
            mask.paste(255, (pad + start + drawn.left, pad + ascent + drawn.top), drawn.mask)
        masks.append(mask)
    return _Drawn(masks[0], masks[-1], -pad, -pad - ascent, width)


class _Letter(NamedTuple):
    """A letter with its edge as a mask. Offsets are from its start on the baseline."""

    mask: Image.Image
    left: int
    top: int
    step: int
    """From its start to that of the next."""


@lru_cache(maxsize=2048)
def _letter(letter: str, path: Path, size: int, edge: int) -> _Letter:
    """Kept apart from the texts, for new names have the same letters, and an edge takes long."""
    font = _font(path, size)
    left, top, right, bottom = map(int, font.getbbox(letter, anchor="ls", stroke_width=edge))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)), 0)
    pen = ImageDraw.Draw(mask)
    pen.text((-left, -top), letter, fill=255, font=font, anchor="ls", stroke_width=edge)
    return _Letter(mask, left, top, round(_step(letter, font)))


def _shaped(text: str, face: Face, size: int, edge: int) -> _Drawn:
    """Letters joined and in their direction, from as many fonts as it takes."""
    font = _laid(text, face, size)
    font.draw_glyphs_to_bitmap(antialiased=True)
    bare = np.pad(np.asarray(font.get_image()), edge)
    outer = bare.copy()
    for right in range(-edge, edge + 1):
        for down in range(-edge, edge + 1):
            if 0 < right * right + down * down <= edge * edge:
                np.maximum(outer, np.roll(bare, (down, right), (0, 1)), out=outer)
    below = round(font.get_descent() / 64)
    left = round(font.get_bitmap_offset()[0] / 64)
    rows = bare.shape[0] - 2 * edge
    return _Drawn(
        Image.fromarray(outer),
        Image.fromarray(bare),
        left - edge,
        below - rows - edge,
        _width(font),
    )


def _laid(text: str, face: Face, size: int) -> FT2Font:
    """A font that has the text laid out, with what no font has as the sign of a gap."""
    if gaps := undrawable(text):
        text = re.sub(f"[{re.escape(gaps)}]", MISSING, text)
    if re.search("[A-Za-z]", text):
        # What we say about a name stays in our direction, numbers and commas behind it as well.
        mark = _LEFT_TO_RIGHT
        text = mark + _NAME_WRITTEN_LEFTWARD.sub(rf"{mark}\g<0>{mark}", text)
    paths = [str(each) for each in fonts.fonts_for(text, face)]
    font = font_manager.get_font(paths)  # pyright: ignore[reportUnknownMemberType]
    font.set_size(size, 72)
    font.set_text(text, 0, flags=LoadFlags.NO_HINTING)
    return font


def _width(font: FT2Font) -> float:
    return max(0.0, (font.get_bitmap_offset()[0] + font.get_width_height()[0]) / 64)


def measure(text: str, face: Face, size: int) -> float:
    """How wide the text will be, without a halo."""
    return _measure(plain(text), face, size)


def warm() -> None:
    """Open every font, so that the first picture need not."""
    for face in fonts.faces():
        lettering("A", face, 20, "#000000")
    fonts.characters()


def _measure(text: str, face: Face, size: int) -> float:
    path = fonts.plain_font(text, face)
    if path is None:
        return _width(_laid(text, face, size))
    font = _font(path, size)
    return sum(_step(letter, font) for letter in text)


@lru_cache(maxsize=4096)
def _step(letter: str, font: ImageFont.FreeTypeFont) -> float:
    """From the start of a letter to that of the next, which a font is slow to tell."""
    return font.getlength(letter)


@lru_cache(maxsize=128)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
