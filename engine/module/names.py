"""How names are compared, and how a misspelt one is answered.

Every name of a module (of a race, an item, a section ...) goes through `key_of` before it is
compared with another. Nothing here knows what the names stand for.
"""

import functools
import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from string import Formatter
from typing import Final
from unicodedata import normalize
from zoneinfo import available_timezones

# Joiners and forms of pictures are typed on one device and not on the next.
_IGNORED = re.compile("[\\s_\u200c\u200d\ufe0e\ufe0f-]+")

_BEGINNING: Final = 3  # letters that make a name known
_FEW: Final = 20  # names that a fault lists


@functools.lru_cache(maxsize=4096)
def key_of(name: str) -> str:
    """The name as it is compared: without case, blanks, hyphens and underscores (ledger README).

    A letter with its accent is the same whether it was typed as one character or as two.
    """
    kept = _IGNORED.sub("", name)
    if kept.isascii():
        return kept.lower()
    return normalize("NFC", normalize("NFC", kept).casefold())


def display_of(key: str) -> str:
    """The name shown for a key without a name: `spider_wart` is "Spider wart"."""
    words = re.sub(r"[_-]+", " ", key).strip()
    return words[:1].upper() + words[1:]


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like a misspelt or cut one, or None if none is near."""
    spelling = {key_of(each): each for each in known}
    key = key_of(name)
    begun = [each for each in spelling if len(key) >= _BEGINNING and each.startswith(key)]
    found = begun if len(begun) == 1 else get_close_matches(key, list(spelling), n=1, cutoff=0.6)
    return spelling[found[0]] if found else None


def meant(name: str, known: Collection[str]) -> tuple[str, str | None]:
    """What follows a fault of a name that is unknown, and the known name most like it.

    If none is near, what follows are the known ones in brackets; nothing if they are many.
    """
    near = closest(name, known)
    return "" if near else few(known), near


def closest_zone(name: str) -> str | None:
    """The time zone most like a misspelt one, or the one of a city; None if none is near."""
    zones = sorted(available_timezones())
    found = {**{zone.rpartition("/")[2]: zone for zone in zones}, **{zone: zone for zone in zones}}
    near = closest(name, found)
    return found[near] if near else None


def few(known: Iterable[str]) -> str:
    """The known names in brackets, to follow a fault; nothing if there are none, or many."""
    names = sorted(set(known))
    return f" (known: {', '.join(names)})" if 0 < len(names) <= _FEW else ""


def places_in_form(form: str) -> set[str]:
    """The names in braces of a form such as `{day} {month}`, to be filled by `str.format`.

    A name alone may stand in braces: a width or an attribute would let a form ask for more than
    its text. Raises ValueError if it is none.
    """
    found: set[str] = set()
    for _, name, spec, conversion in Formatter().parse(form):
        if name is None:
            continue
        if spec or conversion or not name.isidentifier():
            raise ValueError("may have names alone in braces")
        found.add(name)
    return found
