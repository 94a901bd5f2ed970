"""Letters: names of any origin, as pictures with a halo, kept ready for the next map.

Names come from players, so nothing in them is markup, and a letter that a font lacks takes the
whole name to the next font that has it.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

import matplotlib as mpl
from matplotlib.ft2font import FT2Font
from PIL import Image, ImageDraw, ImageFont

import data
from bot.faces.paint.palette import rgb

Face = Literal["bold", "medium", "italic", "title"]

_FONTS: Final = Path(data.__file__).parent / "art" / "fonts"
_FILES: Final[dict[str, Path]] = {
    "bold": _FONTS / "fira-sans-condensed" / "Bold.ttf",
    "medium": _FONTS / "fira-sans-condensed" / "Medium.ttf",
    "italic": _FONTS / "fira-sans-condensed" / "MediumItalic.ttf",
    "title": _FONTS / "cinzel" / "Bold.ttf",
    "last": Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans-Bold.ttf",
}
_FALLBACKS: Final[dict[Face, tuple[str, ...]]] = {
    "bold": ("bold", "last"),
    "medium": ("medium", "last"),
    "italic": ("italic", "medium", "last"),
    "title": ("title", "bold", "last"),
}
_UNKNOWN: Final = "\N{REPLACEMENT CHARACTER}"
_LONGEST: Final = 200  # characters that are looked at at all
_KEPT: Final = 512


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text as a transparent picture. Offsets are from the start of its baseline."""

    image: Image.Image
    left: int
    top: int
    width: float  # of the letters alone
    capital: int  # the height of a capital


def plain(text: str, lines: int = 1) -> str:
    """The text without breaks and control characters, its accents composed.

    It is cut to a length that can fit on `lines` lines.
    """
    kept = (
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", text[: lines * _LONGEST])
        if letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    return " ".join("".join(kept).split())


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
    return text[:shortest].rstrip() + "…"


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
    text, font = _fit_font(plain(text), face, size)
    edge = thick if halo else 0
    pieces = list(text) if spaced else [text]
    starts: list[float] = []
    x = 0.0
    for piece in pieces:
        starts.append(x)
        x += font.getlength(piece) + spaced
    width = max(x - spaced, 0.0)
    ascent, descent = font.getmetrics()
    pad = edge + 2 + size // 4  # italics and accents reach beyond their boxes
    canvas = (int(width) + 2 * pad + 1, ascent + descent + 2 * pad)
    masks: list[Image.Image] = []
    for stroke in (edge, 0) if halo else (0,):
        mask = Image.new("L", canvas, 0)
        pen = ImageDraw.Draw(mask)
        for piece, start in zip(pieces, starts, strict=True):
            place = (pad + start, pad + ascent)
            pen.text(place, piece, fill=255, font=font, anchor="ls", stroke_width=stroke)
        masks.append(mask)
    bounds = masks[0].getbbox() or (0, 0, 1, 1)
    image = Image.new("RGBA", canvas, (*rgb(halo or fill), 0))
    if halo:
        image.paste(rgb(halo), (0, 0, *canvas), masks[0])
        image.paste(rgb(fill), (0, 0, *canvas), masks[1])
        image.putalpha(masks[0])
    else:
        image.putalpha(masks[0])
    capital = -int(font.getbbox("H", anchor="ls")[1])
    return Lettering(image.crop(bounds), bounds[0] - pad, bounds[1] - pad - ascent, width, capital)


def measure(text: str, face: Face, size: int) -> float:
    """How wide the text will be, without a halo."""
    return _measure(plain(text), face, size)


def warm() -> None:
    """Open every font, so that the first picture need not."""
    for face in _FALLBACKS:
        lettering("A", face, 20, "#000000")
    _letters("last")


def _measure(text: str, face: Face, size: int) -> float:
    text, font = _fit_font(text, face, size)
    return font.getlength(text)


def _fit_font(text: str, face: Face, size: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """The first of the face's fonts that has every letter; the last, with gaps marked, if none."""
    names = _FALLBACKS[face]
    wanted = set(text)
    for name in names:
        if _letters(name).issuperset(wanted):
            return text, _font(name, size)
    known = _letters(names[-1])
    marked = "".join(letter if letter in known else _UNKNOWN for letter in text)
    return marked, _font(names[-1], size)


@lru_cache(maxsize=128)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FILES[name], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _letters(name: str) -> frozenset[str]:
    return frozenset(map(chr, FT2Font(str(_FILES[name])).get_charmap()))
