"""Sections of a report, cut into pages for Discord or put together as one plain text.

It knows layout alone: the caller gives what the sections say.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from bot.faces.words.tables import table_blocks

PAGE = 1900  # characters of a page: what a phone shows without much scrolling
LONGEST = 4096  # Discord: the description of an embed
Row = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below the names of their columns; numbers are set to the right."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def blocks(self, limit: int) -> list[str]:
        """The table in monospace, in as many parts as the limit asks for."""
        widths = [
            max(len(name), *(len(_cell(row[n])) for row in self.rows))
            for n, name in enumerate(self.columns)
        ]
        numeric = [all(isinstance(row[n], int) for row in self.rows) for n in range(len(widths))]

        def cells(row: Sequence[str | int]) -> list[JsonValue]:
            texts = zip(row, widths, numeric, strict=True)
            return [_cell(c).rjust(width) if right else _cell(c) for c, width, right in texts]

        rows: list[JsonValue] = [cells(row) for row in self.rows]
        return table_blocks({"columns": cells(self.columns), "rows": rows}, limit)


@dataclass(frozen=True, slots=True)
class Section:
    """A headed part of a report: lines, then perhaps a table."""

    title: str
    lines: tuple[str, ...] = ()
    table: Table | None = None

    def pieces(self, limit: int) -> Iterator[str]:
        """What pages are made of, each within the limit; the title stays with what follows it."""
        head = f"**{self.title}**" if self.title else ""
        parts = [part for line in self.lines for part in _broken(line, limit - len(head) - 1)]
        if self.table and self.table.rows:
            parts += self.table.blocks(limit - len(head) - 1)
        for number, part in enumerate(parts):
            yield f"{head}\n{part}".lstrip("\n") if not number else part


def pages(sections: Iterable[Section], limit: int = PAGE) -> list[str]:
    """The sections on as few pages as keep their order; none if there is nothing to say."""
    found: list[str] = []
    for section in sections:
        for number, piece in enumerate(section.pieces(limit)):
            gap = "\n" if number else "\n\n"
            if found and len(found[-1]) + len(gap) + len(piece) <= limit:
                found[-1] += gap + piece
            else:
                found.append(piece)
    return found


def plain_text(title: str, sections: Iterable[Section]) -> str:
    """The whole report as a text file; the sections must hold no markup but their tables'."""
    text = [title, "=" * len(title)]
    for section in sections:
        body = [*section.lines]
        if section.table and section.table.rows:
            body += [block.strip("`\n") for block in section.table.blocks(LONGEST)]
        if body and section.title:
            body = [section.title, "-" * len(section.title), *body]
        if body:
            text += ["", *body]
    return "\n".join(text) + "\n"


def _cell(value: str | int) -> str:
    return f"{value:,}" if isinstance(value, int) else value


def _broken(line: str, limit: int) -> list[str]:
    """A line in parts within the limit; it is cut at blanks."""
    if len(line) <= limit:
        return [line]
    return textwrap.wrap(line, limit, replace_whitespace=False, drop_whitespace=False)
