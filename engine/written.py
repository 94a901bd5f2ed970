"""What a person wrote, before it means anything: values, lists of them, and lines of an order.

A value is bare or in quotation marks, a list has commas, a line is two words and values by name.
What the values mean to an order is in `engine.forms`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.module.names import closest
from engine.names import unseen

NUMBER: Final = re.compile(r"[+-]?\d{1,15}", re.ASCII)
WORDS: Final = re.compile(r"/?(\S+)(?:\s+(\S+))?")
"""The path of an order, as a line begins."""
NAMED: Final = re.compile(r"([^\W\d][\w-]*):")
"""The name that stands before a value."""
_COMMA = re.compile(r",|$")
_ITEM_END = re.compile(r",|\s(?=[^\W\d][\w-]*:)|$")
_SHOWN = 40
_JSON = json.JSONDecoder()


class Unfit(ValueError):
    """Texts from which no order can be made: for each problem what is wrong and a suggestion."""

    def __init__(self, *problems: tuple[str, str]) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(says for says, _ in self.problems)


class WrittenValue(NamedTuple):
    """One value as it was written; `quoted` if between quotation marks."""

    text: str
    quoted: bool = False


def values_in(line: str) -> tuple[tuple[str, str], dict[str, list[WrittenValue]]]:
    """The path of the order that a line of `line_of` tells, and its values by their names.

    Raises:
        Unfit: it is no such line.
    """
    words = WORDS.match(line)
    if not words or not words[2]:
        raise Unfit(("there is no order", ""))
    found: dict[str, list[WrittenValue]] = {}
    at = words.end()
    while (at := skip_blanks(line, at)) < len(line):
        name = NAMED.match(line, at)
        if not name:
            raise Unfit((f"“{cut(line[at:])}” belongs to no parameter", ""))
        found[name[1]], at = items_at(line, name.end())
    return (words[1], words[2]), found


def items(text: str) -> list[WrittenValue]:
    """The items of a list that was written with commas.

    Raises:
        Unfit: something stands behind a closing quotation mark, or one is missing.
    """
    found: list[WrittenValue] = []
    at = 0
    while at <= len(text):
        item, at = item_at(text, at, _COMMA)
        at = skip_blanks(text, at)
        if at < len(text) and text[at] != ",":
            raise Unfit((f"“{cut(text[at:])}” stands behind a closing quotation mark", ""))
        found.append(item)
        at += 1
    return found


def paired(each: list[WrittenValue]) -> list[WrittenValue]:
    """The items with two bare numbers after each other as one, since provinces are `x,y`."""
    found: list[WrittenValue] = []
    for item in each:
        last = found[-1] if found else WrittenValue("")
        bare = not item.quoted and not last.quoted
        if bare and NUMBER.fullmatch(last.text) and NUMBER.fullmatch(item.text):
            found[-1] = WrittenValue(f"{last.text},{item.text}")
        else:
            found.append(item)
    return found


def items_at(text: str, at: int) -> tuple[list[WrittenValue], int]:
    """The items of a list that begins at a place, and where it ends."""
    found: list[WrittenValue] = []
    while True:
        item, at = item_at(text, at, _ITEM_END)
        found.append(item)
        comma = skip_blanks(text, at)
        if not text.startswith(",", comma):
            return found, at
        at = comma + 1


def item_at(text: str, at: int, end: re.Pattern[str]) -> tuple[WrittenValue, int]:
    """The value that begins at a place, bare up to `end` or in quotation marks.

    Raises:
        Unfit: a quoted text does not end, or is not well formed.
    """
    at = skip_blanks(text, at)
    if not text.startswith('"', at):
        found = end.search(text, at)
        stop = found.start() if found else len(text)
        return WrittenValue(text[at:stop].strip()), stop
    try:
        word, at = _JSON.raw_decode(text, at)
    except ValueError:
        says = 'a text lacks its closing " or has a \\ that is not written \\\\'
        raise Unfit((says, "")) from None
    return WrittenValue(word, quoted=True), at


def skip_blanks(text: str, at: int) -> int:
    """The next place that is not blank."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def check_characters(line: str) -> None:
    """Refuse what no name may have since it cannot be seen (`engine.names`).

    Raises:
        Unfit: there is such a character.
    """
    if wrong := unseen(line):
        raise Unfit((wrong, ""))


def near(text: str, known: Iterable[str]) -> str:
    """The known word most like a misspelt one; empty if none is."""
    return (closest(text, known) or "") if len(text) <= 2 * _SHOWN else ""


def cut(text: str) -> str:
    """As much of a person's text as is repeated in an answer."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
