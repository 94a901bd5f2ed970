"""What plain words mean in the rulebook: a search that takes them as people type them.

SQLite's full text index in memory does the stemming and the ranking (FTS5, porter, bm25); what
players' words mean in the words of the rules is data (`data/rulebook/words`). It shows nothing.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, Self

from bot.vocabulary import Chapter, Vocabulary, by_prefix
from engine import installed
from engine.packs import Rules
from engine.rulebook import Rulebook, system_of, title_of

# Taste: what a word is worth by the field in which it stands.
_FIELDS: Final = {"title": 8.0, "asked": 6.0, "rule": 2.0, "ruling": 1.0, "rest": 0.3}
MEANT, BEGUN, MISSPELT = 0.6, 0.7, 0.6
"""What a word counts that is only meant, begun or nearly it, beside one that stands there."""
LITTLE: Final = 0.15
"""What a word that says nothing by itself counts where people ask for a rule with it."""
ALL: Final = 0.6
"""The part of a rule's worth that it has only if every word that was asked is in it."""
LATER: Final = 0.85
"""What an earlier system counts beside one that builds upon it."""
SPELLING: Final = 0.75
MOST_WORDS: Final = 8
SHORTEST_BEGUN: Final = 3  # letters of a beginning that finds whole words

_WORD: Final = re.compile(r"[a-z0-9]+")
_SHORTENED: Final = re.compile(r"\w+n['’]t\b|['’]\w+")
"""What says nothing of words with an apostrophe: all of "can't", the end of "what's"."""


class Lookup:
    """The index of a rulebook; built once, then read by one thread at a time, and closed."""

    def __init__(self, book: Rulebook, words: Vocabulary) -> None:
        """Index all rules. Takes some tenths of a second, so not on the event loop."""
        self.book, self._words = book, words
        self._less = by_prefix(book, words.less)
        self._ids = dict(enumerate(book.ids))
        # It is built in one thread and read in another, never in two at once.
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        self._index()
        self._vocabulary = self._every_word()
        self._spelt = lru_cache(maxsize=1024)(self._spelt_alike)
        self._worth = lru_cache(maxsize=4096)(self._weighed)

    @classmethod
    def load(cls) -> Self:
        """The index of what is shipped and installed.

        Raises RulebookError if a file cannot be read.
        """
        besides = installed.folders("rulebook")
        return cls(Rulebook.load(*besides), Vocabulary.load(*besides))

    def close(self) -> None:
        """Give its memory back; nothing can be looked up any more."""
        self._base.close()

    def rules(self, text: str, systems: Collection[str] = (), limit: int = 10) -> tuple[str, ...]:
        """The rules that these words, a title, or the start of an id, mean best; the best first.

        `systems` are those in use, each behind those that it builds upon; none for all.
        """
        wanted = text.strip().lower()
        begun = [r for r in self.book.ids if "." in wanted and r.startswith(wanted)]
        begun.sort(key=lambda rule: rule != wanted)
        named = [*begun, *(r for r in self.book.ids if title_of(r).lower() == wanted)]
        worth = self._scores(wanted, systems)
        found = sorted(worth, key=lambda rule: (-worth[rule], rule))
        in_use = self.in_use(systems)
        return tuple(dict.fromkeys([*filter(in_use.__contains__, named), *found]))[:limit]

    def in_use(self, systems: Collection[str] = ()) -> Collection[str]:
        """The rules that hold where these systems are in use; none for all."""
        return _in_use(self.book, self._words, tuple(systems))

    def chapters(self, systems: Collection[str] = ()) -> Mapping[str, tuple[Chapter, list[str]]]:
        """What the rulebook of these systems is browsed by: chapters by name, with their rules."""
        in_use = self.in_use(systems)
        found: dict[str, tuple[Chapter, list[str]]] = {}
        for chapter in self._words.chapters_of(self.book, systems):
            rules = [rule for rule in chapter.among(self.book) if rule in in_use]
            if rules:  # two systems may each have a chapter of one name
                first, before = found.get(chapter.name, (chapter, []))
                found[chapter.name] = (first, [*before, *rules])
        return found

    # ------------------------------------------------------------------ asking

    def _scores(self, text: str, systems: Collection[str]) -> dict[str, float]:
        words = self.words_of(text)
        in_use = self.in_use(systems)
        rank = {system: LATER ** (len(systems) - 1 - n) for n, system in enumerate(systems)}
        total: dict[str, float] = {}
        held: dict[str, int] = {}
        for number, word in enumerate(words):
            for rule, value in self._best(word, last=number == len(words) - 1).items():
                if rule in in_use:
                    total[rule] = total.get(rule, 0.0) + value
                    held[rule] = held.get(rule, 0) + 1
        for word in self._idle_of(text):
            for rule, value in self._worth(f"asked : {_term(word)}").items():
                if rule in total:
                    total[rule] += value * LITTLE
        return {
            rule: value
            * (1 - ALL + ALL * held[rule] / len(words))
            * self._less.get(rule, 1.0)
            * rank.get(system_of(rule), 1.0)
            for rule, value in total.items()
        }

    def words_of(self, text: str) -> list[str]:
        """The words that say what is looked for, each once; all of them if none does."""
        said = _said(text)
        telling = [word for word in said if word not in self._words.idle]
        return (telling or said)[:MOST_WORDS]

    def _idle_of(self, text: str) -> list[str]:
        """The words that say nothing by themselves."""
        return [word for word in _said(text) if word in self._words.idle][:MOST_WORDS]

    def _best(self, word: str, *, last: bool) -> dict[str, float]:
        """What each rule is worth for one word, by the best of what it may mean."""
        best: dict[str, float] = {}
        for term, share in self._meanings(word, last=last):
            for rule, value in self._worth(term).items():
                best[rule] = max(best.get(rule, 0.0), value * share)
        return best

    def _meanings(self, word: str, *, last: bool) -> Iterator[tuple[str, float]]:
        """What a word may mean, as terms of the index, each with its share of the worth."""
        meant = self._meant(word)
        known = bool(self._worth(_term(word)))
        if known:
            yield _term(word), 1.0
        yield from ((_term(other), MEANT) for other in meant)
        if len(word) >= SHORTEST_BEGUN and (last or not (known or meant)):
            yield f"{_term(word)}*", BEGUN
        if known or meant or self._worth(f"{_term(word)}*"):
            return
        for near in self._spelt(word):
            yield _term(near), MISSPELT
            yield from ((_term(other), MISSPELT * MEANT) for other in self._meant(near))

    def _meant(self, word: str) -> list[str]:
        rows = self._base.execute("SELECT meaning FROM means WHERE means MATCH ?", [_key(word)])
        return [other for (text,) in rows for other in text.split()]

    def _weighed(self, term: str) -> dict[str, float]:
        """What every rule that has a term is worth for it."""
        rows = self._base.execute(
            "SELECT rowid, -bm25(rules, ?, ?, ?, ?, ?) FROM rules WHERE rules MATCH ?",
            [*_FIELDS.values(), term],
        )
        return {self._ids[number]: value for number, value in rows}

    def _spelt_alike(self, word: str) -> tuple[str, ...]:
        """Known words of nearly the same letters; only those of which half are the same."""
        letters = _pairs(word)
        near = [
            known
            for known in self._vocabulary
            if abs(len(known) - len(word)) <= 2 and 2 * len(letters & _pairs(known)) >= len(letters)
        ]
        return tuple(get_close_matches(word, near, cutoff=SPELLING))

    # ------------------------------------------------------------------ building

    def _index(self) -> None:
        self._base.execute(
            "CREATE VIRTUAL TABLE rules USING fts5(title, asked, rule, ruling, rest,"
            " tokenize='porter unicode61')"
        )
        self._base.execute(
            "CREATE VIRTUAL TABLE means USING fts5(word, meaning UNINDEXED,"
            " tokenize='porter unicode61')"
        )
        self._base.executemany(
            "INSERT INTO rules(rowid, title, asked, rule, ruling, rest) VALUES (?, ?, ?, ?, ?, ?)",
            ((number, *self._fields(rule)) for number, rule in self._ids.items()),
        )
        self._base.executemany("INSERT INTO means VALUES (?, ?)", self._words.means.items())

    def _fields(self, rule: str) -> tuple[str, ...]:
        raw = self.book.raw(rule)
        # The system is in every id, so it says nothing.
        title = rule.partition(".")[2].replace(".", " ").replace("-", " ")
        rest = f"{raw.get('source', '')} {raw.get('table', '')}"
        asked = self._words.asked.get(rule, "")
        return title, asked, raw.get("rule", ""), raw.get("ruling", ""), rest

    def _every_word(self) -> list[str]:
        said: set[str] = set()
        for rule in self.book.ids:
            said.update(_WORD.findall(" ".join(self._fields(rule)).lower()))
        said.update(self._words.means)
        return sorted(word for word in said if not word.isdigit() and len(word) > 2)


def systems_of(rules: Rules) -> tuple[str, ...]:
    """The systems of a campaign: its packs, sub-packs under the name of what they are part of."""
    return tuple(dict.fromkeys(system_of(pack.name) for pack in rules.packs))


@lru_cache(maxsize=32)
def _in_use(book: Rulebook, words: Vocabulary, systems: tuple[str, ...]) -> frozenset[str]:
    if not systems:
        return frozenset(book.ids)
    without = words.superseded(systems)
    return frozenset(
        rule
        for rule in book.ids
        if system_of(rule) in systems and not rule.startswith(tuple(f"{a}." for a in without))
    )


def _said(text: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(_SHORTENED.sub(" ", text.lower()))))


def _term(word: str) -> str:
    return " + ".join(f'"{part}"' for part in _WORD.findall(word))


def _key(word: str) -> str:
    return f"word : {_term(word)}"


def _pairs(word: str) -> set[str]:
    return {word[at : at + 2] for at in range(len(word) - 1)}
