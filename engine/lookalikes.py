"""Which names look like one another, so that nobody can pass for somebody else.

Follows Unicode's rules for confusable characters (UTS 39, skeletons), with the tables of a library.
Which characters a name may have at all is said in `engine.names`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from engine.module.names import key_of
from engine.names import undrawn

_ONE = {"VV": "W", "vv": "w"}
"""Pairs that look like one letter; the table has those that are of one shape alone."""
_PAIRS = re.compile("|".join(_ONE))


def lookalike(name: str, others: Iterable[str]) -> str:
    """The first of the others that people could take for the name; empty if there is none.

    Two names are alike if they differ only in case, blanks, hyphens, underscores and what shows
    nothing, or in characters that look the same (`Ada` with a Cyrillic A). Source:
    cohorts.setup.names.
    """
    return next((other for other in others if alike(name, other)), "")


def alike(one: str, other: str) -> bool:
    """Whether people could take one name for the other (see `lookalike`)."""
    return any(a == b for a, b in zip(_skeletons(one), _skeletons(other), strict=True))


@lru_cache(maxsize=16_384)
def _skeletons(name: str) -> tuple[str, str]:
    """The name as it looks, in its own case and without: a large I is like a small l."""
    plain = undrawn(name).strip()
    # Folded once more behind: a zero is drawn as a large O, which is a small one without case.
    return _skeleton("".join(plain.split())), _skeleton(key_of(plain)).casefold()


def _skeleton(text: str) -> str:
    model = _models()
    # NFKD takes a circled or raised figure for the figure, which the table does not.
    plain = _PAIRS.sub(lambda pair: _ONE[pair[0]], unicodedata.normalize("NFKD", text))
    drawn = "".join(model.get(each, each) for each in plain)
    return unicodedata.normalize("NFD", drawn)


@cache
def _models() -> Mapping[str, str]:
    """For each character that looks like another, the text that stands for all of its like."""
    # The library's own reader would keep 16 MB of names of characters in every process.
    table = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    like: dict[str, list[str]] = json.loads(table, object_hook=_character)
    # The table leads both ways: from a character to its model, and from a model to all its likes.
    found: dict[str, str] = {}
    for character, (model, *more) in like.items():
        if len(character) == 1 and not more:
            alone = len(like.get(model, ())) == 1
            found[character] = undrawn(min(character, model) if alone else model)
    return found


def _character(each: dict[str, Any]) -> Any:
    """Of a character with its name only itself; the whole table as it is."""
    return each["c"] if each.keys() == {"c", "n"} else each
