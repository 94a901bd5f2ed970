"""What people may type as a name or a message: plain text on one line.

Every order that takes such a text uses these types, so that all refuse the same and say the same.
Finding a thing by its name is in `engine.labels`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, BaseModel, Field

from engine.characters import SEEN

NAME_LENGTH = 32  # cohorts.setup.names

# Joiners belong to some scripts and to pictures, and so do signs that choose a picture's form.
_PICTURES = (
    "#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
_JOINED = "\u0600-\u0dff\u1000-\u109f\u1780-\u18af"
_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Blanks of other widths than the usual one, such as that between Chinese words."""
_UNSEEN = re.compile(
    f"[^{SEEN}{_BLANKS}\u200c\u200d\ufe0e\ufe0f]"
    f"|(?<![{_JOINED}])\u200c"
    f"|(?<![{_JOINED}{_PICTURES}\ufe0f])\u200d"
    f"|(?<![{_PICTURES}])[\ufe0e\ufe0f]"
)
_ODD = re.compile(f"[^{SEEN}{_BLANKS}]")
"""What cannot be seen, and what is seen with others only: nearly all texts have nothing of it."""
_WHAT = (
    ("[\n\r\x0b\x0c\x85\u2028\u2029]", "a line break"),
    ("\t", "a tab"),
    ("[\x00-\x1f\x7f-\x9f]", "a control character"),
    ("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "a mark that turns the writing around"),
    ("[\u200c\u200d]", "a joiner where nothing is joined"),
    ("[\ufe00-\ufe0f]", "a mark that chooses the form of a picture, and there is none"),
    ("\ufeff", "a byte order mark, which is not shown"),
    (
        "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u206f\u2800\u3164\uffa0"
        "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]",
        "a character that shows nothing",
    ),
)
"""What unseen characters are, in plain words; any other is one that few devices can show."""
_JOINS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
# As in Vietnamese, with one to spare: more marks than that climb into the lines above and below.
_MARKS = 3
_CALLS = re.compile(r"@(?:everyone|here)\b|<(?:@|#|/|t:|id:|a?:)", re.IGNORECASE)


def ordinal(number: int) -> str:
    """A place in a row, as in the names of regiments: 2nd, 13th."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def flaw(text: str) -> str:
    """What keeps a text from being a name or a message, in a sentence; empty if nothing does.

    How long it may be is not checked here.
    """
    if wrong := unseen(text):
        return wrong
    if _CALLS.search(text):
        return "It would call people or channels; write it without mentions."
    if text and not text.strip():
        return "Nothing of it can be seen; write at least one letter."
    if _stacked(text):
        return "It has marks piled on one another; write a letter with two or three at most."
    return ""


def unseen(text: str) -> str:
    """The first character that cannot be seen, its place and what it is, in a sentence.

    Empty if there is none. What stands in a sheet or a command is refused with the same words.
    """
    if not _ODD.search(text) or not (found := _UNSEEN.search(text)):
        return ""
    what = next(
        (says for each, says in _WHAT if re.match(each, found[0])),
        "a character that few devices can show",
    )
    place, code = found.start() + 1, f"U+{ord(found[0]):04X}"
    return f"Character {place} is {what} ({code}); write plain text on one line without it."


def visible(text: str) -> str:
    """The text without its line breaks and hidden characters."""
    return _UNSEEN.sub("", text) if _ODD.search(text) else text


def undrawn(text: str) -> str:
    """The text without anything that shows nothing, what joins letters and pictures as well."""
    return _JOINS.sub("", visible(text))


def _stacked(text: str) -> bool:
    """Whether more marks stand on one letter than any language writes, or one of them twice."""
    marks: list[str] = []
    for each in unicodedata.normalize("NFD", text):
        if not unicodedata.combining(each):
            marks = []
        elif each in marks or len(marks) == _MARKS:
            return True
        else:
            marks.append(each)
    return False


def _plain(text: str) -> str:
    """The text with single blanks, all of the usual width, between its words."""
    if wrong := flaw(text):
        raise ValueError(wrong)
    return " ".join(text.split())


PLAIN = AfterValidator(_plain)
"""Marks a text that players may type freely."""

Label = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH), PLAIN]
"""The name that a player gives something."""


def free_texts(model: BaseModel) -> Iterator[str]:
    """What a player typed freely in an order: every text that is marked `PLAIN`, also inside."""
    for name, field in type(model).model_fields.items():
        if PLAIN in field.metadata or _marked(field.annotation):
            yield from _texts(getattr(model, name))
        else:
            yield from _inside(getattr(model, name))


def _marked(annotation: Any) -> bool:
    parts = get_args(annotation)
    return any(part is PLAIN or _marked(part) for part in parts)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(each)  # pyright: ignore[reportUnknownArgumentType]


def _inside(value: object) -> Iterator[str]:
    if isinstance(value, BaseModel):
        yield from free_texts(value)
    elif isinstance(value, tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _inside(each)  # pyright: ignore[reportUnknownArgumentType]


__all__ = ["NAME_LENGTH", "PLAIN", "Label", "flaw", "free_texts", "undrawn", "unseen", "visible"]
