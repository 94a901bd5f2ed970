"""The rulebook: every rule of the game by its id, as players read it and tests run it.

It finds and searches the entries of `data/rulebook/*.yaml`, whose format is in the README beside
them. It decides nothing in play: the rules that run are code, and name their entries here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple, Self

import yaml
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "rulebook"

# Taste: what a word is worth by where it stands, and which part of that a similar word gets.
IN_ID, IN_SOURCE, IN_TEXT = 8, 3, 1
SIMILAR: Final = 0.5
SPELLING: Final = 0.75
MOST_WORDS: Final = 8

# Entries are cut by their first lines, so that a start need not parse every table and case.
_ENTRY: Final = re.compile(r"^- id: (\S+)$", re.MULTILINE)
_SOURCE: Final = re.compile(r"^  source: (.*)$", re.MULTILINE)
_CASES: Final = re.compile(r"^  cases:", re.MULTILINE)
_WORD: Final = re.compile(r"[a-z0-9]+")


class RulebookError(Exception):
    """A file of the rulebook cannot be read; the message names file and line."""


class UnknownRuleError(LookupError):
    """No rule has this id; `similar` holds the ids that look like it, best first."""

    def __init__(self, rule_id: str, similar: tuple[str, ...]) -> None:
        super().__init__(rule_id, similar)
        self.rule_id = rule_id
        self.similar = similar

    def __str__(self) -> str:
        hint = f"; similar: {', '.join(self.similar)}" if self.similar else ""
        return f"the rulebook has no rule {self.rule_id!r}{hint}"


class Case(BaseModel):
    """A worked case: what is given and what must come of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    given: dict[str, JsonValue]
    expect: dict[str, JsonValue]


class Entry(BaseModel):
    """One rule. A `ruling` is as binding as the `rule` and prevails over it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ledger: str
    """The file that holds it, without its ending, such as `cohorts-battle`."""
    id: str
    source: str
    """Document and heading."""
    rule: str
    ruling: str | None = None
    table: dict[str, JsonValue] | list[JsonValue] | None = None
    cases: tuple[Case, ...] = ()
    designed: bool = False
    """Whether this project decided it because its source gives nothing."""

    @property
    def title(self) -> str:
        """The id in words, without its system: `cohorts.turn.cut-off` is "Turn: cut off"."""
        area, _, name = self.id.partition(".")[2].replace("-", " ").rpartition(".")
        return f"{area}: {name}".capitalize() if area else name.capitalize()


class _Place(NamedTuple):
    """Where the text of an entry stands: file, and from which character to which."""

    ledger: str
    start: int
    end: int


class Rulebook:
    """All entries, in the order of their files. Read-only; one copy serves a whole process."""

    def __init__(self, texts: dict[str, str]) -> None:
        """Index the texts of the files by their names without ending.

        Raises RulebookError for an id that occurs twice.
        """
        self._texts = texts
        self._places: dict[str, _Place] = {}
        for ledger, text in texts.items():
            for place, rule_id in _entries(ledger, text):
                if rule_id in self._places:
                    raise RulebookError(f"{self._at(place)}: {rule_id} is there a second time")
                self._places[rule_id] = place
        self.ids: tuple[str, ...] = tuple(self._places)
        self._worth = self._weigh_words()
        self._vocabulary = sorted(self._worth)

    @classmethod
    def load(cls, *besides: Path) -> Self:
        """Read every `*.yaml` of the project's own folder, and of others besides.

        Raises RulebookError if one cannot be read, or has the name of another.
        """
        texts: dict[str, str] = {}
        for path in (path for each in (FOLDER, *besides) for path in sorted(each.glob("*.yaml"))):
            if path.stem in texts:
                raise RulebookError(f"{path.name}: is there a second time, in {path.parent}")
            try:
                texts[path.stem] = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise RulebookError(f"{path.name}: {error}") from error
        return cls(texts)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._places

    def __iter__(self) -> Iterator[Entry]:
        return map(self.get, self.ids)

    def get(self, rule_id: str) -> Entry:
        """The entry of this id.

        Raises UnknownRuleError, and RulebookError if the entry is not well formed.
        """
        place = self._places.get(rule_id)
        if place is None:
            raise UnknownRuleError(rule_id, tuple(get_close_matches(rule_id, self.ids)))
        try:
            [fields] = yaml.load(self._text(place), Loader=yaml.CSafeLoader)
            return Entry(ledger=place.ledger, **fields)
        except (yaml.YAMLError, ValidationError, TypeError, ValueError) as error:
            raise RulebookError(f"{self._at(place)}: {rule_id}: {error}") from error

    def neighbours(self, rule_id: str) -> tuple[str, ...]:
        """The ids of the other rules of the same area, those that stand nearest first."""
        area = rule_id.rpartition(".")[0]
        same = [i for i in self.ids if i == rule_id or i.rpartition(".")[0] == area]
        here = same.index(rule_id) if rule_id in same else 0
        nearest = sorted(range(len(same)), key=lambda number: abs(number - here))
        return tuple(same[number] for number in nearest if same[number] != rule_id)

    def search(self, words: str, limit: int = 10) -> tuple[str, ...]:
        """The ids of the rules that these words, or the start of an id, mean best; best first.

        A word counts most in an id, less in a source, least in a text, and the more the fewer
        rules have it. The beginning of a word counts, and a misspelt word finds similar ones.
        """
        wanted = words.strip().lower()
        score: dict[str, float] = {}
        for word in list(dict.fromkeys(_words(wanted)))[:MOST_WORDS]:
            best: dict[str, float] = {}
            for known, share in self._meant_by(word):
                worth = self._worth[known]
                rarity = share * sqrt(len(self.ids) / len(worth))
                for number, value in worth.items():
                    rule_id = self.ids[number]
                    best[rule_id] = max(best.get(rule_id, 0.0), value * rarity)
            for rule_id, value in best.items():
                score[rule_id] = score.get(rule_id, 0.0) + value
        best_first = sorted(
            score, key=lambda i: (i != wanted, not i.startswith(wanted), -score[i], i)
        )
        return tuple(best_first[:limit])

    def _meant_by(self, word: str) -> Iterator[tuple[str, float]]:
        """The known words that a searched word means, each with its share of the worth."""
        begin = bisect_left(self._vocabulary, word)
        end = bisect_left(self._vocabulary, word + "\uffff")
        for known in self._vocabulary[begin:end]:
            yield known, 1.0 if known == word else SIMILAR
        if begin == end:
            near = [known for known in self._vocabulary if abs(len(known) - len(word)) <= 2]
            for known in get_close_matches(word, near, cutoff=SPELLING):
                yield known, SIMILAR

    def _weigh_words(self) -> dict[str, dict[int, int]]:
        """For every word, what it is worth in each entry that has it, by the entry's number."""
        worth: dict[str, dict[int, int]] = {}
        for number, (rule_id, place) in enumerate(self._places.items()):
            text = _CASES.split(self._text(place), maxsplit=1)[0]
            source = _SOURCE.search(text)
            for part, value in (
                (text, IN_TEXT),
                (source[1] if source else "", IN_SOURCE),
                (rule_id, IN_ID),
            ):
                for word in _words(part.lower()):
                    worth.setdefault(word, {})[number] = value
        return worth

    def _text(self, place: _Place) -> str:
        return self._texts[place.ledger][place.start : place.end]

    def _at(self, place: _Place) -> str:
        line = self._texts[place.ledger].count("\n", 0, place.start) + 1
        return f"{place.ledger}.yaml, line {line}"


def _entries(ledger: str, text: str) -> Iterator[tuple[_Place, str]]:
    found = list(_ENTRY.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    for match, end in zip(found, ends, strict=True):
        yield _Place(ledger, match.start(), end), match[1]


def _words(text: str) -> Sequence[str]:
    """The words of a lower-case text, plurals as singulars so that either finds the other."""
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(text)
    ]
