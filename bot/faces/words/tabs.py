"""Words of a panel as tabs of pages that fit into a Discord embed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

PAGE: Final = 1900
"""Characters of a page: what a phone shows without much scrolling."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One side of a panel."""

    name: str
    pages: tuple[str, ...]
    """At least one."""
    hint: str = ""
    """What one can do about it, for the last line: the orders that fit."""


def paged(lines: Iterable[str], most: int = PAGE) -> tuple[str, ...]:
    """Lines as pages of at most `most` characters, at least one page; a longer line is cut."""
    found: list[str] = [""]
    for line in lines:
        shown = line if len(line) <= most else line[: most - 1] + "…"
        if found[-1] and len(found[-1]) + 1 + len(shown) > most:
            found.append("")
        found[-1] += f"\n{shown}" if found[-1] else shown
    return tuple(found)
