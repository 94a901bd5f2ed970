"""The fonts of pictures, and which of them have the letters of a text.

Latin letters are drawn by the faces of the project, whatever else by Noto's font of its script, and
what that lacks by the font that comes with matplotlib.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal

import matplotlib as mpl
from matplotlib.ft2font import FT2Font

import data
from bot.faces.gaps import JOINS

Face = Literal["bold", "medium", "italic", "title"]

_FONTS: Final = Path(data.__file__).parent / "art" / "fonts"
_FIRA: Final = _FONTS / "fira-sans-condensed"
_LAST: Final = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans-Bold.ttf"
_FACES: Final[dict[Face, tuple[Path, ...]]] = {
    "bold": (_FIRA / "Bold.ttf", _LAST),
    "medium": (_FIRA / "Medium.ttf", _LAST),
    "italic": (_FIRA / "MediumItalic.ttf", _FIRA / "Medium.ttf", _LAST),
    "title": (_FONTS / "cinzel" / "Bold.ttf", _FIRA / "Bold.ttf", _LAST),
}


def faces() -> Iterator[Face]:
    """Every face in which texts are written."""
    return iter(_FACES)


def own(face: Face) -> Path:
    """The font in which a face is meant to be."""
    return _FACES[face][0]


def plain_font(text: str, face: Face) -> Path | None:
    """The first font of a face that has every letter and can set one behind the other.

    None if there is none, or if the writing is of a kind whose letters join, stack or run from
    right to left.
    """
    if not text.isascii() and any(map(_joined, text)):
        return None
    wanted = set(text)
    return next((each for each in _FACES[face] if letters(each).issuperset(wanted)), None)


def fonts_for(text: str, face: Face) -> list[Path]:
    """Fonts that have the letters of a text between them, in the order in which to try them."""
    *firsts, last = _FACES[face]
    chosen = list(firsts)
    for letter in text:
        if letter in JOINS or any(letter in letters(each) for each in chosen):
            continue
        chosen += [each for each in _scripts() if letter in letters(each)][:1]
    return [*chosen, last]


def characters() -> set[str]:
    """All that the fonts have between them, as `bot.faces.gaps` is to know it."""
    return set[str]().union(*map(letters, (*_FACES["bold"], *_scripts())))


@cache
def letters(font: Path) -> frozenset[str]:
    """The characters that a font has."""
    return frozenset(map(chr, FT2Font(str(font)).get_charmap()))


@cache
def _scripts() -> tuple[Path, ...]:
    return tuple(sorted((_FONTS / "noto").glob("*.?tf")))


def _joined(letter: str) -> bool:
    """Whether it is of a writing that the last font has, but that has to be shaped."""
    return (
        letter in JOINS
        or "\u0e80" <= letter <= "\u0eff"  # Lao
        or unicodedata.bidirectional(letter) in ("R", "AL", "AN")
    )
