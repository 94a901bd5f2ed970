"""Small grammar, and texts that people typed made safe for where they go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from engine.names import visible

_QUIET: Final = "\u200b"  # shown as nothing; breaks up what Discord would take for a mention
_MARKS = re.compile(r"\\(.)|\*\*|`")
_MARKDOWN: Final = re.compile(r"[\\*_~`|]|^\s*(?=[>#-])|\[(?=.+\]\(.+\))", re.MULTILINE)
_CALLS: Final = re.compile(r"@(?=everyone|here|[!&]?\d)|<(?=[@#!/:a-z])|:(?=//)")
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")
_PINGS: Final = re.compile(r"@(?=everyone|here|[!&]?\d)")

_KEPT: Final = 2048  # texts of which what is made is kept: a report names the same again and again

FEW = 6  # things that a line names one by one; of more it tells the number of the rest


@lru_cache(_KEPT)
def clean(text: str) -> str:
    """A text on one line, without control characters and what turns writing around.

    What the gate of names lets through (`engine.names`) stays as it is.
    """
    return " ".join(visible(_CONTROLS.sub(" ", text)).split())


def seen(text: str) -> str:
    """A text without hidden characters: those that control, turn the writing, or show nothing.

    Its lines stay, and so does what `plain` puts into a text to break up a mention.
    """
    lines = text.replace("\t", " ").split("\n")
    return "\n".join(_QUIET.join(map(visible, line.split(_QUIET))) for line in lines)


def plain(text: str) -> str:
    """A text by anybody as Discord may show it.

    There is nothing hidden in it, no markdown, and no mention, link or command.
    """
    return _CALLS.sub(rf"\g<0>{_QUIET}", _MARKDOWN.sub(_silenced, seen(text)))


def pingless(text: str) -> str:
    """A text whose markdown and links count, for those who may use them; it mentions nobody."""
    return _PINGS.sub(rf"\g<0>{_QUIET}", seen(text))


def code(text: str) -> str:
    """A text that cannot end the code it stands in, nor mention anybody there."""
    return _CALLS.sub(rf"\g<0>{_QUIET}", text).replace("`", "ˋ")


def _silenced(found: re.Match[str]) -> str:
    blank = found[0].isspace() or not found[0]  # before a mark that counts at a line's beginning
    return f"{found[0]}\\" if blank else f"\\{found[0]}"


def said_plainly(text: str) -> str:
    """What `escaped` or bold letters were made of, for pictures and files."""
    return _MARKS.sub(r"\1", text.replace(_QUIET, ""))


@lru_cache(_KEPT)
def escaped(text: str) -> str:
    """A text on one line in which Discord finds neither markdown nor a mention."""
    return plain(clean(text))


def word(key: str) -> str:
    """A key of the module as people write it: `heavy_forest` is "heavy forest"."""
    return key.replace("_", " ")


def number(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 soldier", "1,200 soldiers"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def experience(points: int) -> str:
    """What somebody has learned, in words: "1,200 experience"."""
    return f"{points:,} experience"


def percent(points: int | Fraction) -> str:
    """Percent points as people write them, such as 12% or 87.5%."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".") + "%"


def listed(parts: Iterable[str], most: int = FEW) -> str:
    """Parts as people list them: "a, b and c", "a, b and 7 more"; "nothing" for none."""
    every = list(parts)
    if len(every) > most:
        every = [*every[: most - 1], f"{len(every) - most + 1} more"]
    if len(every) < 2:
        return every[0] if every else "nothing"
    return f"{', '.join(every[:-1])} and {every[-1]}"


def counted(counts: Mapping[str, int], most: int = FEW) -> str:
    """Counts by key as people list them: "20 human and 5 dwarf"; "none" for none."""
    return listed((several(count, key) for key, count in counts.items()), most) or "none"


def several(count: int, key: str) -> str:
    """A count of what the module calls so: "20 human", "3 gems", "1 gem"."""
    one_of_many = count == 1 and key.endswith("s") and not key.endswith("ss")
    return f"{count:,} {word(key.removesuffix('s') if one_of_many else key)}"


def one(kind: str) -> str:
    """One of a kind: "a city", "an agitator", "a unit", "a bought army"."""
    an = kind[0] in "aeiou" and not kind.startswith("uni")
    return f"{'an' if an else 'a'} {word(kind).replace('-', ' ')}"
