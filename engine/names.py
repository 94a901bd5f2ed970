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

NAME_LENGTH = 32  # cohorts.setup.names

# Written out, not looked up by Unicode category: those differ between versions of Python.
_UNSEEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f\u2028\u2029"  # control characters and line breaks
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164"
    "\ufeff\uffa0\ufff0-\uffff"  # what shows nothing
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # marks of shorthand and music that show nothing
    "\ufe00-\ufe0d\ud800-\udfff\U000e0000-\U000e0fff"  # variants, halves of characters, and tags
    "]"
    # Joiners belong to some scripts and to pictures; between other letters they show nothing.
    "|(?<![\u0600-\u0dff\u1000-\u109f\u1780-\u18af])\u200c"
    "|(?<![\u0600-\u0dff\u1000-\u109f\u1780-\u18af\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d"
    "|(?<![\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]"
)
_JOINS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
# As in Vietnamese, with one to spare: more marks than that climb into the lines above and below.
_MARKS = 3
_CALLS = re.compile(r"@(?:everyone|here)\b|<(?:@|#|/|t:|id:|a?:)", re.IGNORECASE)


def flaw(text: str) -> str:
    """What keeps a text from being a name or a message, in a sentence; empty if nothing does.

    How long it may be is not checked here.
    """
    if _UNSEEN.search(text):
        return "It has a line break or a hidden character; write plain text on one line."
    if _CALLS.search(text):
        return "It would call people or channels; write it without mentions."
    if text and not text.strip():
        return "Nothing of it can be seen; write at least one letter."
    if _stacked(text):
        return "It has marks piled on one another; write a letter with two or three at most."
    return ""


def visible(text: str) -> str:
    """The text without its line breaks and hidden characters."""
    return _UNSEEN.sub("", text)


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
    if wrong := flaw(text):
        raise ValueError(wrong)
    return text


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


__all__ = ["NAME_LENGTH", "PLAIN", "Label", "flaw", "free_texts", "undrawn", "visible"]
