"""Turns rules of the rulebook into pages of Discord text: one rule, or what a search found.

Pure formatting, for messages and for the descriptions of embeds. It sends nothing, and what it
makes can mention nobody, whoever wrote the words that it shows.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.faces.words.tables import EMBED, table_blocks
from bot.faces.words.text import code, plain
from engine.rulebook import Entry, Rulebook

MESSAGE: Final = 2000  # characters that Discord takes in a message
FOUND: Final = 10
SUMMARY: Final = 110
MOST_NEIGHBOURS: Final = 12
_ECHO: Final = 100
_HINT: Final = "Try one or two plain words, or the id of a rule."


def pages(book: Rulebook, query: str, limit: int = EMBED, hint: str = _HINT) -> list[str]:
    """The rule with this id, or else what a search for these words finds; else what to try.

    At least one page; each is at most `limit` characters, which must be 500 or more.
    """
    rule_id = query.strip().lower()
    if rule_id in book:
        return rule_pages(book.get(rule_id), book.neighbours(rule_id), limit)
    return found_pages(query, [book.get(found) for found in book.search(query, FOUND)], limit, hint)


def rule_pages(entry: Entry, neighbours: Sequence[str] = (), limit: int = EMBED) -> list[str]:
    """A rule in full: title, id, source, rule, ruling, table, and which rules stand beside it."""
    blocks = [f"**{plain(entry.title)}**\n`{code(entry.id)}` · {plain(entry.source)}"]
    if entry.designed:
        blocks.append("*Decided by this game; its source is silent.*")
    blocks += _paragraphs("", entry.rule)
    if entry.ruling:
        blocks += _paragraphs("**Ruling** (prevails): ", entry.ruling)
    if entry.table is not None:
        blocks += table_blocks(entry.table, limit)
    if neighbours:
        shown = ", ".join(f"`{code(one)}`" for one in neighbours[:MOST_NEIGHBOURS])
        more = len(neighbours) - MOST_NEIGHBOURS
        rest = f" and {more} more" if more > 0 else ""
        blocks.append(f"**See also** {shown}{rest}")
    return list(_pack(blocks, limit))


def found_pages(
    query: str, entries: Sequence[Entry], limit: int = EMBED, hint: str = _HINT
) -> list[str]:
    """The rules that a search found, best first, each with its id and how it begins.

    Where it found none, the hint says what to try.
    """
    shown = plain(textwrap.shorten(query, _ECHO, placeholder="…") or "nothing")
    if not entries:
        return [f"No rule found for “{shown}”. {hint}"]
    blocks = [f"**Rules for “{shown}”**, the best first"]
    for entry in entries:
        summary = plain(textwrap.shorten(entry.rule, SUMMARY, placeholder=" …"))
        blocks.append(f"**{plain(entry.title)}** `{code(entry.id)}`\n{summary}")
    return list(_pack(blocks, limit))


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
