"""The rulebook: every rule of the game by its id, as players read it and tests run it.

It finds the entries of `data/rulebook/*.yaml`, whose format is in the README beside them. It
decides nothing in play: the rules that run are code, and name their entries here. What plain words
mean in it is asked of `bot.lookup`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple, Self

import yaml
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "rulebook"

# Entries are cut by their first lines, so that a start need not parse every table and case.
_ENTRY: Final = re.compile(r"^- id: (\S+)$", re.MULTILINE)
_FIELD: Final = re.compile(r"^  ([a-z]+):", re.MULTILINE)


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
    """A worked case: the given values and the required result."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    given: dict[str, JsonValue]
    expect: dict[str, JsonValue]


class LedgerEntry(BaseModel):
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
        return title_of(self.id)


def system_of(rule_id: str) -> str:
    """The system whose rule it is: the first part of its id, which is the name of its pack."""
    return rule_id.partition(".")[0]


def area_of(rule_id: str) -> str:
    """The area in which a rule stands: `cohorts.turn` for `cohorts.turn.cut-off`."""
    return rule_id.rpartition(".")[0]


def title_of(rule_id: str) -> str:
    """An id in words, without its system: `cohorts.turn.cut-off` is "Turn: cut off"."""
    area, _, name = rule_id.partition(".")[2].replace("-", " ").rpartition(".")
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

    @classmethod
    def load(cls, *besides: Path) -> Self:
        """Read every `*.yaml` of the project's folder, and of further ones.

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

    def get(self, rule_id: str) -> LedgerEntry:
        """The entry of this id.

        Raises UnknownRuleError, and RulebookError if the entry is not well formed.
        """
        place = self._place(rule_id)
        try:
            [fields] = yaml.load(self._text(place), Loader=yaml.CSafeLoader)
            return LedgerEntry(ledger=place.ledger, **fields)
        except (yaml.YAMLError, ValidationError, TypeError, ValueError) as error:
            raise RulebookError(f"{self._at(place)}: {rule_id}: {error}") from error

    def neighbours(self, rule_id: str) -> tuple[str, ...]:
        """The ids of the other rules of the same area, those that stand nearest first."""
        area = area_of(rule_id)
        same = [i for i in self.ids if i == rule_id or area_of(i) == area]
        here = same.index(rule_id) if rule_id in same else 0
        nearest = sorted(range(len(same)), key=lambda number: abs(number - here))
        return tuple(same[number] for number in nearest if same[number] != rule_id)

    def ledger(self, rule_id: str) -> str:
        """The file that holds a rule, without its ending.

        Raises UnknownRuleError.
        """
        return self._place(rule_id).ledger

    def raw(self, rule_id: str) -> dict[str, str]:
        """The fields of an entry as they are written in its file, unread; for an index of words.

        Raises UnknownRuleError.
        """
        _, *parts = _FIELD.split(self._text(self._place(rule_id)))
        return dict(zip(parts[::2], parts[1::2], strict=True))

    def told(self, rule_id: str) -> str:
        """What an entry says first, its `rule`, without the cost of reading its tables and cases.

        Raises UnknownRuleError.
        """
        read = yaml.load(f"rule:{self.raw(rule_id)['rule']}", Loader=yaml.CSafeLoader)
        return " ".join(str(read["rule"]).split())

    def _place(self, rule_id: str) -> _Place:
        place = self._places.get(rule_id)
        if place is None:
            raise UnknownRuleError(rule_id, tuple(get_close_matches(rule_id, self.ids)))
        return place

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
