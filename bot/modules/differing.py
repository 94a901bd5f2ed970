"""What a module changes, in words: by section, each fact with what it was and what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.faces.words.text import escaped, listed, number, word
from engine.module.changes import ModuleChange
from engine.module.names import display_of

_SIGNS: Final = {"added": "🟢", "removed": "🔴", "changed": "🔸"}
_SHORT: Final = 90  # characters of a value in a message; the file has all
_PAGE: Final = 1800  # characters of a message's page
_MOST_PAGES: Final = 20
SAME: Final = "They are the same in every fact."


def summary(found: Sequence[ModuleChange]) -> str:
    """How much differs, and where: `12 changed, 3 added, in units and factions`."""
    if not found:
        return SAME
    counts = Counter(each.how for each in found)
    told = ", ".join(
        f"{counts[how]:,} {how}" for how in ("changed", "added", "removed") if counts[how]
    )
    return f"{told}, in {listed(dict.fromkeys(word(each.section) for each in found))}."


def pages(found: Sequence[ModuleChange]) -> list[str]:
    """The differences as pages of a message; a very long list ends with how many more there are."""
    made: list[str] = []
    page, told = "", 0
    for section, group in groupby(found, key=lambda each: each.section):
        head = f"**{escaped(display_of(section))}**"
        for each in group:
            line = _line(each)
            if len(page) + len(head) + len(line) + 2 > _PAGE:
                made.append(page)
                page, head = "", f"**{escaped(display_of(section))}**"
            page += f"{head}\n{line}\n" if head else f"{line}\n"
            head = ""
            if len(made) == _MOST_PAGES:
                more = number(len(found) - told, "difference")
                made[-1] += f"… and {more} more, in the file."
                return made
            told += 1
    return [*made, page] if page else made or [SAME]


def lines(found: Sequence[ModuleChange]) -> Iterator[str]:
    """Every difference in full, as a plain text."""
    for section, group in groupby(found, key=lambda each: each.section):
        yield f"[{section}]"
        for each in group:
            where = ".".join(each.path) or "(all of it)"
            match each.how:
                case "added":
                    yield f"  + {where} = {each.after}"
                case "removed":
                    yield f"  - {where} = {each.before}"
                case "changed":
                    yield f"  ~ {where}: {each.before} -> {each.after}"
        yield ""


def _line(change: ModuleChange) -> str:
    where = " · ".join(escaped(word(each)) for each in change.path) or "all of it"
    sign = _SIGNS[change.how]
    match change.how:
        case "added":
            return f"{sign} {where}: new, {_short(change.after)}"
        case "removed":
            return f"{sign} {where}: gone, was {_short(change.before)}"
        case "changed":
            return f"{sign} {where}: {_short(change.before)} → {_short(change.after)}"


def _short(value: str) -> str:
    shown = value if len(value) <= _SHORT else value[: _SHORT - 1] + "…"
    return escaped(shown) or "nothing"
