"""Tables in monospace, cut so that each part fits into a message."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from bot.faces.words.text import code, plain

EMBED: Final = 4096  # characters that Discord takes in the description of an embed


# Taste.
TABLE_WIDTH: Final = 56  # what a code block shows on a small screen before it breaks lines


NARROWEST: Final = 8  # a column is not squeezed further; the table is listed record by record


_FENCE: Final = "```"


def table_blocks(table: JsonValue, limit: int = EMBED) -> list[str]:
    """A table in monospace, cut between its rows so that each part fits and has the header."""
    return [
        f"{part.title}{_FENCE}\n{text}\n{_FENCE}"
        for part in _tables(table)
        for text in _cut(*_drawn(part), limit - len(part.title) - 2 * len(_FENCE) - 2)
    ]


class _Table(NamedTuple):
    title: str
    columns: Sequence[str]
    """Their names; all empty if there is nothing to say above them."""
    rows: Sequence[Sequence[JsonValue]]


def _tables(table: JsonValue) -> Iterator[_Table]:
    """What to draw: a list of rows is a table, a mapping can hold plain fields and tables."""
    match table:
        case {"columns": [*columns], "rows": [*rows], **others}:
            named = [str(column) for column in columns]
            yield _Table("", named, [row if isinstance(row, list) else [row] for row in rows])
            if others:
                yield from _tables(others)
        case dict():
            fields = {key: cell for key, cell in table.items() if not _is_rows(cell)}
            if fields:
                yield _Table("", ("", ""), [[key, cell] for key, cell in fields.items()])
            for key, cell in table.items():
                if key not in fields:
                    yield from (
                        part._replace(title=f"**{plain(key)}**\n") for part in _tables(cell)
                    )
        case list():
            records = [row if isinstance(row, dict) else {"": row} for row in table]
            columns = list(dict.fromkeys(key for row in records for key in row))
            yield _Table("", columns, [[row.get(key, "") for key in columns] for row in records])
        case _:
            yield _Table("", ("",), [[table]])


def _is_rows(cell: JsonValue) -> bool:
    return isinstance(cell, list) and bool(cell) and all(isinstance(row, dict) for row in cell)


def _drawn(table: _Table) -> tuple[str, list[str]]:
    """The header of a table and its rows as text."""
    columns = table.columns
    cells = [
        [_cell(row[number]) if number < len(row) else "" for number in range(len(columns))]
        for row in table.rows
    ]
    widths = _fitted([max(1, *map(len, each)) for each in zip(columns, *cells, strict=True)])
    if widths is None:
        return "", [_record(columns, line) for line in cells]
    rows = [_line(line, widths) for line in cells]
    if not any(columns):
        return "", rows
    header = _line(columns, widths)
    return f"{header}\n{'─' * max(map(len, header.splitlines()))}", rows


def _fitted(widths: list[int]) -> list[int] | None:
    """The widths, the widest columns squeezed until all fit; None if they cannot."""
    room = TABLE_WIDTH - 2 * (len(widths) - 1)
    while sum(widths) > room:
        widest = max(range(len(widths)), key=widths.__getitem__)
        if widths[widest] <= NARROWEST:
            return None
        widths[widest] -= 1
    return widths


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A row, its cells broken into as many lines as the longest needs."""
    broken = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    height = max(len(lines) for lines in broken)
    return "\n".join(
        "  ".join(
            (lines[number] if number < len(lines) else "").ljust(width)
            for lines, width in zip(broken, widths, strict=True)
        ).rstrip()
        for number in range(height)
    )


def _record(columns: Sequence[str], cells: Sequence[str]) -> str:
    """A row of a table with too many columns: its first cell, then the others by name."""
    rest = ", ".join(
        f"{column} {cell}" for column, cell in zip(columns[1:], cells[1:], strict=True) if cell
    )
    return textwrap.fill(f"{cells[0]}: {rest}", TABLE_WIDTH, subsequent_indent="  ")


def _cell(value: JsonValue) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(_cell(one) for one in value)
        case dict():
            return ", ".join(f"{key} {_cell(one)}" for key, one in value.items())
        case _:
            return code(str(value))


def _cut(header: str, rows: Iterable[str], room: int) -> Iterator[str]:
    """The rows in parts of at most `room` characters, each below the header."""
    part = header
    for row in rows:
        longer = f"{part}\n{row}" if part else row
        if len(longer) <= room:
            part = longer
            continue
        if part != header:
            yield part
        pieces = textwrap.wrap(
            row, room - len(header) - 1, replace_whitespace=False, drop_whitespace=False
        )
        for piece in pieces[:-1]:
            yield f"{header}\n{piece}" if header else piece
        part = f"{header}\n{pieces[-1]}" if header else pieces[-1]
    yield part
