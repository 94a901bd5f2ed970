"""Turns rules of the rulebook into pages of Discord text: one rule, or a list of several.

Pure formatting, for messages and for the descriptions of embeds. It sends nothing, and what it
makes can mention nobody, even in words by others.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.words.tables import EMBED, table_blocks
from bot.faces.words.text import code, plain
from engine.rulebook import LedgerEntry, Rulebook, title_of

SUMMARY: Final = 110
LABEL: Final = 100  # characters of a suggestion and of an option's second line, as Discord has it
PARAGRAPH: Final = 260  # taste: characters after which a new paragraph begins
ON_PAGE: Final = 10
"""Rules of a list that are shown at once, and offered in the menu below it."""

_ID: Final = re.compile(r"\b[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*){1,2}\b")
_ABBREVIATED: Final = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf)\.$|\b\d+\.$")


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list of rules, and which rules stand on it."""

    text: str
    rules: tuple[str, ...]


def rule_pages(book: Rulebook, entry: LedgerEntry, limit: int = EMBED) -> list[str]:
    """A rule as people read it: title, rule, ruling, table, and at the very end where it is from.

    Each page is at most `limit` characters, which must be 500 or more.
    """
    blocks = [f"**{plain(entry.title)}**"]
    blocks += _paragraphs(book, entry.rule)
    if entry.ruling:
        first, *others = _paragraphs(book, entry.ruling)
        blocks += [f"**Ruling** (it prevails): {first}", *others]
    if entry.table is not None:
        blocks += table_blocks(entry.table, limit)
    whose = "decided by this game" if entry.designed else plain(entry.source)
    blocks.append(f"-# `{code(entry.id)}` · {whose}")
    return list(_pack(blocks, limit))


def cited(rule: str) -> str:
    """A rule as answers and reports name it, by words that `/rules` finds it by."""
    return f"Rule “{_called(rule)}”"


def ruled(rule: str) -> str:
    """The same in brackets behind what it says, with a blank before; empty without a rule."""
    return f" (rule “{_called(rule)}”)" if rule else ""


def _called(rule: str) -> str:
    return title_of(rule) or rule


def mentioned(book: Rulebook, entry: LedgerEntry) -> list[str]:
    """The rules that a rule names, in its order."""
    named = _ID.findall(f"{entry.rule} {entry.ruling or ''}")
    return list(dict.fromkeys(rule for rule in named if rule in book and rule != entry.id))


def listed(book: Rulebook, heading: str, rules: Sequence[str]) -> list[Listed]:
    """Rules with how they begin, as many a page as its menu offers; at least one page."""
    pages: list[Listed] = []
    for start in range(0, max(len(rules), 1), ON_PAGE):
        some = tuple(rules[start : start + ON_PAGE])
        lines = [f"**{plain(title_of(rule))}**\n{plain(summary(book, rule))}" for rule in some]
        pages.append(Listed("\n\n".join([heading, *lines]), some))
    return pages


def found(book: Rulebook, query: str, rules: Sequence[str], hint: str) -> list[Listed]:
    """The rules that a search found, best first; where it found none, the hint says what to try."""
    shown = plain(textwrap.shorten(query, LABEL, placeholder="…") or "nothing")
    if not rules:
        return [Listed(f"No rule found for “{shown}”. {hint}", ())]
    return listed(book, f"**Rules for “{shown}”**, the best first", rules)


def summary(book: Rulebook, rule: str, most: int = SUMMARY) -> str:
    """How a rule begins, ids in words, on one line of at most that many characters."""
    return textwrap.shorten(_named(book, book.told(rule)), most, placeholder=" …")


def suggestion(book: Rulebook, rule: str) -> str:
    """A rule in a list of suggestions: its title, then how it begins."""
    title = title_of(rule)
    return f"{title} – {summary(book, rule, LABEL)}"[:LABEL]


def _paragraphs(book: Rulebook, text: str) -> list[str]:
    """A text in short paragraphs, cut between sentences."""
    found: list[str] = []
    for whole in text.strip().split("\n"):
        paragraph = ""
        for sentence in _sentences(_named(book, whole)):
            if paragraph and len(paragraph) + len(sentence) > PARAGRAPH:
                found.append(plain(paragraph))
                paragraph = sentence
            else:
                paragraph = f"{paragraph} {sentence}".strip()
        if paragraph:
            found.append(plain(paragraph))
    return found


def _sentences(text: str) -> Iterator[str]:
    held = ""
    for part in re.split(r"(?<=[.!?])\s+", text):
        held = f"{held} {part}".strip()
        # A bracket that is open goes on, and an abbreviation ends nothing.
        if held.count("(") == held.count(")") and not _ABBREVIATED.search(held):
            yield held
            held = ""
    if held:
        yield held


def _named(book: Rulebook, text: str) -> str:
    """A text with every rule that it names by its id named by its title."""
    return _ID.sub(lambda m: f"“{title_of(m[0])}”" if m[0] in book else m[0], text)


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
