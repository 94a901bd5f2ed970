"""Turns rules of the rulebook into pages of Discord text: one rule, or what a search found.

Pure formatting, for messages and for the descriptions of embeds. It sends nothing, and what it
makes can mention nobody, whoever wrote the words that it shows.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from discord.utils import escape_markdown, escape_mentions
from pydantic import JsonValue

from engine.names import visible
from engine.rulebook import Entry, Rulebook

MESSAGE: Final = 2000  # characters that Discord takes in a message
EMBED: Final = 4096  # characters that Discord takes in the description of an embed

# Taste.
TABLE_WIDTH: Final = 56  # what a code block shows on a small screen before it breaks lines
NARROWEST: Final = 8  # a column is not squeezed further; the table is listed record by record
FOUND: Final = 10
SUMMARY: Final = 110
MOST_NEIGHBOURS: Final = 12
_ECHO: Final = 100

_QUIET: Final = "\u200b"  # shown as nothing; breaks up what Discord would take for a mention
_FENCE: Final = "```"


def pages(book: Rulebook, query: str, limit: int = EMBED) -> list[str]:
    """The rule with this id, or else what a search for these words finds.

    At least one page; each is at most `limit` characters, which must be 500 or more.
    """
    rule_id = query.strip().lower()
    if rule_id in book:
        return rule_pages(book.get(rule_id), book.neighbours(rule_id), limit)
    return found_pages(query, [book.get(found) for found in book.search(query, FOUND)], limit)


def rule_pages(entry: Entry, neighbours: Sequence[str] = (), limit: int = EMBED) -> list[str]:
    """A rule in full: title, id, source, rule, ruling, table, and which rules stand beside it."""
    blocks = [f"**{plain(entry.title)}**\n`{_code(entry.id)}` · {plain(entry.source)}"]
    if entry.designed:
        blocks.append("*Decided by this game; its source is silent.*")
    blocks += _paragraphs("", entry.rule)
    if entry.ruling:
        blocks += _paragraphs("**Ruling** (prevails): ", entry.ruling)
    if entry.table is not None:
        blocks += table_blocks(entry.table, limit)
    if neighbours:
        shown = ", ".join(f"`{_code(one)}`" for one in neighbours[:MOST_NEIGHBOURS])
        more = len(neighbours) - MOST_NEIGHBOURS
        rest = f" and {more} more" if more > 0 else ""
        blocks.append(f"**See also** {shown}{rest}")
    return list(_pack(blocks, limit))


def found_pages(query: str, entries: Sequence[Entry], limit: int = EMBED) -> list[str]:
    """The rules that a search found, best first, each with its id and how it begins."""
    shown = plain(textwrap.shorten(query, _ECHO, placeholder="…") or "nothing")
    if not entries:
        return [
            f"No rule found for “{shown}”. Try one or two plain words such as *village* or "
            "*morale*, or the id of a rule such as `cohorts.turn.cut-off`."
        ]
    blocks = [f"**Rules for “{shown}”**, the best first"]
    for entry in entries:
        summary = plain(textwrap.shorten(entry.rule, SUMMARY, placeholder=" …"))
        blocks.append(f"**{plain(entry.title)}** `{_code(entry.id)}`\n{summary}")
    return list(_pack(blocks, limit))


def seen(text: str) -> str:
    """A text without hidden characters: those that control, turn the writing, or show nothing.

    Its lines stay, and so does what `plain` puts into a text to break up a mention.
    """
    lines = text.replace("\t", " ").split("\n")
    return "\n".join(_QUIET.join(map(visible, line.split(_QUIET))) for line in lines)


def plain(text: str) -> str:
    """A text as Discord may show it, whoever wrote it.

    There is nothing hidden in it, no markdown, and no mention, link or command.
    """
    escaped = escape_markdown(escape_mentions(seen(text)), ignore_links=False)
    return re.sub(r"<(?=[@#!/:a-z])|:(?=//)", rf"\g<0>{_QUIET}", escaped)


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
    widths = _fitted([max(map(len, column)) for column in zip(columns, *cells, strict=True)])
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
            return _code(str(value))


def _cut(header: str, rows: Iterable[str], room: int) -> Iterator[str]:
    """The rows in parts of at most so many characters, each below the header."""
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


def _code(text: str) -> str:
    """A text that cannot end the code it stands in, nor mention anybody there."""
    return escape_mentions(text).replace("`", "ˋ")


def _paragraphs(lead: str, text: str) -> list[str]:
    """The paragraphs of a text, the first with its lead."""
    first, *others = text.strip().split("\n")
    return [lead + plain(first), *map(plain, others)]


def _pack(blocks: Iterable[str], limit: int) -> Iterator[str]:
    """The blocks on as few pages as keep their order; one too long is broken at blanks."""
    page = ""
    for block in blocks:
        if page and len(page) + 2 + len(block) <= limit:
            page += f"\n\n{block}"
            continue
        if page:
            yield page
        # A block of a table fits by its making; what is longer is prose.
        *whole, page = (
            textwrap.wrap(block, limit, replace_whitespace=False, drop_whitespace=False)
            if len(block) > limit
            else [block]
        )
        yield from whole
    yield page
